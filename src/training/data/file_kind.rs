//! Files of games and files of samples: which is which, by the first bytes.

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
    /// A sentence, if one cannot be read, or if they are of both kinds.
    pub fn of_all(paths: &[PathBuf]) -> Result<FileKind, String> {
        let mut first: Option<(&Path, FileKind)> = None;
        for path in paths {
            let kind =
                FileKind::of(path).map_err(|error| format!("{}: {error}", path.display()))?;
            match first {
                Some((other, other_kind)) if other_kind != kind => {
                    let [one, other] = [path, other].map(Path::display);
                    return Err(match kind {
                        FileKind::Samples => mixed(&one.to_string(), &other.to_string()),
                        FileKind::Games => mixed(&other.to_string(), &one.to_string()),
                    });
                }
                _ => first = Some((path, kind)),
            }
        }
        Ok(first.map_or(FileKind::Games, |(_, kind)| kind))
    }
}

fn mixed(samples: &str, games: &str) -> String {
    format!("{samples} has samples of search trees, {games} has not: a file holds one kind alone")
}
