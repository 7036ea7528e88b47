//! Why odds are not given.

use crate::chess::board::{FenError, PositionError};

/// Why odds are not given.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OddsError {
    /// No handicap has this name.
    #[error("there are no odds called '{name}'; known are {known}")]
    Unknown {
        /// The name.
        name: String,
        /// The names of all handicaps.
        known: String,
    },
    /// A text is not the FEN of a position.
    #[error("'{fen}' is not a position: {error}")]
    Position {
        /// The text.
        fen: String,
        /// What is wrong with it.
        error: FenError,
    },
    /// No opening of the book allows the handicap of this name.
    #[error("'{0}' cannot be given in any opening of the book")]
    Impossible(&'static str),
    /// The position of the user is not legal with the colors reversed.
    #[error("the mirrored position is wrong: {0}")]
    Mirrored(PositionError),
}
