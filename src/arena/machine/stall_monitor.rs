//! Detects that the arena itself was held up. When a clock runs out while the
//! arena could not read the answer, the player is not to blame.
//!
//! A thread wakes at short, regular intervals. If it wakes much too late, all
//! other threads were late too: the program was stopped by a signal or swapped
//! out, or the machine was overloaded.

use super::stop_flag::lock;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

/// How often the thread wakes.
const BEAT: Duration = Duration::from_millis(25);
/// A beat that comes later than this after the last one ends a stall.
const STALL: Duration = Duration::from_millis(75);
/// How many stalls are kept: games are short, and stalls are rare.
const MAX_STALLS: usize = 1_000;

#[derive(Debug)]
struct Heartbeat {
    last: Instant,
    /// Start and end of each stall.
    stalls: VecDeque<(Instant, Instant)>,
    stopped: bool,
}

/// A regular beat, and a list of the stalls that interrupted it.
#[derive(Debug)]
pub struct StallMonitor {
    heartbeat: Mutex<Heartbeat>,
    stop: Condvar,
}

impl Default for StallMonitor {
    fn default() -> StallMonitor {
        let heartbeat = Heartbeat { last: Instant::now(), stalls: VecDeque::new(), stopped: false };
        StallMonitor { heartbeat: Mutex::new(heartbeat), stop: Condvar::new() }
    }
}

impl StallMonitor {
    /// Beats until [`StallMonitor::stop`] is called.
    pub fn run(&self) {
        let mut heartbeat = lock(&self.heartbeat);
        heartbeat.last = Instant::now();
        while !heartbeat.stopped {
            let waited = self.stop.wait_timeout(heartbeat, BEAT);
            heartbeat = waited.unwrap_or_else(|poison| poison.into_inner()).0;
            heartbeat.beat(Instant::now());
        }
    }

    /// Ends [`StallMonitor::run`].
    pub fn stop(&self) {
        lock(&self.heartbeat).stopped = true;
        self.stop.notify_all();
    }

    /// How long in all the arena was held up since that time.
    pub fn held_up_since(&self, since: Instant) -> Duration {
        let mut heartbeat = lock(&self.heartbeat);
        if heartbeat.stopped {
            return Duration::ZERO;
        }
        // After a stall the calling thread may wake before the monitor does.
        heartbeat.beat(Instant::now());
        let within =
            |&(from, to): &(Instant, Instant)| to.saturating_duration_since(from.max(since));
        heartbeat.stalls.iter().map(within).sum()
    }
}

impl Heartbeat {
    fn beat(&mut self, now: Instant) {
        if now.saturating_duration_since(self.last) > STALL {
            if self.stalls.len() >= MAX_STALLS {
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
    fn only_a_long_gap_between_beats_is_a_stall() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut heartbeat = Heartbeat { last: start, stalls: VecDeque::new(), stopped: false };
        for ms in [25, 50, 110, 1110, 1135] {
            heartbeat.beat(at(ms));
        }
        assert_eq!(heartbeat.stalls, [(at(110), at(1110))]);
    }
}
