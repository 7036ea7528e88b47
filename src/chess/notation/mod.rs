//! Reading and writing moves, positions and games.
//!
//! Every reader accepts any text without a panic and reports an error as a
//! sentence. Every writer of moves writes a text that its own reader understands
//! as that move and no other.
//!
//! All modules use `error`, the errors that they share. [`MoveNotation`] is the
//! choice among the notations of moves. [`text`] decodes the bytes of files, and
//! [`opening_names`] names positions. [`epd`] and [`pgn`] read and write moves in the
//! notation that they are asked for, and in [`san`] where their standards demand it.

pub mod descriptive;
pub mod epd;
mod error;
mod move_notation;
pub mod opening_names;
pub mod pgn;
pub mod san;
pub mod text;
pub mod uci;

pub use error::{MoveError, MoveErrorKind, QUOTED_LINE, QUOTED_WORD, clip};
pub use move_notation::MoveNotation;
