//! Errors of files of games and of samples.

use super::file_kind::{FileKind, HEADER};
use super::games::MAX_PIECES;
use crate::chess::board::PositionError;
use std::io;
use std::path::{Path, PathBuf};

/// What is wrong with a file, or with a game to be written.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The system could not read or write.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is empty.
    #[error("the file is empty: it has not even a header")]
    Empty,
    /// The file has this number of bytes and ends within the header.
    #[error("the file has {0} bytes, but the header of a file of {1} has {HEADER}")]
    ShortHeader(usize, FileKind),
    /// The file does not begin with the letters of its kind.
    #[error("this is not a file of {0}: it does not begin with {letters}", letters = .0.letters())]
    OtherKind(FileKind),
    /// The file has another version of the format.
    #[error("the file has version {found} of the format, but this program reads {read}")]
    Version {
        /// The version of the file.
        found: u16,
        /// The versions that are read.
        read: &'static str,
    },
    /// The checksum of a game is wrong, and the game is not the last one.
    #[error("game {game}, at byte {offset}, is damaged: its checksum is wrong")]
    Damaged {
        /// The place of the game in the file, from one.
        game: u64,
        /// Where it begins in the file, in bytes.
        offset: u64,
    },
    /// More than an interrupted write follows the last whole block of samples.
    #[error("the file is damaged from byte {0} on: copy what is whole with data salvage")]
    DamagedEnd(u64),
    /// The checksum of a game is right, but the game is not legal.
    #[error("game {game} is not legal: {why}")]
    IllegalGame {
        /// The place of the game in the file, from one.
        game: u64,
        /// What is wrong with it.
        why: RecordError,
    },
    /// The checksum of a block is right, but a position in it is not legal.
    #[error("block {block} has a position that is not legal: {why}")]
    IllegalSample {
        /// The place of the block in the file, from one.
        block: u64,
        /// What is wrong with the position.
        why: RecordError,
    },
    /// A game with this number of plies is too long for the format.
    #[error("a game of {0} plies is too long for the format")]
    TooLong(usize),
    /// A game that begins with this number of pieces does not fit the format.
    #[error(
        "a game that begins with {0} pieces is no training data: the format holds {MAX_PIECES}"
    )]
    TooManyPieces(u32),
    /// A game to be written has an illegal move after this number of plies.
    #[error("a game has an illegal move after {0} plies")]
    IllegalMove(usize),
    /// No whole game was found in the file.
    #[error("no whole game is found in the file")]
    NoGames,
    /// The game with this number differs from the one with the same number in
    /// other files.
    #[error("game {0} is not that of the files to read, so this file is not continued")]
    OtherGame(u64),
}

/// Why an intact record of a game, or a packed position, is not legal: a checksum
/// does not know the rules of chess. The sentences are clauses about the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The record ends before the game.
    #[error("it is too short")]
    TooShort,
    /// The record goes on after the game.
    #[error("it is too long")]
    TooLong,
    /// The board has more pieces than the format holds.
    #[error("there are {0} pieces on the board")]
    Pieces(u32),
    /// No piece has this number.
    #[error("{0} is not the number of a piece")]
    Piece(usize),
    /// No file of the board has this number.
    #[error("{0} is not the number of a file")]
    File(u8),
    /// The position is not legal.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// No result has its number.
    #[error("its result is unknown")]
    Result,
    /// No search gives this score.
    #[error("its score {0} is beyond mate")]
    Score(i16),
    /// The move after this many plies is not legal.
    #[error("its move after {0} plies is not legal")]
    IllegalMove(usize),
    /// No move follows this many plies.
    #[error("there is no move after {0} plies")]
    NoMove(u16),
}

/// An error and the file it is about.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {error}")]
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
