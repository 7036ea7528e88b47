//! Staunton, a UCI chess engine that values the pieces as the old handbooks do.
//!
//! The modules form floors, from the ground up. A module knows only those of
//! the floors below its own (`tests/layers.rs` checks it):
//!
//! | floor | modules |
//! |---|---|
//! | 1 | [`types`]: colours, pieces, squares, bitboards, moves, scores; [`random`]: reproducible random numbers; [`cpu`]: whether this processor can run the program; [`files`]: files that replace others only when they are complete |
//! | 2 | [`attacks`]: the squares that each piece attacks; magic numbers and their tables; [`plot`]: curves as SVG |
//! | 3 | [`board`]: positions, FEN, hash keys, making a move, static exchange evaluation |
//! | 4 | [`movegen`]: legal moves, perft |
//! | 5 | [`notation`]: moves and games as text; [`game`]: a game under the laws; [`eval`]: the static evaluation, with material, linear terms and network; [`tt`]: the transposition table; [`history`]: history scores; [`config`]: the settings in `engine.toml`; [`syzygy`]: end-game tablebases |
//! | 6 | [`search`]: from a position and limits to a best move; observers of its nodes |
//! | 7 | [`engine`]: the façade that front ends call |
//! | 8 | [`uci`]: the UCI protocol; [`arena`]: matches; [`training`]: self-play games, the training of network and weights, tests of evaluations |
//! | 9 | [`cli`]: the command line |

#![deny(clippy::undocumented_unsafe_blocks)]

pub mod arena;
pub mod attacks;
pub mod board;
pub mod cli;
pub mod config;
pub mod cpu;
pub mod engine;
pub mod eval;
pub mod files;
pub mod game;
pub mod history;
pub mod movegen;
pub mod notation;
pub mod plot;
pub mod random;
pub mod search;
pub mod syzygy;
pub mod training;
pub mod tt;
pub mod types;
pub mod uci;
