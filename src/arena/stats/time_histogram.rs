//! The median of many times and the band around it, in bounded memory.

use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// The bins between a time and twice that time: a quantile is right to one part in 256.
const BINS: u64 = 128;
/// The logarithm of that number.
const BITS: u32 = BINS.trailing_zeros();
/// The shares of the moves below the band, the median, and the upper end of the band.
const SHARES: [f64; 3] = [0.1, 0.5, 0.9];

/// How often each time occurred, in bins of microseconds that widen with the time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TimeHistogram {
    /// The number of times in each bin that has any; there are some thousands at most.
    bins: BTreeMap<u16, u64>,
    count: u64,
}

/// Where the middle of some times lies.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TimeSpread {
    /// One time of ten is shorter, in milliseconds.
    pub low_ms: f64,
    /// The median: half of the times are shorter, in milliseconds.
    pub median_ms: f64,
    /// One time of ten is longer, in milliseconds.
    pub high_ms: f64,
}

/// The bin of a time in microseconds.
fn bin(micros: u64) -> u16 {
    if micros < BINS {
        return micros as u16;
    }
    let shift = micros.ilog2() - BITS;
    (u64::from(shift) * BINS + (micros >> shift)) as u16
}

/// The middle of a bin, in milliseconds with three decimals.
fn middle_ms(bin: u16) -> f64 {
    let bin = u64::from(bin);
    let shift = (bin / BINS).saturating_sub(1);
    let least = (bin - shift * BINS) << shift;
    let micros = least as f64 + ((1_u64 << shift) - 1) as f64 / 2.0;
    micros.round() / 1_000.0
}

impl TimeHistogram {
    /// Counts a time.
    pub fn add(&mut self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        *self.bins.entry(bin(micros)).or_default() += 1;
        self.count += 1;
    }

    /// How many times were counted.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The median and the band from 10 % to 90 %; `None` without a time.
    pub fn spread(&self) -> Option<TimeSpread> {
        let [low_ms, median_ms, high_ms] = SHARES.map(|share| self.quantile_ms(share));
        Some(TimeSpread { low_ms: low_ms?, median_ms: median_ms?, high_ms: high_ms? })
    }

    /// The least time that is as long as this share of the times or longer.
    fn quantile_ms(&self, share: f64) -> Option<f64> {
        let rank = (share * self.count as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        let reaches = |(_, count): &(&u16, &u64)| {
            seen += **count;
            seen >= rank
        };
        self.bins.iter().find(reaches).map(|(&bin, _)| middle_ms(bin))
    }
}

/// A time in milliseconds, with as many decimals as say something.
pub fn milliseconds(time_ms: f64) -> String {
    let decimals = if time_ms < 9.995 { 2 } else { 0 };
    format!("{time_ms:.decimals$}")
}

impl fmt::Display for TimeSpread {
    /// `median 12 ms, 10 % below 8.00 ms, 10 % above 31 ms`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, median, high] = [self.low_ms, self.median_ms, self.high_ms].map(milliseconds);
        write!(f, "median {median} ms, 10 % below {low} ms, 10 % above {high} ms")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_follow_one_another_and_are_narrow() {
        let mut last = 0;
        for micros in (0..5_000).chain([1 << 20, 1 << 40, u64::MAX]) {
            let found = bin(micros);
            assert!(found == last || found == last + 1 || micros >= 5_000, "{micros}");
            last = found;
            let error = (1_000.0 * middle_ms(found) - micros as f64).abs();
            assert!(error <= micros as f64 / 256.0 + 0.5, "{micros}: {error}");
        }
    }

    #[test]
    fn the_band_leaves_out_a_tenth_at_either_end() {
        let mut times = TimeHistogram::default();
        assert_eq!(times.spread(), None);
        for ms in 1..=100 {
            times.add(Duration::from_millis(ms));
        }
        let TimeSpread { low_ms, median_ms, high_ms } = times.spread().expect("there are times");
        for (found, expected) in [(low_ms, 10.0), (median_ms, 50.0), (high_ms, 90.0)] {
            assert!((found - expected).abs() <= expected / 256.0, "{found}, not {expected}");
        }
        assert_eq!(times.count(), 100);
        // One long thought moves the mean, not the median.
        times.add(Duration::from_secs(3_600));
        assert!((times.spread().expect("there are times").median_ms - 51.0).abs() < 0.3);
        let spread = TimeSpread { low_ms: 8.0, median_ms: 12.4, high_ms: 31.0 };
        assert_eq!(spread.to_string(), "median 12 ms, 10 % below 8.00 ms, 10 % above 31 ms");
    }
}
