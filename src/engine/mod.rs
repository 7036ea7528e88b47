//! The façade that front ends call: set a position, go, stop, set an option.
//!
//! Every call returns at once; searches, and whatever else takes time, run on
//! a thread of their own, and what they find is told to a [`Listener`].
//! Nothing here prints.
//!
//! Orders given while a search runs:
//! - another search waits for its turn; but if the running one would go on
//!   until it is told to stop, and has not been told so, it is refused;
//! - so is the announcement of a new game;
//! - a change of the table or of the number of threads is refused while any
//!   search runs that has not been told to stop: whoever waits for "ready" must not have to wait for it.

pub mod bench;
mod bench_positions;
mod worker;

pub use crate::notation::uci::{format as format_move, parse as parse_move};
pub use worker::BusyError;

use crate::board::{FenError, KeyHistory, Position, Setup};
use crate::config::{HashMb, MoveOverhead, MultiPv, Threads};
use crate::notation::MoveError;
use crate::search::{
    Limits, Reporter, SearchControl, SearchRequest, SearchResult, ThreadPool, ThreadsError,
};
use crate::tt::TranspositionTable;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use worker::{EngineState, EngineThread, EngineWorker, JobKind};

/// Hears what a search finds, and what came of it. It is called on the
/// search's thread.
pub trait Listener: Reporter + Send {
    /// The search is over.
    fn finished(&mut self, outcome: &SearchResult);
}

/// Why a position is not set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// It is no position.
    Fen(FenError),
    /// A move of the list cannot be played.
    Move {
        /// Its place in the list, from one.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Fen(error) => error.fmt(f),
            PositionError::Move { number, error } => write!(f, "move {number}: {error}"),
        }
    }
}

impl std::error::Error for PositionError {}

impl From<FenError> for PositionError {
    fn from(error: FenError) -> PositionError {
        PositionError::Fen(error)
    }
}

/// A table could not be had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HashError {
    /// The size that there is instead, in mebibytes; zero if there is none.
    pub kept: u64,
    /// Why.
    pub why: String,
}

impl fmt::Display for HashError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kept {
            0 => write!(f, "{}; nothing can be searched", self.why),
            kept => write!(f, "{}; it stays at {kept} MB", self.why),
        }
    }
}

impl std::error::Error for HashError {}

/// A chess engine: a position with its past, and threads that search.
pub struct Engine {
    position: Position,
    past: KeyHistory,
    lines: usize,
    move_overhead: Duration,
    worker: EngineWorker,
}

impl Engine {
    /// An engine at the start of a game. The table is laid out on the
    /// engine's thread; if that fails, `on_failure` is told and a small one
    /// takes its place. `Err` if the system gives no thread.
    pub fn start(
        hash: HashMb,
        on_failure: impl FnOnce(HashError) + Send + 'static,
    ) -> std::io::Result<Engine> {
        let worker = EngineWorker::start(move || furnish(hash, on_failure))?;
        Ok(Engine {
            position: Position::start(),
            past: KeyHistory::new(),
            lines: 1,
            move_overhead: Duration::ZERO,
            worker,
        })
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Sets up a position (the start of a game without `fen`) and plays moves
    /// in UCI notation: wholly or, if anything is wrong, not at all. A running
    /// search keeps the position it has; the next one starts from here.
    pub fn set_position<'m>(
        &mut self,
        fen: Option<&str>,
        moves: impl IntoIterator<Item = &'m str>,
    ) -> Result<(), PositionError> {
        let mut position = fen.map_or_else(|| Ok(Position::start()), str::parse)?;
        let mut past = KeyHistory::new();
        for (index, text) in moves.into_iter().enumerate() {
            let mv = parse_move(&position, text)
                .map_err(|error| PositionError::Move { number: index + 1, error })?;
            past.push(position.key());
            position.play(mv, &mut ());
            if position.halfmove_clock() == 0 {
                // Nothing before a capture or a pawn's move can come again.
                past.clear();
            }
        }
        (self.position, self.past) = (position, past);
        Ok(())
    }

    /// Exchanges the colours: the same position seen from the other side.
    pub fn flip(&mut self) -> Result<(), PositionError> {
        let setup = Setup::from(&self.position).mirrored();
        self.position = Position::try_from(&setup).map_err(FenError::from)?;
        self.past.clear();
        Ok(())
    }

    /// How many best lines the next searches find.
    pub fn set_lines(&mut self, lines: MultiPv) {
        self.lines = usize::try_from(lines.get()).unwrap_or(1);
    }

    /// How much time the next searches keep back on each move.
    pub fn set_move_overhead(&mut self, overhead: MoveOverhead) {
        self.move_overhead = Duration::from_millis(overhead.get());
    }

    /// Searches the position. All times count from `start`.
    pub fn go(
        &self,
        limits: Limits,
        start: Instant,
        mut listener: impl Listener + 'static,
    ) -> Result<(), BusyError> {
        let kind = if is_bounded(&limits) { JobKind::Bounded } else { JobKind::Endless };
        let signals = SearchControl::default();
        signals.pondering.store(limits.ponder, Ordering::Relaxed);
        let task = SearchRequest {
            position: self.position.clone(),
            key_history: self.past.clone(),
            limits,
            start,
            multi_pv: self.lines,
            move_overhead: self.move_overhead,
        };
        self.worker.order(kind, Arc::new(signals), is_endless, move |workshop, signals| {
            let EngineThread { searcher, table, .. } = workshop;
            let outcome = searcher.search(&task, table, signals, &mut listener);
            // From here on it is over, for one who answers the best move
            // faster than this thread can strike out the order.
            signals.stop.store(true, Ordering::Relaxed);
            listener.finished(&outcome);
        })
    }

    /// Runs other work that ends by itself, in turn with the searches; it
    /// should heed `stop`.
    pub fn run(&self, work: impl FnOnce(&SearchControl) + Send + 'static) -> Result<(), BusyError> {
        self.worker
            .order(JobKind::Bounded, Arc::default(), is_endless, move |_, signals| work(signals))
    }

    /// Tells everything ordered so far to stop. A search then reports the
    /// best move it knows.
    pub fn stop(&self) {
        self.worker.stop();
    }

    /// The opponent has played the expected move: its time is over, one's own
    /// begins. Whether a search was waiting for that.
    pub fn ponder_hit(&self) -> bool {
        self.worker.ponder_hit()
    }

    /// A new game begins: forgets all earlier searches.
    pub fn new_game(&self) -> Result<(), BusyError> {
        self.worker.order(JobKind::Upkeep, Arc::default(), is_endless, |workshop, _| {
            workshop.searcher.clear();
            workshop.table.clear();
        })
    }

    /// Empties the table.
    pub fn clear_hash(&self) -> Result<(), BusyError> {
        self.worker.order(JobKind::Upkeep, Arc::default(), is_going_on, |workshop, _| {
            workshop.table.clear();
        })
    }

    /// Gets a table of another size, empty. If there is none, `on_failure` is
    /// told and the old one stays as it is.
    pub fn resize_hash(
        &self,
        hash: HashMb,
        on_failure: impl FnOnce(HashError) + Send + 'static,
    ) -> Result<(), BusyError> {
        self.worker.order(JobKind::Upkeep, Arc::default(), is_going_on, move |workshop, _| {
            match new_table(hash.get()) {
                Ok(table) => (workshop.table, workshop.hash_mb) = (table, hash.get()),
                Err(why) => on_failure(HashError { kept: workshop.hash_mb, why }),
            }
        })
    }

    /// Searches on so many threads from now on. If the system refuses, there
    /// are as many as before, and `on_failure` is told.
    pub fn set_threads(
        &self,
        threads: Threads,
        on_failure: impl FnOnce(ThreadsError) + Send + 'static,
    ) -> Result<(), BusyError> {
        self.worker.order(JobKind::Upkeep, Arc::default(), is_going_on, move |workshop, _| {
            workshop.searcher.set_threads(count(threads)).unwrap_or_else(on_failure);
        })
    }

    /// Calls back as soon as all options have taken effect: at once if none
    /// is pending, or while a search runs that nobody has told to stop.
    pub fn when_ready(&self, callback: impl FnOnce() + Send + 'static) {
        self.worker.when_ready(callback);
    }

    /// Waits until everything ordered so far is done.
    pub fn wait(&self) {
        self.worker.wait();
    }

    /// Nobody is left who could say stop: ends what would go on for ever,
    /// lets the rest finish, and waits for it.
    pub fn finish(&self) {
        self.worker.stop_endless();
        self.worker.wait();
    }
}

fn is_endless(state: EngineState) -> bool {
    state == EngineState::Endless
}

fn is_going_on(state: EngineState) -> bool {
    state != EngineState::Ending
}

/// Whether a search with these limits ends by itself, once it no longer
/// ponders. Looking for a mate counts as such: who asks for one without
/// staying to say stop wants the answer.
fn is_bounded(limits: &Limits) -> bool {
    let Limits { depth, nodes, move_time, mate, clock, .. } = limits;
    !limits.infinite
        && (depth.is_some()
            || nodes.is_some()
            || move_time.is_some()
            || mate.is_some()
            || clock.is_some())
}

/// So many threads, as the search counts them.
fn count(threads: Threads) -> usize {
    usize::try_from(threads.get()).unwrap_or(1)
}

fn new_table(mebibytes: u64) -> Result<Arc<TranspositionTable>, String> {
    let size = usize::try_from(mebibytes).map_err(|_| "it is more than this machine can address");
    TranspositionTable::new(size?).map(Arc::new).map_err(|error| error.to_string())
}

fn furnish(hash: HashMb, on_failure: impl FnOnce(HashError)) -> Option<EngineThread> {
    let asked = hash.get();
    crate::eval::prepare();
    let workshop = |table, hash_mb| EngineThread { searcher: ThreadPool::new(), table, hash_mb };
    match new_table(asked) {
        Ok(table) => Some(workshop(table, asked)),
        Err(why) => {
            let small = new_table(HashMb::LOW).ok();
            let kept = if small.is_some() { HashMb::LOW } else { 0 };
            on_failure(HashError { kept, why });
            small.map(|table| workshop(table, kept))
        }
    }
}

#[cfg(test)]
mod tests;
