//! What the search reads from the histories and how it updates them.

use super::info::{MoveLoopResult, Node};
use crate::chess::movegen::is_legal;
use crate::chess::types::{Depth, Move, Score};
use crate::engine::eval::is_known_endgame;
use crate::engine::history::{CorrectionSlots, CorrectionWeights, HistoryContext, PieceTo};
use crate::engine::search::params::*;
use crate::engine::search::thread::search_thread::SearchThread;
use crate::engine::search::window::Window;
use crate::engine::tt::{Bound, TtEntry};

/// The moves that the continuation history uses, in plies back from a node.
const CONTINUATION_PLIES: [usize; 3] = [1, 2, 4];
/// The moves that the correction history uses, in plies back from a node.
const CORRECTION_PLIES: [usize; 3] = [1, 2, 4];

impl SearchThread<'_> {
    /// What the history scores of the moves at `ply` depend on.
    #[inline]
    pub fn history_context(&self, ply: usize) -> HistoryContext {
        let position = self.board.position();
        HistoryContext {
            attacked: Some(position.attacked_by(!position.side_to_move())),
            previous: self.moves_before(ply),
        }
    }

    /// The moves before `ply` that the continuation history uses.
    #[inline]
    fn moves_before(&self, ply: usize) -> [PieceTo; 3] {
        CONTINUATION_PLIES.map(|plies| self.move_before(ply, plies))
    }

    /// Finds the errors of evaluations like that of the current position, which is at
    /// `ply`, and fetches them into the cache.
    #[inline]
    pub fn find_corrections(&mut self, ply: usize) {
        let slots = self.correction_slots(ply);
        self.histories.corrections.prefetch(&slots);
        self.stack[ply].correction_slots = slots;
    }

    #[inline]
    fn correction_slots(&self, ply: usize) -> CorrectionSlots {
        let last = CORRECTION_PLIES.map(|plies| self.move_before(ply, plies));
        CorrectionSlots::of(self.board.position(), last)
    }

    /// The move made `plies` plies before `ply`; `NONE` for a null move and
    /// before the root.
    #[inline]
    fn move_before(&self, ply: usize, plies: usize) -> PieceTo {
        ply.checked_sub(plies).map_or(PieceTo::NONE, |earlier| self.stack[earlier].piece_to)
    }

    /// What to add to the raw evaluation because of its errors in similar
    /// positions, in centipawns for the side to move. Nothing in a known end game,
    /// whose value is no estimate but measures the progress towards mate: a
    /// correction would only make it look unsure.
    #[inline]
    pub fn correction(&self, ply: usize) -> i32 {
        if is_known_endgame(self.board.position()) {
            return 0;
        }
        let weights = CorrectionWeights {
            pawns: correction_pawns(),
            minors: correction_minors(),
            majors: correction_majors(),
            non_pawns: correction_non_pawns(),
            continuation: correction_continuation(),
            far_continuation: correction_far_continuation(),
        };
        let slots = &self.stack[ply].correction_slots;
        debug_assert_eq!(*slots, self.correction_slots(ply), "of the current position");
        self.histories.corrections.correction(slots, &weights)
    }

    /// Step 6 of a node: updates the quiet history of the move that led here
    /// by the change of the static evaluation (an idea of Stockfish's). The
    /// moves searched after it are ordered better before any of them has been
    /// searched.
    pub fn update_eval_gain(&mut self, ply: usize) {
        let Some(parent) = ply.checked_sub(1).map(|parent| self.stack[parent]) else { return };
        if let Some(mv) = parent.mv.filter(|mv| mv.is_quiet())
            && let Some(before) = parent.static_eval
            && let Some(after) = self.stack[ply].static_eval
        {
            let side = !self.board.position().side_to_move();
            let bonus = eval_gain(before, after) * eval_gain_weight();
            self.histories.update_quiet(side, mv, parent.threats, bonus);
        }
    }

    /// Updates the histories on a beta cutoff: a bonus for the move that made
    /// it, a malus for those searched before it.
    pub fn update_on_cutoff(
        &mut self,
        node: &Node,
        best: Move,
        tried: &[Move],
        context: &HistoryContext,
    ) {
        let position = self.board.position();
        let bonus = history_bonus(node.depth);
        self.histories.update(position, best, context, bonus);
        for &mv in tried {
            // A noisy best move says nothing against the quiet moves before it; a
            // quiet one is evidence against all of them.
            if best.is_quiet() || !mv.is_quiet() {
                let share = if mv.is_quiet() { quiet_malus_share() } else { noisy_malus_share() };
                self.histories.update(position, mv, context, -bonus * share / 100);
            }
        }
        if node.visit.judges_parent() {
            self.update_refuted_move(node.ply, 1, refuted_malus(node.depth));
        }
    }

    /// A malus, in the continuation history, for the opponent's quiet move that led
    /// here, if it was among the first `early` ones of its node: it came so soon
    /// because of its history, and is refuted (an idea of Stockfish's).
    fn update_refuted_move(&mut self, ply: usize, early: i32, malus: i32) {
        let Some(parent) = ply.checked_sub(1) else { return };
        let entry = self.stack[parent];
        if entry.mv.is_some_and(Move::is_quiet) && (1..=early as usize).contains(&entry.move_count)
        {
            let previous = self.moves_before(parent);
            self.histories.update_continuation(entry.piece_to, previous, -malus);
        }
    }

    /// Step 16 of a node: updates the continuation history of a move whose
    /// reduced search exceeded alpha, by whether the full search did too (an
    /// idea of Stockfish's).
    pub fn update_on_full_search(&mut self, ply: usize, depth: Depth, succeeded: bool) {
        let Some(_) = self.stack[ply].mv.filter(|mv| mv.is_quiet()) else { return };
        let bonus = if succeeded { history_bonus(depth) } else { -history_bonus(depth) };
        let previous = self.moves_before(ply);
        self.histories.update_continuation(self.stack[ply].piece_to, previous, bonus);
    }

    /// Step 18 of a node: when no move raises alpha, a bonus for the opponent's
    /// move that led here (an idea of Stockfish's). No move has answered it, so
    /// nothing else rewards it where it was not the first to cut off.
    pub fn update_on_fail_low(&mut self, node: &Node) {
        let Some(parent) = node.ply.checked_sub(1) else { return };
        let entry = self.stack[parent];
        let Some(mv) = entry.mv else { return };
        if !mv.is_quiet() {
            let bonus = (fail_low_noisy_per_ply() * node.depth).min(fail_low_noisy_max());
            self.histories.update_noisy(entry.piece_to, self.board.last_captured(), bonus);
            return;
        }
        let bonus = history_bonus(node.depth) * fail_low_bonus_share() / 100;
        let side = !self.board.position().side_to_move();
        let previous = self.moves_before(parent);
        self.histories.update_quiet(side, mv, entry.threats, bonus);
        self.histories.update_continuation(entry.piece_to, previous, bonus);
    }

    /// Step 5 of a node: a bonus for the quiet TT move when the TT entry causes a
    /// beta cutoff, and a malus for an early quiet move that it refutes. The bonus
    /// is due since the history comes from other paths to this position, so that the
    /// continuation history does not know yet that the move works here.
    /// No bonus after a late move of the opponent's: most of these are refuted by
    /// anything.
    pub fn update_on_tt_cutoff(
        &mut self,
        ply: usize,
        window: Window,
        depth: Depth,
        tt_entry: Option<&TtEntry>,
    ) {
        if let Some(entry) = tt_entry
            && entry.score >= window.beta
        {
            let is_early = ply
                .checked_sub(1)
                .is_some_and(|parent| self.stack[parent].move_count <= tt_refuted_moves() as usize);
            if is_early
                && let Some(mv) = entry.mv.filter(|mv| mv.is_quiet())
                && is_legal(self.board.position(), mv)
            {
                let context = self.history_context(ply);
                let bonus = history_bonus(depth) * tt_cutoff_bonus_share() / 100;
                self.histories.update(self.board.position(), mv, &context, bonus);
            }
            let malus = (tt_refuted_malus_per_ply() * depth).min(tt_refuted_malus_max());
            self.update_refuted_move(ply, tt_refuted_moves(), malus);
        }
    }

    /// Step 19 of a node: updates the correction history by the difference
    /// between the result and the static evaluation. Only a quiet result counts,
    /// since material won by a capture is not an error of the evaluation, and
    /// only a bound that contradicts the evaluation.
    pub fn update_correction_history(&mut self, node: &Node, result: &MoveLoopResult) {
        if let Some(static_eval) = self.stack[node.ply].static_eval
            && result.mv.is_none_or(Move::is_quiet)
            && !result.score.is_decisive()
            && !(result.bound == Bound::Lower && result.score <= static_eval)
            && !(result.bound == Bound::Upper && result.score >= static_eval)
        {
            self.learn_eval_error(node.ply, result.score - static_eval, node.depth);
        }
    }

    /// Updates the correction history by an error of the static evaluation in
    /// centipawns, found by a search of `depth` plies. A known end game teaches
    /// nothing: it has no correction, so its error would never shrink, and others with
    /// the same king would get all of it.
    pub fn learn_eval_error(&mut self, ply: usize, error: i32, depth: Depth) {
        if !is_known_endgame(self.board.position()) {
            self.histories.corrections.update(&self.stack[ply].correction_slots, error, depth);
        }
    }
}

/// The history bonus of a beta cutoff at a depth in plies. A deep cutoff saves
/// more nodes than a shallow one.
fn history_bonus(depth: Depth) -> i32 {
    (history_bonus_per_ply() * depth + history_bonus_offset()).clamp(0, history_bonus_max())
}

/// The malus of a first move that is refuted.
fn refuted_malus(depth: Depth) -> i32 {
    (refuted_malus_per_ply() * depth + refuted_malus_offset()).clamp(0, refuted_malus_max())
}

/// What a move has gained, in centipawns: `before` is the static evaluation
/// before it, `after` the opponent's after it. Both sides have the right to move in
/// their own evaluation, so that the two cancel out but for what it is worth. The
/// gain is clamped, since a large one says more about hanging pieces than about the
/// move.
fn eval_gain(before: Score, after: Score) -> i32 {
    (tempo_sum() - after.0 - before.0).clamp(eval_gain_min(), eval_gain_max())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_gains_what_the_opponent_loses() {
        let nothing = eval_gain(Score(30), Score(-30));
        assert!(eval_gain(Score(30), Score(-50)) > nothing);
        assert!(eval_gain(Score(30), Score(0)) < nothing);
        assert_eq!(eval_gain(Score(30), Score(900)), eval_gain(Score(30), Score(2000)));
        assert_eq!(eval_gain(Score(30), Score(-900)), eval_gain(Score(30), Score(-2000)));
    }
}
