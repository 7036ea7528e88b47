//! The program as a chess program sees it: a process behind two pipes.
#![allow(dead_code)] // Each test file uses its own part of this.

use staunton::chess::board::Position;
use staunton::chess::polyglot;
use staunton::chess::types::Square;
use staunton::engine::parse_move;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// No answer takes this long unless the program hangs.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// The program with these arguments, without settings from the environment.
pub fn program<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_staunton"));
    command.args(arguments).env_remove("STAUNTON_CONFIG");
    // Matches keep their state there.
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// The engine of `tests/fakes`, which is built with the tests.
pub fn fake() -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_staunton")).parent().unwrap();
    let path = folder.join("examples").join(format!("fake_engine{}", std::env::consts::EXE_SUFFIX));
    assert!(path.is_file(), "{} is missing: cargo build --example fake_engine", path.display());
    path.to_str().unwrap().to_string()
}

/// A Polyglot book with these moves, as UCI writes them, after those before them, and
/// their weights.
pub fn polyglot_book(entries: &[(&str, &str, u16)]) -> Vec<u8> {
    let entry = |(moves, text, weight): &(&str, &str, u16)| {
        let mut position = Position::start();
        for mv in moves.split_whitespace() {
            position = position.after(parse_move(&position, mv).expect("a legal move"));
        }
        let mv = parse_move(&position, text).expect("a legal move");
        let square = |square: Square| square.file() as u16 | (square.rank() as u16) << 3;
        let bits = square(mv.to()) | square(mv.from()) << 6;
        (polyglot::key(&position), bits, *weight)
    };
    let mut entries: Vec<(u64, u16, u16)> = entries.iter().map(entry).collect();
    entries.sort_unstable();
    let bytes = |(key, mv, weight): (u64, u16, u16)| {
        [&key.to_be_bytes()[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
    };
    entries.into_iter().flat_map(bytes).collect()
}

pub struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Session {
    pub fn start() -> Session {
        Session::of(program::<&str>([]))
    }

    pub fn of(mut command: Command) -> Session {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.expect("the output is text")).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Session { child, input, lines }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).expect("the program reads");
    }

    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// The next line of output.
    pub fn line(&self) -> String {
        match self.lines.recv_timeout(TIMEOUT) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("the program hangs"),
            Err(RecvTimeoutError::Disconnected) => panic!("the program has ended"),
        }
    }

    /// All lines up to and including one with this beginning.
    pub fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().unwrap().starts_with(beginning) {
                return lines;
            }
        }
    }

    /// Sends a line and collects all that is said before the next `readyok`.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sends a line that is answered by one error and nothing else.
    pub fn error(&mut self, line: &str) -> String {
        let lines = self.ask(line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        let sentence = lines[0].strip_prefix("info string error: ");
        sentence.unwrap_or_else(|| panic!("{line}: {lines:?}")).to_string()
    }

    /// The FEN of the position on the board.
    pub fn fen(&mut self) -> String {
        let lines = self.ask("d");
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
        fen.unwrap_or_else(|| panic!("{lines:?}")).to_string()
    }

    /// Sends `go` with these words and collects the answer.
    pub fn go(&mut self, words: &str) -> Vec<String> {
        self.send(&format!("go {words}"));
        self.until("bestmove")
    }

    /// Ends the input.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// Ends the input; the lines until the end, and the exit status.
    pub fn end(mut self) -> (Vec<String>, ExitStatus) {
        self.hang_up();
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(TIMEOUT) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the program does not end"),
            }
        }
        (rest, self.child.wait().unwrap())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // A test that fails must not leave the program running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
