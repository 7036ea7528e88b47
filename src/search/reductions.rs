//! Late move reductions: where moves are well ordered, a late one is hardly
//! ever the best, so it is first searched less deep. If it surprises by
//! exceeding alpha, it is searched again in full. The claim fails where the
//! point of a quiet move comes late; what makes that likelier, or a mistake
//! dearer, reduces less.

use super::node::{Node, NodeType};
use super::params::*;
use crate::history::HistoryScore;
use crate::types::{Depth, MAX_MOVES, Move};
use std::sync::LazyLock;

/// Reductions are summed up in these parts of a ply.
const PLY: i32 = 1024;
/// Depths and move numbers are told apart up to here.
const MOST: usize = 64;
/// Logarithms are kept in these parts of one.
const LOGARITHM: i32 = 64;

/// Natural logarithms of depths and move numbers.
static LOGARITHMS: LazyLock<[i32; MOST]> = LazyLock::new(|| {
    std::array::from_fn(|number| (f64::from(LOGARITHM) * (number.max(1) as f64).ln()) as i32)
});

/// The reduction of an average quiet move in 1024ths of a ply: logarithmic in
/// both, since what the tenth move tells after the ninth is less than the
/// second after the first.
#[inline]
fn average(depth: Depth, number: usize) -> i32 {
    debug_assert!(depth >= 0 && number <= MAX_MOVES);
    let logarithm = |number: usize| LOGARITHMS[number.min(MOST - 1)];
    let both = logarithm(depth as usize) * logarithm(number);
    reduction_base() + reduction_slope() * both / (LOGARITHM * LOGARITHM)
}

/// The reduction of an average quiet move, in plies.
#[inline]
pub fn basic(depth: Depth, number: usize) -> Depth {
    average(depth, number) / PLY
}

/// What speaks for or against reducing a move, beside its number.
pub struct LmrContext {
    /// What the histories hold of the move.
    pub history_score: HistoryScore,
    /// Whether it gives check.
    pub check: bool,
    /// Cutoffs that the next ply has seen since this node began.
    pub cutoffs: u32,
}

/// The reduction of the `number`th move of a node, from none to what leaves
/// one ply of the `full` depth.
#[inline]
pub fn late_move<K: NodeType>(
    node: &Node,
    mv: Move,
    number: usize,
    reasons: &LmrContext,
    full: Depth,
) -> Depth {
    let first = reduction_move() as usize + usize::from(K::ROOT);
    if node.depth < reduction_depth() || number < first {
        return 0;
    }
    let mut reduction = average(node.depth, number);
    if mv.is_quiet() {
        reduction -= reasons.history_score.0 * PLY / reduction_merit();
    } else {
        // A capture changes the position: it is easier to misjudge.
        reduction /= 2;
    }
    reduction -= i32::from(K::PV || node.was_pv) * reduction_pv();
    reduction -= i32::from(reasons.check) * reduction_check();
    reduction += i32::from(!node.improving) * reduction_decline();
    reduction += i32::from(node.cut) * reduction_cut();
    // Where one refutation after the other is found, more will be.
    reduction += i32::from(reasons.cutoffs > MANY_CUTOFFS) * reduction_cutoffs();
    (reduction / PLY).clamp(0, (full - 1).max(0))
}

/// More cutoffs than this below a node say that its moves are refuted easily.
const MANY_CUTOFFS: u32 = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_and_later_is_reduced_more() {
        for depth in 1..MOST as Depth {
            for number in 1..MOST {
                assert!(average(depth, number) <= average(depth + 1, number));
                assert!(average(depth, number) <= average(depth, number + 1));
            }
        }
        assert_eq!(basic(245, 300), basic(63, 63));
    }
}
