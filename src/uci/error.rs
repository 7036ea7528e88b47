//! Why a command is not carried out, as the sentence that the user reads.

use crate::chess::board::FenError;
use crate::chess::notation::MoveError;
use crate::engine::options::ValueError;
use crate::engine::own_book::OwnBookError;
use crate::engine::{JobError, NoPositionError, SetEvalFileError};
use std::io;

/// Why an option keeps its value, or a button does nothing.
#[derive(Debug, thiserror::Error)]
pub enum OptionError {
    #[error("there is no option '{0}'; nothing is set")]
    Unknown(String),
    #[error(transparent)]
    Value(#[from] ValueError),
    #[error("{name}: {error}; it stays as it is")]
    Job { name: &'static str, error: JobError },
    #[error("{0}: set HashFile to the name of a file first")]
    NoHashFile(&'static str),
    #[error("EvalFile: {0}; the network in use stays")]
    EvalFile(#[from] SetEvalFileError),
    #[error("BookFile: {0}; the book stays as it was")]
    BookFile(#[from] OwnBookError),
    #[error("SyzygyPath: {0}; the tables stay as they were")]
    SyzygyPath(String),
    #[error("Debug Log File: '{path}' cannot be opened: {error}")]
    Log { path: String, error: io::Error },
    /// A parameter of the search, which only tuners set.
    #[cfg(feature = "tune")]
    #[error(transparent)]
    Parameter(#[from] crate::engine::search::ParameterError),
}

/// Why a search, a count, a benchmark or an evaluation does not begin.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    #[error(transparent)]
    Job(#[from] JobError),
    #[error(transparent)]
    NoPosition(#[from] NoPositionError),
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A number of `bench` is out of range.
    #[error("the {name} is {allowed}, not {number}")]
    Number { name: &'static str, allowed: String, number: u64 },
}
