//! The benchmark: fixed positions, searched to a fixed depth. The number of
//! nodes on one thread is the fingerprint of what the engine does; nodes per
//! second are its speed. On several threads the number differs each time.

pub use super::bench_positions::POSITIONS;

use crate::board::{KeyHistory, Position};
use crate::config::{BenchDepth, HashMb, Threads};
use crate::search::{Limits, SearchControl, SearchRequest, ThreadPool};
use crate::types::Depth;
use std::fmt;
use std::time::{Duration, Instant};

/// How to run the benchmark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchPlan {
    /// How deep to search each position, in plies.
    pub depth: BenchDepth,
    /// The table that all positions share.
    pub hash: HashMb,
    /// How many threads search each.
    pub threads: Threads,
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Total {
    /// Nodes visited in all positions.
    pub nodes: u64,
    /// The time that took.
    pub elapsed: Duration,
}

impl fmt::Display for Total {
    /// As testing frameworks read it: `N nodes M nps`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, per_second(self.nodes, self.elapsed))
    }
}

/// A rate, as a whole number.
pub fn per_second(count: u64, elapsed: Duration) -> u64 {
    let rate = u128::from(count) * 1_000_000_000 / elapsed.as_nanos().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

/// Runs the benchmark with a searcher and a table of its own, so that nothing
/// searched before can change the number. `progress` hears how many positions
/// are done. `Ok(None)` if it was told to stop; `Err` says why there is no
/// table, or not so many threads.
pub fn run(
    plan: BenchPlan,
    signals: &SearchControl,
    mut progress: impl FnMut(usize),
) -> Result<Option<Total>, String> {
    let table = super::new_table(plan.hash.get())?;
    let mut searcher = ThreadPool::new();
    let threads = super::count(plan.threads);
    searcher.set_threads(threads).map_err(|error| error.to_string())?;
    let depth = Depth::try_from(plan.depth.get()).unwrap_or(Depth::MAX);
    let mut total = Total { nodes: 0, elapsed: Duration::ZERO };
    for (index, fen) in POSITIONS.into_iter().enumerate() {
        let position: Position = fen.parse().map_err(|error| format!("'{fen}': {error}"))?;
        let task = SearchRequest {
            position,
            key_history: KeyHistory::new(),
            limits: Limits { depth: Some(depth), ..Limits::default() },
            start: Instant::now(),
            multi_pv: 1,
            move_overhead: Duration::ZERO,
        };
        total.nodes += searcher.search(&task, &table, signals, &mut ()).nodes;
        total.elapsed += task.start.elapsed();
        if signals.stopped() {
            return Ok(None);
        }
        progress(index + 1);
    }
    Ok(Some(total))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::FenStyle;
    use crate::movegen::has_legal_move;
    use std::collections::HashSet;

    #[test]
    fn the_positions_are_many_legal_and_different() {
        assert!(POSITIONS.len() >= 40);
        let parsed: Vec<Position> = POSITIONS.iter().map(|fen| fen.parse().unwrap()).collect();
        let keys: HashSet<u64> = parsed.iter().map(Position::key).collect();
        assert_eq!(keys.len(), POSITIONS.len());
        let over = |in_check: bool| {
            let over = |p: &&Position| !has_legal_move(p) && p.in_check() == in_check;
            parsed.iter().filter(over).count()
        };
        assert!(over(true) >= 1 && over(false) >= 1, "a mate and a stalemate");
        for (position, fen) in parsed.iter().zip(POSITIONS) {
            let written = [FenStyle::Standard, FenStyle::Shredder].map(|s| position.fen(s));
            assert!(written.contains(&fen.to_string()), "{fen} means {}", written[0]);
        }
    }

    #[test]
    fn the_rate_is_a_whole_number_even_of_no_time() {
        let total = Total { nodes: 1_500, elapsed: Duration::from_millis(500) };
        assert_eq!(total.to_string(), "1500 nodes 3000 nps");
        assert_eq!(per_second(u64::MAX, Duration::ZERO), u64::MAX);
    }
}
