//! Texts with positions or games in any notation: read, and told apart.

use super::error::CliError;
use crate::board::{FenError, Position};
use crate::files::compressed::read_content;
use crate::notation::epd::Epd;
use crate::notation::pgn::{self, PgnError, PgnErrorKind, PgnGame};
use crate::notation::{MoveError, MoveNotation};
use crate::types::Move;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;
use std::io::Read;
use std::path::Path;

/// What a text holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChessText {
    /// Positions, one a line.
    Positions(Vec<Epd>),
    /// Games, and the errors of those that cannot be read.
    Games(Vec<PgnGame>, Vec<PgnError>),
}

/// The form of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextForm {
    /// FEN or EPD, one position a line.
    Positions,
    /// Games with moves in a notation, with tags as in PGN or without.
    Games(MoveNotation),
}

/// The parser of a notation on the command line.
pub fn notation() -> impl TypedValueParser<Value = MoveNotation> {
    let names = MoveNotation::NAMED.map(|(name, _)| name);
    PossibleValuesParser::new(names).map(|name| named(&name).unwrap_or_default())
}

/// The notation of a name.
pub fn named(name: &str) -> Option<MoveNotation> {
    MoveNotation::NAMED.iter().find(|(known, _)| *known == name).map(|&(_, notation)| notation)
}

/// The text of a file, or of standard input for `-`.
///
/// # Errors
/// If it cannot be read.
pub fn read_file(path: &Path) -> Result<String, CliError> {
    let failed = |error| CliError::Usage(format!("{}: {error}", path.display()));
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map_err(failed)?;
        bytes
    } else {
        read_content(path).map_err(failed)?
    };
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

impl ChessText {
    /// Reads a text. Without a form it is the form that fits; games without a
    /// FEN tag start at `start`.
    ///
    /// # Errors
    /// A sentence: with the line, if a position is wrong; or if nothing is found.
    pub fn read(text: &str, form: Option<TextForm>, start: &Position) -> Result<ChessText, String> {
        if text.trim().is_empty() {
            return Err("there is nothing to read".to_string());
        }
        let found = match form {
            Some(TextForm::Positions) => positions(text)?,
            Some(TextForm::Games(notation)) => games(text, notation, start),
            None if begins_with_position(text) => positions(text)?,
            None => any_games(text, start),
        };
        match &found {
            ChessText::Games(games, errors) if games.is_empty() && errors.is_empty() => {
                Err("there is no move and no position in it".to_string())
            }
            _ => Ok(found),
        }
    }
}

/// Whether the first line that is not blank has the seven strokes of a FEN.
fn begins_with_position(text: &str) -> bool {
    let first = lines(text).next().and_then(|(_, line)| line.split_whitespace().next());
    first.is_some_and(|word| word.matches('/').count() == 7)
}

/// The lines that are not blank, without comments after `#`, and their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = (1..).zip(text.trim_start_matches('\u{FEFF}').lines());
    numbered
        .map(|(number, line)| (number, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

fn positions(text: &str) -> Result<ChessText, String> {
    let read = |(number, line): (usize, &str)| {
        line.parse().map_err(|error| format!("line {number}: {error}"))
    };
    Ok(ChessText::Positions(lines(text).map(read).collect::<Result<_, _>>()?))
}

/// The games of a text in the notation in which all can be read, or in which
/// most of it can be read.
fn any_games(text: &str, start: &Position) -> ChessText {
    let notations = [MoveNotation::San, MoveNotation::Uci, MoveNotation::Descriptive];
    let mut best = None;
    for notation in notations {
        let found = games(text, notation, start);
        let ChessText::Games(games, errors) = &found else { continue };
        let error = errors.first();
        let merit = (
            error.is_none() && games.iter().any(|game| !game.moves.is_empty()),
            games.len(),
            error.map_or(usize::MAX, |error| error.line),
            !error.is_some_and(is_syntax),
        );
        if best.as_ref().is_none_or(|(most, _)| merit > *most) {
            best = Some((merit, found));
        }
    }
    best.map_or_else(|| ChessText::Games(Vec::new(), Vec::new()), |(_, found)| found)
}

fn is_syntax(error: &PgnError) -> bool {
    matches!(&error.kind, PgnErrorKind::Move(_, _, MoveError::Syntax { .. }))
}

fn games(text: &str, notation: MoveNotation, start: &Position) -> ChessText {
    let results: Vec<Result<PgnGame, PgnError>> = match notation {
        MoveNotation::Descriptive => match pgn::read_book(text, start) {
            Ok(games) => games.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        },
        MoveNotation::Uci if lines(text).any(|(_, line)| is_uci_position(line)) => {
            lines(text).map(|(number, line)| uci_position(number, line)).collect()
        }
        _ => pgn::read_in(text, notation, start).collect(),
    };
    let (mut games, mut errors) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(game) => games.push(game),
            Err(error) => errors.push(error),
        }
    }
    ChessText::Games(games, errors)
}

fn is_uci_position(line: &str) -> bool {
    line.starts_with("position ")
}

/// The game of a UCI command: `position startpos moves e2e4`.
fn uci_position(line: usize, command: &str) -> Result<PgnGame, PgnError> {
    let command = command.strip_prefix("position ").unwrap_or(command).trim();
    let (setup, moves) = command.split_once("moves").unwrap_or((command, ""));
    let start = match setup.trim() {
        "startpos" => Position::start(),
        setup => {
            let fen = setup.strip_prefix("fen ").unwrap_or(setup);
            let wrong = |error: FenError| PgnError { line, kind: PgnErrorKind::Fen(error) };
            fen.parse().map_err(wrong)?
        }
    };
    let mut game = PgnGame::new(start.clone());
    let mut position = start;
    for text in moves.split_whitespace() {
        let mv: Move = MoveNotation::Uci.parse(&position, text).map_err(|error| {
            let number = position.fullmove_number();
            PgnError { line, kind: PgnErrorKind::Move(number, position.side_to_move(), error) }
        })?;
        position.play(mv, &mut ());
        game.moves.push(mv.into());
    }
    Ok(game)
}
