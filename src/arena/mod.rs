//! Matches between engines under the documents' rules.
//!
//! A [`plan`] says who plays; [`run`] plays it: the [`schedule`] hands out
//! games, [`openings`] and [`odds`] say where they start, a [`game`] asks its [`player`]s
//! for moves, and each that is over becomes a [`record`]. A [`state`] file
//! keeps them, [`pgn`] writes them, [`stats`] says who is stronger,
//! and a [`report`] shows it all.

mod flush;
pub mod game;
mod halt;
pub mod odds;
pub mod openings;
pub mod pgn;
pub mod plan;
pub mod player;
pub mod pulse;
pub mod record;
pub mod report;
pub mod run;
pub mod schedule;
pub mod state;
pub mod stats;
mod words;

pub use halt::StopFlag;
