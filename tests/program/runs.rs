//! Runs of the program that end by themselves, and the files they work on.

use crate::support::{fake, program};
use serde_json::Value;
use staunton::chess::board::Position;
use staunton::chess::movegen::legal_moves;
use staunton::chess::types::Score;
use staunton::support::random::RandomStream;
use staunton::training::data::games::{DecidedResult, GameWriter, TrainingGame};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What a run has said, and its exit code.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
        Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Ran {
    /// Fails unless this is the exit code and standard error has all of these
    /// parts.
    #[track_caller]
    pub fn ended(self, code: i32, parts: &[&str]) -> Ran {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(parts.iter().all(|part| self.err.contains(part)), "{parts:?}: {self:?}");
        self
    }

    #[track_caller]
    pub fn succeeded(self) -> Ran {
        self.ended(0, &[])
    }

    /// Fails unless the command line was refused: exit code 2, and nothing but a
    /// sentence that has all of these parts.
    #[track_caller]
    pub fn refused(self, parts: &[&str]) -> Ran {
        assert_eq!(self.out, "");
        self.ended(2, parts)
    }
}

/// Runs a command with a text as its standard input.
fn run_command(mut command: Command, input: &[u8]) -> Ran {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // A program that refuses its arguments reads nothing.
    let _ = child.stdin.take().expect("it is piped").write_all(input);
    child.wait_with_output().expect("it ends").into()
}

/// Runs the program with these words and a text as its standard input.
pub fn run_with<S: AsRef<OsStr>>(words: impl IntoIterator<Item = S>, input: &[u8]) -> Ran {
    run_command(program(words), input)
}

pub fn run<S: AsRef<OsStr>>(words: impl IntoIterator<Item = S>) -> Ran {
    run_with(words, b"")
}

/// Runs the program in a folder, with words that are separated by spaces. `{fake}`
/// stands for the fake engine.
pub fn run_in(folder: &Path, line: &str) -> Ran {
    run_command(program_in(folder, line), b"")
}

/// The program that [`run_in`] runs.
pub fn program_in(folder: &Path, line: &str) -> Command {
    let mut command = program(line.split_whitespace().map(|word| word.replace("{fake}", &fake())));
    command.current_dir(folder).env("XDG_STATE_HOME", folder.join("states")).stdin(Stdio::null());
    command
}

/// Standard output of a command that succeeds.
#[track_caller]
pub fn success<S: AsRef<OsStr>>(words: impl IntoIterator<Item = S>) -> String {
    run(words).succeeded().out
}

/// What `data stats --json` says.
pub fn stats(words: &[&str]) -> Value {
    let json = success([&["data", "stats", "--json"], words].concat());
    serde_json::from_str(&json).expect("it is JSON")
}

#[track_caller]
pub fn refused(words: &[&str], parts: &[&str]) {
    run(words).refused(parts);
}

/// An empty folder for a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("cargo's folder for tests is writable");
    folder
}

/// A path for a file of one test; no such file exists.
pub fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// A path as a word of the command line.
pub fn word(path: &Path) -> &str {
    path.to_str().expect("the folder has a plain name")
}

/// A file of games of random moves in this folder: so many games of at most so
/// many plies, with the score of each position, and the result of each game by its
/// number and its end.
pub fn random_games(
    folder: &Path,
    games: u64,
    plies: usize,
    score: impl Fn(&Position, &mut RandomStream) -> Score,
    result: impl Fn(u64, &Position) -> DecidedResult,
) -> PathBuf {
    let path = folder.join("random.data");
    let (mut writer, _) = GameWriter::append(&path).expect("a new file");
    for number in 0..games {
        let mut random = RandomStream::new(3, number, 0);
        let start = Position::start();
        let mut position = start.clone();
        let mut moves = Vec::new();
        while moves.len() < plies {
            let legal = legal_moves(&position);
            let Some(&mv) = legal.get(random.below(legal.len().max(1))) else { break };
            moves.push((mv, score(&position, &mut random)));
            position.play(mv, &mut ());
        }
        let result = result(number, &position);
        writer.add(&TrainingGame { start, result, moves }).expect("the disk has room");
    }
    path
}

pub fn gzip(text: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
    encoder.write_all(text.as_ref()).expect("there is memory");
    encoder.finish().expect("there is memory")
}

pub fn zstandard(text: &str) -> Vec<u8> {
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    ruzstd::encoding::compress_to_vec(text.as_bytes(), level)
}
