//! What the tests of `datagen`, `data`, `train` and `tune` share.

use crate::support::program;
use staunton::chess::board::Position;
use staunton::chess::movegen::legal_moves;
use staunton::chess::types::{Move, Score};
use staunton::support::random::RandomStream;
use staunton::training::data::games::{DecidedResult, GameWriter, TrainingGame};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

pub fn run(arguments: &[&str]) -> Output {
    program(arguments).stdin(Stdio::null()).output().expect("the program starts")
}

/// Standard output and standard error of a command that succeeds.
pub fn success(arguments: &[&str]) -> [String; 2] {
    let output = run(arguments);
    let texts =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", texts[1]);
    texts
}

/// Refused with this exit code and a sentence that has all of these parts.
pub fn told(output: &Output, code: i32, parts: &[&str]) {
    let sentence = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{sentence}");
    assert!(
        output.stdout.is_empty() && parts.iter().all(|part| sentence.contains(part)),
        "{sentence}"
    );
}

/// Refused with exit code 2 and one sentence that has all of these parts.
pub fn refused(arguments: &[&str], parts: &[&str]) {
    told(&run(arguments), 2, parts);
}

/// A path for a file of one test, as text; no such file exists.
pub fn path(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    text(&path).to_string()
}

/// An empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("training").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("cargo's folder for tests is writable");
    folder
}

pub fn text(path: &Path) -> &str {
    path.to_str().expect("the folder has a plain name")
}

/// Writes games of random moves, `plies` of them at most. `score` labels a position;
/// `result` a game, by its number and its last position.
pub fn write_games(
    path: &Path,
    count: u64,
    plies: usize,
    score: impl Fn(&Position, &mut RandomStream) -> i32,
    result: impl Fn(u64, &Position) -> DecidedResult,
) {
    let (mut writer, _) = GameWriter::append(path).expect("a new file");
    for number in 0..count {
        let mut random = RandomStream::new(3, number, 0);
        let start = Position::start();
        let mut position = start.clone();
        let mut moves: Vec<(Move, Score)> = Vec::new();
        while moves.len() < plies {
            let legal = legal_moves(&position);
            let Some(&mv) = legal.get(random.below(legal.len().max(1))) else { break };
            moves.push((mv, Score(score(&position, &mut random))));
            position.play(mv, &mut ());
        }
        let game = TrainingGame { start, result: result(number, &position), moves };
        writer.add(&game).expect("the disk has room");
    }
}
