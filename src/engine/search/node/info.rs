//! What the steps of a node share: its type, the facts about it, and the
//! result of its move loop.

use crate::chess::types::{Depth, Move, Score};
use crate::engine::search::window::Window;
use crate::engine::tt::{Bound, TtEntry};

/// The type of a node, known to the compiler.
pub trait NodeType {
    /// Whether this is the root position.
    const ROOT: bool;
    /// Whether the node has an open window, so that it returns an exact score
    /// and a principal variation. All other nodes only tell whether the score
    /// is above a bound.
    const PV: bool;
}

/// The node of the position that the search was asked about.
pub struct RootNode;
/// A node of the principal variation, or of a candidate for it.
pub struct PvNode;
/// A node searched with a zero window.
pub struct NonPvNode;

impl NodeType for RootNode {
    const ROOT: bool = true;
    const PV: bool = true;
}
impl NodeType for PvNode {
    const ROOT: bool = false;
    const PV: bool = true;
}
impl NodeType for NonPvNode {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// Which search of a node this is. The first one may search the same position
/// again before it ends: without a move, or without null moves. What such a search
/// finds must not be learned twice, and is not always true of the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeVisit {
    /// The first search.
    First,
    /// The search of a singular extension: as if this move were not legal.
    Without(Move),
    /// The search that verifies a null move cutoff.
    Verification,
}

impl NodeVisit {
    /// The move that is left out.
    #[inline(always)]
    pub fn excluded_move(self) -> Option<Move> {
        match self {
            NodeVisit::Without(mv) => Some(mv),
            NodeVisit::First | NodeVisit::Verification => None,
        }
    }

    /// Whether the result is one of the position, so that the table and the
    /// correction history may keep it.
    #[inline(always)]
    pub fn has_all_moves(self) -> bool {
        self.excluded_move().is_none()
    }

    /// Whether the search may judge the move that led to the node, and the
    /// reduction after it. The first search does, once.
    #[inline(always)]
    pub fn judges_parent(self) -> bool {
        self == NodeVisit::First
    }
}

/// The facts about a node before its moves are searched.
pub struct Node {
    /// Plies from the root.
    pub ply: usize,
    /// Alpha and beta.
    pub window: Window,
    /// Remaining depth, in plies.
    pub depth: Depth,
    /// Whether a beta cutoff is expected, as after a move late in the order.
    pub cut_node: bool,
    /// The transposition table's entry. Its move may be illegal here.
    pub tt_entry: Option<TtEntry>,
    /// The most promising move before the search: that of the entry, which may be
    /// illegal here. At the root it is the best move of the last iteration, since
    /// the table may have lost it.
    pub tt_move: Option<Move>,
    /// Which search of the node this is.
    pub visit: NodeVisit,
    /// A score that the side to move can have in any case. No move need reach it:
    /// the one that does may be pruned.
    pub least_score: Score,
    /// The static evaluation; `None` in check.
    pub static_eval: Option<Score>,
    /// The static evaluation, replaced by the TT score where that is a
    /// better estimate; `None` in check.
    pub eval: Option<Score>,
    /// How much the correction histories change the static evaluation, in
    /// centipawns: the more, the less it is to be trusted.
    pub correction: i32,
    /// How much higher the static evaluation is than at the own last turn, in
    /// centipawns; 0 in check.
    pub improvement: i32,
    /// Whether the node is part of a principal variation, or was in an earlier
    /// search of it.
    pub tt_pv: bool,
    /// Double extensions on the path from the root to this node.
    pub double_extensions: i32,
}

impl Node {
    /// Whether the static evaluation is higher than at the own last turn.
    #[inline(always)]
    pub fn improving(&self) -> bool {
        self.improvement > 0
    }
}

/// The result of a node's move loop.
pub struct MoveLoopResult {
    /// The best score, for the side to move.
    pub score: Score,
    /// How that score relates to the true one.
    pub bound: Bound,
    /// The move that raised alpha last, if one did.
    pub mv: Option<Move>,
    /// How many moves the loop has looked at.
    pub move_count: usize,
}

impl MoveLoopResult {
    /// A score without a move, before the loop has looked at one.
    pub fn without_move(score: Score, bound: Bound) -> MoveLoopResult {
        MoveLoopResult { score, bound, mv: None, move_count: 0 }
    }
}

/// The improvement where there is no earlier evaluation, in centipawns: above zero,
/// since then less is pruned.
const UNKNOWN_IMPROVEMENT: i32 = 60;

/// How much higher the static evaluation is than two plies ago, or four where two
/// plies ago was in check, in centipawns. A side in check is not improving.
pub fn improvement(now: Option<Score>, two_ago: Option<Score>, four_ago: Option<Score>) -> i32 {
    match (now, two_ago.or(four_ago)) {
        (Some(now), Some(earlier)) => now - earlier,
        (Some(_), None) => UNKNOWN_IMPROVEMENT,
        (None, _) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn improving_compares_with_the_last_known_evaluation() {
        let (low, high) = (Some(Score(-20)), Some(Score(30)));
        assert_eq!((improvement(high, low, None), improvement(high, low, high)), (50, 50));
        assert_eq!((improvement(low, high, None), improvement(low, low, None)), (-50, 0));
        // Two plies ago there was a check: four plies ago counts.
        assert_eq!((improvement(high, None, low), improvement(low, None, high)), (50, -50));
        // In check, and at the root.
        assert!(improvement(None, low, low) == 0 && improvement(low, None, None) > 0);
    }
}
