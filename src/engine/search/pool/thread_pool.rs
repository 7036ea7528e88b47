//! The pool of search threads: it starts each search and keeps the data of every
//! thread between searches.

use super::helpers::HelperThreads;
use super::lazy_smp::RunningHelpers;
use crate::engine::eval::Network;
use crate::engine::search::observer::NodeObserver;
use crate::engine::search::report::{Reporter, SearchResult};
use crate::engine::search::request::{SearchControl, SearchRequest};
use crate::engine::search::thread::data::ThreadData;
use crate::engine::search::thread::search_thread::{SearchThread, ThreadRole};
use crate::engine::search::thread::shared::SharedState;
use crate::engine::search::time::node_clock::NodeClock;
use crate::engine::tt::TranspositionTable;
use std::sync::Arc;

/// The system does not start the threads that were requested.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the system does not start {requested} threads ({reason}); it stays at {kept}")]
pub struct ThreadsError {
    /// How many were requested.
    pub requested: usize,
    /// How many there still are.
    pub kept: usize,
    /// The message of the system.
    pub reason: String,
}

/// Searches on one or more threads, and keeps the data of each thread between
/// searches. The transposition table is shared by all threads.
#[derive(Default)]
pub struct ThreadPool {
    /// The data of the calling thread, which is the main thread.
    data: ThreadData,
    helpers: HelperThreads,
    /// The network that all threads evaluate with, if not the built-in one.
    network: Option<Arc<Network>>,
    node_clock: NodeClock,
}

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
    /// If the system does not start them all; then the old number stays.
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
        self.share_corrections();
        Ok(())
    }

    /// Lets all threads correct the evaluation by the same errors.
    fn share_corrections(&self) {
        let shared = Arc::clone(&self.data.histories.corrections);
        let share =
            move |_, data: &mut ThreadData| data.histories.corrections = Arc::clone(&shared);
        self.helpers.on_each(share).wait();
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

    /// Sets the observer of the calling thread's searches.
    pub fn set_observer(&mut self, observer: Option<Box<dyn NodeObserver>>) {
        self.data.observer = observer;
    }

    /// Clears the data of all threads and the node clock, for a new game.
    pub fn clear(&mut self) {
        let mut cleared = self.helpers.clear();
        self.data.clear();
        self.node_clock = NodeClock::default();
        cleared.wait();
        self.share_corrections();
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
        control.wait_for_end(&request.limits);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_threads_share_their_corrections() {
        let mut pool = ThreadPool::new();
        let all_share = |pool: &ThreadPool| {
            let main = Arc::clone(&pool.data.histories.corrections);
            let same =
                move |_, data: &mut ThreadData| Arc::ptr_eq(&main, &data.histories.corrections);
            pool.helpers.on_each(same).wait()
        };
        for threads in [3, 2, 4] {
            pool.set_threads(threads).expect("few threads");
            assert_eq!(all_share(&pool), vec![true; threads - 1]);
            pool.clear();
            assert_eq!(all_share(&pool), vec![true; threads - 1]);
        }
    }
}
