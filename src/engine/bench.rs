//! The benchmark: fixed positions, searched to a fixed depth.
//!
//! On one thread the number of nodes is the same every time: it is the
//! fingerprint of search and evaluation. Nodes per second are the speed. On
//! several threads the number of nodes differs from run to run.

pub use super::positions::POSITIONS;

use super::searcher::{Searcher, SearcherError};
use crate::chess::board::Position;
use crate::chess::types::Depth;
use crate::engine::eval::Network;
use crate::engine::options::{BoundedInt, HashMb, Threads};
use crate::engine::search::{Limits, SearchControl};
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The depth of the benchmark, in plies.
pub type BenchDepth = BoundedInt<1, 64>;

/// How to run the benchmark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchPlan {
    /// The depth of each search, in plies.
    pub depth: BenchDepth,
    /// The size of the transposition table, which all positions share.
    pub hash: HashMb,
    /// The number of threads of each search.
    pub threads: Threads,
}

impl Default for BenchPlan {
    /// What `engine.toml` says as it is delivered, on one thread.
    fn default() -> BenchPlan {
        BenchPlan { depth: BenchDepth::of(16), hash: HashMb::of(16), threads: Threads::LEAST }
    }
}

/// The result of the benchmark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// Nodes searched in all positions.
    pub nodes: u64,
    /// The time of all searches.
    pub elapsed: Duration,
}

impl fmt::Display for BenchResult {
    /// As testing frameworks read it: `N nodes M nps`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, per_second(self.nodes, self.elapsed))
    }
}

/// A rate per second, rounded down.
pub fn per_second(count: u64, elapsed: Duration) -> u64 {
    let rate = u128::from(count) * 1_000_000_000 / elapsed.as_nanos().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

/// Runs the benchmark with a network. It has a searcher of its own, so that earlier
/// searches do not change the number of nodes. `progress` receives the number of
/// positions done. `Ok(None)` if it is stopped.
///
/// # Errors
/// If there is no memory for the table or the system does not start the threads.
///
/// ```
/// use staunton::engine::bench::{self, BenchDepth, BenchPlan};
/// use staunton::engine::{Network, SearchControl};
///
/// let plan = BenchPlan { depth: BenchDepth::of(1), ..BenchPlan::default() };
/// let run = || bench::run(plan, Network::built_in(), &SearchControl::default(), |_| ());
/// let nodes = run()?.map(|result| result.nodes);
/// assert_eq!(nodes, run()?.map(|result| result.nodes));
/// # Ok::<(), staunton::engine::SearcherError>(())
/// ```
pub fn run(
    plan: BenchPlan,
    network: &Arc<Network>,
    control: &SearchControl,
    mut progress: impl FnMut(usize),
) -> Result<Option<BenchResult>, SearcherError> {
    let mut searcher = Searcher::with_hash(plan.hash)?;
    searcher.set_network(network);
    searcher.set_threads(plan.threads.count())?;
    let depth = Depth::try_from(plan.depth.get()).unwrap_or(Depth::MAX);
    let mut result = BenchResult { nodes: 0, elapsed: Duration::ZERO };
    let positions = POSITIONS.iter().filter_map(|fen| fen.parse::<Position>().ok());
    for (index, position) in positions.enumerate() {
        let start = Instant::now();
        let found = searcher.search_with(&position.into(), &Limits::depth(depth), control, &mut ());
        result.nodes += found.nodes;
        result.elapsed += start.elapsed();
        if control.stopped() {
            return Ok(None);
        }
        progress(index + 1);
    }
    Ok(Some(result))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::board::FenStyle;
    use crate::chess::movegen::has_legal_move;
    use std::collections::HashSet;

    #[test]
    fn the_positions_are_many_legal_and_different() {
        assert!(POSITIONS.len() >= 40);
        let parsed: Vec<Position> = POSITIONS.iter().map(|fen| fen.parse().unwrap()).collect();
        let keys: HashSet<u64> = parsed.iter().map(Position::key).collect();
        assert_eq!(keys.len(), POSITIONS.len());
        let ended = |in_check: bool| {
            let ended = |p: &&Position| !has_legal_move(p) && p.in_check() == in_check;
            parsed.iter().filter(ended).count()
        };
        assert!(ended(true) >= 1 && ended(false) >= 1, "a mate and a stalemate");
        for (position, fen) in parsed.iter().zip(POSITIONS) {
            let written = [FenStyle::Standard, FenStyle::Shredder].map(|s| position.fen(s));
            assert!(written.contains(&fen.to_string()), "{fen} means {}", written[0]);
        }
    }

    #[test]
    fn the_rate_is_a_whole_number_even_of_no_time() {
        let result = BenchResult { nodes: 1_500, elapsed: Duration::from_millis(500) };
        assert_eq!(result.to_string(), "1500 nodes 3000 nps");
        assert_eq!(per_second(u64::MAX, Duration::ZERO), u64::MAX);
    }
}
