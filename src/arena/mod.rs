//! Matches between engines under the documents' rules.
//!
//! A [`plan`] says who plays. [`run`] plays it: the [`schedule`] lists the
//! games, [`openings`] and [`odds`] say where they start, a [`game`] asks its
//! [`player`]s for moves, and each finished game becomes a [`record`]. A
//! [`state`] file keeps the records, [`pgn`] writes them to a [`pgn_file`], [`stats`] computes
//! who is stronger, and a [`report`] shows all of it. [`pv_check`] looks at what the
//! engines say, and [`compliance`] at how they keep to UCI.

pub mod affinity;
pub mod compliance;
mod concurrency;
mod count;
mod engine_child;
pub mod engine_log;
mod engine_slots;
mod fault;
mod flush;
pub mod game;
pub mod odds;
mod opening_names;
pub mod openings;
pub mod pgn;
pub mod pgn_file;
pub mod plan;
pub mod player;
pub mod pv_check;
pub mod record;
pub mod report;
pub mod run;
pub mod schedule;
pub mod spsa;
pub mod stall_monitor;
pub mod state;
pub mod stats;
pub mod stop_flag;
