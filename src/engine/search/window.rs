//! The alpha-beta window of a node.

use crate::chess::types::Score;
use std::ops::{ControlFlow, Neg};

/// The scores that matter to a node, for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The side to move has this score elsewhere already.
    pub alpha: Score,
    /// The opponent avoids this score or a higher one.
    pub beta: Score,
}

impl Window {
    /// The open window: no score lies outside.
    pub const FULL: Window = Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// A zero window that tells whether a score exceeds `alpha`.
    #[inline(always)]
    pub fn above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// A zero window that tells whether a score reaches `beta`.
    #[inline(always)]
    pub fn below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// Step 4 of a node: mate distance pruning. The window is narrowed to the
    /// scores that are possible `ply` plies from the root: at worst the side
    /// to move is mated already, at best its next move mates. Once a mate has
    /// been found, longer ones are not searched. If no score is left in the
    /// window, the node ends.
    #[inline]
    pub fn mate_distance_pruning(self, ply: usize) -> ControlFlow<Score, Window> {
        let alpha = self.alpha.max(Score::mated_in(ply));
        let beta = self.beta.min(Score::mate_in(ply + 1));
        if alpha < beta {
            ControlFlow::Continue(Window { alpha, beta })
        } else {
            ControlFlow::Break(alpha)
        }
    }
}

/// Ends a node with its score, if that is known.
#[inline(always)]
pub fn end_with(score: Option<Score>) -> ControlFlow<Score> {
    score.map_or(ControlFlow::Continue(()), ControlFlow::Break)
}

impl Neg for Window {
    type Output = Window;

    /// The same window for the opponent.
    #[inline(always)]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
