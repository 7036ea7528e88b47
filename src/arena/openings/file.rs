//! Openings from a file of positions (EPD) or games (PGN), which may be
//! compressed.

use super::options::BookFormat;
use crate::arena::record::Opening;
use crate::board::Position;
use crate::eval::network::format::fnv1a;
use crate::files::compressed::{EXTENSIONS, LIMIT, decompressed};
use crate::files::input;
use crate::movegen::has_legal_move;
use crate::notation::epd::Epd;
use crate::notation::pgn::{self, PgnGame};
use std::path::Path;

/// The mark with which some editors begin a text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The openings of a file.
pub struct BookContents {
    source: OpeningSource,
    /// The checksum of the file.
    pub checksum: u64,
}

enum OpeningSource {
    /// Lines of EPD. Some books have millions of lines, so only their places are
    /// kept, and a line is parsed when its opening is played.
    Positions { text: Vec<u8>, starts: Vec<usize> },
    /// The first moves of games, all of them checked.
    Games(Vec<Opening>),
}

impl BookContents {
    /// The number of openings.
    pub fn count(&self) -> usize {
        match &self.source {
            OpeningSource::Positions { starts, .. } => starts.len(),
            OpeningSource::Games(openings) => openings.len(),
        }
    }

    /// The opening at an index, from zero.
    ///
    /// # Errors
    /// A clause that names the line and says what is wrong with it.
    pub fn opening(&self, index: usize) -> Result<Opening, String> {
        match &self.source {
            OpeningSource::Games(openings) => Ok(openings[index].clone()),
            OpeningSource::Positions { text, starts } => {
                let start = starts[index];
                position(&text[start..]).map_err(|what| {
                    let line = memchr::memchr_iter(b'\n', &text[..start]).count() + 1;
                    format!("line {line}: {what}")
                })
            }
        }
    }
}

/// The opening in the first of these lines.
fn position(lines: &[u8]) -> Result<Opening, String> {
    let end = memchr::memchr(b'\n', lines).unwrap_or(lines.len());
    let line = String::from_utf8_lossy(&lines[..end]);
    let epd: Epd = line.trim().parse().map_err(|error| format!("{error}"))?;
    playable(&epd.position)?;
    // The castling rights of the position tell whether it is of Chess960.
    let chess960 = PgnGame::new(epd.position.clone()).chess960;
    Ok(Opening { start: epd.position, moves: Vec::new(), chess960 })
}

/// Reads a file. Positions are not checked yet.
///
/// # Errors
/// A sentence that says what is wrong with the file, and in which game.
pub fn read(path: &Path, format: BookFormat, plies: Option<usize>) -> Result<BookContents, String> {
    let unreadable = |error| format!("cannot be read: {error}");
    let bytes = input::read(path, LIMIT).map_err(unreadable)?;
    let checksum = fnv1a(&bytes);
    let bytes = decompressed(bytes).map_err(unreadable)?;
    let has_games = match format {
        BookFormat::Epd => false,
        BookFormat::Pgn => true,
        BookFormat::Auto => looks_like_games(path, &bytes),
    };
    let source = if has_games {
        // Names of players may be in an encoding other than UTF-8; moves are ASCII.
        OpeningSource::Games(games(&String::from_utf8_lossy(&bytes), plies)?)
    } else {
        OpeningSource::Positions { starts: line_starts(&bytes), text: bytes }
    };
    let contents = BookContents { source, checksum };
    match contents.count() {
        0 => Err("there is no opening in it".to_string()),
        _ => Ok(contents),
    }
}

fn looks_like_games(path: &Path, text: &[u8]) -> bool {
    let extension = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.map(str::to_ascii_lowercase)
    };
    let kind = match extension(path) {
        Some(outer) if EXTENSIONS.contains(&&*outer) => extension(&path.with_extension("")),
        kind => kind,
    };
    match kind.as_deref() {
        Some("pgn") => true,
        Some("epd") => false,
        // A position begins with a piece letter or a digit, a game with a tag, a
        // comment or a move number.
        _ => {
            let start = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).trim_ascii_start();
            start.first().is_some_and(|first| b"[{%".contains(first)) || start.starts_with(b"1.")
        }
    }
}

/// Where the lines with a position begin.
fn line_starts(text: &[u8]) -> Vec<usize> {
    let begin = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let mut starts = Vec::new();
    let mut add = |start: usize, end: usize| {
        let first = text[start..end].iter().find(|byte| !byte.is_ascii_whitespace());
        if first.is_some_and(|&first| first != b'#') {
            starts.push(start);
        }
    };
    let mut start = begin;
    for end in memchr::memchr_iter(b'\n', &text[begin..]).map(|end| begin + end) {
        add(start, end);
        start = end + 1;
    }
    add(start, text.len());
    starts
}

fn games(text: &str, plies: Option<usize>) -> Result<Vec<Opening>, String> {
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
    Ok(openings)
}

/// Checks that the side to move has a legal move.
fn playable(position: &Position) -> Result<(), String> {
    if has_legal_move(position) {
        Ok(())
    } else {
        Err("the position is checkmate or stalemate".to_string())
    }
}
