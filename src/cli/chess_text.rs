//! Texts with positions or games in any notation: how they are read and told
//! apart.

use super::error::CliError;
use super::reading_report::{ReadingReport, file_name};
use crate::chess::board::{DroppedFields, FenError, Position};
use crate::chess::notation::MoveNotation;
use crate::chess::notation::epd::Epd;
use crate::chess::notation::pgn::{self, ParsedGame, PgnError, PgnErrorKind, PgnGame};
use crate::chess::notation::text::{decode, is_blank};
use crate::chess::types::Move;
use crate::support::files::compressed::{read_content, read_content_from};
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;
use std::path::Path;

/// What a text holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChessText {
    /// Positions, one a line.
    Positions(Vec<Epd>),
    Games(Vec<PgnGame>),
}

/// How a text is to be read.
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

/// The notation with this name on the command line.
pub fn named(name: &str) -> Option<MoveNotation> {
    MoveNotation::NAMED.iter().find(|(known, _)| *known == name).map(|&(_, notation)| notation)
}

/// The text of a file, or of standard input for `-`. It may be compressed, and in
/// any encoding that [`decode`] knows.
///
/// # Errors
/// If it cannot be read, or is too long.
pub fn read_file(path: &Path) -> Result<String, CliError> {
    let read = match path.to_str() {
        Some("-") => read_content_from(std::io::stdin().lock()),
        _ => read_content(path),
    };
    let bytes = read.map_err(|error| CliError::Usage(format!("{}: {error}", file_name(path))))?;
    Ok(decode(&bytes).into_owned())
}

impl ChessText {
    /// Reads the text of a file of this name. Without a form it is the form that
    /// fits; games without a FEN tag start at `start`. What is wrong goes to the
    /// report.
    ///
    /// # Errors
    /// A sentence, if nothing is found.
    pub fn read(
        (name, text): (&str, &str),
        form: Option<TextForm>,
        start: &Position,
        report: &mut ReadingReport,
    ) -> Result<ChessText, CliError> {
        let failed = |sentence: &str| CliError::Usage(format!("{name}: {sentence}"));
        if text.trim_matches(is_blank).is_empty() {
            return Err(failed("there is nothing to read"));
        }
        for (number, line) in lines(text).filter(|(_, line)| is_uci_position(line)) {
            report.dropped(name, number, DroppedFields::of(uci_setup(line).0));
        }
        let entries = match form {
            Some(TextForm::Positions) => return positions(name, text, report),
            None if begins_with_position(text) => return positions(name, text, report),
            Some(TextForm::Games(notation)) => games(text, notation, start),
            None => any_games(text, start),
        };
        if !entries.iter().any(has_meaning) {
            return Err(failed("there is no move and no position in it"));
        }
        let mut games = Vec::new();
        for entry in entries {
            report.errors(name, &entry.errors);
            games.extend(entry.game);
        }
        Ok(ChessText::Games(games))
    }
}

/// Whether there is a game, or something that should be one.
fn has_meaning(entry: &ParsedGame) -> bool {
    entry.game.is_some() || entry.errors.iter().any(PgnError::is_loss)
}

/// How many lines tell what a text is: any one of them may be wrong.
const TELLING_LINES: usize = 10;

/// Whether a line at the beginning has the seven strokes of a FEN, and none is a
/// tag.
fn begins_with_position(text: &str) -> bool {
    let telling = || lines(text).take(TELLING_LINES).map(|(_, line)| line);
    let first_word = |line: &str| line.split_whitespace().next().unwrap_or_default().to_string();
    telling().any(|line| first_word(line).matches('/').count() == 7)
        && !telling().any(|line| line.starts_with(['[', '{']) || is_uci_position(line))
}

/// Whether the first line is a tag, a comment, the first move, or a command of UCI.
fn begins_with_game(text: &str) -> bool {
    lines(text).next().is_some_and(|(_, line)| {
        line.starts_with(['[', '{']) || line.starts_with("1.") || is_uci_position(line)
    })
}

/// The lines that are not blank, without comments after `#`, and their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..)
        .zip(text.lines())
        .map(|(number, line)| (number, line.trim_matches(is_blank)))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The positions of a text, without the lines that are wrong.
fn positions(name: &str, text: &str, report: &mut ReadingReport) -> Result<ChessText, CliError> {
    let (mut positions, mut errors) = (Vec::new(), Vec::new());
    for (number, line) in lines(text) {
        match line.parse::<Epd>() {
            Ok(epd) => positions.push(epd),
            Err(error) => errors.push(format!("{name}: line {number}: {error}")),
        }
        report.dropped(name, number, Epd::dropped(line));
    }
    match (positions.is_empty(), errors.first()) {
        (true, Some(_)) if begins_with_game(text) => {
            return Err(CliError::Usage(format!(
                "{name}: it has games, not positions; 'staunton convert --to epd --every' makes \
                 positions of them"
            )));
        }
        (true, Some(error)) => return Err(CliError::Usage(error.clone())),
        _ => errors.iter().for_each(|error| report.loss(error)),
    }
    Ok(ChessText::Positions(positions))
}

/// The games of a text in the notation in which most of it can be read.
fn any_games(text: &str, start: &Position) -> Vec<ParsedGame> {
    if lines(text).next().is_some_and(|(_, line)| is_uci_position(line)) {
        return games(text, MoveNotation::Uci, start);
    }
    let mut best = games(text, MoveNotation::San, start);
    for notation in [MoveNotation::Uci, MoveNotation::Descriptive] {
        let (moves, losses, notes) = extent(&best);
        // A text that SAN or UCI reads with few failures is not a book.
        let is_right = losses == 0 || notation == MoveNotation::Descriptive && moves > losses;
        if is_right && moves > notes {
            break;
        }
        let other = games(text, notation, start);
        let (other_moves, other_losses, _) = extent(&other);
        // No reading of a text without moves is better than another.
        if other_moves > 0 && (other_moves, losses) > (moves, other_losses) {
            best = other;
        }
    }
    best
}

/// How many moves were read, and how many things were left out and passed over.
fn extent(entries: &[ParsedGame]) -> (usize, usize, usize) {
    let moves = entries.iter().flat_map(|entry| &entry.game).map(|game| game.moves.len()).sum();
    let errors = || entries.iter().flat_map(|entry| &entry.errors);
    let losses = errors().filter(|error| error.is_loss()).count();
    (moves, losses, errors().count() - losses)
}

fn games(text: &str, notation: MoveNotation, start: &Position) -> Vec<ParsedGame> {
    match notation {
        MoveNotation::Descriptive => pgn::read_book(text, start),
        MoveNotation::Uci if lines(text).any(|(_, line)| is_uci_position(line)) => {
            (1..).zip(lines(text)).map(|(game, line)| uci_position(game, line)).collect()
        }
        _ => pgn::read_in(text, notation, start).collect(),
    }
}

fn is_uci_position(line: &str) -> bool {
    line.starts_with("position ")
}

/// Where the game of a UCI command begins, a FEN or `startpos`, and its moves.
fn uci_setup(command: &str) -> (&str, &str) {
    let command = command.strip_prefix("position ").unwrap_or(command).trim();
    let (setup, moves) = command.split_once("moves").unwrap_or((command, ""));
    let setup = setup.trim();
    (setup.strip_prefix("fen ").unwrap_or(setup), moves)
}

/// The game of a UCI command: `position startpos moves e2e4`.
fn uci_position(number: usize, (line, command): (usize, &str)) -> ParsedGame {
    let error = |kind| vec![PgnError { game: number, line, kind }];
    let (setup, moves) = uci_setup(command);
    let start: Result<Position, FenError> = match setup {
        "startpos" => Ok(Position::start()),
        fen => fen.parse(),
    };
    let start = match start {
        Ok(start) => start,
        Err(what) => return ParsedGame { game: None, errors: error(PgnErrorKind::Fen(what)) },
    };
    let mut game = PgnGame::new(start.clone());
    let mut position = start;
    for text in moves.split_whitespace() {
        let mv: Move = match MoveNotation::Uci.parse(&position, text) {
            Ok(mv) => mv,
            Err(what) => {
                let (number, side) = (position.fullmove_number(), position.side_to_move());
                let errors = error(PgnErrorKind::Move(number, side, what));
                return ParsedGame { game: Some(game), errors };
            }
        };
        position.play(mv, &mut ());
        game.moves.push(mv.into());
    }
    ParsedGame { game: Some(game), errors: Vec::new() }
}
