//! Moves, positions and games in writing.
//!
//! Every reader takes text from outside: it never panics, and what it refuses
//! it refuses with a sentence. Every writer of moves writes what its own
//! reader understands as that move and no other.
//!
//! Who knows whom: all modules know `reject`, the errors they share; [`epd`]
//! and [`pgn`] write and read their moves with [`san`], as their standards
//! demand.

pub mod descriptive;
pub mod epd;
pub mod pgn;
mod reject;
pub mod san;
pub mod uci;

pub use reject::{MoveError, MoveErrorKind};
