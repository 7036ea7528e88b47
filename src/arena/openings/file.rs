//! Openings from a file of positions (EPD) or games (PGN).

use super::options::BookFormat;
use crate::arena::record::Opening;
use crate::board::Position;
use crate::movegen::has_legal_move;
use crate::notation::epd::Epd;
use crate::notation::pgn::{self, PgnGame};
use std::ops::Range;
use std::path::Path;

/// The openings of a file, all of them checked.
pub enum BookContents {
    /// Lines of EPD. Some books have millions of lines, so the text is kept and
    /// a line is parsed again when its opening is played.
    Positions { text: String, lines: Vec<Range<usize>> },
    /// The first moves of games.
    Games(Vec<Opening>),
}

impl BookContents {
    /// The number of openings.
    pub fn count(&self) -> usize {
        match self {
            BookContents::Positions { lines, .. } => lines.len(),
            BookContents::Games(openings) => openings.len(),
        }
    }

    /// The opening at an index, from zero.
    pub fn opening(&self, place: usize) -> Opening {
        match self {
            BookContents::Positions { text, lines } => {
                let epd: Epd = text[lines[place].clone()]
                    .parse()
                    .expect("every line was read when the book was opened");
                // The castling rights of the position tell whether it is of
                // Chess960.
                let chess960 = PgnGame::new(epd.position.clone()).chess960;
                Opening { start: epd.position, moves: Vec::new(), chess960 }
            }
            BookContents::Games(openings) => openings[place].clone(),
        }
    }
}

/// Reads a file.
///
/// # Errors
/// A sentence that says what is wrong with the file, and in which line or game.
pub fn read(path: &Path, format: BookFormat, plies: Option<usize>) -> Result<BookContents, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
    // Names of players may be in an encoding other than UTF-8; moves are ASCII.
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    };
    let contents = match format {
        BookFormat::Epd => positions(text)?,
        BookFormat::Pgn => games(&text, plies)?,
        BookFormat::Auto if looks_like_games(path, &text) => games(&text, plies)?,
        BookFormat::Auto => positions(text)?,
    };
    match contents.count() {
        0 => Err("there is no opening in it".to_string()),
        _ => Ok(contents),
    }
}

fn looks_like_games(path: &Path, text: &str) -> bool {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some(extension) if extension.eq_ignore_ascii_case("pgn") => true,
        Some(extension) if extension.eq_ignore_ascii_case("epd") => false,
        // A position begins with a piece letter or a digit, a game with a tag, a
        // comment or a move number.
        _ => {
            let start = text.trim_start_matches('\u{FEFF}').trim_start();
            start.starts_with(['[', '{', '%']) || start.starts_with("1.")
        }
    }
}

fn positions(text: String) -> Result<BookContents, String> {
    let mut lines = Vec::new();
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let content = line.trim_start_matches('\u{FEFF}').trim();
        if !content.is_empty() && !content.starts_with('#') {
            let epd: Epd =
                content.parse().map_err(|error| format!("line {}: {error}", number + 1))?;
            playable(&epd.position).map_err(|what| format!("line {}: {what}", number + 1))?;
            let start = at + line.find(content).unwrap_or(0);
            lines.push(start..start + content.len());
        }
        at += line.len();
    }
    Ok(BookContents::Positions { text, lines })
}

fn games(text: &str, plies: Option<usize>) -> Result<BookContents, String> {
    let mut openings = Vec::new();
    for record in pgn::read(text) {
        let record = record.map_err(|error| error.to_string())?;
        let moves = record.moves.iter().map(|annotated| annotated.mv);
        let opening = Opening {
            start: record.start.clone(),
            moves: moves.take(plies.unwrap_or(usize::MAX)).collect(),
            chess960: record.chess960,
        };
        playable(&opening.end()).map_err(|what| format!("game {}: {what}", openings.len() + 1))?;
        openings.push(opening);
    }
    Ok(BookContents::Games(openings))
}

/// Checks that the side to move has a legal move.
fn playable(position: &Position) -> Result<(), String> {
    if has_legal_move(position) {
        Ok(())
    } else {
        Err("the position is checkmate or stalemate".to_string())
    }
}
