//! From the first iteration to the move that is played.
//!
//! Read `iterate` first: iterative deepening with aspiration windows.
//! `mate_search` looks for a mate in a given number of moves, `resume` goes on
//! where an earlier search stopped, `vote` chooses between the moves of threads.

pub(super) mod iterate;
pub(super) mod mate_search;
pub(super) mod resume;
pub(super) mod vote;
