//! The helper threads of a search ("lazy SMP").
//!
//! Each helper searches the same position with iterative deepening, on a board
//! and with data of its own; only the transposition table and the correction
//! histories are shared. The threads never run in step, and a helper's reductions
//! differ a little, so each finds entries of the others in the table and reaches a
//! greater depth than it would alone.
//!
//! **How a search ends.** The main thread checks the clock, the limits and the
//! front end's control. When it ends, for whatever reason, it sets the stop flag
//! of the shared state. Each helper reads the flag at its next check, about a
//! thousand nodes later at most. The main thread waits for all of them, chooses
//! the result and returns, so no thread searches on once the best move is
//! reported. The flag belongs to one search and is never cleared, so a helper
//! that starts late still sees it.

use super::helpers::{HelperThreads, Pending};
use crate::engine::search::moves::root_moves::IterationProgress;
use crate::engine::search::report::SearchResult;
use crate::engine::search::request::SearchRequest;
use crate::engine::search::root::vote::select_result;
use crate::engine::search::thread::search_thread::{SearchThread, ThreadRole};
use crate::engine::search::thread::shared::SharedState;
use crate::engine::tt::TranspositionTable;
use std::sync::Arc;

/// The helpers of a running search. Dropping it stops them and waits, even if
/// the main thread panics.
pub struct RunningHelpers {
    shared: Arc<SharedState>,
    running: Pending<IterationProgress>,
}

impl RunningHelpers {
    /// Starts a search on all threads of the pool.
    pub fn start(
        pool: &HelperThreads,
        request: &SearchRequest,
        tt: &Arc<TranspositionTable>,
        shared: &Arc<SharedState>,
    ) -> RunningHelpers {
        let (request, tt, state) = (request.clone(), Arc::clone(tt), Arc::clone(shared));
        let running = pool.on_each(move |index, data| {
            let role = ThreadRole::Helper(index + 1);
            let mut no_reporter = ();
            let mut thread = SearchThread::new(&request, &tt, &state, role, data, &mut no_reporter);
            let progress = thread.deepen();
            thread.publish();
            progress
        });
        RunningHelpers { shared: Arc::clone(shared), running }
    }

    /// Stops the helpers and waits for them; then their counters are exact.
    /// Returns their results by index; a second call returns none.
    pub fn finish(&mut self) -> Vec<IterationProgress> {
        self.shared.stop();
        self.running.wait()
    }
}

impl Drop for RunningHelpers {
    fn drop(&mut self) {
        self.finish();
    }
}

impl SearchThread<'_> {
    /// The main thread's search: iterates until a limit is reached, stops the
    /// helpers, and chooses between the results of all threads.
    pub fn run(&mut self, mut helpers: RunningHelpers) -> SearchResult {
        if self.root_moves.moves.is_empty() {
            helpers.finish();
            return self.no_move();
        }
        let own = self.deepen();
        let others = helpers.finish();
        let limits = &self.request.limits;
        // Several lines, or the answer to a limit of depth or mate, must come
        // from one search.
        let votes =
            self.request.options.multi_pv <= 1 && limits.depth.is_none() && limits.mate.is_none();
        self.conclude(if votes { select_result(own, others) } else { own })
    }
}
