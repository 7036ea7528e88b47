//! What need not be searched. Every rule here is a bet that a shallow look
//! tells what a deeper one would; each says what it bets on, and when it
//! loses.

use super::checks::CheckInfo;
use super::node::{Node, NonPvNode, doubted};
use super::params::*;
use super::picker::Picker;
use super::window::Window;
use super::worker::SearchThread;
use crate::board::Position;
use crate::history::{HistoryContext, PieceTo};
use crate::tt::{Bound, TtEntry};
use crate::types::{Bitboard, Depth, Move, PieceKind, Score};

/// What to do with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovePruning {
    /// Search it.
    Try,
    /// Leave it out.
    Skip,
    /// Leave it out, and all quiet moves after it that give no check.
    SkipQuiets,
}

impl SearchThread<'_> {
    /// Step 7: what the reduction of the last move looks like from here. If
    /// the opponent does not stand worse for that move, it deserves a closer
    /// look; if it stands much worse, less will do (found in Stockfish).
    pub fn in_hindsight(&self, node: &Node) -> Depth {
        let depth = node.depth;
        let Some(above) = node.ply.checked_sub(1).map(|ply| &self.frames[ply]) else {
            return depth;
        };
        let (Some(now), Some(before)) = (self.frames[node.ply].eval, above.eval) else {
            return depth;
        };
        let cost = now.0 + before.0;
        if above.reduction >= hindsight_deeper() && cost <= 0 {
            depth + 1
        } else if above.reduction >= hindsight_shallower()
            && depth >= 2
            && cost > hindsight_margin()
        {
            depth - 1
        } else {
            depth
        }
    }

    /// Steps 8 to 10: a score if the node is decided without trying its moves.
    /// Not in check, where evaluations mean nothing.
    pub fn prune(&mut self, node: &Node) -> Option<Score> {
        let eval = node.eval?;
        // 8. So far above beta that the opponent will not get it down.
        if let Some(score) = reverse_futility(node, eval) {
            if node.known.is_none() {
                self.remember_eval(node.ply, score, self.frames[node.ply].raw);
            }
            return Some(score);
        }
        // 9. So strong that even passing keeps beta.
        if let Some(score) = self.null_move_pruning(node, eval) {
            return Some(score);
        }
        // 10. So strong that a capture looks like more than beta.
        self.probcut(node)
    }

    /// Null move pruning (D. Beal, 1989; C. Donninger, 1993): if the side to
    /// move could even pass and still reach beta in a shallower search, some
    /// real move will too. Wrong in zugzwang, so it needs a piece beside
    /// pawns, and deep cutoffs are verified by a search without passing.
    fn null_move_pruning(&mut self, node: &Node, eval: Score) -> Option<Score> {
        let beta = node.window.beta;
        let passed_before = node.ply > 0 && self.frames[node.ply - 1].mv.is_none();
        if node.depth < null_depth()
            || eval < beta
            || beta.is_loss()
            || passed_before
            || node.ply < self.nmp_min_ply
            || !has_pieces(self.board.position())
        {
            return None;
        }
        let by_margin = ((eval - beta) / null_margin_divisor()).min(null_margin_max());
        let depth = node.depth - null_reduction() - node.depth / null_depth_divisor() - by_margin;

        let frame = &mut self.frames[node.ply];
        (frame.mv, frame.played) = (None, PieceTo::NOTHING);
        self.board.play_null_move();
        self.table.prefetch(self.board.key());
        let ask = -Window::below(beta);
        let score = -self.node::<NonPvNode>(node.ply + 1, ask, depth, !node.cut);
        self.board.undo();

        if self.stopped || score < beta {
            return None;
        }
        // A mate found after passing is no proof of one.
        let score = if score.is_win() { beta } else { score };
        let verified = node.depth < null_verify_depth() || self.verify_pass(node, depth);
        verified.then_some(score)
    }

    /// Whether beta is reached without passing as well, down to a ply well
    /// below this node.
    fn verify_pass(&mut self, node: &Node, depth: Depth) -> bool {
        if self.nmp_min_ply > 0 {
            // One verification at a time, or they would multiply.
            return true;
        }
        let beta = node.window.beta;
        self.nmp_min_ply = node.ply + (depth.max(0) as usize * 3 / 4).max(1);
        // The verification uses this ply's frame; the node goes on with it.
        let frame = self.frames[node.ply];
        let score = self.node::<NonPvNode>(node.ply, Window::below(beta), depth.max(1), false);
        self.frames[node.ply] = frame;
        self.nmp_min_ply = 0;
        !self.stopped && score >= beta
    }

    /// Probcut (M. Buro, "ProbCut", 1995, as Stockfish plays it): if a
    /// capture is good for a margin above beta, first in quiescence and then
    /// in a shallower search, the full search would confirm beta. Wrong where
    /// the capture loses in the long run.
    fn probcut(&mut self, node: &Node) -> Option<Score> {
        let goal =
            node.window.beta + probcut_margin() - probcut_improving() * i32::from(node.improving);
        let doubted = node.known.is_some_and(|entry| {
            entry.depth > node.depth - probcut_reduction() && entry.score < goal
        });
        if node.depth < probcut_depth() || node.window.beta.is_mate() || goal.is_mate() || doubted {
            return None;
        }
        let missing = goal - self.frames[node.ply].eval?;
        let depth = node.depth - probcut_reduction();
        let ask = -Window::below(goal);
        let mut picker = Picker::good_noisy(node.table_move());
        let context = HistoryContext::default();
        while let Some(mv) = picker.next(self.board.position(), self.histories, &context) {
            if !self.board.position().see_at_least(mv, missing) {
                continue;
            }
            self.play(node.ply, mv);
            let mut score = -self.quiescence::<false>(node.ply + 1, ask);
            if score >= goal && depth > 0 {
                score = -self.node::<NonPvNode>(node.ply + 1, ask, depth, !node.cut);
            }
            self.board.undo();
            if self.stopped {
                return None;
            }
            if score >= goal {
                let entry = TtEntry {
                    mv: Some(mv),
                    score,
                    eval: self.frames[node.ply].raw,
                    depth: depth + 1,
                    bound: Bound::Lower,
                    pv: node.was_pv,
                };
                self.table.store(self.board.key(), node.ply, entry);
                return Some(score);
            }
        }
        None
    }
}

/// Reverse futility pruning, or static null move: so much above beta that no
/// single ply is likely to lose it. Wrong where a threat is hanging that the
/// evaluation does not see. What it returns lies between the two: the
/// evaluation is not proven either.
fn reverse_futility(node: &Node, eval: Score) -> Option<Score> {
    let beta = node.window.beta;
    let plies = node.depth - Depth::from(node.improving);
    let decided = node.depth <= reverse_futility_depth()
        && eval - reverse_futility_per_ply() * plies >= beta
        && !eval.is_mate()
        && !beta.is_loss();
    decided.then(|| doubted(eval, beta))
}

/// Whether the side to move has more than pawns: without, having to move is
/// often a misfortune.
fn has_pieces(position: &Position) -> bool {
    let side = position.side_to_move();
    let simple = position.kind(PieceKind::Pawn) | position.kind(PieceKind::King);
    (position.color(side) - simple).any()
}

/// Step 13: whether a move that is not the first deserves a search. A check
/// does unless it loses material, since it may be the way to a mate that no
/// evaluation sees.
pub fn judge(
    node: &Node,
    position: &Position,
    mv: Move,
    number: usize,
    alpha: Score,
    checks: &CheckInfo,
    threats: Bitboard,
) -> MovePruning {
    if !mv.is_quiet() {
        let loses = node.depth <= exchange_depth()
            && !position.see_at_least(mv, exchange_noisy_per_ply() * node.depth);
        return if loses { MovePruning::Skip } else { MovePruning::Try };
    }
    if !checks.gives(position, mv) && (is_late(node, number) || is_futile(node, number, alpha)) {
        return MovePruning::SkipQuiets;
    }
    // A quiet move that puts its man where it is lost.
    let depth = depth_after_reduction(node, number);
    let margin = exchange_quiet_per_ply_squared() * depth * depth;
    // Where nobody attacks, nothing is lost; nor can a man that nobody attacks
    // have shielded the square that he goes to.
    let is_safe = !threats.has(mv.from()) && !threats.has(mv.to());
    if node.depth <= exchange_depth() && !is_safe && !position.see_at_least(mv, margin) {
        return MovePruning::Skip;
    }
    MovePruning::Try
}

/// Late move pruning: near the horizon, after so many moves, the rest of the
/// quiet ones will not do it either. Wrong where the order is wrong.
fn is_late(node: &Node, number: usize) -> bool {
    let moves = late_base() + node.depth * node.depth;
    let moves = if node.improving { moves } else { moves / 2 };
    node.depth <= late_depth() && number as i32 > moves
}

/// Futility pruning (J. Schaeffer; E. Heinz, "Extended futility pruning",
/// 1998): near the horizon a quiet move gains little, so one that would have
/// to gain much is left out. Wrong for threats of mate. Not in check, where
/// there is no evaluation.
fn is_futile(node: &Node, number: usize, alpha: Score) -> bool {
    let depth = depth_after_reduction(node, number);
    let Some(eval) = node.eval else { return false };
    depth <= futility_depth() && eval + futility_base() + futility_per_ply() * depth <= alpha
}

/// How deep the move would be searched, about.
fn depth_after_reduction(node: &Node, number: usize) -> Depth {
    (node.depth - super::reductions::basic(node.depth, number)).max(0)
}
