//! What a search tells its front end: reports while it runs, and the result.

use crate::chess::types::{Depth, Move, Score};
use crate::engine::tt::Bound;
use std::time::Duration;

/// The state of the search after an iteration, or after a failed aspiration
/// window.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The depth of the iteration, in plies.
    pub depth: Depth,
    /// The greatest ply of any PV node of any thread.
    pub selective_depth: usize,
    /// The rank of the line among the best lines, from one.
    pub line: usize,
    /// The score, for the side to move.
    pub score: Score,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// Nodes visited by all threads since the start.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// How full the transposition table is, in permille.
    pub hash_full: u32,
    /// Positions found in tablebases by all threads since the start.
    pub tablebase_hits: u64,
    /// The principal variation.
    pub pv: &'a [Move],
}

/// Receives the reports of a running search.
pub trait Reporter {
    /// Whether anyone reads the reports. Putting one together takes time, most of
    /// it to count how full the transposition table is.
    fn is_read(&self) -> bool {
        true
    }
    /// Called after each iteration and each failed aspiration window.
    fn report(&mut self, report: &Report<'_>);
    /// Called before a root move is searched; `number` counts from one.
    fn current_move(&mut self, depth: Depth, mv: Move, number: usize);
    /// Called when it is proven that there is no mate within this number of
    /// moves.
    fn no_mate(&mut self, _moves: u32) {}
}

/// Ignores all reports.
impl Reporter for () {
    fn is_read(&self) -> bool {
        false
    }
    fn report(&mut self, _: &Report<'_>) {}
    fn current_move(&mut self, _: Depth, _: Move, _: usize) {}
}

/// What a search has found when it ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply, if one is known.
    pub ponder: Option<Move>,
    /// The score, for the side to move.
    pub score: Score,
    /// How the score relates to the true one: a lower bound if the search was
    /// stopped after the move had failed high.
    pub bound: Bound,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// The depth of the last finished iteration, in plies.
    pub depth: Depth,
}

impl SearchResult {
    /// The result where there is no move.
    pub fn without_move(score: Score) -> SearchResult {
        SearchResult { best: None, ponder: None, score, bound: Bound::Exact, nodes: 0, depth: 0 }
    }
}
