//! The search: finds the best move of a position within limits.
//!
//! Start reading at `node.rs`, the search of one position as a list of numbered
//! steps. `iterate.rs` calls it with increasing depth, and it calls
//! `quiescence.rs` when no depth is left. The reason for a technique stands
//! beside it, and every margin has its name in `params.rs`.

mod check_info;
mod extensions;
mod helpers;
mod history_use;
mod iterate;
mod node;
mod node_clock;
mod node_info;
mod observer;
mod parameter;
pub mod params;
mod picker;
mod pool;
mod pruning;
mod pv;
mod quiescence;
mod reductions;
mod root;
mod shared;
mod thread;
mod time;
mod tt_use;
mod vote;
mod window;

pub use crate::tt::Bound;
pub use observer::{NodeObserver, SearchedNode};
pub use parameter::Parameter;

use crate::board::{KeyHistory, Position};
use crate::eval::Network;
use crate::tt::TranspositionTable;
use crate::types::{Depth, Move, Score};
use helpers::RunningHelpers;
use node_clock::NodeClock;
use pool::{HelperThreads, ThreadData};
use shared::SharedState;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use thread::{SearchThread, ThreadRole};

/// The stack size of a thread that searches, in bytes. The recursion of a
/// search is deep.
pub const STACK: usize = 16 << 20;

/// What to search.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The position at the root.
    pub position: Position,
    /// The keys of the game's earlier positions, for repetitions.
    pub key_history: KeyHistory,
    /// When to stop.
    pub limits: Limits,
    /// When the request arrived; all times count from here.
    pub start: Instant,
    /// How many best lines to find, at least one.
    pub multi_pv: usize,
    /// The delay between the engine and the clock, subtracted on each move.
    pub move_overhead: Duration,
}

/// When to stop. Without any limit the search runs until [`SearchControl`]
/// stops it, as with `infinite`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Stop after the iteration of this depth, in plies.
    pub depth: Option<Depth>,
    /// Stop after this many nodes of all threads together. Several threads may
    /// visit up to a sixteenth more.
    pub nodes: Option<u64>,
    /// Start no further iteration after this many nodes of all threads together.
    pub soft_nodes: Option<u64>,
    /// Use this time.
    pub move_time: Option<Duration>,
    /// Stop when a mate in so many moves is found, for either side.
    pub mate: Option<u32>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Return no result before [`SearchControl`] stops the search.
    pub infinite: bool,
    /// Start on the opponent's time: return no result before a ponder hit or a
    /// stop. The clock starts at the hit.
    pub ponder: bool,
    /// Count so many nodes as one millisecond instead of real time.
    pub nodes_per_ms: Option<u64>,
    /// Search only these moves at the root; all if empty.
    pub search_moves: Vec<Move>,
}

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The time left; zero if the flag has fallen.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` in sudden death.
    pub moves_to_go: Option<u32>,
}

/// The front end's control over a running search, from any thread.
#[derive(Debug, Default)]
pub struct SearchControl {
    /// Set to stop the search. The caller clears it before the next search.
    pub stop: AtomicBool,
    /// True while the search ponders; a ponder hit clears it.
    pub pondering: AtomicBool,
}

impl SearchControl {
    /// Whether the search has been told to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The state of the search after an iteration, or after a failed aspiration
/// window.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The depth of the iteration, in plies.
    pub depth: Depth,
    /// The greatest ply of any PV node of any thread.
    pub selective_depth: usize,
    /// The rank of the line among the best lines, from one.
    pub line: usize,
    /// The score, for the side to move.
    pub score: Score,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// Nodes visited by all threads since the start.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// How full the transposition table is, in permille.
    pub hash_full: u32,
    /// The principal variation.
    pub pv: &'a [Move],
}

/// Receives the reports of a running search.
pub trait Reporter {
    /// Called after each iteration and each failed aspiration window.
    fn report(&mut self, report: &Report<'_>);
    /// Called before a root move is searched; `number` counts from one.
    fn current_move(&mut self, depth: Depth, mv: Move, number: usize);
}

/// Ignores all reports.
impl Reporter for () {
    fn report(&mut self, _: &Report<'_>) {}
    fn current_move(&mut self, _: Depth, _: Move, _: usize) {}
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply, if one is known.
    pub ponder: Option<Move>,
    /// The score, for the side to move.
    pub score: Score,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// The depth of the last finished iteration, in plies.
    pub depth: Depth,
}

/// The error of a system that does not start so many threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadsError {
    /// How many were requested.
    pub requested: usize,
    /// How many there still are.
    pub kept: usize,
    /// The system's message.
    pub reason: String,
}

impl fmt::Display for ThreadsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ThreadsError { requested, kept, reason } = self;
        write!(f, "the system does not start {requested} threads ({reason}); it stays at {kept}")
    }
}

impl std::error::Error for ThreadsError {}

/// Searches on one or more threads, and keeps the data of each thread between
/// searches. The transposition table is shared by all threads.
#[derive(Default)]
pub struct ThreadPool {
    /// The data of the calling thread, which is the main thread.
    data: ThreadData,
    /// The other threads.
    helpers: HelperThreads,
    /// The network that all threads evaluate with, if not the built-in one.
    network: Option<Arc<Network>>,
    node_clock: NodeClock,
}

/// The interval at which a finished search checks for a stop or a ponder hit.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(1);

impl ThreadPool {
    /// A pool of one thread with empty histories.
    pub fn new() -> ThreadPool {
        ThreadPool::default()
    }

    /// The number of threads, the calling thread among them.
    pub fn threads(&self) -> usize {
        1 + self.helpers.len()
    }

    /// Sets the number of threads, at least one, and returns when all are
    /// ready. Threads that stay keep their data.
    ///
    /// # Errors
    ///
    /// If the system does not start so many threads; then there are as many as
    /// before.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ThreadsError> {
        let kept = self.threads();
        self.helpers.resize(threads.saturating_sub(1)).map_err(|error| ThreadsError {
            requested: threads,
            kept,
            reason: error.to_string(),
        })?;
        if let Some(network) = self.network.clone() {
            self.set_network(&network);
        }
        Ok(())
    }

    /// Evaluates with another network from the next search on. Scores in the
    /// transposition table and the histories are still those of the old one:
    /// clear both.
    pub fn set_network(&mut self, network: &Arc<Network>) {
        self.network = Some(Arc::clone(network));
        self.data.eval.set_network(network);
        let network = Arc::clone(network);
        self.helpers.on_each(move |_, data| data.eval.set_network(&network)).wait();
    }

    /// Sets who follows the nodes of the calling thread's searches.
    pub fn set_observer(&mut self, observer: Option<Box<dyn NodeObserver>>) {
        self.data.observer = observer;
    }

    /// Clears the data of all threads and the node clock, for a new game.
    pub fn clear(&mut self) {
        let mut cleared = self.helpers.clear();
        self.data.clear();
        self.node_clock = NodeClock::default();
        cleared.wait();
    }

    /// Searches until a limit is reached or `control` stops it. With
    /// `infinite`, or while pondering, it returns only after a stop or a ponder
    /// hit, even if it has finished before.
    ///
    /// The last report of the first line is exact and begins with the returned
    /// move. Without a legal move there is one report of depth zero with an
    /// empty line, and the score says mate or stalemate.
    pub fn search(
        &mut self,
        request: &SearchRequest,
        tt: &Arc<TranspositionTable>,
        control: &SearchControl,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        tt.new_search();
        let mut request = request.clone();
        self.node_clock.set(&mut request.limits);
        let shared = Arc::new(SharedState::new(self.threads()));
        let helpers = RunningHelpers::start(&self.helpers, &request, tt, &shared);
        let role = ThreadRole::Main(control);
        let result =
            SearchThread::new(&request, tt, &shared, role, &mut self.data, reporter).run(helpers);
        self.node_clock.advance(&request.limits, result.nodes);
        while (request.limits.infinite || control.pondering.load(Ordering::Relaxed))
            && !control.stopped()
        {
            std::thread::sleep(STOP_POLL_INTERVAL);
        }
        result
    }
}
