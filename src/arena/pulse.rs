//! Whether the arena itself was held up. A clock that ran out while nobody
//! could read the answer is not the player's fault.
//!
//! A thread wakes at short, regular intervals. If it wakes much too late, so
//! did everybody else: the program was stopped by a signal or swapped out, or
//! the machine did not get round to it.

use super::halt::lock;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

/// How often the thread wakes.
const BEAT: Duration = Duration::from_millis(25);
/// A beat that is later than this is a stall.
const STALL: Duration = Duration::from_millis(75);
/// How many stalls are remembered: games are short, and these come rarely.
const MEMORY: usize = 1_000;

#[derive(Debug)]
struct Heartbeat {
    last: Instant,
    /// From when to when nothing was done.
    stalls: VecDeque<(Instant, Instant)>,
    stopped: bool,
}

/// A regular beat, and the memory of its irregularities.
#[derive(Debug)]
pub struct StallMonitor {
    heart: Mutex<Heartbeat>,
    stop: Condvar,
}

impl Default for StallMonitor {
    fn default() -> StallMonitor {
        let heart = Heartbeat { last: Instant::now(), stalls: VecDeque::new(), stopped: false };
        StallMonitor { heart: Mutex::new(heart), stop: Condvar::new() }
    }
}

impl StallMonitor {
    /// Beats until it is stopped.
    pub fn run(&self) {
        let mut heart = lock(&self.heart);
        heart.last = Instant::now();
        while !heart.stopped {
            let waited = self.stop.wait_timeout(heart, BEAT);
            heart = waited.unwrap_or_else(|poison| poison.into_inner()).0;
            heart.beat(Instant::now());
        }
    }

    /// Ends [`StallMonitor::run`].
    pub fn stop(&self) {
        lock(&self.heart).stopped = true;
        self.stop.notify_all();
    }

    /// For how long the arena was held up since then.
    pub fn held_up_since(&self, since: Instant) -> Duration {
        let mut heart = lock(&self.heart);
        if heart.stopped {
            return Duration::ZERO;
        }
        // If all threads have just come back, this one may be the first.
        heart.beat(Instant::now());
        let within =
            |&(from, to): &(Instant, Instant)| to.saturating_duration_since(from.max(since));
        heart.stalls.iter().map(within).sum()
    }
}

impl Heartbeat {
    fn beat(&mut self, now: Instant) {
        if now.saturating_duration_since(self.last) > STALL {
            if self.stalls.len() >= MEMORY {
                self.stalls.pop_front();
            }
            self.stalls.push_back((self.last, now));
        }
        self.last = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_long_silence_is_a_stall() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut heart = Heartbeat { last: start, stalls: VecDeque::new(), stopped: false };
        for ms in [25, 50, 110, 1110, 1135] {
            heart.beat(at(ms));
        }
        assert_eq!(heart.stalls, [(at(110), at(1110))]);
    }
}
