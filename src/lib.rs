//! Staunton, a UCI chess engine that values the pieces as the old handbooks do.
//!
//! The rooms form floors, from the ground up. A room knows only those of the
//! floors below its own (`tests/layers.rs` checks it):
//!
//! | floor | rooms |
//! |---|---|
//! | 1 | [`support`]: what every room may use: files, random numbers, plots |
//! | 2 | [`chess`]: the game: positions, legal moves, notations, laws, tablebases |
//! | 3 | [`engine`]: finds good moves: evaluation, transposition table, search |
//! | 4 | [`analysis`]: what a position or a game means |
//! | 5 | [`uci`]: the UCI protocol |
//! | 6 | `arena`: matches, which know [`uci::words`] and nothing else of `uci`; `training`: self-play games, the training of network and weights |
//! | 7 | `cli`: the command line |

#![deny(clippy::undocumented_unsafe_blocks)]

pub mod analysis;
#[cfg(feature = "program")]
pub mod arena;
pub mod chess;
#[cfg(feature = "program")]
pub mod cli;
pub mod engine;
pub mod support;
#[cfg(feature = "program")]
pub mod training;
pub mod uci;
