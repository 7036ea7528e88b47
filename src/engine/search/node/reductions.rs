//! Late move reductions. Where moves are well ordered, a late one is rarely
//! the best, so it is first searched less deep, and again in full if it
//! exceeds alpha. This is wrong where the point of a quiet move lies beyond the
//! reduced depth. The reduction is smaller where that is likely, or where the
//! mistake would cost much.

use super::info::{Node, NodeType};
use crate::chess::types::{Depth, MAX_MOVES, Move, Score};
use crate::engine::history::HistoryScore;
use crate::engine::search::params::*;
use once_cell::sync::Lazy;

/// Reductions are added up in this many parts of a ply.
const PLY: i32 = 1024;
/// Greater depths and move counts have the logarithm of the last one below.
const LOG_COUNT: usize = 64;
/// Logarithms are stored in this many parts of one.
const LOG_ONE: i32 = 64;

/// The natural logarithms of depths and move counts.
static LOGARITHMS: Lazy<[i32; LOG_COUNT]> = Lazy::new(|| {
    std::array::from_fn(|number| (f64::from(LOG_ONE) * (number.max(1) as f64).ln()) as i32)
});

/// The reduction of an average quiet move in 1024ths of a ply. It grows with
/// the logarithm of the depth and of the move count: from the first move to
/// the second the chance of a better one falls more than from the ninth to
/// the tenth.
#[inline]
fn base_reduction_1024ths(depth: Depth, move_count: usize) -> i32 {
    debug_assert!(depth >= 0 && move_count <= MAX_MOVES);
    let logarithms: &[i32; LOG_COUNT] = &LOGARITHMS;
    let logarithm = |number: usize| logarithms[number.min(LOG_COUNT - 1)];
    let product = logarithm(depth as usize) * logarithm(move_count);
    lmr_base() + lmr_slope() * product / (LOG_ONE * LOG_ONE)
}

/// The reduction of a move with a history score in an average node, in plies.
#[inline]
pub fn move_reduction(depth: Depth, move_count: usize, history: HistoryScore) -> Depth {
    let by_history = history.0 * PLY / lmr_history_divisor();
    (base_reduction_1024ths(depth, move_count) - by_history) / PLY
}

/// What the reduction of a move depends on, beside node and move count.
pub struct LmrContext {
    /// The history score of the move.
    pub history_score: HistoryScore,
    /// Whether the move gives check.
    pub gives_check: bool,
    /// Beta cutoffs of the next ply since this node began.
    pub cutoffs: u32,
    /// What the thread adds to be unlike the others, in 1024ths of a ply.
    pub noise: i32,
}

/// The reduction of a move, in plies. At least one ply of `full_depth` remains. A move
/// that everything speaks for is searched a ply deeper instead, so the reduction is -1;
/// in the principal variation it is a ply less than elsewhere (ideas of Reckless' and
/// Viridithas'). `move_count` counts from one.
#[inline]
pub fn late_move_reduction<N: NodeType>(
    node: &Node,
    mv: Move,
    move_count: usize,
    context: &LmrContext,
    full_depth: Depth,
) -> Depth {
    let first_reduced = lmr_first_move() as usize + usize::from(N::ROOT);
    if node.depth < lmr_depth() || move_count < first_reduced {
        return 0;
    }
    let mut reduction = base_reduction_1024ths(node.depth, move_count) + context.noise;
    if mv.is_quiet() {
        reduction -= context.history_score.0 * PLY / lmr_history_divisor();
        // Where a capture is needed, a quiet move is rarely as good.
        let tt_move_is_noisy = node.tt_move.is_some_and(|mv| !mv.is_quiet());
        reduction += i32::from(tt_move_is_noisy) * lmr_noisy_tt_move();
    } else {
        // A noisy move changes the position more and is easier to misjudge.
        reduction /= 2;
        reduction -= context.history_score.0 * PLY / lmr_noisy_history_divisor();
    }
    reduction -= i32::from(N::PV || node.tt_pv) * lmr_pv();
    reduction -= i32::from(context.gives_check) * lmr_check();
    // A sacrifice near the root, with which most combinations begin, is worth a look.
    let may_sacrifice = !mv.is_quiet() || context.gives_check;
    if may_sacrifice && (node.ply as i32) < lmr_near_root_plies() {
        reduction -= lmr_near_root();
    }
    reduction += i32::from(!node.improving()) * lmr_not_improving();
    reduction += i32::from(node.cut_node) * lmr_cut_node();
    // Many cutoffs below this node mean that its moves are easy to refute.
    reduction += i32::from(context.cutoffs > lmr_cutoff_count() as u32) * lmr_cutoffs();
    // An evaluation that is much corrected is not to be trusted.
    reduction -= (node.correction * lmr_correction()).min(lmr_correction_max());
    (reduction / PLY - i32::from(N::PV)).clamp(-1, (full_depth - 1).max(0))
}

/// By how many plies the moves after one that has raised alpha to `score` are searched
/// less deep: alpha is rarely raised twice. Not at the root, where the choice is made.
#[inline]
pub fn reduction_after_raise<N: NodeType>(depth: Depth, score: Score) -> Depth {
    let depths = alpha_raise_min_depth()..=alpha_raise_depth();
    Depth::from(!N::ROOT && depths.contains(&depth) && !score.is_decisive())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_and_later_moves_are_reduced_more() {
        for depth in 1..LOG_COUNT as Depth {
            for move_count in 1..LOG_COUNT {
                let reduction = base_reduction_1024ths(depth, move_count);
                assert!(reduction <= base_reduction_1024ths(depth + 1, move_count));
                assert!(reduction <= base_reduction_1024ths(depth, move_count + 1));
            }
        }
        let none = HistoryScore(0);
        assert_eq!(move_reduction(245, 300, none), move_reduction(63, 63, none));
        assert!(move_reduction(20, 20, HistoryScore(20_000)) < move_reduction(20, 20, none));
    }
}
