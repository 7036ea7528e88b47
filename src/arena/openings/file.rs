//! Openings from a file.

use super::BookFormat;
use crate::arena::record::Opening;
use crate::board::Position;
use crate::movegen::has_legal_move;
use crate::notation::epd::Epd;
use crate::notation::pgn::{self, PgnGame};
use std::ops::Range;
use std::path::Path;

/// What a file holds, every opening checked.
pub enum Contents {
    /// Lines of EPD. Some books have millions of them, so that the text is
    /// kept and read again when an opening is played.
    Positions { text: String, lines: Vec<Range<usize>> },
    /// The beginnings of games.
    Games(Vec<Opening>),
}

impl Contents {
    /// How many openings there are.
    pub fn count(&self) -> usize {
        match self {
            Contents::Positions { lines, .. } => lines.len(),
            Contents::Games(openings) => openings.len(),
        }
    }

    /// The opening at a place, from zero.
    pub fn opening(&self, place: usize) -> Opening {
        match self {
            Contents::Positions { text, lines } => {
                let epd: Epd = text[lines[place].clone()]
                    .parse()
                    .expect("every line was read when the book was opened");
                // A game from here knows by its castling whether it is of
                // Chess960.
                let chess960 = PgnGame::new(epd.position.clone()).chess960;
                Opening { start: epd.position, moves: Vec::new(), chess960 }
            }
            Contents::Games(openings) => openings[place].clone(),
        }
    }
}

/// Reads a file. `Err` says what is wrong with it, and in which line.
pub fn read(path: &Path, format: BookFormat, plies: Option<usize>) -> Result<Contents, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
    // Names of players are often in an older encoding; moves never are.
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
        // A position begins with men or a digit, a game with a tag, a comment
        // or the number of a move.
        _ => {
            let start = text.trim_start_matches('\u{FEFF}').trim_start();
            start.starts_with(['[', '{', '%']) || start.starts_with("1.")
        }
    }
}

fn positions(text: String) -> Result<Contents, String> {
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
    Ok(Contents::Positions { text, lines })
}

fn games(text: &str, plies: Option<usize>) -> Result<Contents, String> {
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
    Ok(Contents::Games(openings))
}

/// Whether there is something left to play.
fn playable(position: &Position) -> Result<(), String> {
    if has_legal_move(position) {
        Ok(())
    } else {
        Err("nobody can play on from here: it is checkmate or stalemate".to_string())
    }
}
