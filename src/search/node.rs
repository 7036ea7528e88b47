//! The search of one position: principal variation search in its negamax
//! form. Scores are for the side to move; those outside the window are only
//! bounds, but the sharpest that were found ("fail-soft").

use super::checks::CheckInfo;
use super::extensions;
use super::params::*;
use super::picker::Picker;
use super::pruning::{self, MovePruning};
use super::reductions::{self, LmrContext};
use super::window::Window;
use super::worker::SearchThread;
use crate::eval::SearchPosition;
use crate::history::{HistoryContext, HistoryScore};
use crate::tt::{Bound, TtEntry};
use crate::types::{Depth, Move, Score};
use arrayvec::ArrayVec;

/// What kind of node it is, known to the compiler.
pub trait NodeType {
    /// The position that was asked about.
    const ROOT: bool;
    /// Searched with an open window, for an exact score and a line of moves.
    /// All other nodes only answer whether a score is above a bound.
    const PV: bool;
}

/// The root.
pub struct RootNode;
/// A node of the principal variation, or of what may become it.
pub struct PvNode;
/// Any other.
pub struct NonPvNode;

impl NodeType for RootNode {
    const ROOT: bool = true;
    const PV: bool = true;
}
impl NodeType for PvNode {
    const ROOT: bool = false;
    const PV: bool = true;
}
impl NodeType for NonPvNode {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// What is known of a node before its moves are tried.
pub struct Node {
    /// Plies from the root.
    pub ply: usize,
    /// The scores that matter.
    pub window: Window,
    /// Plies to go.
    pub depth: Depth,
    /// Whether a cutoff is expected, as after a move that was tried late.
    pub cut: bool,
    /// What the table holds; its move is not yet checked.
    pub known: Option<TtEntry>,
    /// The move to leave out, if this is a search for an alternative.
    pub excluded: Option<Move>,
    /// The best estimate of the score without searching; none in check.
    pub eval: Option<Score>,
    /// Whether the side to move stands better than two plies ago.
    pub improving: bool,
    /// Whether it is, or once was, part of a principal variation.
    pub was_pv: bool,
}

impl Node {
    /// The table's move, not yet checked.
    #[inline]
    pub fn table_move(&self) -> Option<Move> {
        self.known.and_then(|entry| entry.mv)
    }
}

/// A move about to be searched.
struct SearchedMove {
    mv: Move,
    /// Its place in the order, from one.
    number: usize,
    history_score: HistoryScore,
    /// Plies to go after it.
    depth: Depth,
    /// The best score so far.
    best: Score,
    /// The score to be exceeded.
    alpha: Score,
}

/// What came of trying the moves.
struct MoveLoopResult {
    score: Score,
    bound: Bound,
    mv: Option<Move>,
}

/// Moves remembered as tried in vain, at most: later ones teach little.
const TRIED: usize = 32;

impl SearchThread<'_> {
    /// Searches the position on the board, `ply` plies from the root, to a depth of `depth`
    /// plies. `cut` says that a cutoff is expected.
    pub fn node<K: NodeType>(
        &mut self,
        ply: usize,
        window: Window,
        depth: Depth,
        cut: bool,
    ) -> Score {
        // 1. Without depth left, only captures are played out.
        if depth <= 0 {
            return if K::PV {
                self.quiescence::<true>(ply, window)
            } else {
                self.quiescence::<false>(ply, window)
            };
        }

        // 2. Count the node, unless the search has ended.
        if !(if K::PV { self.enter::<true>(ply) } else { self.enter::<false>(ply) }) {
            return Score::DRAW;
        }

        // 3. Draws, and the end of the stack. 4. Mate distance pruning.
        let mut window = window;
        if !K::ROOT {
            if let Some(score) = self.end_of_line(ply) {
                return score;
            }
            match self.with_draw_at_hand(ply, window).and_then(|window| window.within_mates(ply)) {
                Ok(narrowed) => window = narrowed,
                Err(score) => return score,
            }
        }

        // 5. Has the table the answer? Not for a principal variation, which
        //    is to show its moves and see its draws.
        let known = self.table.probe(self.board.key(), ply);
        let excluded = self.frames[ply].excluded;
        if !K::PV
            && excluded.is_none()
            && let Some(score) = answer(known.as_ref(), &self.board, ply, window, depth)
        {
            self.confirm(ply, window, depth, known.as_ref());
            return score;
        }

        // 6. Static evaluation, and whether it improves.
        let mut node = self.look_at::<K>(ply, window, depth, cut, known);

        // 7. to 10. Is the node decided without trying its moves?
        if !K::PV && excluded.is_none() {
            node.depth = self.in_hindsight(&node);
            if let Some(score) = self.prune(&node) {
                return score;
            }
        }

        // 11. Internal iterative reduction: without a move from the table the
        //     order is poor, and searching is dear. Search less deep now; the
        //     next time there is a move (an idea of E. Schröder's).
        if node.depth >= unguided_depth() && node.table_move().is_none() && (K::PV || cut) {
            node.depth -= 1;
        }

        // 12. to 18. Try the moves.
        let found = self.try_moves::<K>(&node);
        if self.stopped {
            return Score::DRAW;
        }

        // 19. Remember the result.
        if excluded.is_none() && (!K::ROOT || self.root.is_whole()) {
            self.remember(&node, &found);
        }
        found.score
    }

    /// Step 6: the static evaluation, corrected by what it got wrong
    /// elsewhere, and made better where the table knows a bound that it
    /// violates.
    fn look_at<K: NodeType>(
        &mut self,
        ply: usize,
        window: Window,
        depth: Depth,
        cut: bool,
        known: Option<TtEntry>,
    ) -> Node {
        let raw = self.raw_eval(known.as_ref());
        let eval = raw.map(|raw| self.corrected(raw, self.correction(ply)));
        let doubles = ply.checked_sub(1).map_or(0, |above| self.frames[above].doubles);
        let frame = &mut self.frames[ply];
        (frame.raw, frame.eval, frame.doubles) = (raw, eval, doubles);
        let excluded = frame.excluded;
        self.frames[ply + 2].cutoffs = 0;
        if excluded.is_none() {
            self.learn_gain(ply);
        }
        Node {
            ply,
            window,
            depth,
            cut,
            known,
            excluded,
            eval: eval.map(|eval| refined(eval, known.as_ref())),
            improving: improving(eval, self.eval_before(ply, 2), self.eval_before(ply, 4)),
            was_pv: K::PV || known.is_some_and(|entry| entry.pv),
        }
    }

    /// What a quiet move has gained by the evaluation before anything else is
    /// known of it: the histories learn that at once, for its neighbours (an
    /// idea of Stockfish's).
    fn learn_gain(&mut self, ply: usize) {
        let Some(above) = ply.checked_sub(1).map(|above| self.frames[above]) else { return };
        if let Some(mv) = above.mv.filter(|mv| mv.is_quiet())
            && let Some(before) = above.eval
            && let Some(now) = self.frames[ply].eval
        {
            let mover = !self.board.position().side_to_move();
            let reward = gain(before, now) * gain_weight();
            self.histories.learn_quiet(mover, mv, above.threats, reward);
        }
    }

    /// The static evaluation so many plies before `ply`, if there was one.
    fn eval_before(&self, ply: usize, plies: usize) -> Option<Score> {
        ply.checked_sub(plies).and_then(|earlier| self.frames[earlier].eval)
    }

    /// Steps 12 to 18: the moves, one after the other.
    fn try_moves<K: NodeType>(&mut self, node: &Node) -> MoveLoopResult {
        let mut found = MoveLoopResult { score: -Score::INFINITE, bound: Bound::Upper, mv: None };
        let mut alpha = node.window.alpha;
        let mut tried = ArrayVec::<Move, TRIED>::new();
        let mut number = 0;
        let mut checks = None;
        let context = self.context(node.ply);
        self.frames[node.ply].threats = context.threats;
        let mut raised = 0;

        // 12. The next most promising move.
        let mut picker = if K::ROOT {
            Picker::listed(self.root.candidates())
        } else {
            Picker::all(node.table_move())
        };
        while let Some(mv) = picker.next(self.board.position(), self.histories, &context) {
            if node.excluded == Some(mv) {
                continue;
            }
            let position = self.board.position();
            number += 1;
            let history_score = self.histories.of(position, mv, &context);

            // 13. Skip what can hardly matter, once there is a move to play.
            if !K::ROOT && !found.score.is_loss() {
                let checks = checks.get_or_insert_with(|| CheckInfo::of(position));
                match pruning::judge(node, position, mv, number, alpha, checks, context.threats) {
                    MovePruning::Try => {}
                    MovePruning::Skip => continue,
                    MovePruning::SkipQuiets => {
                        picker.narrow(|mv| checks.gives(position, mv));
                        continue;
                    }
                }
            }

            // 14. Does everything hang on this move?
            let extension = match self.singular::<K>(node, mv) {
                extensions::SingularResult::Extend(plies) => plies,
                extensions::SingularResult::Cutoff(score) => {
                    return MoveLoopResult { score, bound: Bound::Lower, mv: None };
                }
            };
            if self.stopped {
                break;
            }

            // 15. and 16. Play it and search what follows.
            let nodes_before = self.nodes;
            if K::ROOT {
                self.reporter.current_move(self.depth, mv, self.root.line + number);
            }
            self.frames[node.ply].doubles += i32::from(extension >= 2);
            let depth = node.depth - 1 + extension - raised;
            let attempt =
                SearchedMove { mv, number, history_score, depth, best: found.score, alpha };
            let score = self.try_move::<K>(node, &attempt);
            self.frames[node.ply].doubles -= i32::from(extension >= 2);
            if self.stopped {
                break;
            }
            if K::ROOT {
                let result = (number == 1 || score > alpha).then(|| (score, self.lines.from(1)));
                self.root.note(mv, self.nodes - nodes_before, result);
            }

            // 17. Is it the best so far? Is it too good to be allowed?
            if score > found.score {
                found.score = score;
                if score > alpha {
                    found.mv = Some(mv);
                    if K::PV {
                        self.lines.lead(node.ply, mv);
                    }
                    if score >= node.window.beta {
                        found.bound = Bound::Lower;
                        self.frames[node.ply].cutoffs += 1;
                        self.learn(node, mv, &tried, &context);
                        break;
                    }
                    found.bound = Bound::Exact;
                    alpha = score;
                    // A second move that is better still is rare: look for it
                    // less deep.
                    let shallower = node.depth > 2 && node.depth <= raised_depth();
                    raised = Depth::from(shallower && !score.is_mate());
                }
            }
            // Beyond the list's end it is not worth remembering.
            let _ = tried.try_push(mv);
        }

        // 18. Mate or stalemate; or nothing beside the move that is left out.
        if number == 0 {
            let mated = self.board.position().in_check();
            let score = match (node.excluded, mated) {
                (Some(_), _) => node.window.alpha,
                (None, true) => Score::mated_in(node.ply),
                (None, false) => Score::DRAW,
            };
            return MoveLoopResult { score, bound: Bound::Exact, mv: None };
        }
        found
    }

    /// Steps 15 and 16: plays a move and searches what follows: less deep if
    /// it comes late, with a window of nothing if it is not the first, and
    /// again whenever that is not enough.
    fn try_move<K: NodeType>(&mut self, node: &Node, attempt: &SearchedMove) -> Score {
        let &SearchedMove { mv, number, history_score, best, alpha, .. } = attempt;
        let below = node.ply + 1;

        // 15. Play the move.
        self.play(node.ply, mv);
        let check = self.board.position().in_check();
        let mut full = attempt.depth;
        let reasons = LmrContext { history_score, check, cutoffs: self.frames[below].cutoffs };
        let reduction = reductions::late_move::<K>(node, mv, number, &reasons, full);

        // 16. Search. A zero window asks only whether the move beats what is
        //     there; most do not, and that is cheaper to prove.
        let ask = -Window::above(alpha);
        let mut score = Score::INFINITE;
        let mut searched = Depth::MIN;
        if reduction > 0 {
            searched = full - reduction;
            self.frames[node.ply].reduction = reduction;
            score = -self.node::<NonPvNode>(below, ask, searched, true);
            self.frames[node.ply].reduction = 0;
            // A move that surprises much is looked at deeper; a little, less.
            full += Depth::from(score > best + deeper_margin());
            full -= Depth::from(score < best + shallower_margin());
        }
        let first_of_pv = K::PV && number == 1;
        if !first_of_pv && score > alpha && full > searched {
            score = -self.node::<NonPvNode>(below, ask, full, !node.cut);
        }
        if first_of_pv || (K::PV && score > alpha) {
            let open = -Window { alpha, beta: node.window.beta };
            score = -self.node::<PvNode>(below, open, full, false);
        }
        self.board.undo();
        score
    }

    /// What a cutoff teaches: the move that made it was good here, those
    /// tried before it were not.
    fn learn(&mut self, node: &Node, best: Move, tried: &[Move], context: &HistoryContext) {
        let position = self.board.position();
        let reward = self.reward(node.depth);
        self.histories.learn(position, best, context, reward);
        for &mv in tried {
            // That a capture did not cut off says nothing against quiet
            // moves, but a quiet move that cuts off speaks against both.
            if best.is_quiet() || !mv.is_quiet() {
                let share = if mv.is_quiet() { penalty_quiet() } else { penalty_noisy() };
                self.histories.learn(position, mv, context, -reward * share / 100);
            }
        }
    }

    /// A cutoff by the table is one by its move, which may have been good here
    /// in another context.
    fn confirm(&mut self, ply: usize, window: Window, depth: Depth, known: Option<&TtEntry>) {
        if let Some(entry) = known
            && entry.score >= window.beta
            && let Some(mv) = entry.mv.filter(|mv| mv.is_quiet())
        {
            let context = self.context(ply);
            let reward = self.reward(depth) * confirmed_share() / 100;
            self.histories.learn(self.board.position(), mv, &context, reward);
        }
    }

    /// What a cutoff with so many plies to go is worth to the histories:
    /// deeper ones save more.
    fn reward(&self, depth: Depth) -> i32 {
        (reward_per_ply() * depth + reward_offset()).clamp(0, reward_max())
    }

    /// Step 19: what the node has shown, for the next time it is reached, and
    /// for other positions like it.
    fn remember(&mut self, node: &Node, found: &MoveLoopResult) {
        let frame = &self.frames[node.ply];
        let entry = TtEntry {
            mv: found.mv,
            score: found.score,
            eval: frame.raw,
            depth: node.depth,
            bound: found.bound,
            pv: node.was_pv,
        };
        // Only quiet positions teach: what a capture wins is no error of the
        // evaluation. And only a bound that contradicts it.
        if let Some(eval) = frame.eval
            && found.mv.is_none_or(Move::is_quiet)
            && !found.score.is_mate()
            && !(found.bound == Bound::Lower && found.score <= eval)
            && !(found.bound == Bound::Upper && found.score >= eval)
        {
            self.learn_correction(node.ply, found.score - eval, node.depth);
        }
        self.table.store(self.board.key(), node.ply, entry);
    }
}

/// Whether the side to move stands better than the last time it was not in
/// check, two plies ago or four. Where nothing tells, hope: less is pruned.
fn improving(now: Option<Score>, two_ago: Option<Score>, four_ago: Option<Score>) -> bool {
    now.zip(two_ago.or(four_ago)).is_none_or(|(now, earlier)| now > earlier)
}

/// What a move has gained, in centipawns, if its maker's evaluation was
/// `before` and now the opponent has one of `now`. Large changes say more of
/// what hangs than of the move.
fn gain(before: Score, now: Score) -> i32 {
    (-now.0 - before.0).clamp(gain_least(), gain_most())
}

/// Step 5: the table's score, if it comes from a search at least as deep and
/// decides the window. The table does not know how near the fifty-move rule
/// is: shortly before it strikes nothing is believed, and no mate that would
/// come after it. Such mates are also those that two positions promise each
/// other by the table, one ply longer with each round.
#[inline]
pub fn answer(
    known: Option<&TtEntry>,
    board: &SearchPosition,
    ply: usize,
    window: Window,
    depth: Depth,
) -> Option<Score> {
    let entry = known.filter(|entry| entry.depth >= depth)?;
    let left = usize::from(SearchThread::plies_to_fifty_moves(board));
    let too_late = entry.score.plies_to_mate().is_some_and(|plies| plies > ply + left);
    if too_late || left < table_clock_reserve() as usize {
        return None;
    }
    let decides = entry.score >= window.beta && entry.bound.is_at_least()
        || entry.score <= window.alpha && entry.bound.is_at_most();
    decides.then_some(entry.score)
}

/// An evaluation, or the table's score where that is known to be nearer the
/// truth. Mates are left to the search.
#[inline]
pub fn refined(eval: Score, known: Option<&TtEntry>) -> Score {
    match known {
        Some(entry)
            if !entry.score.is_mate()
                && (entry.score > eval && entry.bound.is_at_least()
                    || entry.score < eval && entry.bound.is_at_most()) =>
        {
            entry.score
        }
        _ => eval,
    }
}

/// A score above beta that a shallow look has shown, halfway back to beta: how
/// far above is not proven. Mates are, and between a mate and a score that is
/// none lies nothing that means anything.
#[inline]
pub fn doubted(score: Score, beta: Score) -> Score {
    if score.is_mate() || beta.is_mate() { score } else { Score((score.0 + beta.0) / 2) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::KeyHistory;
    use crate::eval::EvalData;

    #[test]
    fn improving_compares_with_the_last_known_evaluation() {
        let (low, high) = (Some(Score(-20)), Some(Score(30)));
        assert!(improving(high, low, None) && improving(high, low, high));
        assert!(!improving(low, high, None) && !improving(low, low, None));
        // Two plies ago there was a check: four plies ago counts.
        assert!(improving(high, None, low) && !improving(low, None, high));
        // Nothing is known, in check or at the root.
        assert!(improving(None, high, high) && improving(low, None, None));
    }

    #[test]
    fn a_move_gains_what_the_opponent_loses() {
        let nothing = gain(Score(30), Score(-30));
        assert!(gain(Score(30), Score(-50)) > nothing);
        assert!(gain(Score(30), Score(0)) < nothing);
        assert_eq!(gain(Score(30), Score(900)), gain(Score(30), Score(2000)));
        assert_eq!(gain(Score(30), Score(-900)), gain(Score(30), Score(-2000)));
    }

    #[test]
    fn mates_after_the_fifty_move_rule_are_not_believed() {
        // Sixty plies are left of the rule.
        let mut eval = EvalData::default();
        let board = SearchPosition::new(
            &"8/8/8/8/8/k1KN4/8/5B2 w - - 40 60".parse().unwrap(),
            &KeyHistory::default(),
            &mut eval,
        );
        let ply = 3;
        for (sign, decisive) in [(1, Bound::Lower), (-1, Bound::Upper)] {
            let answer = |plies| {
                let score = Score(sign * Score::mate_in(ply + plies).0);
                let entry =
                    TtEntry { mv: None, score, eval: None, depth: 9, bound: decisive, pv: false };
                answer(Some(&entry), &board, ply, Window::above(Score(250)), 5)
            };
            assert!(answer(59).is_some() && answer(60).is_some());
            assert_eq!(answer(61), None);
            assert_eq!(answer(200), None);
        }
    }

    #[test]
    fn the_table_refines_only_what_its_bound_contradicts() {
        let entry = |score, bound| TtEntry {
            mv: None,
            score: Score(score),
            eval: None,
            depth: 3,
            bound,
            pv: false,
        };
        for (eval, score, bound, refined_to) in [
            (10, 50, Bound::Lower, 50),
            (10, -50, Bound::Lower, 10),
            (10, -50, Bound::Upper, -50),
            (10, 50, Bound::Upper, 10),
            (10, 50, Bound::Exact, 50),
            (10, -50, Bound::Exact, -50),
        ] {
            assert_eq!(refined(Score(eval), Some(&entry(score, bound))), Score(refined_to));
        }
        assert_eq!(refined(Score(10), None), Score(10));
        let mate = TtEntry { score: Score::mate_in(5), ..entry(0, Bound::Exact) };
        assert_eq!(refined(Score(10), Some(&mate)), Score(10));
    }
}
