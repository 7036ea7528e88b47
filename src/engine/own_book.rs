//! The engine's own opening book, if the user gives it one: none is delivered.

use super::options::FilePath;
use crate::chess::board::Position;
use crate::chess::polyglot::{PolyglotBook, PolyglotError};
use crate::chess::types::Move;
use crate::support::random::RandomStream;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::path::PathBuf;

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("'{}': {error}", path.display())]
pub struct OwnBookError {
    /// Its file.
    pub path: PathBuf,
    /// What is wrong.
    pub error: PolyglotError,
}

/// The book that `BookFile` names, in the form of Polyglot, and the lot that chooses
/// between its moves.
pub struct OwnBook {
    book: Option<PolyglotBook>,
    random: RandomStream,
}

impl Default for OwnBook {
    /// No book.
    fn default() -> OwnBook {
        // Each start draws other moves. The keys of a hash table are the random numbers
        // that every system has.
        let seed = RandomState::new().build_hasher().finish();
        OwnBook { book: None, random: RandomStream::new(seed, 0, 0) }
    }
}

impl OwnBook {
    /// Opens another book; none closes it. If that fails the old one stays.
    ///
    /// # Errors
    /// If the file cannot be read, or is no book.
    pub fn open(&mut self, file: &FilePath) -> Result<(), OwnBookError> {
        let open = |path: &std::path::Path| {
            let error = |error| OwnBookError { path: path.to_path_buf(), error };
            PolyglotBook::open(path).map_err(error)
        };
        self.book = file.path().map(open).transpose()?;
        Ok(())
    }

    /// The number of entries of the book, if there is one.
    pub fn entries(&self) -> Option<u64> {
        self.book.as_ref().map(PolyglotBook::count)
    }

    /// A move of this position, drawn by the weights of the book; `None` if there is no
    /// book, or none in it.
    ///
    /// # Errors
    /// If the file cannot be read any more.
    pub fn draw(&mut self, position: &Position) -> io::Result<Option<Move>> {
        let random = &mut self.random;
        self.book.as_ref().map_or(Ok(None), |book| book.draw(position, random))
    }
}
