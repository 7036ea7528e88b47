//! The search of one position: principal variation search in its negamax
//! form. Scores are for the side to move; those outside the window are only
//! bounds, but the sharpest that were found ("fail-soft").

use super::checks::Checks;
use super::params::{TABLE_CLOCK_RESERVE, UNGUIDED_DEPTH};
use super::picker::Picker;
use super::pruning::{self, Verdict};
use super::reductions;
use super::window::Window;
use super::worker::{Frame, Worker};
use crate::eval::Tracked;
use crate::history::Merit;
use crate::tt::{Bound, Entry};
use crate::types::{Depth, Move, Score};
use arrayvec::ArrayVec;

/// What kind of node it is, known to the compiler.
pub trait Kind {
    /// The position that was asked about.
    const ROOT: bool;
    /// Searched with an open window, for an exact score and a line of moves.
    /// All other nodes only answer whether a score is above a bound.
    const PV: bool;
}

/// The root.
pub struct Root;
/// A node of the principal variation, or of what may become it.
pub struct Pv;
/// Any other.
pub struct NonPv;

impl Kind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}
impl Kind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}
impl Kind for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// What is known of a node before its moves are tried.
pub struct Node<'p> {
    /// The position.
    pub here: &'p Tracked,
    /// Plies from the root.
    pub ply: usize,
    /// The scores that matter.
    pub window: Window,
    /// Plies to go.
    pub depth: Depth,
    /// Whether a cutoff is expected, as after a move that was tried late.
    pub cut: bool,
    /// The table's move, not yet checked.
    pub table_move: Option<Move>,
    /// The best estimate of the score without searching; none in check.
    pub eval: Option<Score>,
    /// Whether the side to move stands better than two plies ago.
    pub improving: bool,
    /// Whether it is, or once was, part of a principal variation.
    pub was_pv: bool,
}

/// What came of trying the moves.
struct Found {
    score: Score,
    bound: Bound,
    mv: Option<Move>,
}

/// Moves remembered as tried in vain, at most: later ones teach little.
const TRIED: usize = 32;

impl Worker<'_> {
    /// Searches a position `ply` plies from the root to a depth of `depth`
    /// plies. `cut` says that a cutoff is expected.
    pub fn node<K: Kind>(
        &mut self,
        here: &Tracked,
        ply: usize,
        window: Window,
        depth: Depth,
        cut: bool,
    ) -> Score {
        // 1. Without depth left, only captures are played out.
        if depth <= 0 {
            return if K::PV {
                self.quiescence::<true>(here, ply, window)
            } else {
                self.quiescence::<false>(here, ply, window)
            };
        }

        // 2. Count the node, unless the search has ended.
        if !(if K::PV { self.enter::<true>(ply) } else { self.enter::<false>(ply) }) {
            return Score::DRAW;
        }

        // 3. Draws, and the end of the stack. 4. Mate distance pruning.
        let mut window = window;
        if !K::ROOT {
            if let Some(score) = self.end_of_line(here, ply) {
                return score;
            }
            match window.within_mates(ply) {
                Ok(narrowed) => window = narrowed,
                Err(score) => return score,
            }
        }

        // 5. Has the table the answer? Not for a principal variation, which
        //    is to show its moves and see its draws.
        let known = self.table.probe(here.key(), ply);
        if !K::PV
            && let Some(score) = answer(known.as_ref(), here, window, depth)
        {
            return score;
        }

        // 6. Static evaluation, and whether it improves.
        let mut node = self.look_at::<K>(here, ply, window, depth, cut, known.as_ref());

        // 7. to 9. Is the node decided without trying its moves?
        if !K::PV
            && let Some(score) = self.prune(&node)
        {
            return score;
        }

        // 10. Internal iterative reduction: without a move from the table the
        //     order is poor, and searching is dear. Search less deep now; the
        //     next time there is a move (an idea of E. Schröder's).
        if depth >= UNGUIDED_DEPTH && node.table_move.is_none() && (K::PV || cut) {
            node.depth -= 1;
        }

        // 11. to 16. Try the moves.
        let found = self.try_moves::<K>(&node);
        if self.stopped {
            return Score::DRAW;
        }

        // 17. Remember the result.
        if !K::ROOT || self.root.is_whole() {
            let entry = Entry {
                mv: found.mv,
                score: found.score,
                eval: self.frames[ply].eval,
                depth: node.depth,
                bound: found.bound,
                pv: node.was_pv,
            };
            self.table.store(here.key(), ply, entry);
        }
        found.score
    }

    /// Step 6: the static evaluation, made better where the table knows a
    /// bound that it violates.
    fn look_at<'p, K: Kind>(
        &mut self,
        here: &'p Tracked,
        ply: usize,
        window: Window,
        depth: Depth,
        cut: bool,
        known: Option<&Entry>,
    ) -> Node<'p> {
        let raw = if here.position().in_check() {
            None
        } else {
            Some(known.and_then(|entry| entry.eval).unwrap_or_else(|| here.evaluate()))
        };
        self.frames[ply] = Frame { eval: raw, passed: false };
        let earlier = ply.checked_sub(2).and_then(|earlier| self.frames[earlier].eval);
        Node {
            here,
            ply,
            window,
            depth,
            cut,
            table_move: known.and_then(|entry| entry.mv),
            eval: raw.map(|eval| refined(eval, known)),
            // Where nothing tells, hope: less is pruned.
            improving: raw.zip(earlier).is_none_or(|(now, earlier)| now > earlier),
            was_pv: K::PV || known.is_some_and(|entry| entry.pv),
        }
    }

    /// Steps 11 to 16: the moves, one after the other.
    fn try_moves<K: Kind>(&mut self, node: &Node<'_>) -> Found {
        let position = node.here.position();
        let mut found = Found { score: -Score::INFINITE, bound: Bound::Upper, mv: None };
        let mut alpha = node.window.alpha;
        let mut tried = ArrayVec::<Move, TRIED>::new();
        let mut number = 0;
        let checks = Checks::of(position);

        // 11. The next most promising move.
        let mut picker = if K::ROOT {
            Picker::listed(self.root.candidates())
        } else {
            Picker::all(node.table_move)
        };
        while let Some(mv) = picker.next(position, self.histories) {
            number += 1;
            let merit = self.histories.of(position, mv);

            // 12. Skip what can hardly matter, once there is a move to play.
            if !K::ROOT && !found.score.is_loss() {
                match pruning::judge(node, mv, number, merit, alpha, &checks) {
                    Verdict::Try => {}
                    Verdict::Skip => continue,
                    Verdict::SkipQuiets => {
                        picker.narrow(|mv| checks.gives(position, mv));
                        continue;
                    }
                }
            }

            // 13. and 14. Play it and search what follows.
            let nodes_before = self.nodes;
            if K::ROOT {
                self.reporter.current_move(self.depth, mv, self.root.line + number);
            }
            let score = self.try_move::<K>(node, mv, number, merit, alpha);
            if self.stopped {
                break;
            }
            if K::ROOT {
                let result = (number == 1 || score > alpha).then(|| (score, self.lines.from(1)));
                self.root.note(mv, self.nodes - nodes_before, result);
            }

            // 15. Is it the best so far? Is it too good to be allowed?
            if score > found.score {
                found.score = score;
                if score > alpha {
                    found.mv = Some(mv);
                    if K::PV {
                        self.lines.lead(node.ply, mv);
                    }
                    if score >= node.window.beta {
                        found.bound = Bound::Lower;
                        self.learn(node, mv, &tried);
                        break;
                    }
                    found.bound = Bound::Exact;
                    alpha = score;
                }
            }
            // Beyond the list's end it is not worth remembering.
            let _ = tried.try_push(mv);
        }

        // 16. Mate or stalemate.
        if number == 0 {
            let score = if position.in_check() { Score::mated_in(node.ply) } else { Score::DRAW };
            return Found { score, bound: Bound::Exact, mv: None };
        }
        found
    }

    /// Steps 13 and 14: plays a move and searches what follows: less deep if
    /// it comes late, with a window of nothing if it is not the first, and
    /// again whenever that is not enough.
    fn try_move<K: Kind>(
        &mut self,
        node: &Node<'_>,
        mv: Move,
        number: usize,
        merit: Merit,
        alpha: Score,
    ) -> Score {
        // 13. Play the move.
        let next = node.here.after(mv);
        self.table.prefetch(next.key());
        self.past.push(node.here.key());
        let below = node.ply + 1;
        let gives_check = next.position().in_check();
        // Checks are searched a ply deeper: there are few answers to look at,
        // and what is forced should not use up the depth.
        let full = node.depth - 1 + Depth::from(gives_check);
        let reduction = reductions::late_move::<K>(node, mv, number, merit, gives_check, full);

        // 14. Search. A zero window asks only whether the move beats what is
        //     there; most do not, and that is cheaper to prove.
        let ask = -Window::above(alpha);
        let mut score = Score::INFINITE;
        if reduction > 0 {
            score = -self.node::<NonPv>(&next, below, ask, full - reduction, true);
        }
        let first_of_pv = K::PV && number == 1;
        if !first_of_pv && score > alpha {
            score = -self.node::<NonPv>(&next, below, ask, full, !node.cut);
        }
        if first_of_pv || (K::PV && score > alpha) {
            let open = -Window { alpha, beta: node.window.beta };
            score = -self.node::<Pv>(&next, below, open, full, false);
        }
        self.past.pop();
        score
    }

    /// What a cutoff teaches: the move that made it was good here, those
    /// tried before it were not.
    fn learn(&mut self, node: &Node<'_>, best: Move, tried: &[Move]) {
        let position = node.here.position();
        let reward = Merit::reward(node.depth);
        self.histories.learn(position, best, reward);
        for &mv in tried {
            // That a capture did not cut off says nothing against quiet
            // moves, but a quiet move that cuts off speaks against both.
            if best.is_quiet() || !mv.is_quiet() {
                self.histories.learn(position, mv, -reward);
            }
        }
    }
}

/// Step 5: the table's score, if it comes from a search at least as deep and
/// decides the window. Not shortly before the fifty-move rule strikes, since
/// the table does not know how near that is.
#[inline]
pub fn answer(
    known: Option<&Entry>,
    here: &Tracked,
    window: Window,
    depth: Depth,
) -> Option<Score> {
    let entry = known.filter(|entry| entry.depth >= depth)?;
    if Worker::plies_to_fifty_moves(here) < TABLE_CLOCK_RESERVE {
        return None;
    }
    let decides = entry.score >= window.beta && entry.bound.is_at_least()
        || entry.score <= window.alpha && entry.bound.is_at_most();
    decides.then_some(entry.score)
}

/// An evaluation, or the table's score where that is known to be nearer the
/// truth. Mates are left to the search.
#[inline]
pub fn refined(eval: Score, known: Option<&Entry>) -> Score {
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
