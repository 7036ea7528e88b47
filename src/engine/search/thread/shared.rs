//! What the threads of one search share besides the transposition table. Each
//! search has its own, so no earlier search can change it and nothing needs a
//! reset.
//!
//! All accesses are relaxed, since none of these values publishes other memory:
//! results travel through the channels of the pool.

use crate::chess::types::MAX_MOVES;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// The counters of one thread as of its last check of the limits. The thread
/// writes them often and others read them rarely, so they share no cache line
/// with anything else. Two lines, since processors fetch lines in pairs.
#[derive(Default)]
#[repr(align(128))]
struct ThreadCounters {
    nodes: AtomicU64,
    selective_depth: AtomicUsize,
    tablebase_hits: AtomicU64,
}

/// The stop flag of a search and the counters of its threads, the main
/// thread's first.
pub struct SharedState {
    stop: AtomicBool,
    counters: Box<[ThreadCounters]>,
    /// The nodes below each move at the root, by all threads.
    root_nodes: Box<[AtomicU64]>,
}

impl SharedState {
    /// The state of a search on `threads` threads, before it begins.
    pub fn new(threads: usize) -> SharedState {
        let counters = (0..threads).map(|_| ThreadCounters::default()).collect();
        let root_nodes = (0..MAX_MOVES).map(|_| AtomicU64::default()).collect();
        SharedState { stop: AtomicBool::new(false), counters, root_nodes }
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.counters.len()
    }

    /// Sets the stop flag, which the helpers check.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the stop flag is set.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Sets the counters of a thread: the nodes it has visited, the greatest ply
    /// of its current iteration, and the positions it has found in tablebases.
    pub fn publish(&self, thread: usize, nodes: u64, selective_depth: usize, hits: u64) {
        let own = &self.counters[thread];
        own.nodes.store(nodes, Ordering::Relaxed);
        own.selective_depth.store(selective_depth, Ordering::Relaxed);
        own.tablebase_hits.store(hits, Ordering::Relaxed);
    }

    /// The published nodes of all threads but this one.
    pub fn nodes_of_others(&self, thread: usize) -> u64 {
        let others = self.counters.iter().enumerate().filter(|&(other, _)| other != thread);
        others.map(|(_, other)| other.nodes.load(Ordering::Relaxed)).sum()
    }

    /// Adds nodes that a thread has visited below a move at the root, by the place of
    /// the move among the legal ones.
    pub fn add_root_nodes(&self, index: usize, nodes: u64) {
        self.root_nodes[index].fetch_add(nodes, Ordering::Relaxed);
    }

    /// The nodes that all threads have visited below a move at the root.
    pub fn root_nodes(&self, index: usize) -> u64 {
        self.root_nodes[index].load(Ordering::Relaxed)
    }

    /// The published tablebase hits of the helpers.
    pub fn helpers_tablebase_hits(&self) -> u64 {
        let helpers = self.counters.iter().skip(1);
        helpers.map(|helper| helper.tablebase_hits.load(Ordering::Relaxed)).sum()
    }

    /// The greatest published ply of the helpers.
    pub fn helpers_selective_depth(&self) -> usize {
        let helpers = self.counters.iter().skip(1);
        helpers.map(|helper| helper.selective_depth.load(Ordering::Relaxed)).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_depths_are_those_of_the_others() {
        let shared = SharedState::new(3);
        assert_eq!((shared.nodes_of_others(0), shared.helpers_selective_depth()), (0, 0));
        for (thread, nodes, depth) in [(0, 1, 90), (1, 20, 7), (2, 300, 5), (1, 40, 6)] {
            shared.publish(thread, nodes, depth, nodes / 20);
        }
        assert_eq!([0, 1, 2].map(|thread| shared.nodes_of_others(thread)), [340, 301, 41]);
        assert_eq!((shared.helpers_selective_depth(), shared.helpers_tablebase_hits()), (6, 17));
        assert_eq!(SharedState::new(1).helpers_selective_depth(), 0);
    }

    #[test]
    fn the_nodes_of_a_root_move_are_those_of_all_threads() {
        let shared = SharedState::new(2);
        for (index, nodes) in [(3, 10), (0, 5), (3, 200)] {
            shared.add_root_nodes(index, nodes);
        }
        assert_eq!([0, 1, 3].map(|index| shared.root_nodes(index)), [5, 0, 210]);
    }

    #[test]
    fn no_two_threads_write_to_one_cache_line() {
        let shared = SharedState::new(2);
        let [first, second] = [0, 1].map(|i| &raw const shared.counters[i] as usize);
        assert!(first.is_multiple_of(128) && second - first >= 128);
    }
}
