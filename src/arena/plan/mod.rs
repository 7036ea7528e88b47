//! What is to be played: players, limits, rounds; and the record of a game.
//!
//! Read `match_plan` first, then `schedule`, which says who plays whom in which
//! order. `record` is a game that was played.

pub mod match_plan;
pub mod record;
pub mod schedule;
pub mod time_control;
