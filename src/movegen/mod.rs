//! Generation of legal moves, and perft.

mod generate;
mod perft;
mod sink;

pub use generate::{MoveClass, generate, has_legal_move, is_legal, legal_moves, moves_from};
pub use perft::{divide, perft};
pub use sink::MoveSink;
