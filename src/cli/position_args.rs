//! The flags and words that name positions, the same for every command.

use super::chess_text::{self, ChessText};
use super::error::CliError;
use super::message::message;
use super::reading_report::{ReadingReport, file_name};
use crate::chess::board::{DroppedFields, FEN_FIELDS, FenError, Position};
use crate::chess::notation::epd::Epd;
use crate::support::files::printable::printable;
use clap::Args;
use std::path::Path;

// No doc comment: it would replace that of the command.
#[derive(Args)]
pub struct PositionArgs {
    /// The position: a FEN, quoted or not, or "startpos"; or a file of
    /// positions, one a line, - for standard input [default: the start of a game]
    #[arg(value_name = "FEN|FILE", num_args = 0..)]
    words: Vec<String>,
    /// The position, as a FEN
    #[arg(long)]
    fen: Option<String>,
}

/// What the words name.
pub enum PositionSource {
    /// A position, and the words after it.
    Position(Box<Position>, Vec<String>),
    /// A text of positions or games.
    Text {
        /// The file.
        name: String,
        text: String,
    },
}

impl PositionArgs {
    /// The position, or the text of a file.
    ///
    /// # Errors
    /// If the words are neither a position nor a file that can be read.
    pub fn source(&self) -> Result<PositionSource, CliError> {
        if let Some(fen) = &self.fen {
            let position = fen_argument(fen)?;
            return Ok(PositionSource::Position(Box::new(position), self.words.clone()));
        }
        let words = &self.words;
        let Some(first) = words.first() else {
            return Ok(PositionSource::Position(Box::new(Position::start()), Vec::new()));
        };
        // The longest row of words that is a position; words may follow it. A
        // word after the sixth field is a part of the FEN only within quotation
        // marks.
        for length in (1..=words.len()).rev() {
            let fen = words[..length].join(" ");
            if length > 1 && fen.split_ascii_whitespace().count() > FEN_FIELDS {
                continue;
            }
            if let Ok(position) = position(&fen) {
                note_dropped(&fen);
                let rest = words[length..].to_vec();
                return Ok(PositionSource::Position(Box::new(position), rest));
            }
        }
        let (path, all) = (Path::new(first), words.join(" "));
        let is_there = first == "-" || path.exists();
        match position(&all) {
            Err(error) if !is_there && looks_like_fen(&all) => {
                Err(CliError::Usage(format!("FEN: {error}")))
            }
            _ if !is_there && !may_exist(path) => Err(CliError::Usage(format!(
                "'{first}' is not a position, and no such file exists"
            ))),
            _ => read(path, &words[1..]),
        }
    }
}

/// The text of the only file that words name.
fn read(path: &Path, rest: &[String]) -> Result<PositionSource, CliError> {
    let name = file_name(path);
    match rest.first() {
        Some(other) if Path::new(other).exists() => Err(CliError::Usage(format!(
            "one file is read, not {}: {name}, {}",
            rest.len() + 1,
            rest.join(", ")
        ))),
        Some(word) => Err(CliError::Usage(format!("'{word}' after the file {name} means nothing"))),
        None => Ok(PositionSource::Text { text: chess_text::read_file(path)?, name }),
    }
}

/// Whether words that are no position are meant to be one: a board and the side to move,
/// a board of eight ranks, or nothing but characters of a board.
fn looks_like_fen(text: &str) -> bool {
    let mut fields = text.split_ascii_whitespace();
    let Some(board) = fields.next() else { return true };
    let strokes = board.matches('/').count();
    matches!(fields.next(), Some("w" | "b")) && strokes > 0
        || strokes == 7 && !board.starts_with('/') && !board.contains('.')
        || strokes > 0 && board.chars().all(|letter| "/12345678PNBRQKpnbrqk".contains(letter))
}

/// Whether the system does not say that there is no such file: perhaps it only does not
/// let anybody look.
fn may_exist(path: &Path) -> bool {
    path.try_exists().unwrap_or(true)
}

impl PositionSource {
    /// The positions. Those of a file have the operations of their EPD. The lines
    /// that are wrong go to the report.
    ///
    /// # Errors
    /// If words follow a position, or the file holds none.
    pub fn positions(self, report: &mut ReadingReport) -> Result<Vec<Epd>, CliError> {
        match self {
            PositionSource::Position(position, rest) => {
                nothing_follows(&rest)?;
                Ok(vec![Epd::new(*position)])
            }
            PositionSource::Text { name, text } => {
                let form = Some(chess_text::TextForm::Positions);
                match ChessText::read((&name, &text), form, &Position::start(), report)? {
                    ChessText::Positions(positions) => Ok(positions),
                    ChessText::Games(_) => Ok(Vec::new()),
                }
            }
        }
    }

    /// The only position, and the words after it.
    ///
    /// # Errors
    /// Those of [`positions`](PositionSource::positions), or if there are
    /// several.
    pub fn position(self, report: &mut ReadingReport) -> Result<(Position, Vec<String>), CliError> {
        if let PositionSource::Position(position, rest) = self {
            return Ok((*position, rest));
        }
        match <[Epd; 1]>::try_from(self.positions(report)?) {
            Ok([epd]) => Ok((epd.position, Vec::new())),
            Err(epds) => {
                Err(CliError::Usage(format!("one position is needed, not {}", epds.len())))
            }
        }
    }
}

/// Rejects words after a position.
///
/// # Errors
/// If there is one.
pub fn nothing_follows(words: &[String]) -> Result<(), CliError> {
    match words.first() {
        None => Ok(()),
        Some(word) => Err(CliError::Usage(format!("'{word}' after the FEN means nothing"))),
    }
}

/// What stands above one of several positions: an empty line, except before the
/// first one, and its name.
pub fn title(number: usize, epd: &Epd) -> String {
    let space = if number > 0 { "\n" } else { "" };
    epd.id().map_or(space.to_string(), |id| format!("{space}{}\n", printable(id)))
}

/// The position of a flag `--fen`.
///
/// # Errors
/// What is wrong with it.
pub fn fen_argument(fen: &str) -> Result<Position, CliError> {
    let found = position(fen).map_err(|error| CliError::Usage(format!("--fen: {error}")))?;
    note_dropped(fen);
    Ok(found)
}

/// Says what is dropped from the FEN on the command line.
fn note_dropped(fen: &str) {
    if let Some(dropped) = DroppedFields::of(fen) {
        message(format_args!("staunton: note: FEN: {dropped}"));
    }
}

fn position(text: &str) -> Result<Position, FenError> {
    if text == "startpos" { Ok(Position::start()) } else { text.parse() }
}
