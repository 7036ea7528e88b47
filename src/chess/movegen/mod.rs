//! Generation of legal moves, and perft.

mod generate;
mod legality;
mod perft;
mod sink;

pub use generate::{MoveClass, generate, generate_quiet, has_legal_move, legal_moves, moves_from};
pub use legality::is_legal;
pub use perft::{divide, perft};
pub use sink::MoveSink;
