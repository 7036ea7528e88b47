//! What the threads of one search share besides the table. It is made anew
//! for every search: nothing of an earlier one can reach it, and nobody has to
//! reset anything.
//!
//! All accesses are relaxed. None of these words says that some other memory
//! may now be read: results travel through the channels of the pool.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// What one thread has done so far, as of its last look up. Often written by
/// that thread and seldom read by others, so it shares no line of the cache
/// with anything else (and processors like to fetch lines in pairs).
#[derive(Default)]
#[repr(align(128))]
struct ThreadCounters {
    nodes: AtomicU64,
    selective_depth: AtomicUsize,
}

/// The word to stop, and the tallies of all threads, the main thread's first.
pub struct SharedState {
    stop: AtomicBool,
    tallies: Box<[ThreadCounters]>,
}

impl SharedState {
    /// For so many threads.
    pub fn new(threads: usize) -> SharedState {
        let tallies = (0..threads).map(|_| ThreadCounters::default()).collect();
        SharedState { stop: AtomicBool::new(false), tallies }
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.tallies.len()
    }

    /// Tells the helpers to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the helpers have been told to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A thread tells how many nodes it has visited, and how many plies deep
    /// it has looked in its current iteration.
    pub fn publish(&self, thread: usize, nodes: u64, selective_depth: usize) {
        let tally = &self.tallies[thread];
        tally.nodes.store(nodes, Ordering::Relaxed);
        tally.selective_depth.store(selective_depth, Ordering::Relaxed);
    }

    /// Nodes that all threads but this one have told of.
    pub fn nodes_besides(&self, thread: usize) -> u64 {
        let others = self.tallies.iter().enumerate().filter(|&(other, _)| other != thread);
        others.map(|(_, tally)| tally.nodes.load(Ordering::Relaxed)).sum()
    }

    /// The deepest look of the helpers, in plies.
    pub fn helpers_depth(&self) -> usize {
        let helpers = self.tallies.iter().skip(1);
        helpers.map(|tally| tally.selective_depth.load(Ordering::Relaxed)).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_depths_are_those_of_the_others() {
        let team = SharedState::new(3);
        assert_eq!((team.nodes_besides(0), team.helpers_depth()), (0, 0));
        for (thread, nodes, depth) in [(0, 1, 90), (1, 20, 7), (2, 300, 5), (1, 40, 6)] {
            team.publish(thread, nodes, depth);
        }
        assert_eq!([0, 1, 2].map(|thread| team.nodes_besides(thread)), [340, 301, 41]);
        assert_eq!(team.helpers_depth(), 6);
        assert_eq!(SharedState::new(1).helpers_depth(), 0);
    }

    #[test]
    fn no_two_threads_write_to_one_line_of_the_cache() {
        let team = SharedState::new(2);
        let [first, second] = [0, 1].map(|i| &raw const team.tallies[i] as usize);
        assert!(first.is_multiple_of(128) && second - first >= 128);
    }
}
