//! What is worth a deeper look.

use super::node::{Node, NodeType, NonPvNode};
use super::params::*;
use super::window::Window;
use super::worker::SearchThread;
use crate::types::{Depth, Move, Score};

/// What a look at the alternatives to the table's move has shown.
pub enum SingularResult {
    /// Search the move so many plies deeper.
    Extend(Depth),
    /// Another move reaches beta as well: the node is decided.
    Cutoff(Score),
}

impl SearchThread<'_> {
    /// Singular extension (T. Anantharaman, M. Campbell, F. Hsu, "Singular
    /// extensions: adding selectivity to brute-force searching", 1990, in the
    /// form in which Stockfish made it cheap): is the table's move so much
    /// better than all others that the game hangs on it? Then it is searched
    /// deeper, so that the horizon does not hide its refutation. Are others
    /// good enough for beta too, one cutoff is as good as proven ("multicut",
    /// Y. Björnsson, T. Marsland, 1999).
    pub fn singular<K: NodeType>(&mut self, node: &Node, mv: Move) -> SingularResult {
        const NOTHING: SingularResult = SingularResult::Extend(0);
        let Some(known) = node.known.filter(|known| known.mv == Some(mv)) else { return NOTHING };
        if K::ROOT
            || node.excluded.is_some()
            || node.depth < singular_depth()
            || known.depth < node.depth - singular_table_depth()
            || !known.bound.is_at_least()
            || known.score.is_mate()
            || node.ply as Depth >= 2 * self.depth
        {
            return NOTHING;
        }
        let bound = known.score - singular_margin() * node.depth / 16;
        let depth = (node.depth - 1) / 2;
        let score = self.without(node, mv, Window::below(bound), depth);
        if self.stopped {
            return NOTHING;
        }
        if score < bound {
            let double = double_margin() + i32::from(K::PV) * double_pv_margin();
            let again = score < bound - double && self.frames[node.ply].doubles < double_most();
            let thrice = again && mv.is_quiet() && score < bound - triple_margin();
            return SingularResult::Extend(1 + Depth::from(again) + Depth::from(thrice));
        }
        let beta = node.window.beta;
        if !K::PV && score >= beta && !score.is_mate() {
            return SingularResult::Cutoff(score);
        }
        // The move is good, but so are others: no reason to look deeper.
        NOTHING
    }

    /// Searches the node as if a move were not there.
    fn without(&mut self, node: &Node, mv: Move, ask: Window, depth: Depth) -> Score {
        let frame = self.frames[node.ply];
        self.frames[node.ply].excluded = Some(mv);
        let score = self.node::<NonPvNode>(node.ply, ask, depth, node.cut);
        self.frames[node.ply] = frame;
        score
    }
}
