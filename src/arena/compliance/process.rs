//! The process of an engine that is checked, behind lines of text.

use super::miss::Miss;
use crate::arena::machine::engine_child::{EngineChild, ended_by};
use crate::arena::plan::match_plan::EngineCommand;
use crate::arena::player::spawn;
use crate::support::lines::read_line;
use crate::uci::words::next_word;
use std::io::{self, BufReader, Write};
use std::process::{ChildStdout, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How much of a line is kept, in bytes.
const MAX_LINE: usize = 1 << 13;
/// The most lines that wait to be read; an engine that writes more has to wait.
const MAX_WAITING: usize = 1_000;
/// Bytes of lines that are kept while the checks wait for another one, each line
/// with [`OVERHEAD`].
const MAX_KEPT: usize = 16 << 20;
/// What a line takes beside its bytes.
const OVERHEAD: usize = 64;
/// How long an engine that must not say anything is watched.
const WATCHED: Duration = Duration::from_millis(300);

/// An engine that is checked. It is killed when this is dropped.
pub struct CheckedEngine {
    child: EngineChild,
    /// To the thread that writes: an engine that does not read must not block
    /// the checks. `None` after the end of the input.
    input: Option<Sender<String>>,
    lines: Receiver<String>,
    timeout: Duration,
}

impl CheckedEngine {
    /// Starts the engine; `timeout` is the limit for each step.
    ///
    /// # Errors
    /// If the system does not start it.
    pub fn start(command: &EngineCommand, timeout: Duration) -> io::Result<CheckedEngine> {
        let mut child = spawn(command)?;
        let (pipe, output, errors) = child.take_pipes();
        let (input, texts) = channel::<String>();
        let (sender, lines) = sync_channel(MAX_WAITING);
        if let Some(mut pipe) = pipe {
            thread::spawn(move || {
                // An engine that has ended is noticed by its output.
                texts.iter().try_for_each(|text| pipe.write_all(text.as_bytes()))
            });
        }
        if let Some(output) = output {
            thread::spawn(move || read(output, |line| sender.send(line).is_ok()));
        }
        if let Some(mut errors) = errors {
            thread::spawn(move || io::copy(&mut errors, &mut io::sink()));
        }
        Ok(CheckedEngine { child, input: Some(input), lines, timeout })
    }

    /// Sends text without adding a line break.
    pub fn send_text(&self, text: &str) {
        if let Some(input) = &self.input {
            // The thread ends with the engine, which the next wait reports.
            let _ = input.send(text.to_string());
        }
    }

    pub fn send(&self, line: &str) {
        self.send_text(&format!("{line}\n"));
    }

    /// Ends the input.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// The lines up to one whose first word is `word`, that line included.
    ///
    /// # Errors
    /// If it does not come in time or the engine ends.
    pub fn until(&mut self, word: &str) -> Result<Vec<String>, Miss> {
        let until = Instant::now() + self.timeout;
        let mut lines = KeptLines::default();
        loop {
            match self.next_line(until) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Timeout) => {
                    let limit = self.timeout.as_secs_f64();
                    return Err(Miss::Fault(format!("no '{word}' came within {limit} s")));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Miss::Fault(match self.exit_status() {
                        Some(status) => format!("the engine ended ({status})"),
                        None => "the engine closed its output".to_string(),
                    }));
                }
            }
            if lines.lines.last().is_some_and(|line| first_word(line) == word) {
                return Ok(lines.lines);
            }
        }
    }

    /// The next line, if it comes before a time.
    fn next_line(&self, until: Instant) -> Result<String, RecvTimeoutError> {
        match until.saturating_duration_since(Instant::now()) {
            // An engine that never stops writing must not be read for ever.
            left if left.is_zero() => Err(RecvTimeoutError::Timeout),
            left => self.lines.recv_timeout(left),
        }
    }

    /// Sends `isready` and returns the lines before `readyok`.
    ///
    /// # Errors
    /// If it does not come.
    pub fn ready(&mut self) -> Result<Vec<String>, Miss> {
        self.send("isready");
        let mut lines = self.until("readyok")?;
        lines.pop();
        Ok(lines)
    }

    /// Watches for a moment whether a best move comes. Returns the lines that
    /// come.
    ///
    /// # Errors
    /// If one comes.
    pub fn no_best_move(&mut self) -> Result<Vec<String>, Miss> {
        let until = Instant::now() + WATCHED;
        let mut lines = KeptLines::default();
        while let Ok(line) = self.next_line(until) {
            if first_word(&line) == "bestmove" {
                return Err(Miss::Fault(format!("'{line}' came too early")));
            }
            lines.push(line);
        }
        Ok(lines.lines)
    }

    /// Waits for the end of the process.
    ///
    /// # Errors
    /// If it does not end in time.
    pub fn ended(&mut self) -> Result<ExitStatus, Miss> {
        let limit = self.timeout.as_secs_f64();
        let runs = || Miss::Fault(format!("the engine still runs after {limit} s"));
        self.exit_status().ok_or_else(runs)
    }

    fn exit_status(&mut self) -> Option<ExitStatus> {
        ended_by(Instant::now() + self.timeout, || {
            // What the engine writes is read, so that it is not blocked.
            self.lines.try_iter().for_each(drop);
            self.child.try_wait()
        })
    }
}

/// Lines of an engine. When there is no more room the newest replaces the one
/// before it: the answer that a check waits for comes last.
#[derive(Default)]
struct KeptLines {
    lines: Vec<String>,
    bytes: usize,
}

impl KeptLines {
    fn push(&mut self, line: String) {
        if self.bytes > MAX_KEPT {
            self.lines.pop();
        }
        self.bytes += line.len() + OVERHEAD;
        self.lines.push(line);
    }
}

/// The first word of a line; empty if there is none.
pub fn first_word(line: &str) -> &str {
    next_word(line).unwrap_or_default().0
}

/// Gives each line to `take` until `take` returns `false`.
fn read(output: ChildStdout, mut take: impl FnMut(String) -> bool) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while let Ok(Some(_)) = read_line(&mut output, MAX_LINE, &mut line) {
        let text = String::from_utf8_lossy(&line);
        let safe = |letter: char| if letter.is_control() { ' ' } else { letter };
        if !take(text.trim_ascii().chars().map(safe).collect()) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_lines_have_a_limit_and_the_last_one_is_there() {
        let mut lines = KeptLines::default();
        for length in [0, 8_000] {
            (0..300_000).for_each(|_| lines.push("x".repeat(length)));
            lines.push("bestmove e2e4".to_string());
            assert_eq!(lines.lines.last().map(String::as_str), Some("bestmove e2e4"));
            let bytes: usize = lines.lines.iter().map(|line| line.len() + OVERHEAD).sum();
            assert!(bytes <= MAX_KEPT + 10_000, "{bytes}");
        }
    }
}
