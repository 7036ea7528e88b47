//! A position: who stands where, who moves, what castling and en passant
//! remain. [`Setup`] is a position as somebody describes it, right or wrong;
//! [`Position`] is one that the laws allow, and the only one that can be
//! played on.

mod cuckoo;
mod fen;
mod pieces;
mod play;
mod position;
mod repetition;
mod see;
mod setup;
mod validate;
mod zobrist;

pub use fen::{FenError, FenStyle};
pub use pieces::Observer;
pub use play::Undo;
pub use position::Position;
pub use repetition::KeyHistory;
pub use setup::Setup;
pub use validate::InvalidPosition;
pub use zobrist::PieceKeys;
