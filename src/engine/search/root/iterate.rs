//! Iterative deepening: searches to a depth of one ply, two plies, and so on.
//! All iterations together cost little more than the last one, since each one
//! improves the move order of the next, and after the first there is always a
//! best move.

use super::mate_search::{MateProof, MateSearch};
use crate::chess::movegen::is_legal;
use crate::chess::types::{Depth, MAX_PLY, Move, Score, UciScore};
use crate::engine::search::moves::root_moves::{IterationProgress, RootMove};
use crate::engine::search::node::info::RootNode;
use crate::engine::search::params::*;
use crate::engine::search::report::{Report, SearchResult};
use crate::engine::search::thread::search_thread::SearchThread;
use crate::engine::search::time::budget::TimeFactors;
use crate::engine::search::window::Window;
use crate::engine::tt::Bound;
use crate::support::sort::sort_by_key;
use std::cmp::Reverse;

impl SearchThread<'_> {
    /// The iterations of one thread. A helper goes on until it is stopped.
    pub fn deepen(&mut self) -> IterationProgress {
        let mut progress = IterationProgress::new();
        if self.root_moves.moves.is_empty() {
            return progress;
        }
        let mut mates = MateSearch::default();
        let limit = self.request.limits.depth.filter(|_| self.is_main()).unwrap_or(Depth::MAX);
        let resumed = self.resumed_depth(&mut progress);
        for depth in resumed + 1..=limit.clamp(1, MAX_PLY as Depth - 1) {
            self.iteration(depth, &mut progress);
            if (self.is_main() && self.is_finished(&progress)) || self.stopped {
                break;
            }
            if self.is_main() && self.settle_mate(&mut mates, &mut progress) {
                break;
            }
        }
        progress
    }

    /// One iteration: searches the best line, the second best, and so on.
    fn iteration(&mut self, depth: Depth, progress: &mut IterationProgress) {
        self.root_depth = depth;
        self.selective_depth = 0;
        let line_count = self.request.options.multi_pv.clamp(1, self.root_moves.moves.len());
        for line in 0..line_count {
            self.root_moves.line = line;
            let guess = progress.lines.get(line).map(|previous| previous.score);
            if !self.aspiration_search(depth, guess, progress) {
                return;
            }
        }
        self.root_moves.sort_lines(line_count);
        let previous_best = progress.lines.first().map(|line| line.mv);
        if let Some(last) = progress.lines.first() {
            let is_first = progress.depth <= 1;
            progress.average_score =
                if is_first { last.score.0 } else { (progress.average_score + last.score.0) / 2 };
        }
        progress.lines = self.root_moves.moves[..line_count].to_vec();
        (progress.depth, progress.finished_depth) = (depth, depth);
        let is_stable = previous_best == progress.lines.first().map(|line| line.mv);
        progress.best_move_stability = if is_stable { progress.best_move_stability + 1 } else { 0 };
        self.report_lines(progress);
        self.has_best_move = true;
    }

    /// Searches with an aspiration window: a narrow window around the score of
    /// the last iteration, since a narrow window gives more cutoffs. If the
    /// score lies outside, the window grows on that side and the search is
    /// repeated. True once the score is exact; false if the search was stopped
    /// before.
    fn aspiration_search(
        &mut self,
        depth: Depth,
        guess: Option<Score>,
        progress: &mut IterationProgress,
    ) -> bool {
        let mut margin = aspiration_margin();
        let mut window = match guess {
            Some(guess) if depth >= aspiration_depth() && !guess.is_decisive() => {
                Window { alpha: guess - margin, beta: guess + margin }
            }
            _ => Window::FULL,
        };
        let mut reduction = 0;
        loop {
            self.root_moves.reset_scores();
            let score = self.search_node::<RootNode>(0, window, (depth - reduction).max(1), false);
            self.root_moves.sort_candidates();
            if self.stopped {
                self.keep_partial_iteration(window, progress);
                return false;
            }
            let line = self.root_moves.line;
            let bound = if score <= window.alpha {
                progress.fail_high = None;
                window.beta = Score((window.alpha.0 + window.beta.0) / 2);
                window.alpha = score - margin;
                reduction = 0;
                Bound::Upper
            } else if score >= window.beta {
                window.beta = score + margin;
                // The move is good; a shallower search tells how good.
                reduction = (reduction + 1).min(aspiration_max_reduction());
                progress.fail_high = Some(self.root_moves.moves[line].clone());
                Bound::Lower
            } else {
                progress.fail_high = None;
                return true;
            };
            if margin > aspiration_limit() || score.is_decisive() {
                window = Window::FULL;
            }
            margin += margin * aspiration_growth() / 100;
            self.report(depth, line, &self.root_moves.moves[line].clone(), bound);
            progress.is_reported = false;
        }
    }

    /// Keeps the best move of a stopped iteration. The iteration begins with the
    /// best move of the last one, so another move must have beaten it. If the
    /// repeated search after a fail high has no result yet, the move that failed
    /// high is the best, with a bound for a score. This is done only without
    /// MultiPV, since the other lines are not as deep.
    fn keep_partial_iteration(&mut self, window: Window, progress: &mut IterationProgress) {
        if self.request.options.multi_pv > 1 {
            return;
        }
        let best = &self.root_moves.moves[0];
        let has_result = best.score > -Score::INFINITE;
        let (line, bound) = if best.score > window.alpha && best.score < window.beta {
            (best.clone(), Bound::Exact)
        } else if let Some(fail_high) = progress.fail_high.take().filter(|_| !has_result) {
            (fail_high, Bound::Lower)
        } else {
            return;
        };
        progress.lines = vec![line];
        progress.bound = bound;
        progress.depth = self.root_depth;
        progress.is_reported = false;
    }

    /// Whether the limits allow no further iteration.
    fn is_finished(&mut self, progress: &IterationProgress) -> bool {
        self.check_limits();
        let Some(best) = progress.lines.first() else { return false };
        if self.request.limits.soft_nodes.is_some_and(|soft| self.total_nodes() >= soft) {
            return true;
        }
        if let (Some(moves), UciScore::Mate(found)) =
            (self.request.limits.mate, best.score.to_uci())
            && found.unsigned_abs() <= moves
        {
            return true;
        }
        if self.mate_is_proven(best.score, progress.depth) {
            return true;
        }
        let Some(budget) = self.time_budget else { return false };
        let is_forced = self.root_moves.moves.len() == 1 && progress.depth >= forced_move_depth();
        let factors = TimeFactors {
            node_share: self.shared.root_nodes(best.index) as f64
                / self.total_nodes().max(1) as f64,
            best_move_stability: progress.best_move_stability,
            score_drop: progress.average_score - best.score.0,
        };
        // Time on the opponent's clock counts too: it has gone into this move.
        let elapsed = self.elapsed_since(self.request.start);
        let is_enough =
            (is_forced && budget.soft.is_some()) || budget.soft_limit_reached(elapsed, &factors);
        self.ends_at_ponder_hit = is_enough;
        is_enough && self.clock_start.is_some()
    }

    /// If the limits ask for a mate, tries to prove or to refute it, with as many
    /// nodes as the iterations have used. True if that has settled the question.
    fn settle_mate(&mut self, mates: &mut MateSearch, progress: &mut IterationProgress) -> bool {
        let asked = self.request.limits.mate;
        let Some(moves) =
            asked.filter(|_| self.request.options.multi_pv <= 1 && self.root_moves.is_complete())
        else {
            return false;
        };
        let (line, score): (_, fn(usize) -> Score) = match self.prove_mate(mates, moves, self.nodes)
        {
            MateProof::Mate(line) => (line, Score::mate_in),
            MateProof::Mated(line) => (line, Score::mated_in),
            MateProof::None => {
                self.reporter.no_mate(moves);
                return true;
            }
            MateProof::Unknown => return false,
        };
        self.root_moves.update(line[0], score(line.len()), &line[1..]);
        let found = self.root_moves.moves.iter().find(|root_move| root_move.mv == line[0]);
        progress.lines = found.cloned().into_iter().collect();
        self.report_lines(progress);
        true
    }

    /// Whether a mate has been found and much deeper iterations have found no
    /// shorter one. Always false with MultiPV and with a limit on depth or
    /// mate, since these are searched in full.
    fn mate_is_proven(&self, best: Score, depth: Depth) -> bool {
        let UciScore::Mate(moves) = best.to_uci() else { return false };
        let limits = &self.request.limits;
        let proof = mate_proof_factor() * 2 * moves.abs() + mate_proof_offset();
        limits.depth.is_none()
            && limits.mate.is_none()
            && depth >= proof
            && self.request.options.multi_pv <= 1
    }

    /// The result of the search. The best line is reported again, unless the
    /// last report was of it.
    pub fn conclude(&mut self, mut progress: IterationProgress) -> SearchResult {
        if progress.lines.is_empty() {
            // Stopped before any result: the first move of the picker is played.
            let mut first = self.root_moves.moves[0].clone();
            first.score = self.board.evaluate();
            first.pv = vec![first.mv];
            progress.lines = vec![first];
        }
        if !progress.is_reported {
            self.report_lines(&mut progress);
        }
        let best = &progress.lines[0];
        SearchResult {
            best: Some(best.mv),
            ponder: best.pv.get(1).copied().or_else(|| self.ponder_move(best.mv)),
            score: best.shown_score(),
            bound: progress.bound,
            nodes: self.total_nodes(),
            depth: progress.finished_depth,
        }
    }

    /// The transposition table's reply to `mv`, if it is legal.
    fn ponder_move(&self, mv: Move) -> Option<Move> {
        let next = self.request.game.position().after(mv);
        let reply = self.tt.probe(next.key(), 1)?.mv?;
        is_legal(&next, reply).then_some(reply)
    }

    /// The result without any move: mate, stalemate, or no legal move among
    /// the moves that the limits allow.
    pub fn no_move(&mut self) -> SearchResult {
        let mated = self.request.game.position().in_check();
        let score = if mated { Score::mated_in(0) } else { Score::DRAW };
        self.reporter.report(&Report {
            depth: 0,
            selective_depth: 0,
            line: 1,
            score,
            bound: Bound::Exact,
            nodes: 0,
            elapsed: self.request.start.elapsed(),
            hash_full: self.tt.hash_full(),
            tablebase_hits: 0,
            pv: &[],
        });
        SearchResult::without_move(score)
    }

    /// Reports all lines of the last iteration, best first.
    pub fn report_lines(&mut self, progress: &mut IterationProgress) {
        sort_by_key(&mut progress.lines, |line| Reverse((line.rank, line.score)));
        for (index, line) in progress.lines.iter().enumerate() {
            self.report(progress.depth, index, line, progress.bound);
        }
        progress.is_reported = true;
    }

    /// Reports a line with its index from zero, if anyone reads it.
    fn report(&mut self, depth: Depth, index: usize, line: &RootMove, bound: Bound) {
        if !self.reporter.is_read() {
            return;
        }
        self.reporter.report(&Report {
            depth,
            selective_depth: self.selective_depth.max(self.shared.helpers_selective_depth()),
            line: index + 1,
            score: line.shown_score(),
            bound,
            nodes: self.total_nodes(),
            elapsed: self.request.start.elapsed(),
            hash_full: self.tt.hash_full(),
            tablebase_hits: self.tablebase_hits + self.shared.helpers_tablebase_hits(),
            pv: &self.continued_line(line, bound),
        });
    }
}
