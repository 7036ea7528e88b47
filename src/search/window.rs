use crate::types::Score;
use std::ops::Neg;

/// The scores that still matter: the side to move has `alpha` for certain
/// elsewhere, and the other side will not allow `beta` or more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// Every score matters.
    pub const FULL: Window = Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// Asks only whether a score exceeds `alpha`.
    #[inline(always)]
    pub fn above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Asks only whether a score reaches `beta`.
    #[inline(always)]
    pub fn below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// The window cut down to the scores that are possible at a node `ply`
    /// plies from the root: at worst it is mate already, at best the next
    /// move mates. If nothing is left, the score that says so ("mate distance
    /// pruning"): after a mate has been found, longer ones are not searched.
    #[inline]
    pub fn within_mates(self, ply: usize) -> Result<Window, Score> {
        let alpha = self.alpha.max(Score::mated_in(ply));
        let beta = self.beta.min(Score::mate_in(ply + 1));
        if alpha < beta { Ok(Window { alpha, beta }) } else { Err(alpha) }
    }
}

impl Neg for Window {
    type Output = Window;

    /// The same window as the other side sees it.
    #[inline(always)]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
