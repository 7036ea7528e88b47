//! Files of games and files of samples: which is which, by the first bytes.

use crate::support::files::input::{Input, open_file};
use std::fmt;
use std::io;
use std::path::Path;

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Games. A file that is of no kind counts as this one.
    Games,
    /// Samples of search trees.
    Samples,
}

/// The number of the first bytes, which tell the kind.
pub const LETTERS: usize = 6;
/// The length of the header, in bytes: these letters, and the version.
pub const HEADER: usize = 8;

impl FileKind {
    /// The first bytes of a file.
    pub const fn letters(self) -> &'static str {
        match self {
            FileKind::Games => "STAUNG",
            FileKind::Samples => "STAUNT",
        }
    }

    /// The kind of a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of(path: &Path) -> io::Result<FileKind> {
        FileKind::of_input(&mut Input::from(open_file(path)?))
    }

    /// The kind of what is read next; nothing is taken from it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of_input(input: &mut Input) -> io::Result<FileKind> {
        let samples = FileKind::Samples;
        let is_samples = input.peek(LETTERS)? == samples.letters().as_bytes();
        Ok(if is_samples { samples } else { FileKind::Games })
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileKind::Games => "games",
            FileKind::Samples => "samples",
        })
    }
}
