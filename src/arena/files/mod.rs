//! The files of a match: its games as PGN, and the state from which it goes on.

pub mod pgn;
pub mod pgn_file;
pub mod state;
