//! Pruning. Every rule here assumes that a shallow search, or none, tells what a
//! deep one would. Each function says what it assumes and when that is wrong.

use super::check_info::CheckInfo;
use super::info::{Node, NodeVisit, NonPvNode};
use super::reductions::move_reduction;
use super::tt_use::blend_toward_beta;
use crate::chess::board::Position;
use crate::chess::types::{Bitboard, Depth, Move, PieceKind, Score};
use crate::engine::history::{HistoryContext, HistoryScore};
use crate::engine::search::moves::picker::MovePicker;
use crate::engine::search::params::*;
use crate::engine::search::thread::search_thread::SearchThread;
use crate::engine::search::window::{Window, end_with};
use crate::engine::tt::{Bound, TtEntry};
use std::ops::ControlFlow;

/// The verdict of pruning on a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovePruning {
    Search,
    Skip,
    /// Skip it and all later quiet moves that give no check.
    SkipQuiets,
    /// Skip it and all later moves.
    SkipAll,
}

/// A move that may be pruned.
pub struct Candidate {
    pub mv: Move,
    /// Its place in the order, from one.
    pub move_count: usize,
    pub history_score: HistoryScore,
    /// Whether it and all moves after it are bad noisy moves.
    pub is_bad_noisy: bool,
}

impl SearchThread<'_> {
    /// Step 7 of a node: hindsight adjustment of the depth (an idea of
    /// Stockfish's). If the last move was reduced and the opponent does not
    /// stand worse after it, this node is searched deeper. If the opponent
    /// stands much worse, it is searched less deep. Once: the search that verifies
    /// a null move has the depth that it needs.
    pub fn hindsight_adjustment(&self, node: &Node) -> Depth {
        let depth = node.depth;
        let Some(parent) = node.ply.checked_sub(1).map(|ply| &self.stack[ply]) else {
            return depth;
        };
        if !node.visit.judges_parent() {
            return depth;
        }
        let (Some(now), Some(before)) = (self.stack[node.ply].static_eval, parent.static_eval)
        else {
            return depth;
        };
        // What the opponent's move has cost it.
        let loss = now.0 + before.0 - tempo_sum();
        if parent.reduction >= hindsight_extension_reduction() && loss <= 0 {
            depth + 1
        } else if parent.reduction >= hindsight_reduction_reduction()
            && depth >= hindsight_min_depth()
            && loss > hindsight_margin()
        {
            depth - 1
        } else {
            depth
        }
    }

    /// Steps 8 to 10 of a node: a node that is pruned ends. Never in check, where
    /// there is no static evaluation.
    pub fn prune_node(&mut self, node: &Node) -> ControlFlow<Score> {
        let Some(eval) = node.eval else { return ControlFlow::Continue(()) };
        // 8. Reverse futility pruning: far above beta near the horizon.
        end_with(reverse_futility_pruning(node, eval))?;
        // 9. Null move pruning: even without a move the score reaches beta.
        end_with(self.null_move_pruning(node, eval))?;
        // 10. Probcut: a capture exceeds beta by a margin in a shallow search.
        end_with(self.probcut(node))
    }

    /// Step 9: null move pruning (D. Beal, 1989; C. Donninger, 1993). If the
    /// side to move could make no move at all and still reach beta in a
    /// reduced search, some legal move will too. This is wrong in zugzwang, so
    /// the side needs a non-pawn piece, and a cutoff at high depth is verified
    /// by a search without null moves. Only where a beta cutoff is expected (as in
    /// Clockwork), and not where the TT says that a capture of a piece reaches beta:
    /// that move is the proof to try (as in Viridithas).
    fn null_move_pruning(&mut self, node: &Node, eval: Score) -> Option<Score> {
        let beta = node.window.beta;
        let follows_null_move = node.ply > 0 && self.stack[node.ply - 1].mv.is_none();
        let margin = nmp_static_margin() - nmp_static_per_ply() * node.depth;
        if node.depth < nmp_depth()
            || !node.cut_node
            || eval < beta
            || node.static_eval.is_none_or(|static_eval| static_eval < beta + margin)
            || beta.is_loss()
            || follows_null_move
            || wins_piece_by_tt(node, self.board.position())
            || self.nmp_min_ply.is_some_and(|least| node.ply < least)
            || !has_non_pawn_pieces(self.board.position())
        {
            return None;
        }
        let by_eval = ((eval - beta) / nmp_eval_divisor()).min(nmp_eval_max());
        let depth = node.depth - nmp_base_reduction() - node.depth / nmp_depth_divisor() - by_eval;

        self.make_null_move(node.ply);
        let window = -Window::below(beta);
        let score = -self.search_node::<NonPvNode>(node.ply + 1, window, depth, !node.cut_node);
        self.board.undo();

        if self.stopped || score < beta {
            return None;
        }
        // A mate found after a null move is not a proven mate.
        let score = if score.is_win() { beta } else { score };
        let verified = node.depth < nmp_verify_depth() || self.verify_null_move(node, depth);
        verified.then_some(score)
    }

    /// Whether a search without null moves, down to a ply well below this
    /// node, reaches beta too.
    fn verify_null_move(&mut self, node: &Node, depth: Depth) -> bool {
        if self.nmp_min_ply.is_some() {
            // Verifications within verifications would multiply.
            return true;
        }
        let beta = node.window.beta;
        let plies = depth.max(0) as usize * nmp_verify_share() as usize / 100;
        self.nmp_min_ply = Some(node.ply + plies.max(1));
        let score = self.preserving_stack_entry(node.ply, |thread| {
            let (window, visit) = (Window::below(beta), NodeVisit::Verification);
            thread.visit_node::<NonPvNode>(node.ply, window, depth.max(1), false, visit)
        });
        self.nmp_min_ply = None;
        !self.stopped && score >= beta
    }

    /// Step 10: probcut (M. Buro, "ProbCut", 1995, in Stockfish's form). If a
    /// capture exceeds beta by a margin, first in quiescence search and then
    /// in a reduced search, the full search would reach beta. The more
    /// quiescence exceeds the margin, the shallower the search and the higher the
    /// bar (as in Reckless). Only where a beta cutoff is expected. This is wrong
    /// where the capture loses in the long run.
    fn probcut(&mut self, node: &Node) -> Option<Score> {
        let probcut_beta =
            node.window.beta + probcut_margin() - probcut_improving() * i32::from(node.improving());
        let tt_contradicts = node.tt_entry.is_some_and(|entry| {
            entry.depth > node.depth - probcut_reduction() && entry.score < probcut_beta
        });
        if node.depth < probcut_depth()
            || !node.cut_node
            || node.window.beta.is_decisive()
            || probcut_beta.is_decisive()
            || tt_contradicts
        {
            return None;
        }
        let required_gain = probcut_beta - self.stack[node.ply].static_eval?;
        let depth = node.depth - probcut_reduction();
        let window = -Window::below(probcut_beta);
        let mut picker = MovePicker::good_noisy(node.tt_move);
        let context = HistoryContext::default();
        while let Some(mv) = self.next_move(&mut picker, &context) {
            if !self.board.position().see_at_least(mv, required_gain) {
                continue;
            }
            self.make_move(node.ply, mv);
            let mut score = -self.quiescence::<false>(node.ply + 1, window);
            let excess = (score - probcut_beta) / probcut_excess_divisor();
            let less = excess.clamp(0, depth.max(0));
            let (depth, bar) = (depth - less, probcut_beta + probcut_excess_divisor() * less);
            if score >= bar && depth > 0 {
                let window = -Window::below(bar);
                score = -self.search_node::<NonPvNode>(node.ply + 1, window, depth, !node.cut_node);
            }
            self.board.undo();
            if self.stopped {
                return None;
            }
            if score >= bar {
                let entry = TtEntry {
                    mv: Some(mv),
                    score,
                    eval: self.stack[node.ply].raw_eval,
                    depth: depth + 1,
                    bound: Some(Bound::Lower),
                    pv: node.tt_pv,
                };
                self.tt.store(self.board.key(), node.ply, entry);
                let margin = probcut_beta - node.window.beta;
                return Some(if score.is_decisive() { score } else { score - margin });
            }
        }
        None
    }
}

/// Step 8: reverse futility pruning, also called static null move pruning. The
/// evaluation is so far above beta that the opponent is unlikely to bring it
/// down in the remaining plies. This is wrong where a threat exists that the
/// evaluation does not see, so more is required where the evaluation is often
/// corrected, and a quiet TT move that did not fail low is searched. The evaluation is
/// not proven either, so the score lies between it and beta.
fn reverse_futility_pruning(node: &Node, eval: Score) -> Option<Score> {
    let beta = node.window.beta;
    let plies = node.depth - Depth::from(node.improving());
    let margin = rfp_base()
        + rfp_per_ply() * plies
        + rfp_square() * plies * plies / 16
        + node.correction * rfp_correction_share() / 100;
    let has_quiet_move = node
        .tt_entry
        .is_some_and(|entry| entry.is_at_least() && entry.mv.is_some_and(|mv| mv.is_quiet()));
    let prunes = node.depth <= rfp_depth()
        && !node.tt_pv
        && !has_quiet_move
        && eval - margin >= beta
        && !eval.is_decisive()
        && !beta.is_loss();
    prunes.then(|| blend_toward_beta(eval, beta))
}

/// Whether the side to move has a piece other than pawns and king. Without
/// one, zugzwang is common.
fn has_non_pawn_pieces(position: &Position) -> bool {
    let side = position.side_to_move();
    let pawns_and_kings = position.kind(PieceKind::Pawn) | position.kind(PieceKind::King);
    (position.color(side) - pawns_and_kings).any()
}

/// Whether the TT says that a capture of a piece reaches beta.
fn wins_piece_by_tt(node: &Node, position: &Position) -> bool {
    let Some(entry) = node.tt_entry.filter(|entry| entry.bound == Some(Bound::Lower)) else {
        return false;
    };
    let captured = entry.mv.filter(|mv| mv.is_capture()).and_then(|mv| position.on(mv.to()));
    captured.is_some_and(|piece| piece.kind() != PieceKind::Pawn)
}

/// Step 13 of a node: whether a move is pruned. `threats` are the squares that
/// the opponent attacks. A move that gives check is pruned only if it loses
/// material, since it may lead to a mate that the evaluation does not see. In check
/// every evasion that loses no material is searched: there are few, and nothing
/// tells which will do.
pub fn prune_move(
    node: &Node,
    position: &Position,
    candidate: &Candidate,
    alpha: Score,
    check_info: &CheckInfo,
    threats: Bitboard,
) -> MovePruning {
    let mv = candidate.mv;
    let depth = reduced_depth(node, candidate);
    let gives_check = check_info.gives_check(position, mv);
    if !mv.is_quiet() {
        if !gives_check && bad_noisy_futility(node, candidate, depth, alpha) {
            return MovePruning::SkipAll;
        }
        let loses_material = node.depth <= see_depth()
            && !position.see_at_least(mv, see_noisy_margin() * node.depth);
        return if loses_material { MovePruning::Skip } else { MovePruning::Search };
    }
    if !gives_check && node.static_eval.is_some() {
        if late_move_pruning(node, candidate) || futility_pruning(node, candidate, depth, alpha) {
            return MovePruning::SkipQuiets;
        }
        if history_pruning(node, depth, candidate.history_score) {
            return MovePruning::Skip;
        }
    }
    // Static exchange evaluation. A move between two squares that the opponent
    // does not attack loses nothing: a piece that is not attacked cannot have
    // shielded its destination.
    let margin = see_quiet_margin() * depth * depth;
    let is_safe = !threats.has(mv.from()) && !threats.has(mv.to());
    if node.depth <= see_depth() && !is_safe && !position.see_at_least(mv, margin) {
        return MovePruning::Skip;
    }
    MovePruning::Search
}

/// Late move pruning: near the horizon, after many moves, the remaining quiet
/// moves are unlikely to raise alpha. Their number grows with the improvement and
/// with the history score (as in Reckless). This is wrong where the move order is
/// wrong.
fn late_move_pruning(node: &Node, candidate: &Candidate) -> bool {
    let hundredths = lmp_base()
        + lmp_square() * node.depth * node.depth
        + 100 * node.improvement / lmp_improvement_divisor()
        + 100 * candidate.history_score.0 / lmp_history_divisor();
    100 * candidate.move_count as i32 >= hundredths
}

/// Futility pruning (J. Schaeffer; E. Heinz, "Extended futility pruning", 1998):
/// near the horizon a quiet move gains little, so it is pruned if it would have
/// to gain much: the more, the better its history. This is wrong for mate threats.
/// Not in check, where there is no evaluation. A TT score cannot replace it: it may
/// come from the very move that a singular extension search leaves out. `depth` is
/// the reduced depth.
fn futility_pruning(node: &Node, candidate: &Candidate, depth: Depth, alpha: Score) -> bool {
    let Some(eval) = node.static_eval else { return false };
    let by_history = candidate.history_score.0 / futility_history_divisor();
    let gain = futility_base() + futility_per_ply() * depth + by_history;
    depth <= futility_depth() && eval + gain <= alpha
}

/// Futility pruning of bad noisy moves (as in Reckless): they lose material, so the
/// evaluation must be near alpha already. Only bad noisy moves follow, so all are
/// skipped. This is wrong where the move opens an attack.
fn bad_noisy_futility(node: &Node, candidate: &Candidate, depth: Depth, alpha: Score) -> bool {
    let Some(eval) = node.static_eval.filter(|_| candidate.is_bad_noisy) else { return false };
    let by_history = candidate.history_score.0 / noisy_futility_history_divisor();
    let gain = noisy_futility_base() + noisy_futility_per_ply() * depth + by_history;
    depth <= noisy_futility_depth() && eval + gain <= alpha
}

/// History pruning: near the horizon a quiet move that has failed in most other
/// positions is unlikely to raise alpha in this one. This is wrong where the
/// position differs from those in what matters.
fn history_pruning(node: &Node, depth: Depth, history_score: HistoryScore) -> bool {
    depth <= history_pruning_depth() && history_score.0 < history_pruning_per_ply() * node.depth
}

/// The approximate depth to which the move would be searched, in plies: a quiet
/// move with a good history is reduced less.
fn reduced_depth(node: &Node, candidate: &Candidate) -> Depth {
    let history = if candidate.mv.is_quiet() { candidate.history_score } else { HistoryScore(0) };
    (node.depth - move_reduction(node.depth, candidate.move_count, history)).max(0)
}
