//! The search of one position: principal variation search in its negamax
//! form. Scores are for the side to move. A score outside the window is a
//! bound, the tightest that the search has found ("fail-soft").

use super::check_info::CheckInfo;
use super::extensions::DOUBLE_EXTENSION;
use super::info::{
    MoveLoopResult, Node, NodeType, NodeVisit, NonPvNode, PvNode, RootNode, improvement,
};
use super::pruning::{Candidate, MovePruning, prune_move};
use super::reductions::{LmrContext, late_move_reduction, reduction_after_raise};
use super::tt_use::tt_adjusted_eval;
use crate::chess::types::{Depth, Move, Score};
use crate::engine::history::HistoryScore;
use crate::engine::search::moves::picker::MovePicker;
use crate::engine::search::params::*;
use crate::engine::search::thread::search_thread::SearchThread;
use crate::engine::search::window::{Window, end_with};
use crate::engine::tt::{Bound, TtEntry};
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// The most moves of a node that get a malus. Later ones say little.
const MAX_TRIED: usize = 32;

/// A move about to be searched.
struct SearchedMove {
    mv: Move,
    /// Its place in the order, from one.
    move_count: usize,
    history_score: HistoryScore,
    /// Remaining depth after it, in plies, before any late move reduction.
    depth: Depth,
    /// The best score so far.
    best_score: Score,
    /// The score to exceed.
    alpha: Score,
}

/// The best move so far of a move loop.
struct BestSoFar {
    result: MoveLoopResult,
    /// The score to exceed.
    alpha: Score,
    /// Plies by which the moves after the best one are searched less deep.
    depth_reduction: Depth,
}

impl BestSoFar {
    /// No move yet, in a node with this alpha.
    fn none(alpha: Score) -> BestSoFar {
        let result = MoveLoopResult::without_move(-Score::INFINITE, Bound::Upper);
        BestSoFar { result, alpha, depth_reduction: 0 }
    }
}

impl SearchThread<'_> {
    /// Searches the current position.
    ///
    /// `ply` counts plies from the root, `depth` is the remaining depth in
    /// plies, and `cut_node` says that a beta cutoff is expected.
    pub fn search_node<N: NodeType>(
        &mut self,
        ply: usize,
        window: Window,
        depth: Depth,
        cut_node: bool,
    ) -> Score {
        self.visit_node::<N>(ply, window, depth, cut_node, NodeVisit::First)
    }

    /// [`SearchThread::search_node`], for the first time or once more.
    pub fn visit_node<N: NodeType>(
        &mut self,
        ply: usize,
        window: Window,
        depth: Depth,
        cut_node: bool,
        visit: NodeVisit,
    ) -> Score {
        // 1. Quiescence search: no depth is left, so only noisy moves count.
        if depth <= 0 {
            let search = if N::PV { Self::quiescence::<true> } else { Self::quiescence::<false> };
            return search(self, ply, window);
        }

        // 2. Node count and limits: a stopped search returns at once.
        if !(if N::PV { self.enter_node::<true>(ply) } else { self.enter_node::<false>(ply) }) {
            return Score::DRAW;
        }

        match self.search_steps::<N>(ply, window, depth, cut_node, visit) {
            ControlFlow::Continue(score) | ControlFlow::Break(score) => score,
        }
    }

    /// Steps 3 to 19 of [`SearchThread::visit_node`]. A step that breaks ends the
    /// node early, with its score.
    #[inline(always)]
    fn search_steps<N: NodeType>(
        &mut self,
        ply: usize,
        window: Window,
        depth: Depth,
        cut_node: bool,
        visit: NodeVisit,
    ) -> ControlFlow<Score, Score> {
        // 3. and 4. Scores that are known or impossible without search.
        let alpha = window.alpha;
        let window = if N::ROOT { window } else { self.narrow_window(ply, window)? };
        let least_score = if window.alpha > alpha { window.alpha } else { -Score::INFINITE };

        // 5. Transposition table cutoff: an earlier search has proven enough.
        //    Not in PV nodes, which need the moves of the line and must see
        //    draws by repetition.
        // 5b. Tablebases: the result of an end game of few pieces is known.
        let tt_entry = self.tt.probe(self.board.key(), ply);
        let tt_ref = tt_entry.as_ref();
        self.proven_score::<N>(ply, window, depth, tt_ref, visit)?;

        // 6. Static evaluation: the steps below depend on it.
        let mut node = self.evaluate_node::<N>(ply, window, depth, cut_node, tt_entry, visit);
        node.least_score = least_score;

        if !N::PV && visit.has_all_moves() {
            // 7. Hindsight adjustment: the last reduction may have been wrong.
            node.depth = self.hindsight_adjustment(&node);
            // 8. to 10. Pruning of the whole node. Not near the horizon right below the
            //    root: each of its moves may have a point that no evaluation sees.
            if ply > 1 || node.depth > unpruned_reply_depth() {
                self.prune_node(&node)?;
            }
        }

        // 11. Internal iterative reduction (an idea of E. Schröder's): without
        //     a TT move the order is poor and the search costs more. A
        //     shallower search finds a move for the next visit.
        if node.depth >= iir_min_depth() && node.tt_move.is_none() && (N::PV || cut_node) {
            node.depth -= 1;
        }

        // 12. to 18. The move loop.
        let result = self.move_loop::<N>(&node)?;
        if self.stopped {
            return ControlFlow::Break(Score::DRAW);
        }

        // 19. Correction history and transposition table: the next visit, and
        //     similar positions, profit from the result.
        if visit.has_all_moves() && (!N::ROOT || self.root_moves.is_complete()) {
            self.update_correction_history(&node, &result);
            self.store_result(&node, &result);
            if node.depth >= self.observed_depth {
                self.observe(&node, &result);
            }
        }
        ControlFlow::Continue(result.score)
    }

    /// Steps 3 and 4: the window narrowed to the scores that are possible here. If
    /// the score is known without search, the node ends.
    #[inline]
    fn narrow_window(&mut self, ply: usize, window: Window) -> ControlFlow<Score, Window> {
        // 3. Draws and the maximum ply: the search ends here, or the side to
        //    move can repeat a position with its next move.
        end_with(self.draw_or_max_ply(ply))?;
        let window = self.upcoming_repetition(ply, window)?;
        // 4. Mate distance pruning: no mate is nearer than the next move.
        window.mate_distance_pruning(ply)
    }

    /// Step 6: the static evaluation with its corrections, and the facts that
    /// follow from it.
    fn evaluate_node<N: NodeType>(
        &mut self,
        ply: usize,
        window: Window,
        depth: Depth,
        cut_node: bool,
        tt_entry: Option<TtEntry>,
        visit: NodeVisit,
    ) -> Node {
        self.prefetch_tt_move(tt_entry.as_ref());
        let raw_eval = self.raw_eval(tt_entry.as_ref());
        if tt_entry.is_none() && visit.has_all_moves() {
            self.store_eval(ply, raw_eval, N::PV);
        }
        let correction = raw_eval.map_or(0, |raw| self.correction(ply, raw));
        let static_eval = raw_eval.map(|raw| self.corrected_eval(raw, correction));
        let double_extensions =
            ply.checked_sub(1).map_or(0, |parent| self.stack[parent].double_extensions);
        let entry = &mut self.stack[ply];
        (entry.raw_eval, entry.static_eval) = (raw_eval, static_eval);
        (entry.double_extensions, entry.move_count) = (double_extensions, 0);
        entry.tt_pv = N::PV || tt_entry.is_some_and(|entry| entry.pv);
        self.stack[ply + 2].cutoffs = 0;
        if visit.judges_parent() {
            self.update_eval_gain(ply);
        }
        let improvement =
            improvement(static_eval, self.eval_before(ply, 2), self.eval_before(ply, 4));
        let tt_move = if N::ROOT {
            self.root_moves.candidates().next()
        } else {
            tt_entry.and_then(|entry| entry.mv)
        };
        Node {
            ply,
            window,
            depth,
            cut_node,
            tt_entry,
            tt_move,
            visit,
            least_score: -Score::INFINITE,
            static_eval,
            eval: static_eval.map(|eval| tt_adjusted_eval(eval, tt_entry.as_ref())),
            correction: correction.abs(),
            improvement,
            tt_pv: self.stack[ply].tt_pv,
            double_extensions,
        }
    }

    /// Steps 12 to 18: searches the moves one after the other.
    ///
    /// A multicut ends the node. A shallow search without the TT move has proven
    /// its score, so it is not a result of this depth: it corrects the evaluation a
    /// little, but is not stored, and no history of moves learns from it. The TT entry
    /// that made the move singular says more.
    fn move_loop<N: NodeType>(&mut self, node: &Node) -> ControlFlow<Score, MoveLoopResult> {
        let mut best = BestSoFar::none(node.window.alpha);
        let mut tried = ArrayVec::<Move, MAX_TRIED>::new();
        let (mut is_put_back, mut check_info) = (false, None);
        let context = self.history_context(node.ply);
        self.stack[node.ply].threats = context.threats();

        // 12. Move ordering: the picker returns the most promising move first.
        let mut picker = self.move_picker::<N>(node);
        while let Some(mv) = self.next_move(&mut picker, &context) {
            if node.visit == NodeVisit::Without(mv) {
                continue;
            }
            let position = self.board.position();
            best.result.move_count += 1;
            let move_count = best.result.move_count;
            let history_score = self.histories.score(position, mv, &context);

            // 13. Pruning of single moves: once a move avoids mate, moves that
            //     are unlikely to raise alpha are skipped.
            if !N::ROOT && !best.result.score.is_loss() {
                let checks = check_info.get_or_insert_with(|| CheckInfo::of(position));
                let (alpha, threats) = (best.alpha, context.threats());
                let is_bad_noisy = picker.is_at_bad_noisy();
                let candidate = Candidate { mv, move_count, history_score, is_bad_noisy };
                match prune_move(node, position, &candidate, alpha, checks, threats) {
                    MovePruning::Search => {}
                    MovePruning::Skip => continue,
                    MovePruning::SkipQuiets => {
                        picker.retain_quiets(|mv| checks.gives_check(position, mv));
                        continue;
                    }
                    MovePruning::SkipAll => break,
                }
            }

            // 14. Singular extension: a move without alternatives is searched
            //     deeper; a TT move with a better one loses its place in the order.
            let extension =
                if is_put_back { Some(0) } else { self.singular_extension::<N>(node, mv)? };
            if self.stopped {
                break;
            }
            let Some(extension) = extension else {
                (is_put_back, best.result.move_count) = (true, move_count - 1);
                picker.put_back_tt_move();
                continue;
            };

            // 15. and 16. Make the move and search it.
            self.stack[node.ply].double_extensions =
                node.double_extensions + i32::from(extension >= DOUBLE_EXTENSION);
            let depth = node.depth - 1 + extension - best.depth_reduction;
            let (best_score, alpha) = (best.result.score, best.alpha);
            let searched = SearchedMove { mv, move_count, history_score, depth, best_score, alpha };
            let score = if N::ROOT {
                self.search_root_move(node, &searched)
            } else {
                self.search_move::<N>(node, &searched)
            };
            if self.stopped {
                break;
            }

            // 17. Best move and beta cutoff.
            if self.update_best::<N>(node, mv, score, &mut best) {
                self.update_on_cutoff(node, mv, &tried, &context);
                break;
            }
            // A full list ignores further moves.
            let _ = tried.try_push(mv);
        }

        // 18. The result; mate or stalemate if there was no legal move.
        if best.result.move_count == 0 {
            return ControlFlow::Continue(self.no_legal_move(node));
        }
        let result = if N::ROOT { best.result } else { self.conclude_moves(node, best.result) };
        ControlFlow::Continue(result)
    }

    /// Step 12: the moves of a node in their order; at the root the moves asked for.
    #[inline(always)]
    fn move_picker<N: NodeType>(&self, node: &Node) -> MovePicker {
        if N::ROOT {
            MovePicker::listed(self.root_moves.candidates())
        } else {
            MovePicker::all(node.tt_move)
        }
    }

    /// Steps 15 and 16 at the root: reports the move, searches it, and keeps
    /// its nodes, its score and its line for the next iteration.
    fn search_root_move(&mut self, node: &Node, searched: &SearchedMove) -> Score {
        let &SearchedMove { mv, move_count, alpha, .. } = searched;
        let nodes_before = self.nodes;
        self.reporter.current_move(self.root_depth, mv, self.root_moves.line + move_count);
        let score = self.search_move::<RootNode>(node, searched);
        if !self.stopped {
            self.shared.add_root_nodes(self.root_moves.index_of(mv), self.nodes - nodes_before);
            if move_count == 1 || score > alpha {
                self.root_moves.update(mv, score, self.pv.line(1));
            }
        }
        score
    }

    /// Steps 15 and 16: makes a move and searches it, late moves first with a
    /// reduced depth, all but the first with a zero window. A search that
    /// exceeds alpha is repeated with the full depth, then with the full
    /// window.
    fn search_move<N: NodeType>(&mut self, node: &Node, searched: &SearchedMove) -> Score {
        let &SearchedMove { mv, move_count, history_score, best_score, alpha, .. } = searched;
        let child_ply = node.ply + 1;

        // 15. Make the move.
        self.make_move(node.ply, mv);
        self.stack[node.ply].move_count = move_count;
        let gives_check = self.board.position().in_check();
        let mut depth = searched.depth;
        let (cutoffs, noise) = (self.stack[child_ply].cutoffs, self.lmr_noise());
        let context = LmrContext { history_score, gives_check, cutoffs, noise };
        let reduction = late_move_reduction::<N>(node, mv, move_count, &context, depth);

        // 16. Principal variation search: a zero window only tells whether the
        //     move beats alpha. Most moves do not, and that is cheap to prove.
        let zero_window = -Window::above(alpha);
        let mut score = Score::INFINITE;
        let mut searched_depth = Depth::MIN;
        if reduction != 0 {
            searched_depth = depth - reduction;
            self.stack[node.ply].reduction = reduction;
            score = -self.search_node::<NonPvNode>(child_ply, zero_window, searched_depth, true);
            self.stack[node.ply].reduction = 0;
            // The score of the reduced search corrects the full depth.
            depth += Depth::from(score > best_score + lmr_deeper_margin());
            depth -= Depth::from(score < best_score + lmr_shallower_margin());
        }
        let first_of_pv = N::PV && move_count == 1;
        if !first_of_pv && score > alpha && depth > searched_depth {
            score = -self.search_node::<NonPvNode>(child_ply, zero_window, depth, !node.cut_node);
            if reduction != 0 && !self.stopped {
                self.update_on_full_search(node.ply, depth, score > alpha);
            }
        }
        if first_of_pv || (N::PV && score > alpha) {
            let open_window = -Window { alpha, beta: node.window.beta };
            score = -self.search_node::<PvNode>(child_ply, open_window, depth, false);
        }
        self.board.undo();
        score
    }

    /// Step 17: takes over a better score. True on a beta cutoff: the opponent
    /// has a better alternative earlier on the path, so the remaining moves do
    /// not matter.
    #[inline]
    fn update_best<N: NodeType>(
        &mut self,
        node: &Node,
        mv: Move,
        score: Score,
        best: &mut BestSoFar,
    ) -> bool {
        if score <= best.result.score {
            return false;
        }
        best.result.score = score;
        if score <= best.alpha {
            return false;
        }
        best.result.mv = Some(mv);
        if N::PV {
            self.pv.update(node.ply, mv);
        }
        if score >= node.window.beta {
            best.result.bound = Bound::Lower;
            self.stack[node.ply].cutoffs += 1;
            return true;
        }
        self.share_raised_alpha::<N>(node, &best.result);
        best.result.bound = Bound::Exact;
        best.alpha = score;
        best.depth_reduction = reduction_after_raise::<N>(node.depth, score);
        false
    }

    /// Step 18: the result of a node that has searched its moves. On a fail
    /// low the move that led here gets a bonus, and the score is at least that of
    /// a draw that the side to move can have; on a fail high the score moves toward
    /// beta, the more the shallower the search.
    fn conclude_moves(&mut self, node: &Node, result: MoveLoopResult) -> MoveLoopResult {
        match result.bound {
            Bound::Upper => {
                if !self.stopped && node.visit.judges_parent() {
                    self.update_on_fail_low(node);
                }
                MoveLoopResult { score: result.score.max(node.least_score), ..result }
            }
            Bound::Lower if !result.score.is_decisive() && !node.window.beta.is_decisive() => {
                let sum = result.score.0 * node.depth + node.window.beta.0;
                MoveLoopResult { score: Score(sum / (node.depth + 1)), ..result }
            }
            _ => result,
        }
    }

    /// Step 18: the result of a node without a legal move, or without one
    /// beside the excluded move.
    fn no_legal_move(&self, node: &Node) -> MoveLoopResult {
        let score = match (node.visit.excluded_move(), self.board.position().in_check()) {
            (Some(_), _) => node.window.alpha,
            (None, true) => Score::mated_in(node.ply),
            (None, false) => self.draw_score(node.ply),
        };
        MoveLoopResult::without_move(score, Bound::Exact)
    }
}
