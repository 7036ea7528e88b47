use crate::board::Position;
use crate::tt::Bound;
use crate::types::{Depth, Move, Score};

/// A node whose search is finished.
pub struct SearchedNode<'a> {
    /// The position.
    pub position: &'a Position,
    /// Plies that were searched below it.
    pub depth: Depth,
    /// For the side to move: fail-soft, the sharpest bound that was found.
    pub score: Score,
    /// What kind of score that is.
    pub bound: Bound,
    /// The best move, if the score is not an upper bound.
    pub best: Option<Move>,
}

/// Follows a search node by node. Training samples trees with it.
pub trait NodeObserver: Send {
    /// Nodes of less depth, in plies, are not observed: they are by far the
    /// most.
    fn least_depth(&self) -> Depth;

    /// A node has been searched to its end.
    fn searched(&mut self, node: &SearchedNode<'_>);
}
