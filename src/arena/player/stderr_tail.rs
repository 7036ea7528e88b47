//! The last line of an engine's standard error, which often says why the
//! engine crashed.

use crate::arena::machine::stop_flag::lock;
use crate::support::lines::read_line;
use std::io::{BufReader, Read};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

/// How much of a line is kept, in bytes.
const LONGEST: usize = 200;
/// The last line of a Rust panic begins with this: advice on how to see more.
/// The line before it says what happened.
const ADVICE: &[u8] = b"note: ";

/// The last line that is not empty. All output is read at once, so that the
/// engine never blocks on a full pipe, and dropped but for that line.
#[derive(Default)]
pub struct StderrTail {
    tail: Mutex<TailState>,
    ended: Condvar,
}

#[derive(Default)]
struct TailState {
    /// The last line that is kept.
    last: Vec<u8>,
    /// Whether standard error has ended.
    is_over: bool,
}

impl StderrTail {
    /// Reads standard error to its end.
    pub fn read(&self, input: impl Read) {
        let mut input = BufReader::new(input);
        let mut line = Vec::new();
        while let Ok(Some(_)) = read_line(&mut input, LONGEST, &mut line) {
            let text = line.trim_ascii();
            if !text.is_empty() && !text.starts_with(ADVICE) {
                std::mem::swap(&mut line, &mut lock(&self.tail).last);
            }
        }
        lock(&self.tail).is_over = true;
        self.ended.notify_all();
    }

    /// `; its last line on standard error: '…'`, or an empty text if nothing was
    /// written. Waits at most `timeout` for the end of the output: a child of
    /// the engine may hold the pipe open after the engine has ended.
    pub fn after(&self, timeout: Duration) -> String {
        let waited = self.ended.wait_timeout_while(lock(&self.tail), timeout, |tail| !tail.is_over);
        let tail = waited.unwrap_or_else(|poison| poison.into_inner()).0;
        let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
        let text: String = String::from_utf8_lossy(&tail.last).chars().map(plain).collect();
        match text.trim() {
            "" => String::new(),
            text => format!("; its last line on standard error: '{text}'"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stderr_tail(bytes: &[u8]) -> String {
        let tail = StderrTail::default();
        tail.read(bytes);
        tail.after(Duration::ZERO)
    }

    #[test]
    fn the_last_line_with_text_is_kept() {
        for (text, last) in [
            ("", ""),
            ("\n \n\r\n", ""),
            ("one\ntwo\n\n  \n", "; its last line on standard error: 'two'"),
            ("one\ntwo", "; its last line on standard error: 'two'"),
            (
                "panicked at src/x.rs:\nno such square\nnote: more\n",
                "; its last line on standard error: 'no such square'",
            ),
            ("\x1b[31mred\x07\r\n", "; its last line on standard error: '[31mred'"),
        ] {
            assert_eq!(stderr_tail(text.as_bytes()), last, "{text:?}");
        }
        assert_eq!(stderr_tail(b"\xff!\n"), "; its last line on standard error: '\u{fffd}!'");
    }

    #[test]
    fn a_long_line_takes_no_memory_and_is_cut() {
        let mut bytes = vec![b'x'; 1 << 20];
        assert_eq!(
            stderr_tail(&bytes),
            format!("; its last line on standard error: '{}'", "x".repeat(LONGEST))
        );
        bytes.extend_from_slice(b"\nshort\n");
        assert_eq!(stderr_tail(&bytes), "; its last line on standard error: 'short'");
    }
}
