//! Observation of the nodes that a search finishes.

use crate::chess::board::Position;
use crate::chess::types::{Depth, Move, Score};
use crate::engine::tt::Bound;

/// A node whose search is finished.
pub struct SearchedNode<'a> {
    /// The position of the node.
    pub position: &'a Position,
    /// The depth of its search, in plies.
    pub depth: Depth,
    /// The score, for the side to move: the tightest bound that was found
    /// ("fail-soft").
    pub score: Score,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// The best move, if the score is not an upper bound.
    pub best: Option<Move>,
}

/// Observes a search node by node. Training samples search trees with it.
pub trait NodeObserver: Send {
    /// The least depth of the nodes to observe, in plies. Most nodes of a search
    /// have less.
    fn least_depth(&self) -> Depth;

    /// Called after the search of a node that was not stopped.
    fn searched(&mut self, node: &SearchedNode<'_>);
}
