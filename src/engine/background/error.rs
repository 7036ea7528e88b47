//! The reasons why the engine refuses what a front end asks.

use super::jobs::JobError;
use crate::chess::board::FenError;
use crate::chess::notation::MoveError;
use crate::engine::eval::network::EvalFileError;
use std::fmt;

/// Why a position is not set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetPositionError {
    /// The FEN is wrong.
    Fen(FenError),
    /// A move of the list cannot be played.
    Move {
        /// The number of the move in the list, from one.
        number: usize,
        /// What is wrong with the move.
        error: MoveError,
    },
}

impl fmt::Display for SetPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetPositionError::Fen(error) => error.fmt(f),
            SetPositionError::Move { number, error } => write!(f, "move {number}: {error}"),
        }
    }
}

impl std::error::Error for SetPositionError {}

impl From<FenError> for SetPositionError {
    fn from(error: FenError) -> SetPositionError {
        SetPositionError::Fen(error)
    }
}

/// The last position was refused, and there is none until another is set up.
/// The one before is gone too: an answer for it would look like an answer for
/// the one that was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoPositionError {
    /// Why the last position was refused, as a clause for a longer sentence.
    pub reason: String,
}

impl fmt::Display for NoPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no position, since the last one was refused: {}", self.reason)
    }
}

impl std::error::Error for NoPositionError {}

/// Why the engine does not evaluate with the network of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetEvalFileError {
    /// The network of the file cannot be used.
    File(EvalFileError),
    /// The engine refuses the change.
    Job(JobError),
}

impl fmt::Display for SetEvalFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetEvalFileError::File(error) => error.fmt(f),
            SetEvalFileError::Job(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SetEvalFileError {}
