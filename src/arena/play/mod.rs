//! Playing: a match with its games at the same time.
//!
//! Read `run` first: it hands out games to threads. `engine_slots` keeps engines
//! alive between games, `game` plays one, `fault` says whose fault an end was,
//! `count` adds up the results.

pub(in crate::arena) mod count;
pub(in crate::arena) mod engine_slots;
pub(in crate::arena) mod fault;
pub mod game;
pub mod run;
