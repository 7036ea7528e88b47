//! Quiescence search: captures and promotions are searched until the position
//! is quiet enough for the static evaluation.

use super::check_info::CheckInfo;
use super::tt_use::{QUIESCENCE_DEPTH, blend_toward_beta, tt_adjusted_eval, tt_cutoff};
use crate::chess::board::Position;
use crate::chess::types::{Move, PieceKind, Score};
use crate::engine::history::HistoryContext;
use crate::engine::search::moves::picker::MovePicker;
use crate::engine::search::params::{delta_margin, quiescence_moves};
use crate::engine::search::thread::search_thread::SearchThread;
use crate::engine::search::window::Window;
use crate::engine::tt::{Bound, TtEntry};
use std::ops::ControlFlow;

/// The nodes that quiescence may visit for each node of the search above it.
const NODES_PER_NODE: u64 = 16;
/// The nodes that quiescence may visit beside those: the first iterations have
/// few nodes, and one long exchange is not an explosion.
const SPARE_NODES: u64 = 1 << 16;

impl SearchThread<'_> {
    /// Searches captures and promotions that lose no material, and in check
    /// all evasions. The side to move may also take the static evaluation
    /// ("stand pat"): some quiet move is assumed to be no worse. This is wrong
    /// in zugzwang and where several pieces hang.
    pub fn quiescence<const PV: bool>(&mut self, ply: usize, window: Window) -> Score {
        // 1. Node count and limits: a stopped search returns at once.
        if !self.enter_node::<PV>(ply) {
            return Score::DRAW;
        }
        self.quiescence_nodes += 1;

        // 2. Draws, the maximum ply and spent nodes: the search ends here, or the side
        //    to move can repeat a position with its next move.
        if let Some(score) = self.draw_or_max_ply(ply) {
            return score;
        }
        let window = match self.upcoming_repetition(ply, window) {
            ControlFlow::Continue(window) => window,
            ControlFlow::Break(score) => return score,
        };
        if self.quiescence_is_spent() {
            return self.board.evaluate();
        }

        // 3. Transposition table cutoff: an earlier search has proven enough.
        let tt_entry = self.tt.probe(self.board.key(), ply);
        if !PV
            && let Some(score) =
                tt_cutoff(tt_entry.as_ref(), &self.board, ply, window, QUIESCENCE_DEPTH)
        {
            return score;
        }

        self.prefetch_tt_move(tt_entry.as_ref());

        // 4. Stand pat: without a need to move, the evaluation is enough for
        //    beta. In check the side to move has no such choice.
        let raw_eval = self.raw_eval(tt_entry.as_ref());
        let eval = raw_eval
            .map(|raw| self.corrected_eval(raw, self.correction(ply, raw)))
            .map(|eval| tt_adjusted_eval(eval, tt_entry.as_ref()));
        let mut best_score = eval.unwrap_or(Score::mated_in(ply));
        if best_score >= window.beta {
            if tt_entry.is_none() {
                self.store_eval(ply, raw_eval, PV);
            }
            return blend_toward_beta(best_score, window.beta);
        }

        // 5. to 10. The move loop.
        let tt_move = tt_entry.and_then(|entry| entry.mv);
        let window = Window { alpha: window.alpha.max(best_score), ..window };
        let best_move = self.quiescence_moves::<PV>(ply, window, eval, tt_move, &mut best_score);
        if self.stopped {
            return Score::DRAW;
        }

        // 11. Transposition table: the next visit profits from the result.
        if best_score >= window.beta {
            best_score = blend_toward_beta(best_score, window.beta);
        }
        let bound = if best_score >= window.beta { Bound::Lower } else { Bound::Upper };
        let entry = TtEntry {
            mv: best_move,
            score: best_score,
            eval: raw_eval,
            depth: QUIESCENCE_DEPTH,
            bound: Some(bound),
            pv: tt_entry.is_some_and(|entry| entry.pv),
        };
        self.tt.store(self.board.key(), ply, entry);
        best_score
    }

    /// Whether quiescence has visited too many nodes, compared with the search
    /// above it, to end in time. Captures end by themselves, but on a board full
    /// of queens there are more sequences of them than anyone can wait for. In
    /// other positions quiescence never comes near the limit, so the limit costs
    /// them nothing.
    fn quiescence_is_spent(&self) -> bool {
        let others = self.nodes - self.quiescence_nodes;
        self.quiescence_nodes > SPARE_NODES + NODES_PER_NODE * others
    }

    /// Steps 5 to 10: searches the moves one after the other, raises
    /// `best_score`, and returns the best move if one has raised alpha. `eval`
    /// is `None` in check.
    #[inline]
    fn quiescence_moves<const PV: bool>(
        &mut self,
        ply: usize,
        mut window: Window,
        eval: Option<Score>,
        tt_move: Option<Move>,
        best_score: &mut Score,
    ) -> Option<Move> {
        // 5. Move ordering: the picker returns the most promising move first.
        //    The history score of a noisy move needs no context.
        let mut best_move = None;
        let in_check = eval.is_none();
        let context = if in_check { self.history_context(ply) } else { HistoryContext::default() };
        let mut picker = MovePicker::of_quiescence(in_check, tt_move);
        let last_to = ply.checked_sub(1).and_then(|parent| self.stack[parent].mv).map(Move::to);
        let mut move_count = 0;
        while let Some(mv) = self.next_move(&mut picker, &context) {
            // 6. Delta pruning: even the captured piece does not reach alpha.
            if let Some(bound) =
                eval.and_then(|eval| delta_pruning(self.board.position(), mv, eval, window.alpha))
            {
                *best_score = (*best_score).max(bound);
                continue;
            }

            // 7. Late captures: after the first few only recaptures,
            //    promotions and checks count.
            move_count += 1;
            if move_count > quiescence_moves()
                && !in_check
                && Some(mv.to()) != last_to
                && mv.promotion().is_none()
                && !CheckInfo::of(self.board.position()).gives_check(self.board.position(), mv)
            {
                continue;
            }

            // 8. Make the move and search it.
            self.make_move(ply, mv);
            let score = -self.quiescence::<PV>(ply + 1, -window);
            self.board.undo();
            if self.stopped {
                break;
            }

            // 9. Best move and beta cutoff.
            if score > *best_score {
                *best_score = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_move = Some(mv);
                    if PV {
                        self.pv.update(ply, mv);
                    }
                    if score >= window.beta {
                        break;
                    }
                }
            }

            // 10. Evasions: once a move avoids mate, the quiet moves and those
            //    that lose material are skipped.
            if !best_score.is_loss() {
                picker.keep_good_noisy();
            }
        }
        best_move
    }
}

/// The most that a capture can bring, if that does not reach alpha ("delta
/// pruning"). `None` for promotions, which bring more than the victim.
#[inline]
fn delta_pruning(position: &Position, mv: Move, eval: Score, alpha: Score) -> Option<Score> {
    if mv.promotion().is_some() {
        return None;
    }
    let victim = position.on(mv.to()).map_or(PieceKind::Pawn, |piece| piece.kind());
    let most = eval + victim.value() + delta_margin();
    (most <= alpha).then_some(most)
}
