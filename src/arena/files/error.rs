//! Why a file of a match cannot be used.

use crate::chess::board::FenError;
use crate::chess::game::{IllegalMoveError, Outcome};
use crate::chess::notation::MoveError;
use std::io;
use std::path::PathBuf;

/// Why a file of a match cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}{fault}", path.display())]
pub struct MatchFileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: FileFault,
}

/// What to do about a PGN file that is not that of the match.
const NAME_ANOTHER: &str = "; name that file, or a new one, which gets all games";

/// What is wrong with a file; the text follows its name.
#[derive(Debug, thiserror::Error)]
pub enum FileFault {
    /// It cannot be opened or read.
    #[error(": {0}")]
    Read(io::Error),
    /// It cannot be written.
    #[error(" cannot be written: {0}")]
    Write(#[from] io::Error),
    /// It holds something other than PGN.
    #[error(" holds something other than games in PGN")]
    NotPgn,
    /// It has games already, and the match has no PGN file.
    #[error(" is not empty, and the match was begun without a PGN file{NAME_ANOTHER}")]
    NotEmpty,
    /// The PGN file of the match is another one.
    #[error(" is not the PGN file of this match, {}{NAME_ANOTHER}", .0.display())]
    OtherPgn(PathBuf),
    /// Something other than the match has changed its games.
    #[error(" is not as this match left it{NAME_ANOTHER}")]
    Changed,
    /// It has games of a match already.
    #[error(" holds a match already: --resume goes on with it")]
    Taken,
    /// Its match has another definition; where they differ, a clause.
    #[error(" is of another match: {0}")]
    OtherMatch(String),
    /// It does not begin as the file of a match does.
    #[error(": {0}")]
    Header(StateLineError),
    /// A line, numbered from one, is wrong.
    #[error(", line {0}: {1}")]
    Line(usize, StateLineError),
}

/// What is wrong with a line of a state file.
#[derive(Debug, thiserror::Error)]
pub enum StateLineError {
    /// The file is not text.
    #[error("this is not text")]
    NotText,
    /// The first line is not that of a match.
    #[error("this is not the file of a match")]
    NotAMatch,
    /// The match was begun by a version with another format.
    #[error(
        "this match was begun by another version of the program (its format is {0}, not {1}); \
         finish it with that version"
    )]
    Version(String, &'static str),
    /// The date of the match is not one.
    #[error("the date of the match is not of the form 2026.12.31")]
    Date,
    /// The line has not the fields that it should have.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The game is in the file already.
    #[error("game {0} comes twice")]
    Twice(usize),
    /// A number of a game is beyond all bounds.
    #[error("the {0} of a game cannot be {1}")]
    Number(&'static str, u64),
    /// The position where the game begins is wrong.
    #[error(transparent)]
    Start(#[from] FenError),
    /// A move is wrong.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A move is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMoveError),
    /// The moves do not lead to this ending.
    #[error("the game does not end in this way: {0}")]
    Ending(Outcome),
    /// An ending of this kind is about a color.
    #[error("'{0}' names no color")]
    NoColor(String),
    /// No ending is of this kind.
    #[error("'{0}' is not a known ending")]
    UnknownEnding(String),
}
