//! Reading and writing moves, positions and games.
//!
//! Every reader accepts any text without a panic and reports an error as a
//! sentence. Every writer of moves writes a text that its own reader understands
//! as that move and no other.
//!
//! All modules use `error`, the errors that they share. [`epd`] and [`pgn`] read
//! and write their moves with [`san`], as their standards demand.

pub mod descriptive;
pub mod epd;
mod error;
pub mod pgn;
pub mod san;
pub mod uci;

pub use error::{MoveError, MoveErrorKind};
