//! Why openings cannot be had.

use crate::chess::game::Outcome;
use crate::chess::notation::epd::EpdError;
use crate::chess::polyglot::PolyglotError;
use crate::engine::tt::TtError;
use std::io;
use std::path::PathBuf;

/// Why openings cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// This file has none.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<OpeningError>,
    },
    /// A file cannot be read.
    #[error("cannot be read: {0}")]
    Read(#[from] io::Error),
    /// A file is empty.
    #[error("there is no opening in it")]
    Empty,
    /// All openings of a file are wrong; what is wrong with the first, a clause.
    #[error("{0}")]
    AllWrong(String),
    /// A file has more openings than can be shuffled.
    #[error("it has too many openings")]
    TooMany,
    /// The first opening has the number 0.
    #[error("openings are numbered from 1")]
    Start,
    /// A line of a file is wrong.
    #[error("line {0}: {1}")]
    Line(usize, Box<OpeningError>),
    /// A text is not a position.
    #[error(transparent)]
    Position(#[from] EpdError),
    /// The game is over before the players make a move.
    #[error("the game is over with it: {0}")]
    Over(Outcome),
    /// A file is not a Polyglot book.
    #[error(transparent)]
    Polyglot(#[from] PolyglotError),
    /// A Polyglot book has no opening.
    #[error("the book has no move of the starting position")]
    NoStart,
    /// There is no memory for the search that generates openings.
    #[error("openings need a hash of {0} MiB to search with: {1}")]
    Hash(i64, TtError),
}
