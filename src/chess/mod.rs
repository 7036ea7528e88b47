//! The game of chess: positions, moves and laws, as text too. It knows no engine.
//!
//! Read in this order; a module knows those above it:
//!
//! | module | |
//! |---|---|
//! | [`types`] | colors, pieces, squares, bitboards, moves, scores |
//! | [`attacks`] | the squares that each piece attacks; magic numbers and their tables |
//! | [`board`] | positions, FEN, hash keys, making a move, static exchange evaluation |
//! | [`movegen`] | legal moves, perft |
//! | [`notation`] | moves, positions and games as text |
//! | [`game`] | a game under the laws |
//! | [`syzygy`] | end-game tablebases |
//! | [`polyglot`] | opening books |

pub mod attacks;
pub mod board;
pub mod game;
pub mod movegen;
pub mod notation;
pub mod polyglot;
pub mod syzygy;
pub mod types;

pub use board::{GamePosition, Position, Setup};
pub use game::{Game, Outcome};
pub use movegen::{legal_moves, perft};
pub use notation::MoveNotation;
pub use syzygy::Tablebases;
pub use types::{Bitboard, Color, Move, MoveList, Piece, PieceKind, Score, Square};
