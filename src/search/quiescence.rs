//! Beyond the horizon: captures and promotions are played out until the
//! position is quiet enough for the evaluation to mean something.

use super::node::{answer, doubted, refined};
use super::params::quiescence_margin;
use super::picker::Picker;
use super::window::Window;
use super::worker::SearchThread;
use crate::board::Position;
use crate::history::HistoryContext;
use crate::tt::{Bound, TtEntry};
use crate::types::{Move, PieceKind, Score};

impl SearchThread<'_> {
    /// Searches captures and promotions that lose no material, and in check
    /// every way out. The side to move may also leave it at the evaluation
    /// ("stand pat"): it is assumed that some quiet move is no worse, which
    /// fails in zugzwang and where everything hangs.
    pub fn quiescence<const PV: bool>(&mut self, ply: usize, window: Window) -> Score {
        // 1. Count the node, unless the search has ended.
        if !self.enter::<PV>(ply) {
            return Score::DRAW;
        }

        // 2. Draws, and the end of the stack.
        if let Some(score) = self.end_of_line(ply) {
            return score;
        }

        // 3. Has the table the answer?
        let known = self.table.probe(self.board.key(), ply);
        if !PV && let Some(score) = answer(known.as_ref(), &self.board, ply, window, 0) {
            return score;
        }

        // 4. Stand pat, unless in check.
        let raw = self.raw_eval(known.as_ref());
        let eval = raw
            .map(|raw| self.corrected(raw, self.correction(ply)))
            .map(|eval| refined(eval, known.as_ref()));
        let mut best = eval.unwrap_or(Score::mated_in(ply));
        if best >= window.beta {
            let score = doubted(best, window.beta);
            if known.is_none() {
                self.remember_eval(ply, score, raw);
            }
            return score;
        }
        let mut alpha = window.alpha.max(best);

        // 5. Try the moves.
        let table_move = known.and_then(|entry| entry.mv);
        let mut best_move = None;
        // Merits of captures do not depend on what is context.
        let in_check = eval.is_none();
        let context = if in_check { self.context(ply) } else { HistoryContext::default() };
        let mut picker = Picker::of_quiescence(in_check, table_move);
        while let Some(mv) = picker.next(self.board.position(), self.histories, &context) {
            // 6. Skip what cannot reach alpha even if it wins its victim.
            if let Some(bound) =
                eval.and_then(|eval| futile(self.board.position(), mv, eval, alpha))
            {
                best = best.max(bound);
                continue;
            }

            // 7. Search it.
            self.play(ply, mv);
            let score = -self.quiescence::<PV>(ply + 1, -Window { alpha, ..window });
            self.board.undo();
            if self.stopped {
                return Score::DRAW;
            }

            // 8. Is it the best so far? Is it too good to be allowed?
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if PV {
                        self.lines.lead(ply, mv);
                    }
                    if score >= window.beta {
                        break;
                    }
                }
            }
            // 9. In check, one way out that does not lose by force will do.
            if !best.is_loss() {
                picker.skip_quiets();
            }
        }

        // 10. Remember the result.
        if best >= window.beta {
            best = doubted(best, window.beta);
        }
        let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
        let pv = known.is_some_and(|entry| entry.pv);
        let entry = TtEntry { mv: best_move, score: best, eval: raw, depth: 0, bound, pv };
        self.table.store(self.board.key(), ply, entry);
        best
    }

    /// Remembers an evaluation that was enough for beta in a position of which
    /// nothing was known, so that it need not be found again (found in
    /// Stockfish).
    pub fn remember_eval(&self, ply: usize, score: Score, raw: Option<Score>) {
        let entry =
            TtEntry { mv: None, score, eval: raw, depth: 0, bound: Bound::Lower, pv: false };
        self.table.store(self.board.key(), ply, entry);
    }
}

/// What a capture may bring at most, if that does not reach alpha ("delta
/// pruning"). Not for promotions.
#[inline]
fn futile(position: &Position, mv: Move, eval: Score, alpha: Score) -> Option<Score> {
    if mv.promotion().is_some() {
        return None;
    }
    let victim = position.on(mv.to()).map_or(PieceKind::Pawn, |piece| piece.kind());
    let most = eval + victim.value() + quiescence_margin();
    (most <= alpha).then_some(most)
}
