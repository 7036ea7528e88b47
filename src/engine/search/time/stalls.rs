//! Stalls of the machine: how long the search was kept from running at worst.
//! A machine with other work, or in a cloud, takes the processor away for tens
//! or hundreds of milliseconds, and it will do so again. So the reserve on the
//! clock grows by the longest stall seen.
//!
//! The search reads the clock every thousand nodes or so, which takes less than
//! a millisecond. A longer gap between two readings is a stall.

use std::time::{Duration, Instant};

/// The stalls that a thread has seen, from search to search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stalls {
    worst: Duration,
    last_reading: Option<Instant>,
}

impl Stalls {
    /// A gap up to this comes from the search itself.
    const LEAST: Duration = Duration::from_millis(5);
    /// A longer gap is not a stall: the computer slept.
    const MOST: Duration = Duration::from_secs(1);
    /// One stall in a hundred moves still counts for two thirds, so that a rare
    /// one is remembered for a game and a single one is not for ever.
    const KEPT_PER_MILLE: u32 = 996;

    /// Begins a search that the front end asked for at `start`.
    pub fn begin_search(&mut self, start: Instant) {
        self.worst = self.worst * Self::KEPT_PER_MILLE / 1000;
        self.last_reading = Some(start);
    }

    /// Takes notice of a reading of the clock.
    pub fn read(&mut self, now: Instant) {
        let gap = self.last_reading.map_or(Duration::ZERO, |last| now.duration_since(last));
        if gap > Self::LEAST && gap <= Self::MOST {
            self.worst = self.worst.max(gap);
        }
        self.last_reading = Some(now);
    }

    /// The longest stall, less the longer ago it was.
    pub fn worst(&self) -> Duration {
        self.worst
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn the_longest_gap_counts_and_fades() {
        let start = Instant::now();
        let mut stalls = Stalls::default();
        stalls.begin_search(start);
        for ms in [1, 2, 6, 86, 87, 117, 60_000] {
            stalls.read(start + ms * MS);
        }
        assert_eq!(stalls.worst(), 80 * MS);
        for _ in 0..100 {
            // The time between two searches is not a gap.
            stalls.begin_search(start + 5000 * MS);
        }
        assert!((50 * MS..60 * MS).contains(&stalls.worst()), "{:?}", stalls.worst());
    }

    #[test]
    fn a_search_that_runs_has_no_stalls() {
        let start = Instant::now();
        let mut stalls = Stalls::default();
        stalls.begin_search(start);
        (1..=1000).for_each(|ms| stalls.read(start + ms * 5 * MS));
        assert_eq!(stalls.worst(), Duration::ZERO);
    }
}
