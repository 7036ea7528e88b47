//! What the search reads from the transposition table and what it stores
//! there.

use super::info::{MoveLoopResult, Node, NodeType, NodeVisit};
use crate::chess::types::{Depth, Score};
use crate::engine::eval::SearchPosition;
use crate::engine::search::observer::SearchedNode;
use crate::engine::search::params::tt_fifty_move_reserve;
use crate::engine::search::thread::search_thread::{FIFTY_MOVE_PLIES, SearchThread};
use crate::engine::search::window::{Window, end_with};
use crate::engine::tt::{Bound, TtEntry};
use std::ops::ControlFlow;

/// The depth under which quiescence stores its results, in plies.
pub const QUIESCENCE_DEPTH: Depth = 0;

impl SearchThread<'_> {
    /// Steps 5 and 5b of a node: a score that the transposition table or the
    /// tablebases prove ends it. When a move is excluded, neither proves anything.
    #[inline(always)]
    pub fn proven_score<N: NodeType>(
        &mut self,
        ply: usize,
        window: Window,
        depth: Depth,
        tt_entry: Option<&TtEntry>,
        visit: NodeVisit,
    ) -> ControlFlow<Score> {
        if !visit.has_all_moves() {
            return ControlFlow::Continue(());
        }
        if !N::PV
            && let Some(score) = tt_cutoff(tt_entry, &self.board, ply, window, depth)
        {
            self.update_on_tt_cutoff(ply, window, depth, tt_entry);
            return ControlFlow::Break(score);
        }
        end_with(if N::ROOT { None } else { self.tablebase_cutoff(ply, window, depth) })
    }

    /// Shows a searched node to the observer, if there is one.
    #[cold]
    pub fn observe(&mut self, node: &Node, result: &MoveLoopResult) {
        let MoveLoopResult { score, bound, mv: best, .. } = *result;
        let (position, depth) = (self.board.position(), node.depth);
        if let Some(observer) = &mut self.observer {
            observer.searched(&SearchedNode { position, depth, score, bound, best });
        }
    }

    /// Step 19 of a node: stores the result.
    pub fn store_result(&self, node: &Node, result: &MoveLoopResult) {
        let entry = TtEntry {
            mv: result.mv,
            score: result.score,
            eval: self.stack[node.ply].raw_eval,
            depth: node.depth,
            bound: Some(result.bound),
            pv: node.tt_pv || self.may_be_pv(node, result),
        };
        self.tt.store(self.board.key(), node.ply, entry);
    }

    /// Whether a node that was no part of a principal variation may become one. Its
    /// parent was, and no move here refutes the one that led here (an idea of
    /// Stockfish's).
    fn may_be_pv(&self, node: &Node, result: &MoveLoopResult) -> bool {
        result.bound == Bound::Upper
            && result.move_count > 2
            && node.ply.checked_sub(1).is_some_and(|parent| self.stack[parent].tt_pv)
    }

    /// With several threads, stores a score that raises alpha while the other moves are
    /// still to be searched: the other threads need not wait for the end of the node (an
    /// idea of Reckless').
    pub fn share_raised_alpha<N: NodeType>(&self, node: &Node, raised: &MoveLoopResult) {
        let is_of_all_moves =
            node.visit.has_all_moves() && (!N::ROOT || self.root_moves.is_complete());
        if N::PV && self.shared.threads() > 1 && is_of_all_moves {
            self.store_result(node, &MoveLoopResult { bound: Bound::Lower, ..*raised });
        }
    }

    /// Stores the evaluation of a position that has no entry yet. However its
    /// search ends, the next visit need not evaluate it again (an idea of
    /// Stockfish's).
    pub fn store_eval(&self, ply: usize, raw_eval: Option<Score>, pv: bool) {
        if raw_eval.is_some() {
            self.tt.store(self.board.key(), ply, TtEntry::of_eval(raw_eval, pv));
        }
    }
}

/// Step 5 of a node: the TT score, if it comes from a search at least as
/// deep and lies outside the window on the side that its bound proves.
///
/// The key of a position does not contain its fifty-move counter, so a score may
/// rely on plies that have been used up. Close to the fifty-move rule no score is
/// used, and a mate that comes after it is never used. This also stops two
/// entries that promise each other a mate one ply longer with each visit.
#[inline]
pub fn tt_cutoff(
    tt_entry: Option<&TtEntry>,
    board: &SearchPosition,
    ply: usize,
    window: Window,
    depth: Depth,
) -> Option<Score> {
    let entry = tt_entry.filter(|entry| entry.depth >= depth)?;
    let plies_left =
        usize::from(FIFTY_MOVE_PLIES.saturating_sub(board.position().halfmove_clock()));
    let mate_is_too_late =
        entry.score.plies_to_mate().is_some_and(|mate_ply| mate_ply > ply + plies_left);
    if mate_is_too_late || plies_left < tt_fifty_move_reserve() as usize {
        return None;
    }
    let outside = entry.score >= window.beta && entry.is_at_least()
        || entry.score <= window.alpha && entry.is_at_most();
    outside.then_some(entry.score)
}

/// The TT score in place of the evaluation, where its bound contradicts
/// the evaluation. Mate scores are not evaluations, so they are not used.
#[inline]
pub fn tt_adjusted_eval(eval: Score, tt_entry: Option<&TtEntry>) -> Score {
    match tt_entry {
        Some(entry)
            if !entry.score.is_decisive()
                && (entry.score > eval && entry.is_at_least()
                    || entry.score < eval && entry.is_at_most()) =>
        {
            entry.score
        }
        _ => eval,
    }
}

/// The mean of beta and a score above it. A shallow search or an evaluation
/// proves beta better than it proves how far above beta the score is. Mate
/// scores are exact, and their mean with another score means nothing, so they
/// stay.
#[inline]
pub fn blend_toward_beta(score: Score, beta: Score) -> Score {
    if score.is_decisive() || beta.is_decisive() { score } else { Score((score.0 + beta.0) / 2) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::board::KeyHistory;
    use crate::engine::eval::EvalData;

    #[test]
    fn mates_after_the_fifty_move_rule_are_not_used() {
        // Sixty plies are left.
        let mut eval = EvalData::default();
        let board = SearchPosition::new(
            &"8/8/8/8/8/k1KN4/8/5B2 w - - 40 60".parse().unwrap(),
            &KeyHistory::default(),
            &mut eval,
        );
        let ply = 3;
        for (sign, bound) in [(1, Bound::Lower), (-1, Bound::Upper)] {
            let cutoff = |plies| {
                let score = Score(sign * Score::mate_in(ply + plies).0);
                let bound = Some(bound);
                let entry = TtEntry { mv: None, score, eval: None, depth: 9, bound, pv: false };
                tt_cutoff(Some(&entry), &board, ply, Window::above(Score(250)), 5)
            };
            assert!(cutoff(59).is_some() && cutoff(60).is_some());
            assert_eq!(cutoff(61), None);
            assert_eq!(cutoff(200), None);
        }
    }

    #[test]
    fn the_tt_score_adjusts_only_an_eval_that_its_bound_contradicts() {
        let entry = |score, bound| TtEntry {
            mv: None,
            score: Score(score),
            eval: None,
            depth: 3,
            bound: Some(bound),
            pv: false,
        };
        for (eval, score, bound, adjusted) in [
            (10, 50, Bound::Lower, 50),
            (10, -50, Bound::Lower, 10),
            (10, -50, Bound::Upper, -50),
            (10, 50, Bound::Upper, 10),
            (10, 50, Bound::Exact, 50),
            (10, -50, Bound::Exact, -50),
        ] {
            assert_eq!(tt_adjusted_eval(Score(eval), Some(&entry(score, bound))), Score(adjusted));
        }
        assert_eq!(tt_adjusted_eval(Score(10), None), Score(10));
        let mate = TtEntry { score: Score::mate_in(5), ..entry(0, Bound::Exact) };
        assert_eq!(tt_adjusted_eval(Score(10), Some(&mate)), Score(10));
    }
}
