//! Files of games and files of samples: which is which, by the first bytes.

use super::library::LibraryError;
use super::samples;
use crate::support::files::input::{Input, open_file};
use std::io;
use std::path::{Path, PathBuf};

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Games. A file that is of no kind counts as this one.
    Games,
    /// Samples of search trees.
    Samples,
}

impl FileKind {
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
        let start = input.peek(samples::MAGIC.len())?;
        Ok(if start == samples::MAGIC { FileKind::Samples } else { FileKind::Games })
    }

    /// The kind of all these files together.
    ///
    /// # Errors
    /// If one cannot be read, or if they are of both kinds.
    pub fn of_all(paths: &[PathBuf]) -> Result<FileKind, LibraryError> {
        let mut first: Option<(&PathBuf, FileKind)> = None;
        for path in paths {
            let kind = FileKind::of(path).map_err(|error| LibraryError::Io(path.clone(), error))?;
            match first {
                Some((other, other_kind)) if other_kind != kind => {
                    let (samples, games) = match kind {
                        FileKind::Samples => (path.clone(), other.clone()),
                        FileKind::Games => (other.clone(), path.clone()),
                    };
                    return Err(LibraryError::Mixed { samples, games });
                }
                _ => first = Some((path, kind)),
            }
        }
        Ok(first.map_or(FileKind::Games, |(_, kind)| kind))
    }
}
