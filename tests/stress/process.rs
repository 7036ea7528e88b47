//! The engine behind its pipes, and what was said.

use std::collections::VecDeque;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// An `isready` is answered within this.
const READY: Duration = Duration::from_secs(10);
/// Lines of the dialogue that are kept.
const KEPT: usize = 200;
/// Characters of a line of the dialogue that are shown.
const SHOWN: usize = 400;

/// What the engine has done wrong; a sentence.
#[derive(Debug)]
pub struct Fault(String);

impl From<String> for Fault {
    fn from(what: String) -> Fault {
        Fault(what)
    }
}

impl From<&str> for Fault {
    fn from(what: &str) -> Fault {
        Fault(what.to_string())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An engine that runs.
pub struct Process {
    child: Child,
    /// To the thread that writes: a full pipe must not block the thread that
    /// checks the answers.
    to_engine: Option<Sender<String>>,
    from_engine: Receiver<String>,
    complaints: Option<JoinHandle<String>>,
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
        let (heard, from_engine) = channel();
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                    let line = String::from_utf8_lossy(&line).trim_end().to_string();
                    if heard.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        let complaints = child.stderr.take().map(|errors| thread::spawn(move || read(errors)));
        Ok(Process {
            child,
            to_engine: Some(to_engine),
            from_engine,
            complaints,
            asked: VecDeque::new(),
            ended: false,
            start: Instant::now(),
            dialogue: VecDeque::new(),
        })
    }

    fn remember(&mut self, sign: char, line: &str) {
        if self.dialogue.len() >= KEPT {
            self.dialogue.pop_front();
        }
        let shown: String = line.chars().take(SHOWN).collect();
        let ms = self.start.elapsed().as_millis();
        self.dialogue.push_back(format!("{ms:>7} {sign} {shown}"));
    }

    /// The last that was said on both sides.
    pub fn dialogue(&self) -> impl Iterator<Item = &str> {
        self.dialogue.iter().map(String::as_str)
    }

    /// Sends a line.
    pub fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.remember('>', text);
        let writer = self.to_engine.as_ref().ok_or("the input is closed")?;
        writer.send(format!("{text}\n")).map_err(|_| Fault::from("it reads no more"))
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
    pub fn line(&mut self, deadline: Instant) -> Result<Option<String>, Fault> {
        let latest = self.asked.front().map(|&asked| asked + READY);
        let until = latest.map_or(deadline, |latest| latest.min(deadline));
        let wait = until.saturating_duration_since(Instant::now());
        match self.from_engine.recv_timeout(wait) {
            Ok(line) => {
                self.remember('<', &line);
                if line == "readyok" && self.asked.pop_front().is_none() {
                    return Err("readyok, though nobody has asked".into());
                }
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Disconnected) => {
                self.ended = true;
                let early = self.to_engine.is_some();
                if early { Err(self.last_words()) } else { Ok(None) }
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
    pub fn check_end(&mut self, patience: Duration) -> Result<(), Fault> {
        let deadline = Instant::now() + patience;
        let status = loop {
            match self.child.try_wait() {
                Err(error) => return Err(format!("nobody knows how it ended: {error}").into()),
                Ok(Some(status)) => break status,
                Ok(None) if Instant::now() >= deadline => return Err("it does not exit".into()),
                Ok(None) => thread::sleep(Duration::from_millis(1)),
            }
        };
        let complaints = self.complaints();
        if !complaints.is_empty() {
            return Err(format!("it writes to standard error: {complaints}").into());
        }
        if !status.success() {
            return Err(format!("its exit status is {status}").into());
        }
        if self.owes_ready() {
            return Err("it has ended and owes a readyok".into());
        }
        Ok(())
    }

    fn complaints(&mut self) -> String {
        self.complaints.take().and_then(|thread| thread.join().ok()).unwrap_or_default()
    }

    /// What can be said of one that has ended without being told to.
    fn last_words(&mut self) -> Fault {
        // It has closed its output; if it still runs, it does not deserve to.
        let status = match self.child.try_wait() {
            Ok(Some(status)) => status.to_string(),
            _ => "closed its output".to_string(),
        };
        let _ = self.child.kill();
        format!("it ends unasked ({status}): {}", self.complaints()).into()
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
        // One that has ended is noticed by its silence.
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
