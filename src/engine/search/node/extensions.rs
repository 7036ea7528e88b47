//! Extensions: moves that are searched deeper than the others.

use super::info::{Node, NodeType, NodeVisit, NonPvNode};
use crate::chess::types::{Depth, Move, Score};
use crate::engine::search::params::*;
use crate::engine::search::thread::search_thread::SearchThread;
use crate::engine::search::window::Window;
use crate::engine::tt::Bound;
use std::ops::ControlFlow;

/// Extensions of at least this number of plies count as double extensions.
pub const DOUBLE_EXTENSION: Depth = 2;
/// The margin of a singular extension is given for this many plies of depth.
const SINGULAR_MARGIN_PLIES: Depth = 16;

impl SearchThread<'_> {
    /// Step 14 of a node: singular extension (T. Anantharaman, M. Campbell,
    /// F. Hsu, "Singular extensions: adding selectivity to brute-force
    /// searching", 1990, in Stockfish's cheaper form). A shallow search
    /// without the TT move tells how much worse the alternatives are. If
    /// all of them are much worse, the TT move is extended, so that the
    /// horizon does not hide its refutation. If one of them reaches beta too,
    /// the node is cut off ("multicut", Y. Björnsson, T. Marsland, 1999). The
    /// shallow search may be wrong about either. Returns the plies to extend by;
    /// less than zero is a reduction. `None` says that another move is better, and the
    /// TT move need not be the first (an idea of Reckless'). A multicut ends the node.
    pub fn singular_extension<N: NodeType>(
        &mut self,
        node: &Node,
        mv: Move,
    ) -> ControlFlow<Score, Option<Depth>> {
        const NO_EXTENSION: ControlFlow<Score, Option<Depth>> = ControlFlow::Continue(Some(0));
        let Some(tt_entry) = node.tt_entry.filter(|entry| entry.mv == Some(mv)) else {
            return NO_EXTENSION;
        };
        if N::ROOT
            || !node.visit.has_all_moves()
            || node.depth < singular_depth()
            || tt_entry.depth < node.depth - singular_tt_depth_margin()
            || !tt_entry.is_at_least()
            || tt_entry.score.is_decisive()
            || node.ply as Depth >= singular_ply_factor() * self.root_depth
        {
            return NO_EXTENSION;
        }
        let singular_beta =
            tt_entry.score - singular_beta_margin::<N>(node, tt_entry.bound == Some(Bound::Exact));
        let window = Window::below(singular_beta);
        let depth = (node.depth - 1) / 2;
        let score = self.preserving_stack_entry(node.ply, |thread| {
            let visit = NodeVisit::Without(mv);
            thread.visit_node::<NonPvNode>(node.ply, window, depth, node.cut_node, visit)
        });
        if self.stopped {
            return NO_EXTENSION;
        }
        if score < singular_beta {
            let margin =
                double_extension_margin() + i32::from(N::PV) * double_extension_pv_margin();
            let double =
                score < singular_beta - margin && node.double_extensions < double_extension_max();
            let triple =
                double && mv.is_quiet() && score < singular_beta - triple_extension_margin();
            return ControlFlow::Continue(Some(1 + Depth::from(double) + Depth::from(triple)));
        }
        if !N::PV && score >= node.window.beta && !score.is_decisive() {
            return ControlFlow::Break(self.multicut(node, score, depth));
        }
        if score > tt_entry.score {
            return ControlFlow::Continue(None);
        }
        // The TT move is not alone. If it or another move is likely to reach
        // beta, a shallower search will do ("negative extension").
        if tt_entry.score >= node.window.beta {
            return ControlFlow::Continue(Some(Depth::from(N::PV) - negative_extension()));
        }
        ControlFlow::Continue(Some(if node.cut_node { -negative_extension() } else { 0 }))
    }

    /// The score of a node whose other moves have reached beta with `score` in a search of
    /// `depth` plies. The search is shallow, so the node's score lies between `score` and
    /// beta. An evaluation below `score` is too low, and is corrected (ideas of Reckless').
    fn multicut(&mut self, node: &Node, score: Score, depth: Depth) -> Score {
        if let Some(error) = node.static_eval.map(|eval| score - eval).filter(|&error| error > 0) {
            let error = error * multicut_correction_share() / 100;
            self.learn_eval_error(node.ply, error, depth);
        }
        let share = multicut_score_share();
        Score((share * score.0 + (100 - share) * node.window.beta.0) / 100)
    }
}

/// How far below the TT score the other moves must stay, in centipawns: less if that
/// score is exact, more where the node was part of a principal variation and is none now
/// (an idea of Reckless').
fn singular_beta_margin<N: NodeType>(node: &Node, is_exact: bool) -> i32 {
    let margin = if is_exact { singular_exact_margin() } else { singular_margin() };
    let share = if node.tt_pv && !N::PV { singular_former_pv_share() } else { 100 };
    margin * node.depth * share / (100 * SINGULAR_MARGIN_PLIES)
}
