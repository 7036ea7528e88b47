//! What need not be searched. Every rule here is a bet that a shallow look
//! tells what a deeper one would; each says what it bets on, and when it
//! loses.

use super::checks::Checks;
use super::node::{Node, NonPv};
use super::params::*;
use super::window::Window;
use super::worker::{Frame, Worker};
use crate::board::Position;
use crate::history::Merit;
use crate::types::{Depth, Move, PieceKind, Score};

/// What to do with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Search it.
    Try,
    /// Leave it out.
    Skip,
    /// Leave it out, and all quiet moves after it that give no check.
    SkipQuiets,
}

impl Worker<'_> {
    /// Steps 7 to 9: a score if the node is decided without trying its moves.
    /// Not in check, where evaluations mean nothing.
    pub fn prune(&mut self, node: &Node<'_>) -> Option<Score> {
        let eval = node.eval?;
        // 7. So far above beta that the opponent will not get it down.
        if let Some(score) = reverse_futility(node, eval) {
            return Some(score);
        }
        // 8. So far below alpha that only captures could help.
        if let Some(score) = self.razor(node, eval) {
            return Some(score);
        }
        // 9. So strong that even passing keeps beta.
        self.pass(node, eval)
    }

    /// Razoring: near the horizon and far below alpha, quiescence is asked
    /// whether captures bring it back; if not, quiet moves would not either.
    /// Wrong where a quiet move threatens too much.
    fn razor(&mut self, node: &Node<'_>, eval: Score) -> Option<Score> {
        let margin = RAZORING_BASE + RAZORING_PER_PLY_SQUARED * node.depth * node.depth;
        if node.depth > RAZORING_DEPTH || eval + margin > node.window.alpha {
            return None;
        }
        let ask = Window::above(node.window.alpha);
        let score = self.quiescence::<false>(node.here, node.ply, ask);
        (score <= node.window.alpha && !score.is_mate()).then_some(score)
    }

    /// Null move pruning (D. Beal, 1989; C. Donninger, 1993): if the side to
    /// move could even pass and still reach beta in a shallower search, some
    /// real move will too. Wrong in zugzwang, so it needs a piece beside
    /// pawns, and deep cutoffs are verified by a search without passing.
    fn pass(&mut self, node: &Node<'_>, eval: Score) -> Option<Score> {
        let beta = node.window.beta;
        let passed_before = node.ply > 0 && self.frames[node.ply - 1].passed;
        if node.depth < NULL_DEPTH
            || eval < beta
            || beta.is_loss()
            || passed_before
            || node.ply < self.no_pass_before
            || !has_pieces(node.here.position())
        {
            return None;
        }
        let by_margin = ((eval - beta) / NULL_MARGIN_DIVISOR).min(NULL_MARGIN_MAX);
        let depth = node.depth - NULL_REDUCTION - node.depth / NULL_DEPTH_DIVISOR - by_margin;

        self.frames[node.ply].passed = true;
        let next = node.here.after_pass();
        self.table.prefetch(next.key());
        self.past.push(node.here.key());
        let ask = -Window::below(beta);
        let score = -self.node::<NonPv>(&next, node.ply + 1, ask, depth, !node.cut);
        self.past.pop();
        self.frames[node.ply].passed = false;

        if self.stopped || score < beta {
            return None;
        }
        // A mate found after passing is no proof of one.
        let score = if score.is_win() { beta } else { score };
        let verified = node.depth < NULL_VERIFY_DEPTH || self.verify_pass(node, depth);
        verified.then_some(score)
    }

    /// Whether beta is reached without passing as well, down to a ply well
    /// below this node.
    fn verify_pass(&mut self, node: &Node<'_>, depth: Depth) -> bool {
        if self.no_pass_before > 0 {
            // One verification at a time, or they would multiply.
            return true;
        }
        let beta = node.window.beta;
        self.no_pass_before = node.ply + (depth.max(0) as usize * 3 / 4).max(1);
        let score =
            self.node::<NonPv>(node.here, node.ply, Window::below(beta), depth.max(1), false);
        self.no_pass_before = 0;
        // The verification has used this ply's frame; the node goes on.
        self.frames[node.ply] = Frame { eval: self.frames[node.ply].eval, passed: false };
        !self.stopped && score >= beta
    }
}

/// Reverse futility pruning, or static null move: so much above beta that no
/// single ply is likely to lose it. Wrong where a threat is hanging that the
/// evaluation does not see. What it returns lies between the two: the
/// evaluation is not proven either.
fn reverse_futility(node: &Node<'_>, eval: Score) -> Option<Score> {
    let beta = node.window.beta;
    let plies = node.depth - Depth::from(node.improving);
    let decided = node.depth <= REVERSE_FUTILITY_DEPTH
        && eval - REVERSE_FUTILITY_PER_PLY * plies >= beta
        && !eval.is_mate()
        && !beta.is_loss();
    decided.then_some(Score((eval.0 + beta.0) / 2))
}

/// Whether the side to move has more than pawns: without, having to move is
/// often a misfortune.
fn has_pieces(position: &Position) -> bool {
    let side = position.side();
    let simple = position.kind(PieceKind::Pawn) | position.kind(PieceKind::King);
    (position.color(side) - simple).any()
}

/// Step 12: whether a move that is not the first deserves a search. A check
/// does unless it loses material, since it may be the way to a mate that no
/// evaluation sees.
pub fn judge(
    node: &Node<'_>,
    mv: Move,
    number: usize,
    merit: Merit,
    alpha: Score,
    checks: &Checks,
) -> Verdict {
    let position = node.here.position();
    if !mv.is_quiet() {
        let loses = node.depth <= EXCHANGE_DEPTH
            && !position.see_at_least(mv, EXCHANGE_NOISY_PER_PLY * node.depth);
        return if loses { Verdict::Skip } else { Verdict::Try };
    }
    if !checks.gives(position, mv) {
        if is_late(node, number) || is_futile(node, number, alpha) {
            return Verdict::SkipQuiets;
        }
        // What has failed again and again will fail here.
        if node.depth <= HISTORY_DEPTH && merit.get() < HISTORY_PER_PLY * node.depth {
            return Verdict::Skip;
        }
    }
    // A quiet move that puts its man where it is lost.
    let depth = depth_after_reduction(node, number);
    let margin = EXCHANGE_QUIET_PER_PLY_SQUARED * depth * depth;
    if node.depth <= EXCHANGE_DEPTH && !position.see_at_least(mv, margin) {
        return Verdict::Skip;
    }
    Verdict::Try
}

/// Late move pruning: near the horizon, after so many moves, the rest of the
/// quiet ones will not do it either. Wrong where the order is wrong.
fn is_late(node: &Node<'_>, number: usize) -> bool {
    let moves = LATE_BASE + node.depth * node.depth;
    let moves = if node.improving { moves } else { moves / 2 };
    node.depth <= LATE_DEPTH && number as i32 > moves
}

/// Futility pruning (J. Schaeffer; E. Heinz, "Extended futility pruning",
/// 1998): near the horizon a quiet move gains little, so one that would have
/// to gain much is left out. Wrong for threats of mate. Not in check, where
/// there is no evaluation.
fn is_futile(node: &Node<'_>, number: usize, alpha: Score) -> bool {
    let depth = depth_after_reduction(node, number);
    let Some(eval) = node.eval else { return false };
    depth <= FUTILITY_DEPTH && eval + FUTILITY_BASE + FUTILITY_PER_PLY * depth <= alpha
}

/// How deep the move would be searched, about.
fn depth_after_reduction(node: &Node<'_>, number: usize) -> Depth {
    (node.depth - super::reductions::basic(node.depth, number)).max(0)
}
