//! The files of a match: its games as PGN, and the state from which it goes on.

mod error;
pub mod pgn;
pub mod pgn_file;
pub mod state;

pub use error::{FileFault, MatchFileError, StateLineError};
