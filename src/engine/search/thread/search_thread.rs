//! The state of one thread's search, and the operations that all its nodes
//! need.

use super::data::ThreadData;
use super::shared::SharedState;
use super::stack_entry::StackEntry;
use crate::chess::movegen::has_legal_move;
use crate::chess::types::{Depth, MAX_PLY, Move, Score};
use crate::engine::eval::{SearchPosition, is_known_win};
use crate::engine::history::{Histories, HistoryContext, PieceTo};
use crate::engine::search::moves::picker::MovePicker;
use crate::engine::search::moves::pv::PvTable;
use crate::engine::search::moves::root_moves::RootMoves;
use crate::engine::search::observer::NodeObserver;
use crate::engine::search::params::{fifty_move_scale, lmr_helper_noise};
use crate::engine::search::report::Reporter;
use crate::engine::search::request::{SearchControl, SearchRequest};
use crate::engine::search::table_access::TablebaseAccess;
use crate::engine::search::time::budget::TimeBudget;
use crate::engine::search::time::node_clock::time_of;
use crate::engine::search::time::stalls::Stalls;
use crate::engine::search::window::Window;
use crate::engine::tt::{TranspositionTable, TtEntry};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Plies without a capture or a pawn move after which the game is drawn.
pub const FIFTY_MOVE_PLIES: u16 = 100;

/// Earlier occurrences that make a position a draw by threefold repetition.
const EARLIER_OCCURRENCES: usize = 2;

/// Nodes between two checks of the limits: about a third of a millisecond.
const NODES_BETWEEN_CHECKS: u64 = 1024;

/// With several threads and a node limit, all threads together visit at most
/// the limit divided by this between two checks.
const CHECKS_PER_NODE_LIMIT: u64 = 16;

/// The part of a thread in a search.
#[derive(Clone, Copy)]
pub enum ThreadRole<'a> {
    /// The thread that reports and checks the clock, the limits and the front
    /// end's control.
    Main(&'a SearchControl),
    /// Another thread, with its index from one. It checks the node limit and
    /// the stop flag of the shared state.
    Helper(usize),
}

/// One thread's running search.
pub struct SearchThread<'a> {
    pub request: &'a SearchRequest,
    /// The transposition table of all threads.
    pub tt: &'a TranspositionTable,
    /// The thread's own histories.
    pub histories: &'a mut Histories,
    /// The stalls that the thread has seen.
    stalls: &'a mut Stalls,
    /// Where the main thread reports.
    pub reporter: &'a mut dyn Reporter,
    /// What the threads of this search share.
    pub shared: &'a SharedState,
    role: ThreadRole<'a>,

    pub root_moves: RootMoves,
    /// One entry for each ply.
    pub stack: Box<[StackEntry]>,
    /// The principal variations.
    pub pv: PvTable,
    /// The current position and the path to it.
    pub board: SearchPosition<'a>,
    /// Nodes that this thread has visited.
    pub nodes: u64,
    /// Those of them in quiescence.
    pub quiescence_nodes: u64,
    /// The greatest ply of a PV node in this iteration.
    pub selective_depth: usize,
    /// The depth of the iteration in progress, in plies.
    pub root_depth: Depth,
    /// The score of a draw for the side to move at even and at odd plies.
    draw_scores: [Score; 2],
    /// The tablebases that the nodes probe.
    pub tablebases: Option<&'a TablebaseAccess>,
    /// Positions that this thread has found in them.
    pub tablebase_hits: u64,
    /// While a null move cutoff is verified: no null move is made before this ply.
    pub nmp_min_ply: Option<usize>,
    /// Once set, every node returns at once with a score that means nothing.
    pub stopped: bool,
    /// Observes the nodes of at least `observed_depth` plies.
    pub observer: Option<&'a mut (dyn NodeObserver + 'static)>,
    /// Greater than any depth without an observer.
    pub observed_depth: Depth,

    /// The time limits, if there are any.
    pub time_budget: Option<TimeBudget>,
    /// When the clock started; `None` until a ponder hit.
    pub clock_start: Option<Instant>,
    /// Whether the search has pondered so long that it ends at a ponder hit. Deep
    /// iterations are long: the one in progress would go on to the hard limit.
    pub ends_at_ponder_hit: bool,
    node_limit: u64,
    /// The node count at the next check of the limits.
    next_check: u64,
    /// Whether the first iteration is done. Before, no move has been searched,
    /// so the main thread visits a few nodes whatever the limits say.
    pub has_best_move: bool,
}

impl<'a> SearchThread<'a> {
    /// A search that has not begun.
    pub fn new(
        request: &'a SearchRequest,
        tt: &'a TranspositionTable,
        shared: &'a SharedState,
        role: ThreadRole<'a>,
        data: &'a mut ThreadData,
        reporter: &'a mut dyn Reporter,
    ) -> SearchThread<'a> {
        let ThreadData { histories, eval, stalls, observer } = data;
        stalls.begin_search(request.start);
        let observer = observer.as_deref_mut();
        let tt_move = tt.probe(request.game.position().key(), 0).and_then(|entry| entry.mv);
        let mut thread = SearchThread {
            root_moves: RootMoves::new(
                request.game.position(),
                &request.limits,
                tt_move,
                histories,
            ),
            stack: vec![StackEntry::default(); MAX_PLY + 3].into(),
            pv: PvTable::new(),
            board: SearchPosition::new(request.game.position(), request.game.key_history(), eval),
            nodes: 0,
            quiescence_nodes: 0,
            selective_depth: 0,
            root_depth: 0,
            draw_scores: [Score(-request.options.contempt), Score(request.options.contempt)],
            tablebases: request.options.tablebases.as_ref(),
            tablebase_hits: 0,
            nmp_min_ply: None,
            stopped: false,
            observed_depth: observer.as_ref().map_or(Depth::MAX, |o| o.least_depth()),
            observer,
            time_budget: TimeBudget::of(
                &request.limits,
                request.options.move_overhead,
                stalls.worst(),
            ),
            clock_start: (!request.limits.ponder).then_some(request.start),
            ends_at_ponder_hit: false,
            node_limit: request.limits.nodes.unwrap_or(u64::MAX),
            next_check: 0,
            has_best_move: false,
            request,
            tt,
            histories,
            stalls,
            reporter,
            shared,
            role,
        };
        thread.find_corrections(0);
        thread.rank_root_moves();
        thread
    }

    /// Counts a node and empties the principal variation of its ply. False if
    /// the search has been stopped.
    #[inline]
    pub fn enter_node<const PV: bool>(&mut self, ply: usize) -> bool {
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        if self.stopped {
            return false;
        }
        self.nodes += 1;
        if PV {
            self.pv.clear(ply);
            self.selective_depth = self.selective_depth.max(ply);
        }
        true
    }

    /// Whether this is the main thread.
    pub fn is_main(&self) -> bool {
        matches!(self.role, ThreadRole::Main(_))
    }

    /// The index of the thread; the main thread's is zero.
    pub fn index(&self) -> usize {
        match self.role {
            ThreadRole::Main(_) => 0,
            ThreadRole::Helper(index) => index,
        }
    }

    /// What a helper adds to a reduction, in 1024ths of a ply: it changes from node to
    /// node, so that the helpers search other trees (an idea of Reckless').
    #[inline]
    pub fn lmr_noise(&self) -> i32 {
        const STEPS: u64 = 128;
        match self.role {
            ThreadRole::Main(_) => 0,
            ThreadRole::Helper(index) => {
                let step = ((self.nodes + index as u64) % STEPS) as i32;
                lmr_helper_noise() * (2 * step - STEPS as i32) / STEPS as i32
            }
        }
    }

    /// Nodes of all threads; those of the others as last published.
    pub fn total_nodes(&self) -> u64 {
        self.nodes + self.shared.nodes_of_others(self.index())
    }

    /// Publishes this thread's counters to the others.
    pub fn publish(&self) {
        let hits = self.tablebase_hits;
        self.shared.publish(self.index(), self.nodes, self.selective_depth, hits);
    }

    /// Checks whether the search must stop, and plans the next check.
    #[cold]
    pub fn check_limits(&mut self) {
        self.publish();
        // The sum over many threads is slow, so it is left out without need.
        let limited = self.node_limit < u64::MAX;
        let nodes_left =
            if limited { self.node_limit.saturating_sub(self.total_nodes()) } else { u64::MAX };
        let interval = match self.shared.threads() as u64 {
            ..=1 => nodes_left,
            threads => (self.node_limit / threads / CHECKS_PER_NODE_LIMIT).min(nodes_left),
        };
        self.next_check = self.nodes + interval.clamp(1, NODES_BETWEEN_CHECKS);
        match self.role {
            ThreadRole::Main(control) => self.check_main_limits(control, nodes_left == 0),
            ThreadRole::Helper(_) => self.stopped |= nodes_left == 0 || self.shared.is_stopped(),
        }
    }

    /// Checks what only the main thread checks: the clock and the front end's
    /// control.
    fn check_main_limits(&mut self, control: &SearchControl, nodes_are_spent: bool) {
        let now = Instant::now();
        self.stalls.read(now);
        if self.clock_start.is_none() && !control.pondering.load(Ordering::Relaxed) {
            self.clock_start = Some(now);
            self.stopped |= self.ends_at_ponder_hit;
        }
        let time_is_up = || match (self.clock_start, self.time_budget) {
            (Some(start), Some(budget)) => self.elapsed_since(start) >= budget.hard,
            _ => false,
        };
        if self.has_best_move || self.nodes >= NODES_BETWEEN_CHECKS {
            self.stopped |= nodes_are_spent || control.stopped() || time_is_up();
        }
    }

    /// The time that has passed on the clock since `start`. If nodes count as
    /// time, it is the time of all nodes.
    pub fn elapsed_since(&self, start: Instant) -> Duration {
        let by_nodes = |rate| time_of(self.total_nodes(), rate);
        self.request.limits.nodes_per_ms.map_or_else(|| start.elapsed(), by_nodes)
    }

    /// The score of a draw, with the contempt of the side to move at the root.
    #[inline(always)]
    pub fn draw_score(&self, ply: usize) -> Score {
        self.draw_scores[ply & 1]
    }

    /// Step 3 of a node: the score of a draw or, at the maximum ply, of the
    /// evaluation; `None` if the search goes on. Checkmate takes precedence
    /// over the fifty-move rule; the move loop finds its score.
    #[inline]
    pub fn draw_or_max_ply(&mut self, ply: usize) -> Option<Score> {
        let position = self.board.position();
        if position.halfmove_clock() >= FIFTY_MOVE_PLIES
            && (!position.in_check() || has_legal_move(position))
        {
            return Some(self.draw_score(ply));
        }
        if self.is_repetition(ply) || position.has_insufficient_material() {
            return Some(self.draw_score(ply));
        }
        if ply >= MAX_PLY - 1 {
            return Some(if position.in_check() { Score::DRAW } else { self.board.evaluate() });
        }
        None
    }

    /// Step 3 of a node: the window with alpha raised to a draw, if the side to
    /// move can reach an earlier position with one move. If a draw reaches beta,
    /// the node ends.
    #[inline]
    pub fn upcoming_repetition(&self, ply: usize, window: Window) -> ControlFlow<Score, Window> {
        let alpha = self.draw_score(ply);
        if window.alpha >= alpha || !self.board.upcoming_repetition(ply) {
            return ControlFlow::Continue(window);
        }
        if alpha < window.beta {
            ControlFlow::Continue(Window { alpha, ..window })
        } else {
            ControlFlow::Break(alpha)
        }
    }

    /// Runs a search that overwrites the stack entry of `ply`, and restores the
    /// entry. A second search of the same position needs this, since the first
    /// goes on afterwards.
    pub fn preserving_stack_entry(
        &mut self,
        ply: usize,
        search: impl FnOnce(&mut Self) -> Score,
    ) -> Score {
        let entry = self.stack[ply];
        let score = search(self);
        self.stack[ply] = entry;
        score
    }

    /// Prefetches the TT entry of the position after the TT move. That move comes
    /// first, if any move is searched.
    #[inline(always)]
    pub fn prefetch_tt_move(&self, tt_entry: Option<&TtEntry>) {
        if let Some(mv) = tt_entry.and_then(|entry| entry.mv) {
            self.prefetch_after(mv);
        }
    }

    /// Prefetches the TT entry of the position after a move. The memory takes two
    /// or three times as long as making the move, so this is done a move ahead
    /// where possible.
    #[inline(always)]
    fn prefetch_after(&self, mv: Move) {
        self.tt.prefetch(self.board.key() ^ self.board.position().key_change(mv));
    }

    /// The next move of a picker. Prefetches the TT entry of the move after it.
    #[inline(always)]
    pub fn next_move(&self, picker: &mut MovePicker, context: &HistoryContext) -> Option<Move> {
        let position = self.board.position();
        picker.next(position, self.histories, context, |mv| self.prefetch_after(mv))
    }

    /// Makes a move of the node at `ply`.
    #[inline]
    pub fn make_move(&mut self, ply: usize, mv: Move) {
        let entry = &mut self.stack[ply];
        (entry.mv, entry.piece_to) = (Some(mv), PieceTo::of(self.board.position(), mv));
        self.board.play(mv);
        self.find_corrections(ply + 1);
    }

    /// Passes the move to the opponent at the node at `ply`.
    #[inline]
    pub fn make_null_move(&mut self, ply: usize) {
        let entry = &mut self.stack[ply];
        (entry.mv, entry.piece_to, entry.move_count) = (None, PieceTo::NONE, 0);
        self.board.play_null_move();
        self.tt.prefetch(self.board.key());
        self.find_corrections(ply + 1);
    }

    /// The evaluation of the current position without corrections, taken from
    /// the TT entry if that has one; `None` in check.
    #[inline]
    pub fn raw_eval(&mut self, tt_entry: Option<&TtEntry>) -> Option<Score> {
        (!self.board.position().in_check())
            .then(|| tt_entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate()))
    }

    /// The evaluation of the current position, with the errors of a weaker
    /// player if there are any.
    #[inline]
    fn evaluate(&mut self) -> Score {
        let eval = self.board.evaluate();
        match self.request.options.noise {
            None => eval,
            Some(noise) => (eval + noise.error(self.board.key())).clamp_eval(),
        }
    }

    /// The static evaluation `plies` plies before `ply`; `None` if that was in
    /// check or before the root.
    pub fn eval_before(&self, ply: usize, plies: usize) -> Option<Score> {
        ply.checked_sub(plies).and_then(|earlier| self.stack[earlier].static_eval)
    }

    /// The static evaluation: the raw evaluation with fifty-move scaling and its
    /// correction in centipawns.
    #[inline]
    pub fn corrected_eval(&self, raw_eval: Score, correction: i32) -> Score {
        let scaled = fifty_move_scaled(raw_eval, self.board.position().halfmove_clock());
        Score(scaled.0 + correction).clamp_eval()
    }

    /// Whether the position counts as drawn by repetition. After the root one
    /// earlier occurrence is enough: a side that could do better would have
    /// done so the first time. Before the root the opponent may have erred, so
    /// there it takes two.
    #[inline]
    fn is_repetition(&self, ply: usize) -> bool {
        let mut occurrences = 0;
        for plies_ago in self.board.previous_occurrences() {
            occurrences += 1;
            if plies_ago <= ply || occurrences == EARLIER_OCCURRENCES {
                return true;
            }
        }
        false
    }
}

/// An evaluation with fifty-move scaling: it falls with the plies since the
/// last capture or pawn move, since they may end in a draw. A known win stays as
/// it is.
#[inline]
pub fn fifty_move_scaled(raw_eval: Score, halfmove_clock: u16) -> Score {
    if is_known_win(raw_eval) {
        return raw_eval;
    }
    Score(raw_eval.0 * (fifty_move_scale() - i32::from(halfmove_clock)) / fifty_move_scale())
}
