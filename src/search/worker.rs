//! What one thread carries through its search.

use super::node_clock::time_of;
use super::params::*;
use super::pv::PvTable;
use super::root::RootMoves;
use super::team::SharedState;
use super::thread_data::ThreadData;
use super::time::TimeBudget;
use super::window::Window;
use super::{Reporter, SearchControl, SearchRequest};
use crate::eval::{KNOWN_WIN, SearchPosition};
use crate::history::{CorrectionWeights, Histories, HistoryContext, PieceTo};
use crate::movegen::has_legal_move;
use crate::tt::{TranspositionTable, TtEntry};
use crate::types::{Bitboard, Depth, MAX_PLY, Move, Score};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Plies without capture or pawn move after which the game is drawn.
const FIFTY_MOVES: u16 = 100;
/// Nodes between two looks at the clock and the signals: a third of a
/// millisecond or so.
const NODES_BETWEEN_LOOKS: u64 = 1024;

/// Of a limit on nodes, what all threads together may visit between two looks:
/// one part in so many.
const LOOKS_PER_LIMIT: u64 = 16;

/// Which of the threads of a search one is.
#[derive(Clone, Copy)]
pub enum ThreadRole<'a> {
    /// The one that reports, and heeds the clock and these signals.
    Main(&'a SearchControl),
    /// Another, with its number from one. It heeds the team.
    Helper(usize),
}

/// What a node leaves for those below it.
#[derive(Clone, Copy, Default)]
pub struct StackEntry {
    /// The static evaluation as it is, unless in check.
    pub raw: Option<Score>,
    /// The static evaluation, corrected, unless in check.
    pub eval: Option<Score>,
    /// What the opponent attacks; known once moves are tried.
    pub threats: Bitboard,
    /// The move being searched; none if the side to move passed.
    pub mv: Option<Move>,
    /// The man that it moves, and where to.
    pub played: PieceTo,
    /// The move to leave out, while an alternative to it is sought.
    pub excluded: Option<Move>,
    /// Plies by which the move being searched is reduced.
    pub reduction: Depth,
    /// Moves on the path so far that were extended more than once.
    pub doubles: i32,
    /// Cutoffs at this ply since the node two plies above began.
    pub cutoffs: u32,
}

/// One thread's search.
pub struct SearchThread<'a> {
    pub task: &'a SearchRequest,
    pub table: &'a TranspositionTable,
    pub histories: &'a mut Histories,
    pub reporter: &'a mut dyn Reporter,
    pub team: &'a SharedState,
    place: ThreadRole<'a>,

    pub root: RootMoves,
    pub frames: Box<[StackEntry]>,
    pub lines: PvTable,
    /// The current position, with all that came before it.
    pub board: SearchPosition<'a>,
    pub nodes: u64,
    pub selective_depth: usize,
    /// The iteration in progress.
    pub depth: Depth,
    /// No passing above this ply: a null move is being verified.
    pub nmp_min_ply: usize,
    /// Once set, every node returns at once, and what it returns is void.
    pub stopped: bool,

    pub budget: Option<TimeBudget>,
    /// From when the clock counts; not before a ponder hit.
    pub clock_start: Option<Instant>,
    node_limit: u64,
    next_look: u64,
    /// Whether the first iteration is done. Before, there is nothing to play
    /// that was looked at, so nothing ends the search soon.
    pub has_answer: bool,
}

impl<'a> SearchThread<'a> {
    pub fn new(
        task: &'a SearchRequest,
        table: &'a TranspositionTable,
        team: &'a SharedState,
        place: ThreadRole<'a>,
        data: &'a mut ThreadData,
        reporter: &'a mut dyn Reporter,
    ) -> SearchThread<'a> {
        let ThreadData { histories, eval } = data;
        let table_move = table.probe(task.position.key(), 0).and_then(|entry| entry.mv);
        SearchThread {
            root: RootMoves::new(&task.position, &task.limits, table_move, histories),
            frames: vec![StackEntry::default(); MAX_PLY + 3].into(),
            lines: PvTable::new(),
            board: SearchPosition::new(&task.position, &task.past, eval),
            nodes: 0,
            selective_depth: 0,
            depth: 0,
            nmp_min_ply: 0,
            stopped: false,
            budget: TimeBudget::of(&task.limits, task.move_overhead),
            clock_start: (!task.limits.ponder).then_some(task.start),
            node_limit: task.limits.nodes.unwrap_or(u64::MAX),
            next_look: 0,
            has_answer: false,
            task,
            table,
            histories,
            reporter,
            team,
            place,
        }
    }

    /// Enters a node: counts it and forgets what an earlier one at this ply
    /// has left. False if the search has ended instead.
    #[inline]
    pub fn enter<const PV: bool>(&mut self, ply: usize) -> bool {
        if self.nodes >= self.next_look {
            self.look_up();
        }
        if self.stopped {
            return false;
        }
        self.nodes += 1;
        if PV {
            self.lines.clear(ply);
            self.selective_depth = self.selective_depth.max(ply);
        }
        true
    }

    /// Whether this is the thread that reports.
    pub fn is_main(&self) -> bool {
        matches!(self.place, ThreadRole::Main(_))
    }

    /// The thread's number; the main thread's is zero.
    pub fn number(&self) -> usize {
        match self.place {
            ThreadRole::Main(_) => 0,
            ThreadRole::Helper(number) => number,
        }
    }

    /// Nodes that all threads have visited, as far as the others have told.
    pub fn all_nodes(&self) -> u64 {
        self.nodes + self.team.nodes_besides(self.number())
    }

    /// Tells the other threads what this one has done.
    pub fn publish(&self) {
        self.team.publish(self.number(), self.nodes, self.selective_depth);
    }

    /// Looks whether the search must end.
    #[cold]
    pub fn look_up(&mut self) {
        self.publish();
        // Summing is dear where threads are many.
        let limited = self.node_limit < u64::MAX;
        let left =
            if limited { self.node_limit.saturating_sub(self.all_nodes()) } else { u64::MAX };
        let pace = match self.team.threads() as u64 {
            ..=1 => left,
            threads => (self.node_limit / threads / LOOKS_PER_LIMIT).min(left),
        };
        self.next_look = self.nodes + pace.clamp(1, NODES_BETWEEN_LOOKS);
        match self.place {
            ThreadRole::Main(signals) => self.heed(signals, left == 0),
            ThreadRole::Helper(_) => self.stopped |= left == 0 || self.team.is_stopped(),
        }
    }

    /// The main thread looks at the clock and the signals, too.
    fn heed(&mut self, signals: &SearchControl, nodes_are_spent: bool) {
        if self.clock_start.is_none() && !signals.pondering.load(Ordering::Relaxed) {
            self.clock_start = Some(Instant::now());
        }
        let is_late = || match (self.clock_start, self.budget) {
            (Some(start), Some(budget)) => self.elapsed_since(start) >= budget.hard,
            _ => false,
        };
        if self.has_answer || self.nodes >= NODES_BETWEEN_LOOKS {
            self.stopped |= nodes_are_spent || signals.stopped() || is_late();
        }
    }

    /// The time on the clock since then: that of all nodes, if nodes count as
    /// time.
    pub fn elapsed_since(&self, start: Instant) -> Duration {
        let by_nodes = |rate| time_of(self.all_nodes(), rate);
        self.task.limits.nodes_per_ms.map_or_else(|| start.elapsed(), by_nodes)
    }

    /// Whether the game is over here, or the search at its greatest depth,
    /// and what that is worth. Mate is not seen here, but goes before a draw.
    #[inline]
    pub fn end_of_line(&mut self, ply: usize) -> Option<Score> {
        let position = self.board.position();
        if position.halfmove_clock() >= FIFTY_MOVES
            && (!position.in_check() || has_legal_move(position))
        {
            return Some(Score::DRAW);
        }
        if self.repeats(ply) || position.has_insufficient_material() {
            return Some(Score::DRAW);
        }
        if ply >= MAX_PLY - 1 {
            return Some(if position.in_check() { Score::DRAW } else { self.board.evaluate() });
        }
        None
    }

    /// The window raised to a draw if the side to move can repeat a position
    /// of the path; `Err` holds the score if that is enough for beta.
    #[inline]
    pub fn with_draw_at_hand(&self, ply: usize, window: Window) -> Result<Window, Score> {
        if window.alpha >= Score::DRAW || !self.board.can_repeat(ply) {
            return Ok(window);
        }
        let alpha = Score::DRAW;
        if alpha < window.beta { Ok(Window { alpha, ..window }) } else { Err(alpha) }
    }

    /// Plays a move of the node at `ply`.
    #[inline]
    pub fn play(&mut self, ply: usize, mv: Move) {
        // Playing the move takes as long as memory takes to answer.
        self.table.prefetch(self.board.position().key_after(mv));
        let frame = &mut self.frames[ply];
        (frame.mv, frame.played) = (Some(mv), PieceTo::of(self.board.position(), mv));
        self.board.play(mv);
        let last = [1, 2].map(|plies| self.played(ply + 1, plies));
        self.histories.corrections.prefetch(self.board.position(), last);
    }

    /// What the merits of the moves at `ply` depend on.
    #[inline]
    pub fn context(&self, ply: usize) -> HistoryContext {
        let position = self.board.position();
        HistoryContext {
            threats: position.attacked_by(!position.side_to_move()),
            earlier: self.earlier(ply),
        }
    }

    /// The moves to which those at `ply` are continuations.
    #[inline]
    pub fn earlier(&self, ply: usize) -> [PieceTo; 3] {
        [1, 2, 4].map(|plies| self.played(ply, plies))
    }

    /// The move played so many plies before `ply`, unless that was a pass or
    /// before the root.
    #[inline]
    fn played(&self, ply: usize, plies: usize) -> PieceTo {
        ply.checked_sub(plies).map_or(PieceTo::NOTHING, |earlier| self.frames[earlier].played)
    }

    /// The evaluation of the position on the board as it is, from the table
    /// if it is there; none in check.
    #[inline]
    pub fn raw_eval(&mut self, known: Option<&TtEntry>) -> Option<Score> {
        (!self.board.position().in_check())
            .then(|| known.and_then(|entry| entry.eval).unwrap_or_else(|| self.board.evaluate()))
    }

    /// What to add to the evaluation for its errors in like positions, in
    /// centipawns.
    #[inline]
    pub fn correction(&self, ply: usize) -> i32 {
        let weights = CorrectionWeights {
            pawns: correction_pawns(),
            minors: correction_minors(),
            majors: correction_majors(),
            pieces: correction_pieces(),
            continuation: correction_continuation(),
        };
        let last = [1, 2].map(|plies| self.played(ply, plies));
        self.histories.corrections.of(self.board.position(), last, &weights)
    }

    /// The evaluation with its correction, and nearer to a draw the nearer
    /// the fifty-move rule is. Not so where the win is certain: there only the
    /// steps of the lone king matter, which both would drown.
    #[inline]
    pub fn corrected(&self, raw: Score, correction: i32) -> Score {
        if raw.0.abs() >= KNOWN_WIN.0 {
            return raw;
        }
        let clock = i32::from(self.board.position().halfmove_clock());
        let faded = raw.0 * (fading_clock() - clock) / fading_clock();
        Score(faded + correction).clamp_eval()
    }

    /// Learns by how much the corrected evaluation was wrong, in centipawns.
    pub fn learn_correction(&mut self, ply: usize, error: i32, depth: Depth) {
        let last = [1, 2].map(|plies| self.played(ply, plies));
        self.histories.corrections.learn(self.board.position(), last, error, depth);
    }

    /// Whether to count the position as drawn by repetition. From the root on
    /// once is enough: who could do better would have done so the first time.
    /// What stood on the board before the root, the opponent may know how to
    /// avoid, so there it takes the full three.
    #[inline]
    fn repeats(&self, ply: usize) -> bool {
        let mut before = 0;
        for plies_ago in self.board.earlier() {
            before += 1;
            if plies_ago <= ply || before == 2 {
                return true;
            }
        }
        false
    }

    /// Plies that can still be played before the fifty-move rule strikes.
    #[inline]
    pub fn plies_to_fifty_moves(board: &SearchPosition) -> u16 {
        FIFTY_MOVES.saturating_sub(board.position().halfmove_clock())
    }
}
