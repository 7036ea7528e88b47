//! Playing: a match with its games at the same time.
//!
//! Read `run` first: it hands out games to threads. `engine_slots` keeps engines
//! alive between games, `game` plays one, `fault` says whose fault an end was,
//! `count` adds up the results.

pub(super) mod count;
pub(super) mod engine_slots;
pub(super) mod fault;
pub mod game;
pub mod run;
