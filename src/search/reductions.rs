//! Late move reductions: where moves are well ordered, a late one is hardly
//! ever the best, so it is first searched less deep. If it surprises by
//! exceeding alpha, it is searched again in full. The claim fails where the
//! point of a quiet move comes late; what makes that likelier, or a mistake
//! dearer, reduces less.

use super::node::{Kind, Node};
use super::params::*;
use crate::history::Merit;
use crate::types::{Depth, MAX_MOVES, Move};
use std::sync::LazyLock;

const DEPTHS: usize = 64;
const NUMBERS: usize = 64;

/// Reductions by depth and move number: both logarithmic, since what the
/// tenth move tells after the ninth is less than the second after the first.
static TABLE: LazyLock<[[Depth; NUMBERS]; DEPTHS]> = LazyLock::new(|| {
    let mut table = [[0; NUMBERS]; DEPTHS];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, reduction) in row.iter_mut().enumerate().skip(1) {
            let logarithms = (depth as f64).ln() * (number as f64).ln();
            *reduction = (REDUCTION_BASE + REDUCTION_SLOPE * logarithms) as Depth;
        }
    }
    table
});

/// The reduction of an average quiet move, in plies.
#[inline]
pub fn basic(depth: Depth, number: usize) -> Depth {
    debug_assert!(depth >= 0 && number <= MAX_MOVES);
    TABLE[(depth as usize).min(DEPTHS - 1)][number.min(NUMBERS - 1)]
}

/// The reduction of the `number`th move of a node, from none to what leaves
/// one ply of the `full` depth.
#[inline]
pub fn late_move<K: Kind>(
    node: &Node,
    mv: Move,
    number: usize,
    merit: Merit,
    gives_check: bool,
    full: Depth,
) -> Depth {
    let first = REDUCTION_MOVE + usize::from(K::ROOT);
    if node.depth < REDUCTION_DEPTH || number < first {
        return 0;
    }
    let mut reduction = basic(node.depth, number);
    if mv.is_quiet() {
        reduction -= merit.get() / REDUCTION_MERIT;
    } else {
        // A capture changes the position: it is easier to misjudge.
        reduction /= 2;
    }
    reduction -= Depth::from(K::PV || node.was_pv);
    reduction -= Depth::from(gives_check);
    reduction += Depth::from(!node.improving);
    reduction += Depth::from(node.cut);
    reduction.clamp(0, (full - 1).max(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_and_later_is_reduced_more() {
        for depth in 1..DEPTHS as Depth {
            for number in 1..NUMBERS {
                assert!(basic(depth, number) <= basic(depth + 1, number));
                assert!(basic(depth, number) <= basic(depth, number + 1));
            }
        }
        assert_eq!(basic(245, 300), basic(63, 63));
    }
}
