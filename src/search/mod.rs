//! The search: from a position and limits to a move.
//!
//! Where to begin reading: `node.rs` is the search of one position, as a list
//! of numbered steps; `iterate.rs` calls it, deeper and deeper; `quiescence.rs`
//! is what it calls when no depth is left. Each technique has its reasons
//! beside it, and every margin its name in `params.rs`.

mod checks;
mod extensions;
mod helpers;
mod iterate;
mod node;
mod node_clock;
mod parameter;
pub mod params;
mod picker;
mod pool;
mod pruning;
mod pv;
mod quiescence;
mod reductions;
mod root;
mod team;
mod thread_data;
mod time;
mod vote;
mod window;
mod worker;

pub use crate::tt::Bound;
pub use parameter::Parameter;

use crate::board::{KeyHistory, Position};
use crate::tt::TranspositionTable;
use crate::types::{Depth, Move, Score};
use helpers::RunningHelpers;
use node_clock::NodeClock;
use pool::HelperThreads;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use team::SharedState;
use thread_data::ThreadData;
use worker::{SearchThread, ThreadRole};

/// The stack of a thread that searches, in bytes: a search goes deeper than
/// most work.
pub const STACK: usize = 16 << 20;

/// What to search.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// Where to start.
    pub position: Position,
    /// The keys of the game's earlier positions, for repetitions.
    pub past: KeyHistory,
    /// When to stop.
    pub limits: Limits,
    /// When the order to search came; all times count from here.
    pub start: Instant,
    /// How many best lines to find (MultiPV), at least one.
    pub lines: usize,
    /// Time kept back on each move for what lies between engine and clock.
    pub move_overhead: Duration,
}

/// When to stop. Without any limit the search goes on until it is told to
/// stop, as it does with `infinite`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Finish this iteration, in plies.
    pub depth: Option<Depth>,
    /// Visit this many nodes, on all threads together. Several threads may
    /// visit up to a sixteenth more.
    pub nodes: Option<u64>,
    /// Begin no further iteration after so many nodes, on all threads together.
    pub soft_nodes: Option<u64>,
    /// Use exactly this time.
    pub move_time: Option<Duration>,
    /// Find a mate in so many moves.
    pub mate: Option<u32>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Report no best move before being told to stop.
    pub infinite: bool,
    /// Start on the opponent's time: no best move before a hit or a stop, and
    /// the clock counts from the hit.
    pub ponder: bool,
    /// Count so many nodes as a millisecond, instead of the time that passes.
    pub nodes_per_ms: Option<u64>,
    /// Consider only these moves at the root; all if empty.
    pub search_moves: Vec<Move>,
}

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left; zero if the flag has in fact fallen.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

/// How the front end reaches a running search: from any thread, at any time.
#[derive(Debug, Default)]
pub struct SearchControl {
    /// Set to end the search; it is cleared by whoever starts the next one,
    /// before that one starts.
    pub stop: AtomicBool,
    /// True while the opponent is thinking; cleared by a ponder hit.
    pub pondering: AtomicBool,
}

impl SearchControl {
    /// Whether the search has been told to end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What the search knows after an iteration, or a part of one.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// Plies of the iteration.
    pub depth: Depth,
    /// The longest line looked at by any thread, in plies.
    pub selective_depth: usize,
    /// Which of the best lines this is, from one.
    pub line: usize,
    /// For the side to move.
    pub score: Score,
    /// What kind of score that is.
    pub bound: Bound,
    /// Nodes visited by all threads since the start.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// How full the table is, in permille.
    pub hash_full: u32,
    /// The line, its first move being the one to play.
    pub pv: &'a [Move],
}

/// Hears what a search finds while it runs.
pub trait Reporter {
    /// An iteration is finished, or a bound is known.
    fn report(&mut self, report: &Report<'_>);
    /// The search turns to a root move (counted from one).
    fn current_move(&mut self, depth: Depth, mv: Move, number: usize);
}

/// Hears nothing.
impl Reporter for () {
    fn report(&mut self, _: &Report<'_>) {}
    fn current_move(&mut self, _: Depth, _: Move, _: usize) {}
}

/// What came of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The move to play; `None` if there is none.
    pub best: Option<Move>,
    /// The expected answer, if one is known.
    pub ponder: Option<Move>,
    /// For the side to move.
    pub score: Score,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// The last finished iteration, in plies.
    pub depth: Depth,
}

/// The system has refused to start so many threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadsError {
    /// How many were asked for.
    pub asked: usize,
    /// How many there are, as before.
    pub kept: usize,
    /// The system's words.
    pub why: String,
}

impl fmt::Display for ThreadsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ThreadsError { asked, kept, why } = self;
        write!(f, "the system does not start {asked} threads ({why}); it stays at {kept}")
    }
}

impl std::error::Error for ThreadsError {}

/// Searches on one or more threads, and remembers between searches what helps
/// the next. Each thread has its own memories; the table is common to all.
#[derive(Default)]
pub struct ThreadPool {
    /// Of the thread that calls.
    data: ThreadData,
    /// The other threads.
    pool: HelperThreads,
    node_clock: NodeClock,
}

/// How often a finished search looks whether it may say so.
const PATIENCE: Duration = Duration::from_millis(1);

impl ThreadPool {
    /// One that remembers nothing.
    pub fn new() -> ThreadPool {
        ThreadPool::default()
    }

    /// How many threads search, the calling one among them.
    pub fn threads(&self) -> usize {
        1 + self.pool.len()
    }

    /// Searches on so many threads from now on, at least one; returns when all
    /// are ready. Those that stay keep what they remember.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ThreadsError> {
        let kept = self.threads();
        self.pool.resize(threads.saturating_sub(1)).map_err(|why| ThreadsError {
            asked: threads,
            kept,
            why: why.to_string(),
        })
    }

    /// Forgets everything: a new game begins.
    pub fn clear(&mut self) {
        let mut others = self.pool.clear();
        self.data.clear();
        self.node_clock = NodeClock::default();
        others.wait();
    }

    /// Searches until a limit is reached or a signal comes. With `infinite`
    /// or while pondering it returns only after the signal, even if there is
    /// nothing left to find.
    ///
    /// The last report of the first line is exact and begins with the move
    /// that is returned. Without a legal move there is one report of depth
    /// zero with an empty line, and the score says mate or stalemate.
    pub fn search(
        &mut self,
        task: &SearchRequest,
        table: &Arc<TranspositionTable>,
        signals: &SearchControl,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        table.age();
        let mut task = task.clone();
        self.node_clock.set(&mut task.limits);
        let team = Arc::new(SharedState::new(self.threads()));
        let helpers = RunningHelpers::start(&self.pool, &task, table, &team);
        let place = ThreadRole::Main(signals);
        let outcome =
            SearchThread::new(&task, table, &team, place, &mut self.data, reporter).run(helpers);
        self.node_clock.advance(&task.limits, outcome.nodes);
        while (task.limits.infinite || signals.pondering.load(Ordering::Relaxed))
            && !signals.stopped()
        {
            std::thread::sleep(PATIENCE);
        }
        outcome
    }
}
