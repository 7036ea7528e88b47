//! The façade that front ends call: set a position, go, stop, set an option.
//!
//! Every call returns at once. Searches and other work that takes time run as
//! jobs on the engine thread; a [`SearchListener`] receives their results. An
//! engine [without a thread](Engine::without_thread) works before it returns.
//! Nothing here prints.
//!
//! Calls during a search:
//! - `go` queues another search; but while an unbounded search runs that has
//!   not been stopped, `go` is refused;
//! - the same holds for a new game;
//! - changes of the hash size, of the number of threads and of the network are
//!   refused while any search runs that has not been stopped, since a front end
//!   that waits for "ready" must not have to wait for that search.

mod error;
pub(super) mod jobs;

pub use crate::chess::notation::uci::{format as format_move, parse as parse_move};
pub use error::{NoPositionError, SetEvalFileError, SetPositionError};
pub use jobs::{HashError, JobError};

use crate::chess::board::{GamePosition, Position, Setup};
use crate::chess::types::Score;
use crate::engine::eval::Network;
use crate::engine::options::{FilePath, HashMb, Threads};
use crate::engine::search::{
    Limits, Poll, Reporter, SearchControl, SearchOptions, SearchRequest, SearchResult, ThreadsError,
};
use crate::engine::searcher::Searcher;
use crate::engine::tt::{HashFileError, TtError};
use jobs::{EngineThread, JobKind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Receives the reports and the result of a search. It is called on the
/// engine thread.
pub trait SearchListener: Reporter + Send {
    /// The search begins; all times count from `start`.
    fn started(&mut self, _start: Instant) {}
    /// There is nothing to search: the result will have no move.
    fn no_position(&mut self, _error: &NoPositionError) {}
    /// The search has ended.
    fn finished(&mut self, result: &SearchResult);
}

/// A chess engine: a position with its history, and threads that search it.
pub struct Engine {
    /// What the next search starts from; an error after a refused position.
    game: Result<Arc<GamePosition>, NoPositionError>,
    options: SearchOptions,
    network: Arc<Network>,
    thread: EngineThread,
    /// How a search asks the front end, where there is no thread.
    poll: Option<Poll>,
}

impl Engine {
    /// An engine at the starting position. The engine thread allocates the
    /// transposition table; if that fails, it tells `on_failure` and takes a
    /// table of the smallest size.
    ///
    /// # Errors
    /// If the system starts no thread.
    pub fn start(
        hash: HashMb,
        on_failure: impl FnOnce(HashError) + Send + 'static,
    ) -> std::io::Result<Engine> {
        Ok(Engine::on(EngineThread::start(move || searcher(hash, on_failure))?, None))
    }

    /// The same without a thread, for systems that have none: each call returns when
    /// its work is done. A search asks `poll` whether it shall stop.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn without_thread(hash: HashMb, poll: Poll) -> Result<Engine, TtError> {
        Ok(Engine::on(EngineThread::none(Searcher::with_hash(hash)?), Some(poll)))
    }

    fn on(thread: EngineThread, poll: Option<Poll>) -> Engine {
        Engine {
            game: Ok(Arc::new(Position::start().into())),
            options: SearchOptions::default(),
            network: Arc::clone(Network::built_in()),
            thread,
            poll,
        }
    }

    /// The position that the next search starts from.
    ///
    /// # Errors
    /// If there is none, since the last one was refused.
    pub fn position(&self) -> Result<&Position, NoPositionError> {
        self.game.as_ref().map(|game| game.position()).map_err(NoPositionError::clone)
    }

    /// Sets up a position (the starting position without `fen`) and plays
    /// moves in UCI notation. A running search keeps its own position.
    ///
    /// # Errors
    /// If the FEN or a move is wrong; then there is no position.
    pub fn set_position<'m>(
        &mut self,
        fen: Option<&str>,
        moves: impl IntoIterator<Item = &'m str>,
    ) -> Result<(), SetPositionError> {
        let game = game_position(fen, moves).inspect_err(|error| self.refuse_position(error))?;
        self.game = Ok(Arc::new(game));
        Ok(())
    }

    /// Takes note that a position was refused. There is none until another is set
    /// up. `reason` is a clause.
    pub fn refuse_position(&mut self, reason: impl ToString) {
        self.game = Err(NoPositionError { reason: reason.to_string() });
    }

    /// Mirrors the board and exchanges the colors: the same position seen
    /// from the other side.
    ///
    /// # Errors
    /// If there is no position.
    pub fn flip(&mut self) -> Result<(), NoPositionError> {
        let mirrored = Setup::from(self.position()?).mirrored();
        match Position::try_from(&mirrored) {
            Ok(position) => self.game = Ok(Arc::new(position.into())),
            Err(error) => self.refuse_position(error),
        }
        self.position().map(drop)
    }

    /// Sets what changes later searches: the number of lines, tablebases, strength …
    pub fn set_search_options(&mut self, options: SearchOptions) {
        self.options = options;
    }

    /// Searches the position. All times count from `start`; but if the search
    /// waits for one that has not been stopped, they count from its turn, since
    /// until then it has used no time. Without a position the result has no move,
    /// and comes when that of a search without a legal move would.
    ///
    /// # Errors
    /// If an unbounded search is running, the queue is full, or there is no
    /// memory to search with.
    pub fn go(
        &self,
        limits: Limits,
        start: Instant,
        mut listener: impl SearchListener + 'static,
    ) -> Result<(), JobError> {
        let kind = if limits.is_bounded() { JobKind::Bounded } else { JobKind::Unbounded };
        let control = SearchControl::polling(self.poll);
        control.pondering.store(limits.ponder, Ordering::Relaxed);
        let game = match &self.game {
            Ok(game) => game,
            Err(error) => return self.answer_without_move(error, kind, control, limits, listener),
        };
        let mut request =
            SearchRequest { game: Arc::clone(game), limits, start, options: self.options.clone() };
        let waits = self.thread.is_searching();
        self.thread.queue(kind, Arc::new(control), move |searcher, control| {
            if waits {
                request.start = Instant::now();
            }
            listener.started(request.start);
            let result = searcher.run(request, control, &mut listener);
            // A front end may answer the best move before this thread removes
            // the job from the queue: the flag tells it that the search is over.
            control.stop.store(true, Ordering::Relaxed);
            listener.finished(&result);
        })
    }

    /// Answers a search that has no position.
    fn answer_without_move(
        &self,
        error: &NoPositionError,
        kind: JobKind,
        control: SearchControl,
        limits: Limits,
        mut listener: impl SearchListener + 'static,
    ) -> Result<(), JobError> {
        let error = error.clone();
        self.thread.queue(kind, Arc::new(control), move |_, control| {
            listener.no_position(&error);
            control.wait_for_end(&limits);
            control.stop.store(true, Ordering::Relaxed);
            listener.finished(&SearchResult::without_move(Score::DRAW));
        })
    }

    /// Runs other work that ends by itself, in turn with the searches. The
    /// work should end early when it is stopped.
    ///
    /// # Errors
    /// As [`go`](Engine::go).
    pub fn run(&self, work: impl FnOnce(&SearchControl) + Send + 'static) -> Result<(), JobError> {
        let job = move |_: &mut _, control: &_| work(control);
        self.thread.queue(JobKind::Bounded, Arc::new(SearchControl::polling(self.poll)), job)
    }

    /// Stops everything queued so far. A search then reports the best move it
    /// has found.
    pub fn stop(&self) {
        self.thread.stop();
    }

    /// Ends pondering: the opponent has played the expected move, and the
    /// engine's own time runs. Returns whether a search was pondering.
    pub fn ponder_hit(&self) -> bool {
        self.thread.ponder_hit()
    }

    /// Starts a new game: clears the transposition table and the histories.
    ///
    /// # Errors
    /// As [`go`](Engine::go).
    pub fn new_game(&self) -> Result<(), JobError> {
        self.change(Searcher::clear)
    }

    /// Clears the transposition table.
    ///
    /// # Errors
    /// As [`go`](Engine::go).
    pub fn clear_hash(&self) -> Result<(), JobError> {
        self.change(Searcher::clear_hash)
    }

    /// Saves the transposition table in a file, and tells `on_end` how it went.
    ///
    /// # Errors
    /// As [`go`](Engine::go).
    pub fn save_hash(
        &self,
        path: PathBuf,
        on_end: impl FnOnce(Result<(), HashFileError>) + Send + 'static,
    ) -> Result<(), JobError> {
        self.change(move |searcher| on_end(searcher.save_hash(&path)))
    }

    /// Loads a transposition table that was saved, and tells `on_end` how it
    /// went.
    ///
    /// # Errors
    /// As [`go`](Engine::go).
    pub fn load_hash(
        &self,
        path: PathBuf,
        on_end: impl FnOnce(Result<(), HashFileError>) + Send + 'static,
    ) -> Result<(), JobError> {
        self.change(move |searcher| on_end(searcher.load_hash(&path)))
    }

    /// Allocates a transposition table of another size. If that fails, tells
    /// `on_failure` and keeps the old table as it is.
    ///
    /// # Errors
    /// As [`go`](Engine::go).
    pub fn resize_hash(
        &self,
        hash: HashMb,
        on_failure: impl FnOnce(HashError) + Send + 'static,
    ) -> Result<(), JobError> {
        self.change(move |searcher| {
            searcher.set_hash(hash).unwrap_or_else(|why| {
                on_failure(HashError { kept: searcher.hash_mb(), why });
            });
        })
    }

    /// Sets the number of threads of later searches. If the system does not
    /// start them, tells `on_failure` and keeps the old number.
    ///
    /// # Errors
    /// As [`go`](Engine::go).
    pub fn set_threads(
        &self,
        threads: Threads,
        on_failure: impl FnOnce(ThreadsError) + Send + 'static,
    ) -> Result<(), JobError> {
        self.change(move |searcher| {
            searcher.set_threads(threads.count()).unwrap_or_else(on_failure);
        })
    }

    /// The network that the next search evaluates with.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Evaluates with another network in later searches, and clears the
    /// transposition table and the histories, whose scores are those of the
    /// old one. The file is read at once. `on_change` is told the network when
    /// all threads have it.
    ///
    /// # Errors
    /// If the network of the file cannot be used, or as
    /// [`go`](Engine::go); then the network does not change.
    pub fn set_eval_file(
        &mut self,
        file: &FilePath,
        on_change: impl FnOnce(&Network) + Send + 'static,
    ) -> Result<(), SetEvalFileError> {
        let network = match file.path() {
            Some(path) => Network::load(path)?,
            None => Arc::clone(Network::built_in()),
        };
        let shared = Arc::clone(&network);
        self.change(move |searcher| {
            searcher.set_network(&shared);
            on_change(&shared);
        })?;
        self.network = network;
        Ok(())
    }

    /// Queues a change of what later searches work with. Searches that wait
    /// already are not affected.
    fn change(&self, change: impl FnOnce(&mut Searcher) + Send + 'static) -> Result<(), JobError> {
        let job = move |searcher: &mut _, _: &_| change(searcher);
        self.thread.queue(JobKind::Maintenance, Arc::default(), job)
    }

    /// Calls back as soon as all options have taken effect: at once if none
    /// is pending, or while a search runs that has not been stopped.
    pub fn when_ready(&self, callback: impl FnOnce() + Send + 'static) {
        self.thread.when_ready(callback);
    }

    /// Calls back when the searches queued so far are done: for answers that must not come
    /// before theirs.
    pub fn when_done(&self, callback: impl FnOnce() + Send + 'static) {
        self.thread.when_done(callback);
    }

    /// Waits until everything queued so far is done.
    pub fn wait(&self) {
        self.thread.wait();
    }

    /// Waits until everything queued so far is done, and stops what would not
    /// end by itself. Call it at the end of input, when no `stop` can come.
    pub fn finish(&self) {
        self.thread.stop_unbounded();
        self.thread.wait();
    }
}

/// A game from a FEN (the starting position without one) with moves in UCI
/// notation.
///
/// # Errors
/// If the FEN or a move is wrong.
pub fn game_position<'m>(
    fen: Option<&str>,
    moves: impl IntoIterator<Item = &'m str>,
) -> Result<GamePosition, SetPositionError> {
    let start = fen.map_or_else(|| Ok(Position::start()), str::parse)?;
    let mut game = GamePosition::from(start);
    for (index, text) in moves.into_iter().enumerate() {
        let mv = parse_move(game.position(), text)
            .map_err(|error| SetPositionError::Move { number: index + 1, error })?;
        game.play(mv);
    }
    Ok(game)
}

/// A searcher with a table of this size, or if there is no memory for it, of the
/// smallest; `None` if there is none for that either.
fn searcher(hash: HashMb, on_failure: impl FnOnce(HashError)) -> Option<Searcher> {
    Searcher::with_hash(hash)
        .or_else(|why| {
            let smallest = Searcher::with_hash(HashMb::LEAST);
            let kept = if smallest.is_ok() { HashMb::LOW } else { 0 };
            on_failure(HashError { kept, why });
            smallest
        })
        .ok()
}

#[cfg(test)]
mod tests;
