//! Openings from a Polyglot book: each is a walk through the book from the starting
//! position, in which every move is drawn by its weight.

use super::error::OpeningError;
use super::options::BookFormat;
use crate::arena::plan::record::Opening;
use crate::chess::board::Position;
use crate::chess::movegen::has_legal_move;
use crate::chess::polyglot::PolyglotBook;
use crate::engine::eval::network::format::fnv1a;
use crate::support::files::compressed::{LIMIT, decompressed};
use crate::support::files::input;
use crate::support::random::RandomStream;
use std::path::Path;

/// How many plies are played, unless the options say it.
const PLIES: usize = 8;

/// Whether a file of openings is a Polyglot book: its format says so, or its name.
pub fn is_polyglot(path: &Path, format: BookFormat) -> bool {
    let has_name =
        || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bin"));
    format == BookFormat::Bin || format == BookFormat::Auto && has_name()
}

/// A Polyglot book in memory.
pub struct PolyglotOpenings {
    book: PolyglotBook,
    /// The checksum of the file.
    pub checksum: u64,
}

impl PolyglotOpenings {
    /// Reads a book, which may be compressed.
    ///
    /// # Errors
    /// If it is no book, or has no move of the starting position.
    pub fn read(path: &Path) -> Result<PolyglotOpenings, OpeningError> {
        let bytes = input::read(path, LIMIT)?;
        let checksum = fnv1a(&bytes);
        let book = PolyglotBook::of_bytes(decompressed(bytes)?)?;
        let has_weight = book.moves(&Position::start())?.iter().any(|one| one.weight > 0);
        if has_weight {
            Ok(PolyglotOpenings { book, checksum })
        } else {
            Err(OpeningError::NoStart)
        }
    }

    /// A walk of at most this many plies. It ends earlier where the book ends, and
    /// before a move that would end the game.
    pub fn opening(&self, plies: Option<usize>, random: &mut RandomStream) -> Opening {
        let mut opening = Opening { start: Position::start(), moves: Vec::new(), chess960: false };
        let mut position = opening.start.clone();
        while opening.moves.len() < plies.unwrap_or(PLIES) {
            // The book is in memory, so that reading it does not fail.
            let Ok(Some(mv)) = self.book.draw(&position, random) else { break };
            let after = position.after(mv);
            if !has_legal_move(&after) {
                break;
            }
            opening.moves.push(mv);
            position = after;
        }
        opening
    }
}
