//! Iterative deepening: searching to one ply, to two, and so on costs little
//! more than the last iteration alone, since each one orders the moves of the
//! next; and there is always a best move to play.

use super::helpers::RunningHelpers;
use super::node;
use super::params::*;
use super::root::RootMove;
use super::time::TimeFactors;
use super::vote;
use super::window::Window;
use super::worker::SearchThread;
use super::{Bound, Report, SearchResult};
use crate::movegen::is_legal;
use crate::types::{Depth, MAX_PLY, Move, Score, UciScore};
use std::cmp::Reverse;

/// What has been found so far.
#[derive(Default)]
pub struct IterationProgress {
    /// The best lines of the last iteration that found them, best first.
    pub lines: Vec<RootMove>,
    /// The depth of that iteration.
    pub depth: Depth,
    /// The last iteration that was not stopped.
    finished: Depth,
    /// Whether the last report was of these lines.
    pub is_reported: bool,
    /// For how many iterations the best move has been the same.
    stable: u32,
    /// What the iterations before the last one said, the later the more, in
    /// centipawns.
    trend: i32,
}

impl SearchThread<'_> {
    /// The main thread's search: deeper and deeper until a limit is reached,
    /// then the choice between what it and the helpers have found.
    pub fn run(&mut self, mut helpers: RunningHelpers) -> SearchResult {
        if self.root.moves.is_empty() {
            helpers.finish();
            return self.no_move();
        }
        let own = self.deepen();
        let others = helpers.finish();
        let limits = &self.task.limits;
        // Who asks for several lines, a depth or a length of mate wants them
        // from one search.
        let votes = self.task.lines <= 1 && limits.depth.is_none() && limits.mate.is_none();
        self.conclude(if votes { vote::elected(own, others) } else { own })
    }

    /// One thread's part of it. For helpers nothing is ever enough.
    pub fn deepen(&mut self) -> IterationProgress {
        let mut progress = IterationProgress::default();
        if self.root.moves.is_empty() {
            return progress;
        }
        let asked = self.task.limits.depth.filter(|_| self.is_main()).unwrap_or(Depth::MAX);
        for depth in 1..=asked.clamp(1, MAX_PLY as Depth - 1) {
            if leaves_out(self.number(), depth) {
                continue;
            }
            self.iteration(depth, &mut progress);
            if (self.is_main() && self.is_enough(&progress)) || self.stopped {
                break;
            }
        }
        progress
    }

    /// One iteration: the best line, the second best, and so on.
    fn iteration(&mut self, depth: Depth, progress: &mut IterationProgress) {
        self.depth = depth;
        self.selective_depth = 0;
        let wanted = self.task.lines.clamp(1, self.root.moves.len());
        for line in 0..wanted {
            self.root.line = line;
            let guess = progress.lines.get(line).map(|known| known.score);
            if !self.aspire(depth, guess, progress) {
                return;
            }
        }
        self.root.sort_lines(wanted);
        let best_before = progress.lines.first().map(|line| line.mv);
        if let Some(last) = progress.lines.first() {
            let first = progress.depth <= 1;
            progress.trend = if first { last.score.0 } else { (progress.trend + last.score.0) / 2 };
        }
        progress.lines = self.root.moves[..wanted].to_vec();
        (progress.depth, progress.finished) = (depth, depth);
        let stands = best_before == progress.lines.first().map(|line| line.mv);
        progress.stable = if stands { progress.stable + 1 } else { 0 };
        self.report_lines(progress);
        self.has_answer = true;
    }

    /// Searches with a narrow window context what is expected: most nodes then
    /// need only show that they are outside. If the guess was wrong, the
    /// window grows on that side and the search is repeated. True once the
    /// score is exact; false if the search was stopped before.
    fn aspire(
        &mut self,
        depth: Depth,
        guess: Option<Score>,
        progress: &mut IterationProgress,
    ) -> bool {
        let mut margin = aspiration_margin();
        let mut window = match guess {
            Some(guess) if depth >= aspiration_depth() && !guess.is_mate() => {
                Window { alpha: guess - margin, beta: guess + margin }
            }
            _ => Window::FULL,
        };
        let mut shallower = 0;
        loop {
            self.root.begin();
            let score = self.node::<node::RootNode>(0, window, (depth - shallower).max(1), false);
            self.root.sort_candidates();
            if self.stopped {
                self.keep_unfinished(window, progress);
                return false;
            }
            let bound = if score <= window.alpha {
                window.beta = Score((window.alpha.0 + window.beta.0) / 2);
                window.alpha = score - margin;
                shallower = 0;
                Bound::Upper
            } else if score >= window.beta {
                window.beta = score + margin;
                // That the move is good is known: how good can be told from
                // less deep.
                shallower = (shallower + 1).min(aspiration_shallower());
                Bound::Lower
            } else {
                return true;
            };
            if margin > aspiration_limit() || score.is_mate() {
                window = Window::FULL;
            }
            margin += margin * aspiration_growth() / 100;
            self.report(depth, self.root.line, &self.root.moves[self.root.line].clone(), bound);
            progress.is_reported = false;
        }
    }

    /// A stopped iteration may still have found a better move: what it has
    /// searched begins with the old one. Only an exact score counts, since a
    /// bound has no full line to show, and only of a single line, since the
    /// others would have to be searched as deep.
    fn keep_unfinished(&mut self, window: Window, progress: &mut IterationProgress) {
        let best = &self.root.moves[0];
        let exact = best.score > window.alpha && best.score < window.beta;
        if exact && self.task.lines <= 1 {
            progress.lines = vec![best.clone()];
            progress.depth = self.depth;
            progress.is_reported = false;
        }
    }

    /// Whether the limits say that no further iteration is wanted.
    fn is_enough(&mut self, progress: &IterationProgress) -> bool {
        self.look_up();
        let Some(best) = progress.lines.first() else { return false };
        if self.task.limits.soft_nodes.is_some_and(|soft| self.all_nodes() >= soft) {
            return true;
        }
        if let (Some(moves), UciScore::Mate(found)) = (self.task.limits.mate, best.score.to_uci())
            && found.unsigned_abs() <= moves
        {
            return true;
        }
        if self.is_settled(best.score, progress.depth) {
            return true;
        }
        let (Some(start), Some(budget)) = (self.clock_start, self.budget) else { return false };
        let forced = self.root.moves.len() == 1 && progress.depth >= forced_move_depth();
        let signs = TimeFactors {
            effort: best.nodes as f64 / self.nodes.max(1) as f64,
            stable: progress.stable,
            drop: progress.trend - best.score.0,
        };
        (forced && budget.soft.is_some()) || budget.is_spent(self.elapsed_since(start), &signs)
    }

    /// Whether a mate has been found, and so much deeper iterations have found
    /// no shorter one that none need be expected. Who asks for a depth or a
    /// length of mate gets it all the same.
    fn is_settled(&self, best: Score, depth: Depth) -> bool {
        let UciScore::Mate(moves) = best.to_uci() else { return false };
        let limits = &self.task.limits;
        let proof = mate_proof_factor() * 2 * moves.abs() + mate_proof_more();
        limits.depth.is_none() && limits.mate.is_none() && depth >= proof && self.task.lines <= 1
    }

    /// The outcome. If the last report was not of the best line, it is
    /// reported again.
    fn conclude(&mut self, mut progress: IterationProgress) -> SearchResult {
        if progress.lines.is_empty() {
            // Stopped at once: play what would have been tried first.
            let mut first = self.root.moves[0].clone();
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
            ponder: best.pv.get(1).copied().or_else(|| self.expected_answer(best.mv)),
            score: best.score,
            nodes: self.all_nodes(),
            depth: progress.finished,
        }
    }

    /// What the table expects after a move.
    fn expected_answer(&self, mv: Move) -> Option<Move> {
        let next = self.task.position.after(mv);
        let answer = self.table.probe(next.key(), 1)?.mv?;
        is_legal(&next, answer).then_some(answer)
    }

    /// Mate or stalemate on the board already, or every move excluded.
    fn no_move(&mut self) -> SearchResult {
        let mated = self.task.position.in_check();
        let score = if mated { Score::mated_in(0) } else { Score::DRAW };
        self.reporter.report(&Report {
            depth: 0,
            selective_depth: 0,
            line: 1,
            score,
            bound: Bound::Exact,
            nodes: 0,
            elapsed: self.task.start.elapsed(),
            hash_full: self.table.hash_full(),
            pv: &[],
        });
        SearchResult { best: None, ponder: None, score, nodes: 0, depth: 0 }
    }

    fn report_lines(&mut self, progress: &mut IterationProgress) {
        progress.lines.sort_by_key(|line| Reverse(line.score));
        for (index, line) in progress.lines.iter().enumerate() {
            self.report(progress.depth, index, line, Bound::Exact);
        }
        progress.is_reported = true;
    }

    /// Helpers have nobody to report to.
    fn report(&mut self, depth: Depth, index: usize, line: &RootMove, bound: Bound) {
        if !self.is_main() {
            return;
        }
        self.reporter.report(&Report {
            depth,
            selective_depth: self.selective_depth.max(self.team.helpers_depth()),
            line: index + 1,
            score: line.score,
            bound,
            nodes: self.all_nodes(),
            elapsed: self.task.start.elapsed(),
            hash_full: self.table.hash_full(),
            pv: &line.pv,
        });
    }
}

/// Whether a thread leaves an iteration to the others. Helpers leave out every
/// other one, half of them the odd and half the even: so they are a ply ahead,
/// and leave in the table what the others are about to need, rather than what
/// these have just found themselves (found in Stockfish, which has long left
/// it; with two threads it saves a tenth of the time to a depth).
fn leaves_out(thread: usize, depth: Depth) -> bool {
    thread > 0 && depth > 1 && (depth + thread as Depth) % 2 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_depth_is_left_out_by_all() {
        assert!((1..100).all(|depth| !leaves_out(0, depth)));
        assert!((0..8).all(|thread| !leaves_out(thread, 1)));
        for depth in 2..100 {
            let helpers = (1..=8).filter(|&thread| !leaves_out(thread, depth));
            assert_eq!(helpers.count(), 4, "{depth}");
        }
    }
}
