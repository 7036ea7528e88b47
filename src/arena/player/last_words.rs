//! What an engine wrote to its standard error last, for the case that it
//! breaks down.

use crate::arena::halt::lock;
use std::io::{self, Read};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

/// How much of a line is kept, in bytes.
const LONGEST: usize = 200;
/// With this begins the last line of a panic in Rust: advice on how to see
/// more. What happened is said before it.
const ADVICE: &[u8] = b"note: ";

/// The last line that is not empty. However much is written, it is read at
/// once, so that the engine never waits for somebody to listen, and thrown
/// away but for that line.
#[derive(Default)]
pub struct LastWords {
    said: Mutex<Said>,
    ended: Condvar,
}

#[derive(Default)]
struct Said {
    /// The line that is being written.
    line: Vec<u8>,
    /// The last one that was.
    last: Vec<u8>,
    /// Nothing more will come.
    is_over: bool,
}

impl Said {
    fn hear(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == b'\n' {
                self.end_line();
            } else if self.line.len() < LONGEST {
                self.line.push(byte);
            }
        }
    }

    fn end_line(&mut self) {
        let line = self.line.trim_ascii();
        if !line.is_empty() && !line.starts_with(ADVICE) {
            std::mem::swap(&mut self.line, &mut self.last);
        }
        self.line.clear();
    }
}

impl LastWords {
    /// Reads to the end.
    pub fn read(&self, mut input: impl Read) {
        let mut buffer = [0; 4096];
        loop {
            match input.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) | Ok(0) => break,
                Ok(count) => lock(&self.said).hear(&buffer[..count]),
            }
        }
        let mut said = lock(&self.said);
        said.end_line();
        said.is_over = true;
        self.ended.notify_all();
    }

    /// `; its last words: '…'`, or nothing, if it has written nothing. Waits
    /// for the rest no longer than this: an engine's child may hold the pipe
    /// open when the engine has gone.
    pub fn after(&self, patience: Duration) -> String {
        let waited =
            self.ended.wait_timeout_while(lock(&self.said), patience, |said| !said.is_over);
        let said = waited.unwrap_or_else(|poison| poison.into_inner()).0;
        let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
        let text: String = String::from_utf8_lossy(&said.last).chars().map(plain).collect();
        match text.trim() {
            "" => String::new(),
            text => format!("; its last words: '{text}'"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last_words(bytes: &[u8]) -> String {
        let words = LastWords::default();
        words.read(bytes);
        words.after(Duration::ZERO)
    }

    #[test]
    fn the_last_line_that_says_something_is_kept() {
        for (text, last) in [
            ("", ""),
            ("\n \n\r\n", ""),
            ("one\ntwo\n\n  \n", "; its last words: 'two'"),
            ("one\ntwo", "; its last words: 'two'"),
            (
                "panicked at src/x.rs:\nno such square\nnote: more\n",
                "; its last words: 'no such square'",
            ),
            ("\x1b[31mred\x07\r\n", "; its last words: '[31mred'"),
        ] {
            assert_eq!(last_words(text.as_bytes()), last, "{text:?}");
        }
        assert_eq!(last_words(b"\xff!\n"), "; its last words: '\u{fffd}!'");
    }

    #[test]
    fn a_long_line_takes_no_memory_and_is_cut() {
        let mut bytes = vec![b'x'; 1 << 20];
        assert_eq!(last_words(&bytes), format!("; its last words: '{}'", "x".repeat(LONGEST)));
        bytes.extend_from_slice(b"\nshort\n");
        assert_eq!(last_words(&bytes), "; its last words: 'short'");
    }
}
