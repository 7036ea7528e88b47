//! The engine process, its pipes, and the recent dialogue.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// An `isready` is answered within this, also on a machine with many times more work
/// than cores.
const READY: Duration = Duration::from_secs(30);
/// Lines of the dialogue that are kept.
const KEPT: usize = 200;
/// Characters of a line of the dialogue that are shown.
const SHOWN: usize = 400;

/// What the engine did wrong; a sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StressError(String);

impl From<String> for StressError {
    fn from(what: String) -> StressError {
        StressError(what)
    }
}

impl From<&str> for StressError {
    fn from(what: &str) -> StressError {
        StressError(what.to_string())
    }
}

/// An engine that runs.
pub struct Process {
    child: Child,
    /// To the thread that writes: a full pipe must not block the thread that
    /// checks the answers.
    to_engine: Option<Sender<String>>,
    from_engine: Receiver<String>,
    stderr: Option<JoinHandle<String>>,
    /// When each `isready` was sent that has no answer yet.
    asked: VecDeque<Instant>,
    ended: bool,
    start: Instant,
    dialogue: VecDeque<String>,
}

impl Process {
    pub fn start(engine: &Path) -> std::io::Result<Process> {
        let mut child = Command::new(engine)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (to_engine, lines) = channel();
        if let Some(input) = child.stdin.take() {
            thread::spawn(move || write(input, &lines));
        }
        let (to_model, from_engine) = channel();
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                    let line = String::from_utf8_lossy(&line).trim_end().to_string();
                    if to_model.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        let stderr = child.stderr.take().map(|errors| thread::spawn(move || read(errors)));
        Ok(Process {
            child,
            to_engine: Some(to_engine),
            from_engine,
            stderr,
            asked: VecDeque::new(),
            ended: false,
            start: Instant::now(),
            dialogue: VecDeque::new(),
        })
    }

    fn record(&mut self, sign: char, line: &str) {
        if self.dialogue.len() >= KEPT {
            self.dialogue.pop_front();
        }
        let shown: String = line.chars().take(SHOWN).collect();
        let ms = self.start.elapsed().as_millis();
        self.dialogue.push_back(format!("{ms:>7} {sign} {shown}"));
    }

    /// The last lines in both directions, with their times.
    pub fn dialogue(&self) -> impl Iterator<Item = &str> {
        self.dialogue.iter().map(String::as_str)
    }

    /// Sends a line.
    pub fn send(&mut self, text: &str) -> Result<(), StressError> {
        self.record('>', text);
        let writer = self.to_engine.as_ref().ok_or("the input is closed")?;
        writer.send(format!("{text}\n")).map_err(|_| StressError::from("it reads no more"))
    }

    /// An `isready` is being sent.
    pub fn expect_ready(&mut self) {
        self.asked.push_back(Instant::now());
    }

    pub fn owes_ready(&self) -> bool {
        !self.asked.is_empty()
    }

    /// The next line that comes before the deadline; `None` if none does, or
    /// if it has ended.
    pub fn line(&mut self, deadline: Instant) -> Result<Option<String>, StressError> {
        let latest = self.asked.front().map(|&asked| asked + READY);
        let until = latest.map_or(deadline, |latest| latest.min(deadline));
        let wait = until.saturating_duration_since(Instant::now());
        match self.from_engine.recv_timeout(wait) {
            Ok(line) => {
                self.record('<', &line);
                if line == "readyok" && self.asked.pop_front().is_none() {
                    return Err("readyok without an isready".into());
                }
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Disconnected) => {
                self.ended = true;
                let early = self.to_engine.is_some();
                if early { Err(self.unexpected_end()) } else { Ok(None) }
            }
            Err(RecvTimeoutError::Timeout) if until < deadline => {
                Err(format!("isready is not answered in {READY:?}").into())
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
        }
    }

    /// No more input.
    pub fn hang_up(&mut self) {
        self.to_engine = None;
    }

    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Whether it has ended as it should, within this time.
    pub fn check_end(&mut self, timeout: Duration) -> Result<(), StressError> {
        let deadline = Instant::now() + timeout;
        let status = loop {
            match self.child.try_wait() {
                Err(error) => return Err(format!("its exit status is unknown: {error}").into()),
                Ok(Some(status)) => break status,
                Ok(None) if Instant::now() >= deadline => return Err("it does not exit".into()),
                Ok(None) => thread::sleep(Duration::from_millis(1)),
            }
        };
        let stderr = self.stderr();
        if !stderr.is_empty() {
            return Err(format!("it writes to standard error: {stderr}").into());
        }
        if !status.success() {
            return Err(format!("its exit status is {status}").into());
        }
        if self.owes_ready() {
            return Err("it has ended and owes a readyok".into());
        }
        Ok(())
    }

    fn stderr(&mut self) -> String {
        self.stderr.take().and_then(|thread| thread.join().ok()).unwrap_or_default()
    }

    /// The error of an engine that has ended without being told to.
    fn unexpected_end(&mut self) -> StressError {
        // It has closed its output, so it is killed if it still runs.
        let status = match self.child.try_wait() {
            Ok(Some(status)) => status.to_string(),
            _ => "closed its output".to_string(),
        };
        let _ = self.child.kill();
        format!("it ends without quit ({status}): {}", self.stderr()).into()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        // The reader of its output notices that the engine has ended.
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read(mut errors: ChildStderr) -> String {
    let mut bytes = Vec::new();
    let _ = errors.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).trim().to_string()
}
