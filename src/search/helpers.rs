//! The threads that search beside the main one.
//!
//! Each searches the same position, deeper and deeper, with a board and
//! histories of its own; only the table is common ("lazy SMP"). Since they
//! never run in step, one finds in the table what another has just left there,
//! and all get deeper than one would alone.
//!
//! **How a search ends.** Only the main thread looks at the clock, the limits
//! and the front end's signals. When it ends, for whatever reason, it raises
//! the team's word to stop; every helper reads that at its next look up, at
//! most some thousand nodes later; then the main thread waits for all of them,
//! votes, reports and returns. So nothing of a search runs on when its best
//! move is told. A word raised early is not lost either, since it belongs to
//! this search alone and is never lowered.

use super::SearchRequest;
use super::iterate::IterationProgress;
use super::pool::{HelperThreads, Pending};
use super::team::SharedState;
use super::worker::{SearchThread, ThreadRole};
use crate::tt::TranspositionTable;
use std::sync::Arc;

/// The helpers of a running search. Dropping it ends them, so that they stop
/// even if the main thread panics.
pub struct RunningHelpers {
    team: Arc<SharedState>,
    running: Pending<IterationProgress>,
}

impl RunningHelpers {
    /// Sets all threads of a pool to work on a task.
    pub fn start(
        pool: &HelperThreads,
        task: &SearchRequest,
        table: &Arc<TranspositionTable>,
        team: &Arc<SharedState>,
    ) -> RunningHelpers {
        let (task, table, common) = (task.clone(), Arc::clone(table), Arc::clone(team));
        let running = pool.on_each(move |number, data| {
            let place = ThreadRole::Helper(number + 1);
            let mut deaf = ();
            let mut worker = SearchThread::new(&task, &table, &common, place, data, &mut deaf);
            let progress = worker.deepen();
            worker.publish();
            progress
        });
        RunningHelpers { team: Arc::clone(team), running }
    }

    /// Tells the helpers to stop and waits until they have; then their tallies
    /// are exact. What each has found, by number.
    pub fn finish(&mut self) -> Vec<IterationProgress> {
        self.team.stop();
        self.running.wait()
    }
}

impl Drop for RunningHelpers {
    fn drop(&mut self) {
        self.finish();
    }
}
