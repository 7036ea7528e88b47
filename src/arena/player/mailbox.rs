//! What a player has said, as far as anybody will ask for it.
//!
//! The thread that reads an engine's output sorts every line at once: of the
//! thousands of `info` lines only the last thought is kept, of noise only the
//! first line. So however much an engine writes, memory does not grow, and
//! the thread that runs the game wakes only for an answer.

use super::thought::{Thought, read_info};
use crate::arena::StopFlag;
use crate::arena::halt::lock;
use std::sync::{Condvar, Mutex};
use std::time::Instant;

/// How many declarations of options are kept.
const MAX_OPTIONS: usize = 10_000;
/// How much of a line of noise is kept, in characters.
const MAX_NOISE: usize = 80;

/// What has been heard.
#[derive(Default)]
pub struct ReceivedLine {
    /// What follows `option`, line by line.
    pub options: Vec<String>,
    /// `uciok` came.
    pub introduced: bool,
    /// How often `readyok` came.
    pub ready: u64,
    /// When `bestmove` came, and what followed.
    pub best: Option<(Instant, String)>,
    /// The last thought before it.
    pub thought: Thought,
    /// The first line that is none of the protocol.
    pub noise: Option<String>,
    /// Nothing more will come.
    pub closed: bool,
}

impl ReceivedLine {
    /// Sorts a line that came at this time.
    pub fn line(&mut self, at: Instant, line: &str) {
        let line = line.trim_ascii();
        let (word, rest) = line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""));
        let rest = rest.trim_ascii_start();
        match word {
            "info" => read_info(rest, &mut self.thought),
            "bestmove" => self.best = Some((at, rest.to_string())),
            "readyok" => self.ready += 1,
            "uciok" => self.introduced = true,
            "option" if self.options.len() < MAX_OPTIONS => self.options.push(rest.to_string()),
            "" | "id" | "option" | "copyprotection" | "registration" => {}
            _ => self.is_noise(line),
        }
    }

    /// Remembers the first line of noise. What comes before `uciok` is a
    /// greeting.
    pub fn is_noise(&mut self, line: &str) {
        if self.introduced && self.noise.is_none() {
            self.noise = Some(line.chars().take(MAX_NOISE).collect());
        }
    }
}

/// How waiting for something ended.
#[derive(Debug, PartialEq, Eq)]
pub enum WaitResult<T> {
    /// It came.
    Got(T),
    /// It will never come.
    Closed,
    /// It has not come in time.
    Overdue,
    /// The match is to stop.
    Halted,
}

/// Where a player's words are left until they are asked for.
#[derive(Default)]
pub struct Mailbox {
    heard: Mutex<ReceivedLine>,
    changed: Condvar,
}

impl Mailbox {
    /// Changes what has been heard; `true` from `change` wakes who waits.
    pub fn put(&self, change: impl FnOnce(&mut ReceivedLine) -> bool) {
        if change(&mut lock(&self.heard)) {
            self.changed.notify_all();
        }
    }

    /// Looks at what has been heard.
    pub fn look<T>(&self, look: impl FnOnce(&mut ReceivedLine) -> T) -> T {
        look(&mut lock(&self.heard))
    }

    /// Wakes who waits. The lock is taken so that nobody can be between
    /// having looked and falling asleep.
    pub fn wake(&self) {
        drop(lock(&self.heard));
        self.changed.notify_all();
    }

    /// Waits until `take` finds what it wants; not beyond a time, if one is
    /// given, nor beyond the end of the match, if that is to be heeded.
    pub fn wait<T>(
        &self,
        until: Option<Instant>,
        halt: Option<&StopFlag>,
        mut take: impl FnMut(&mut ReceivedLine) -> Option<T>,
    ) -> WaitResult<T> {
        let mut heard = lock(&self.heard);
        loop {
            if let Some(found) = take(&mut heard) {
                return WaitResult::Got(found);
            }
            if heard.closed {
                return WaitResult::Closed;
            }
            if halt.is_some_and(StopFlag::is_raised) {
                return WaitResult::Halted;
            }
            heard = match until.map(|until| until.saturating_duration_since(Instant::now())) {
                None => self.changed.wait(heard).unwrap_or_else(|poison| poison.into_inner()),
                Some(left) if left.is_zero() => return WaitResult::Overdue,
                Some(left) => {
                    let waited = self.changed.wait_timeout(heard, left);
                    waited.unwrap_or_else(|poison| poison.into_inner()).0
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn lines_are_sorted_and_noise_is_kept_once() {
        let mut heard = ReceivedLine::default();
        let now = Instant::now();
        for line in [
            "Welcome!",
            "id name  Fake 1",
            "id author nobody",
            "option name Hash type spin default 1",
            "uciok",
            "noise one",
            "noise two",
            "readyok",
            "bestmove  e2e4 ponder e7e5\r",
        ] {
            heard.line(now, line);
        }
        assert_eq!((heard.options.len(), heard.ready, heard.introduced), (1, 1, true));
        assert_eq!(heard.noise.as_deref(), Some("noise one"));
        assert_eq!(heard.best, Some((now, "e2e4 ponder e7e5".to_string())));
    }

    #[test]
    fn waiting_ends_with_the_match_with_the_player_or_in_time() {
        let halt = StopFlag::default();
        let mailbox = halt.mailbox();
        let ready = |heard: &mut ReceivedLine| (heard.ready > 0).then_some(heard.ready);
        let soon = Instant::now() + Duration::from_millis(1);
        assert_eq!(mailbox.wait(Some(soon), Some(&halt), ready), WaitResult::Overdue);
        let waited = std::thread::scope(|scope| {
            let waiting = scope.spawn(|| mailbox.wait(None, Some(&halt), ready));
            halt.raise();
            waiting.join().unwrap()
        });
        assert_eq!(waited, WaitResult::Halted);
        mailbox.put(|heard| {
            heard.closed = true;
            true
        });
        assert_eq!(mailbox.wait(None, None, ready), WaitResult::Closed);
        mailbox.put(|heard| {
            heard.ready = 2;
            true
        });
        assert_eq!(mailbox.wait(None, None, ready), WaitResult::Got(2), "what came before the end");
    }
}
