//! The words of the house: colours, men, squares, sets of squares, moves,
//! scores. They know nobody; everybody knows them.

mod bitboard;
mod castling;
mod color;
mod counted;
mod moves;
mod piece;
mod prefetch;
mod result;
mod score;
mod square;

pub use bitboard::Bitboard;
pub use castling::{CastlingRights, Wing};
pub use color::{Black, Color, Side, White};
use counted::counted_enum;
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use piece::{Piece, PieceKind};
pub use prefetch::prefetch;
pub use result::GameResult;
pub use score::{Depth, MAX_PLY, Meaning, Score};
pub use square::{Direction, File, Rank, Square};
