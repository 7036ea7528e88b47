//! Errors of files of games.

use super::game::MAX_PIECES;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// What is wrong with a file of games, or with a game to be written.
#[derive(Debug)]
pub enum DataError {
    /// The system could not read or write.
    Io(io::Error),
    /// The file is empty.
    Empty,
    /// The file ends within the header.
    ShortHeader {
        /// The length of the file, in bytes.
        length: usize,
        /// The length of the header, in bytes.
        header: usize,
    },
    /// The file does not begin with the magic letters.
    NotGames,
    /// The file has another version of the format.
    Version {
        /// The version of the file.
        found: u16,
    },
    /// The checksum of a game is wrong, and the game is not the last one.
    Damaged {
        /// The place of the game in the file, from one.
        game: u64,
        /// Where it begins in the file, in bytes.
        offset: u64,
    },
    /// The checksum of a game is right, but the game is not legal.
    IllegalGame {
        /// The place of the game in the file, from one.
        game: u64,
        /// What is wrong with it.
        why: String,
    },
    /// A game with this number of plies is too long for the format.
    TooLong(usize),
    /// A game that begins with this number of pieces does not fit the format.
    TooManyPieces(u32),
    /// A game to be written has an illegal move after this number of plies.
    IllegalMove(usize),
    /// No whole game was found in the file.
    NoGames,
    /// The game with this number differs from the one with the same number in
    /// other files.
    OtherGame(u64),
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataError::Io(error) => error.fmt(f),
            DataError::Empty => f.write_str("the file is empty: it has not even a header"),
            DataError::ShortHeader { length, header } => write!(
                f,
                "the file has {length} bytes, but the header of a file of games has {header}"
            ),
            DataError::NotGames => {
                f.write_str("this is not a file of games: it does not begin with STAUNG")
            }
            DataError::Version { found } => write!(
                f,
                "the file has version {found} of the format, but this program reads 1 and 2"
            ),
            DataError::Damaged { game, offset } => {
                write!(f, "game {game}, at byte {offset}, is damaged: its checksum is wrong")
            }
            DataError::IllegalGame { game, why } => write!(f, "game {game} is not legal: {why}"),
            DataError::TooLong(plies) => {
                write!(f, "a game of {plies} plies is too long for the format")
            }
            DataError::IllegalMove(plies) => {
                write!(f, "a game has an illegal move after {plies} plies")
            }
            DataError::TooManyPieces(pieces) => write!(
                f,
                "a game that begins with {pieces} pieces is not training data: the format holds \
                 {MAX_PIECES}"
            ),
            DataError::NoGames => f.write_str("no whole game is found in the file"),
            DataError::OtherGame(game) => write!(
                f,
                "game {game} is not that of the files to read, so this file is not continued"
            ),
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
    fn from(error: DataError) -> io::Error {
        match error {
            DataError::Io(error) => error,
            error => io::Error::new(io::ErrorKind::InvalidData, error),
        }
    }
}

/// An error and the file it is about.
#[derive(Debug)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with the file.
    pub error: DataError,
}

impl FileError {
    /// Adds the path of the file to an error.
    pub fn new(path: &Path, error: impl Into<DataError>) -> FileError {
        FileError { path: path.to_path_buf(), error: error.into() }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for FileError {}
