//! What can be wrong with a file of games.

use super::layout::{HEADER, VERSION};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// What is wrong.
#[derive(Debug)]
pub enum DataError {
    /// The system's words.
    Io(io::Error),
    /// There is nothing in it.
    Empty,
    /// It ends before the header does.
    Short(usize),
    /// It begins otherwise.
    NoGames,
    /// It is of a version that is not read here.
    Version(u16),
    /// A game does not fit its checksum, and it is not the last one.
    Damaged {
        /// Which game, from one.
        game: u64,
        /// Where it begins in the file, in bytes.
        offset: u64,
    },
    /// A game fits its checksum but is no game.
    Impossible {
        /// Which game, from one.
        game: u64,
        /// What is wrong with it.
        why: String,
    },
    /// A game has more moves than a file can hold.
    TooLong(usize),
    /// Somebody else writes to it.
    Locked,
    /// It is there already, and was to be new.
    Exists,
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataError::Io(error) => error.fmt(f),
            DataError::Empty => f.write_str("the file is empty: it has not even a header"),
            DataError::Short(bytes) => write!(
                f,
                "the file has {bytes} bytes, but the header of a file of games has {HEADER}"
            ),
            DataError::NoGames => {
                f.write_str("this is no file of games: it does not begin with STAUNG")
            }
            DataError::Version(version) => write!(
                f,
                "the file is of version {version} of the format, but this program reads {VERSION}"
            ),
            DataError::Damaged { game, offset } => {
                write!(f, "game {game}, at byte {offset}, is damaged: it does not fit its checksum")
            }
            DataError::Impossible { game, why } => write!(f, "game {game} is no game: {why}"),
            DataError::TooLong(plies) => {
                write!(f, "a game of {plies} plies is too long: {} is the most", u16::MAX)
            }
            DataError::Exists => f.write_str("the file is there already; it is not replaced"),
            DataError::Locked => f.write_str("another program is writing to it"),
        }
    }
}

impl std::error::Error for DataError {}

impl From<io::Error> for DataError {
    fn from(error: io::Error) -> DataError {
        DataError::Io(error)
    }
}

impl From<DataError> for io::Error {
    fn from(fault: DataError) -> io::Error {
        match fault {
            DataError::Io(error) => error,
            fault => io::Error::new(io::ErrorKind::InvalidData, fault),
        }
    }
}

/// What is wrong with which file; a sentence.
#[derive(Debug)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: DataError,
}

impl FileError {
    /// A fault of this file.
    pub fn new(path: &Path, fault: impl Into<DataError>) -> FileError {
        FileError { path: path.to_path_buf(), fault: fault.into() }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.fault)
    }
}

impl std::error::Error for FileError {}
