//! Threads that play or search games, and what they hand over.

use crate::engine::options::HashMb;
use crate::engine::search::STACK;
use crate::engine::tt::TtError;
use crate::training::data::games::{DataError, FileError, MAX_PIECES};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// The interval of progress reports while no game ends.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(500);

/// Why games are not played or searched.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// There is no memory for a transposition table of this size.
    #[error("each game needs a hash of {} MiB to search with: {}", .0.get(), .1)]
    NoMemory(HashMb, TtError),
    /// The system does not start this number of threads.
    #[error("the system does not start {0} threads: {1}")]
    NoThreads(usize, io::Error),
    /// The system does not start the thread that writes samples.
    #[error("the system starts no thread to write samples: {0}")]
    NoWriter(io::Error),
    /// No game has a fair opening.
    #[error(
        "none of the last {0} openings was fair enough to be played, with at most {MAX_PIECES} \
         pieces"
    )]
    Unfair(u64),
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// A game cannot be written.
    #[error("a game is not written: {0}")]
    Unwritten(#[from] DataError),
    /// Samples cannot be written; who waits for their file learns why.
    #[error("samples of search trees are not written")]
    NoSamples,
}

/// Where a worker hands over its results.
pub struct Outlet<'a, T> {
    results: Sender<T>,
    is_closed: &'a AtomicBool,
}

impl<T> Outlet<'_, T> {
    /// Whether nothing more is wanted: the workers end.
    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    /// Ends all workers after what they have begun.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }

    /// Hands over a result.
    pub fn send(&self, result: T) {
        if self.results.send(result).is_err() {
            self.close();
        }
    }
}

/// Runs each worker on a thread of its own, which `name` describes, until all have
/// ended. `receive` gets their results, and `None` at least twice a second without
/// one.
///
/// # Errors
/// If the system does not start the threads, or that of `receive`. Then the
/// workers begin nothing more.
pub fn run<W: Send, T: Send>(
    name: &str,
    workers: Vec<W>,
    work: &(dyn Fn(W, &Outlet<'_, T>) + Sync),
    receive: &mut dyn FnMut(Option<T>) -> Result<(), SelfPlayError>,
) -> Result<(), SelfPlayError> {
    let threads = workers.len();
    let is_closed = &AtomicBool::new(false);
    let (results, received) = channel();
    thread::scope(|scope| {
        let collect = || {
            for worker in workers {
                let outlet = Outlet { results: results.clone(), is_closed };
                let builder = thread::Builder::new().name(name.to_string()).stack_size(STACK);
                builder
                    .spawn_scoped(scope, move || work(worker, &outlet))
                    .map_err(|error| SelfPlayError::NoThreads(threads, error))?;
            }
            drop(results);
            loop {
                match received.recv_timeout(PROGRESS_INTERVAL) {
                    Ok(result) => receive(Some(result))?,
                    Err(RecvTimeoutError::Timeout) => receive(None)?,
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            }
        };
        let collected = collect();
        is_closed.store(true, Ordering::Relaxed);
        collected
    })
}
