//! Positions: the pieces on the board, the side to move, castling rights and en
//! passant. A [`Setup`] is the description of a position, legal or not. A
//! [`Position`] is legal, and moves can be played only in it.

mod cuckoo;
mod fen;
mod placement;
mod play;
mod position;
mod repetition;
mod see;
mod setup;
mod validate;
mod zobrist;

pub use fen::{DroppedFields, FEN_FIELDS, FenError, FenStyle};
pub use placement::Observer;
pub use play::Undo;
pub use position::Position;
pub use repetition::{GamePosition, KeyHistory};
pub use setup::Setup;
pub use validate::PositionError;
pub use zobrist::PieceKeys;
