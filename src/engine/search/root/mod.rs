//! From the first iteration to the move that is played.
//!
//! Read `iterate` first: iterative deepening with aspiration windows.
//! `mate_search` looks for a mate in a given number of moves, `resume` goes on
//! where an earlier search stopped, `vote` chooses between the moves of threads.

pub(in crate::engine::search) mod iterate;
pub(in crate::engine::search) mod mate_search;
pub(in crate::engine::search) mod resume;
pub(in crate::engine::search) mod vote;
