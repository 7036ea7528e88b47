//! Folders of data: files that only grow, and are learned from together.

use super::file_kind::{FileKind, LETTERS};
use crate::support::files::input::open_file;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Why files and folders are not read together.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// The system cannot read this file or folder.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// Nothing in this folder can be read.
    #[error("{0}: the folder has no file of games or of samples")]
    NoData(PathBuf),
    /// Files of both kinds are to become one.
    #[error("{samples} has samples of search trees, {games} has not: a file holds one kind alone")]
    Mixed {
        /// A file of samples.
        samples: PathBuf,
        /// A file of games.
        games: PathBuf,
    },
}

/// The files to read where files and folders are named: of a folder, each file
/// of games or of samples in it, by name. Others in a folder, such as a README,
/// are left out, and so are folders in it.
///
/// # Errors
/// If a folder cannot be read or has no such file.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, LibraryError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let found = files_of(path).map_err(|error| LibraryError::Io(path.clone(), error))?;
            if found.is_empty() {
                return Err(LibraryError::NoData(path.clone()));
            }
            files.extend(found);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn files_of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // Not a pipe, which nobody may write to.
        if fs::metadata(&path)?.is_file() && is_data(&path)? {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Whether a file begins like one of games or of samples.
fn is_data(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    open_file(path)?.take(LETTERS as u64).read_to_end(&mut start)?;
    Ok([FileKind::Games, FileKind::Samples].iter().any(|kind| start == kind.letters().as_bytes()))
}

impl FileKind {
    /// The kind of all these files together.
    ///
    /// # Errors
    /// If one cannot be read, or if they are of both kinds.
    pub fn of_all(paths: &[PathBuf]) -> Result<FileKind, LibraryError> {
        let mut files: [Option<&PathBuf>; 2] = [None; 2];
        for path in paths {
            let kind = FileKind::of(path).map_err(|error| LibraryError::Io(path.clone(), error))?;
            files[kind as usize] = Some(path);
            if let [Some(games), Some(samples)] = files.map(|path| path.cloned()) {
                return Err(LibraryError::Mixed { samples, games });
            }
        }
        Ok(if files[1].is_some() { FileKind::Samples } else { FileKind::Games })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_stands_for_the_data_in_it() {
        let folder = std::env::temp_dir().join(format!("staunton-{}-library", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("more")).unwrap();
        let error = files(std::slice::from_ref(&folder)).unwrap_err().to_string();
        assert!(error.contains("has no file of games"), "{error}");
        for (name, bytes) in [
            ("b.data", &b"STAUNG\x02\x00"[..]),
            ("a.tree", b"STAUNT\x01\x00"),
            ("README.md", b"Games"),
            ("more/c.data", b"STAUNG\x02\x00"),
        ] {
            fs::write(folder.join(name), bytes).unwrap();
        }
        let other = PathBuf::from("other.data");
        let found = files(&[other.clone(), folder.clone()]).unwrap();
        assert_eq!(found, [other, folder.join("a.tree"), folder.join("b.data")]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
