//! Why a tune cannot be played.

use crate::arena::odds::OddsError;
use crate::arena::player::StartError;
use std::io;

/// Why a tune cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum SpsaError {
    /// A line of the parameters is wrong.
    #[error("line {0}: {1}")]
    Line(usize, Box<SpsaError>),
    /// A line has another number of fields.
    #[error("a parameter is name, int, value, least, greatest, step, rate, not '{0}'")]
    Fields(String),
    /// A parameter is not a whole number.
    #[error("{0}: only whole numbers (int) can be tuned, not '{1}'")]
    Type(String, String),
    /// A field of a parameter is not a number.
    #[error("{0}: the {1} is a number, not '{2}'")]
    Number(String, &'static str, String),
    /// A number of a parameter is beyond all bounds.
    #[error("{0}: its numbers are not within ±{1}")]
    TooLarge(String, f64),
    /// A value of a parameter is outside its range.
    #[error("{0}: {1} is not between {2} and {3}")]
    Range(String, f64, f64, f64),
    /// A parameter does not move.
    #[error("{0}: step and rate are above zero")]
    Still(String),
    /// Two lines name the same parameter.
    #[error("{0} is named twice")]
    Twice(String),
    /// There is nothing to tune.
    #[error("it names no parameter")]
    Empty,
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// A file cannot be written.
    #[error("{path}: {error}")]
    Write {
        /// Its name.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// A file does not hold the state of a tune.
    #[error("it is not the state of a tune: {0}")]
    NotAState(#[from] serde_json::Error),
    /// The state has another version.
    #[error("it has version {0}, not {1}")]
    Version(u32, u32),
    /// The state is that of another tune.
    #[error("it is a tune of other parameters, games or conditions")]
    OtherTune,
    /// The numbers of trials do not fit: done, all, begun.
    #[error("{0} of {1} trials cannot be done when {2} have begun")]
    Trials(u64, u64, u64),
    /// The values in the course of the tune are impossible.
    #[error("its history is not that of such a tune")]
    History,
    /// An engine cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// No opening can be had.
    #[error(transparent)]
    Opening(#[from] OddsError),
    /// A player takes no options; a sentence.
    #[error("{0}")]
    Option(String),
    /// Games are lost again and again.
    #[error("an engine failed in each of the last pairs of games")]
    Lost,
}
