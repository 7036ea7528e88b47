//! Staunton, a UCI chess engine that values the men as the old handbooks do.
//!
//! A map of the house, from the ground up; a floor knows only those below it:
//!
//! | floor | what it holds |
//! |---|---|
//! | [`types`] | colours, men, squares, sets of squares, moves, scores |
//! | [`random`] | random numbers that are the same everywhere |
//! | [`attacks`] | which squares a man attacks; magic numbers and their tables |
//! | [`board`] | positions: FEN, keys, playing a move, static exchange evaluation |
//! | [`movegen`] | legal moves, perft |
//! | [`notation`], [`game`], [`eval`], [`tt`], [`history`] | moves in writing; the laws; what a position is worth; what searches remember |
//! | [`search`] | from a position and limits to a move |
//! | [`cpu`] | whether this processor can run the program |
//! | [`config`] | what a user may set in `engine.toml` |
//! | [`engine`] | the façade that front ends call |
//! | [`uci`], [`arena`], [`training`] | the protocol of chess programs; matches; learning from games |
//! | [`cli`] | the command line |

#![deny(clippy::undocumented_unsafe_blocks)]

pub mod arena;
pub mod attacks;
pub mod board;
pub mod cli;
pub mod config;
pub mod cpu;
pub mod engine;
pub mod eval;
pub mod game;
pub mod history;
pub mod movegen;
pub mod notation;
pub mod random;
pub mod search;
pub mod training;
pub mod tt;
pub mod types;
pub mod uci;
