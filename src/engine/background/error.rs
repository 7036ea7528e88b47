//! The reasons why the engine refuses what a front end asks.

use super::jobs::JobError;
use crate::chess::board::FenError;
use crate::chess::notation::MoveError;
use crate::engine::eval::network::EvalFileError;

/// Why a position is not set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetPositionError {
    /// The FEN is wrong.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move of the list cannot be played.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the move in the list, from one.
        number: usize,
        /// What is wrong with the move.
        error: MoveError,
    },
}

/// The last position was refused, and there is none until another is set up.
/// The one before is gone too: an answer for it would look like an answer for
/// the one that was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no position, since the last one was refused: {reason}")]
pub struct NoPositionError {
    /// Why the last position was refused, as a clause for a longer sentence.
    pub reason: String,
}

/// Why the engine does not evaluate with the network of a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetEvalFileError {
    /// The network of the file cannot be used.
    #[error(transparent)]
    File(#[from] EvalFileError),
    /// The engine refuses the change.
    #[error(transparent)]
    Job(#[from] JobError),
}
