//! What one thread carries through its search.

use super::node_clock::time_of;
use super::pv::Lines;
use super::root::Root;
use super::time::Budget;
use super::{Reporter, Signals, Task};
use crate::eval::{Tracked, is_dead};
use crate::history::Histories;
use crate::movegen::has_legal_move;
use crate::tt::Table;
use crate::types::{Depth, MAX_PLY, Score};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Plies without capture or pawn move after which the game is drawn.
const FIFTY_MOVES: u16 = 100;
/// Nodes between two looks at the clock and the signals: a third of a
/// millisecond or so.
const NODES_BETWEEN_LOOKS: u64 = 1024;

/// What a node leaves for those below it.
#[derive(Clone, Copy, Default)]
pub struct Frame {
    /// The static evaluation, unless in check.
    pub eval: Option<Score>,
    /// Whether the side to move at this ply let the other one move.
    pub passed: bool,
}

/// One thread's search.
pub struct Worker<'a> {
    pub task: &'a Task,
    pub table: &'a Table,
    pub histories: &'a mut Histories,
    pub reporter: &'a mut dyn Reporter,
    signals: &'a Signals,

    pub root: Root,
    pub frames: Box<[Frame]>,
    pub lines: Lines,
    /// The current position, with all that came before it.
    pub board: Tracked,
    pub nodes: u64,
    pub selective_depth: usize,
    /// The iteration in progress.
    pub depth: Depth,
    /// No passing above this ply: a null move is being verified.
    pub no_pass_before: usize,
    /// Once set, every node returns at once, and what it returns is void.
    pub stopped: bool,

    pub budget: Option<Budget>,
    /// From when the clock counts; not before a ponder hit.
    pub clock_start: Option<Instant>,
    node_limit: u64,
    next_look: u64,
    /// Whether the first iteration is done. Before, there is nothing to play
    /// that was looked at, so nothing ends the search soon.
    pub has_answer: bool,
}

impl<'a> Worker<'a> {
    pub fn new(
        task: &'a Task,
        table: &'a Table,
        signals: &'a Signals,
        histories: &'a mut Histories,
        reporter: &'a mut dyn Reporter,
    ) -> Worker<'a> {
        let table_move = table.probe(task.position.key(), 0).and_then(|entry| entry.mv);
        Worker {
            root: Root::new(&task.position, &task.limits, table_move, histories),
            frames: vec![Frame::default(); MAX_PLY + 1].into(),
            lines: Lines::new(),
            board: Tracked::new(&task.position, &task.past),
            nodes: 0,
            selective_depth: 0,
            depth: 0,
            no_pass_before: 0,
            stopped: false,
            budget: Budget::of(&task.limits, task.move_overhead),
            clock_start: (!task.limits.ponder).then_some(task.start),
            node_limit: task.limits.nodes.unwrap_or(u64::MAX),
            next_look: 0,
            has_answer: false,
            task,
            table,
            histories,
            reporter,
            signals,
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

    /// Looks whether the search must end.
    #[cold]
    pub fn look_up(&mut self) {
        self.next_look =
            (self.nodes + NODES_BETWEEN_LOOKS).min(self.node_limit.max(self.nodes + 1));
        if self.clock_start.is_none() && !self.signals.pondering.load(Ordering::Relaxed) {
            self.clock_start = Some(Instant::now());
        }
        let is_late = || match (self.clock_start, self.budget) {
            (Some(start), Some(budget)) => self.elapsed_since(start) >= budget.hard,
            _ => false,
        };
        if self.has_answer || self.nodes >= NODES_BETWEEN_LOOKS {
            self.stopped |= self.nodes >= self.node_limit || self.signals.stopped() || is_late();
        }
    }

    /// The time on the clock since then: that of all nodes, if nodes count as
    /// time.
    pub fn elapsed_since(&self, start: Instant) -> Duration {
        let by_nodes = |rate| time_of(self.nodes, rate);
        self.task.limits.nodes_per_ms.map_or_else(|| start.elapsed(), by_nodes)
    }

    /// Whether the game is over here, or the search at its greatest depth,
    /// and what that is worth. Mate is not seen here, but goes before a draw.
    #[inline]
    pub fn end_of_line(&self, ply: usize) -> Option<Score> {
        let position = self.board.position();
        if position.halfmove_clock() >= FIFTY_MOVES
            && (!position.in_check() || has_legal_move(position))
        {
            return Some(Score::DRAW);
        }
        if self.repeats(ply) || is_dead(position) {
            return Some(Score::DRAW);
        }
        if ply >= MAX_PLY - 1 {
            return Some(if position.in_check() { Score::DRAW } else { self.board.evaluate() });
        }
        None
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
    pub fn plies_to_fifty_moves(board: &Tracked) -> u16 {
        FIFTY_MOVES.saturating_sub(board.position().halfmove_clock())
    }
}
