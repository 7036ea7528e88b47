//! What an engine has written, as far as the arena needs it.
//!
//! The thread that reads an engine's output sorts every line at once. It keeps
//! the last of the thousands of `info` lines, and the first line of noise: a
//! line that does not belong to the protocol. So memory does not grow with the
//! engine's output, and the thread that runs the game wakes only for an
//! answer.

use super::search_info::SearchInfo;
use crate::arena::machine::stop_flag::{StopFlag, Wake, lock};
use crate::support::files::printable::printable;
use crate::uci::words::next_word;
use std::sync::{Arc, Condvar, Mutex, Weak};
use std::time::Instant;

/// How many option declarations are kept.
const MAX_OPTIONS: usize = 10_000;
/// How many bytes of option declarations are kept.
const MAX_OPTION_BYTES: usize = 1 << 20;
/// How much of a name is kept, in characters.
const MAX_NAME: usize = 200;
/// How much of a noise line is kept, in characters.
const MAX_NOISE: usize = 80;

/// The lines received from an engine, sorted.
#[derive(Default)]
pub struct ReceivedLines {
    /// The text after `id name`.
    pub name: Option<String>,
    /// The text after `option`, line by line.
    pub options: Vec<String>,
    /// The length of all declarations, including those that were not kept.
    option_bytes: usize,
    /// Whether `uciok` came.
    pub uciok: bool,
    /// How often `readyok` came.
    pub readyok: u64,
    /// When the first `bestmove` since the last question came, and the text after it.
    pub best: Option<(Instant, String)>,
    /// The last search info of the best line.
    pub info: SearchInfo,
    /// The first line that does not belong to the protocol.
    pub noise: Option<String>,
    /// Whether the output has ended.
    pub closed: bool,
}

impl ReceivedLines {
    /// Sorts a line that came at this time.
    pub fn line(&mut self, at: Instant, line: &str) {
        let line = printable(line);
        let line = line.trim_ascii();
        let (word, rest) = next_word(line).unwrap_or_default();
        let rest = rest.trim_ascii_start();
        match word {
            "info" => self.info.update(rest),
            // The first answer counts. A second one is not to change it by coming before
            // the first has been fetched.
            "bestmove" if self.best.is_some() => {}
            "bestmove" => self.best = Some((at, rest.to_string())),
            "readyok" => self.readyok += 1,
            "uciok" => self.uciok = true,
            "id" if rest.starts_with("name ") => {
                self.name = Some(rest[5..].trim().chars().take(MAX_NAME).collect());
            }
            "option" => self.add_option(rest),
            "" | "id" | "copyprotection" | "registration" => {}
            _ => self.add_noise(line),
        }
    }

    /// Keeps a declaration, if there is room for it.
    fn add_option(&mut self, declaration: &str) {
        self.option_bytes += declaration.len();
        if self.options.len() < MAX_OPTIONS && self.option_bytes <= MAX_OPTION_BYTES {
            self.options.push(declaration.to_string());
        }
    }

    /// Keeps the first line of noise. What comes before `uciok` is a greeting,
    /// not noise.
    pub fn add_noise(&mut self, line: &str) {
        if self.uciok && self.noise.is_none() {
            self.noise = Some(printable(line).chars().take(MAX_NOISE).collect());
        }
    }
}

/// How waiting for a line ended.
#[derive(Debug, PartialEq, Eq)]
pub enum WaitResult<T> {
    /// The line came.
    Got(T),
    /// The output ended; the line will never come.
    Closed,
    /// The line has not come in time.
    Overdue,
    /// The match is to stop.
    Stopped,
}

/// Where the reading thread leaves what an engine writes, and where the thread
/// that runs the game waits for it.
#[derive(Default)]
pub struct Mailbox {
    received: Mutex<ReceivedLines>,
    changed: Condvar,
}

impl Mailbox {
    /// An empty mailbox; a thread that waits on it wakes when the match stops.
    pub fn new(stop_flag: &StopFlag) -> Arc<Mailbox> {
        let mailbox = Arc::new(Mailbox::default());
        let weak: Weak<Mailbox> = Arc::downgrade(&mailbox);
        stop_flag.register_waiting(weak);
        mailbox
    }

    /// Changes what was received. If `change` returns `true`, the waiting thread
    /// wakes.
    pub fn put(&self, change: impl FnOnce(&mut ReceivedLines) -> bool) {
        if change(&mut lock(&self.received)) {
            self.changed.notify_all();
        }
    }

    /// Reads or changes what was received, without waking anybody.
    pub fn access<T>(&self, access: impl FnOnce(&mut ReceivedLines) -> T) -> T {
        access(&mut lock(&self.received))
    }

    /// Waits until `take` finds what it wants, the output ends, the time
    /// `until` comes (if given), or the match stops (if a flag is given).
    pub fn wait<T>(
        &self,
        until: Option<Instant>,
        stop_flag: Option<&StopFlag>,
        mut take: impl FnMut(&mut ReceivedLines) -> Option<T>,
    ) -> WaitResult<T> {
        let mut received = lock(&self.received);
        loop {
            if let Some(found) = take(&mut received) {
                return WaitResult::Got(found);
            }
            if received.closed {
                return WaitResult::Closed;
            }
            if stop_flag.is_some_and(StopFlag::is_raised) {
                return WaitResult::Stopped;
            }
            received = match until.map(|until| until.saturating_duration_since(Instant::now())) {
                None => self.changed.wait(received).unwrap_or_else(|poison| poison.into_inner()),
                Some(left) if left.is_zero() => return WaitResult::Overdue,
                Some(left) => {
                    let waited = self.changed.wait_timeout(received, left);
                    waited.unwrap_or_else(|poison| poison.into_inner()).0
                }
            };
        }
    }
}

impl Wake for Mailbox {
    /// Takes the lock first: the waiting thread either has not looked at the
    /// flag yet, or already sleeps and gets the notification.
    fn wake(&self) {
        drop(lock(&self.received));
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn lines_are_sorted_and_noise_is_kept_once() {
        let mut received = ReceivedLines::default();
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
            "bestmove  e2e4\x1b[31m ponder\te7e5\r",
            "bestmove a1a8",
        ] {
            received.line(now, line);
        }
        assert_eq!((received.options.len(), received.readyok, received.uciok), (1, 1, true));
        assert_eq!(received.name.as_deref(), Some("Fake 1"));
        assert_eq!(received.noise.as_deref(), Some("noise one"));
        assert_eq!(received.best, Some((now, "e2e4 [31m ponder\te7e5".to_string())));
    }

    #[test]
    fn an_engine_that_declares_without_end_takes_little_memory() {
        let mut received = ReceivedLines::default();
        let line = format!("option name {} type button", "x".repeat(60_000));
        for _ in 0..10_000 {
            received.line(Instant::now(), &line);
        }
        assert!((10..20).contains(&received.options.len()), "{}", received.options.len());
        received.line(Instant::now(), &format!("id name {}", "y".repeat(60_000)));
        assert_eq!(received.name.map(|name| name.len()), Some(MAX_NAME));
    }

    #[test]
    fn waiting_ends_with_the_match_with_the_output_or_in_time() {
        let stop_flag = StopFlag::default();
        let mailbox = Mailbox::new(&stop_flag);
        let ready =
            |received: &mut ReceivedLines| (received.readyok > 0).then_some(received.readyok);
        let soon = Instant::now() + Duration::from_millis(1);
        assert_eq!(mailbox.wait(Some(soon), Some(&stop_flag), ready), WaitResult::Overdue);
        let waited = std::thread::scope(|scope| {
            let waiting = scope.spawn(|| mailbox.wait(None, Some(&stop_flag), ready));
            stop_flag.raise();
            waiting.join().unwrap()
        });
        assert_eq!(waited, WaitResult::Stopped);
        mailbox.put(|received| {
            received.closed = true;
            true
        });
        assert_eq!(mailbox.wait(None, None, ready), WaitResult::Closed);
        mailbox.put(|received| {
            received.readyok = 2;
            true
        });
        assert_eq!(mailbox.wait(None, None, ready), WaitResult::Got(2), "what came before the end");
    }
}
