//! The tuner of search margins from the command line.

use crate::support::program;
use std::fs;
use std::path::PathBuf;
use std::process::Output;

/// A number that every build of the engine has as an option.
const PARAMETERS: &str = "# an option\nMultiPV, int, 3, 1, 9, 2, 0.5\n";

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tune_search").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("cargo's folder for tests is writable");
    folder
}

/// Tunes with the files `p.txt` and `s.json` of the folder.
fn tune(folder: &PathBuf, more: &[&str]) -> Output {
    let engine = concat!("cmd=", env!("CARGO_BIN_EXE_staunton"));
    let words = ["tune-search", "--params", "p.txt", "--state", "s.json", "--engine", engine];
    program(words.iter().chain(more)).current_dir(folder).output().expect("it starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

#[test]
fn a_tune_is_played_and_kept() {
    let folder = folder("played");
    fs::write(folder.join("p.txt"), PARAMETERS).expect("written");
    let words = ["--each", "nodes=60", "--pairs", "4", "--concurrency", "2", "--plot", "s.svg"];
    let output = tune(&folder, &words);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let found = text(&output.stdout);
    assert!(found.starts_with("MultiPV") && found.contains("from 3"), "{found}");
    let state = fs::read_to_string(folder.join("s.json")).expect("the state");
    assert!(state.contains("\"done\": 4"), "{state}");
    assert!(fs::read_to_string(folder.join("s.svg")).expect("the plot").contains("MultiPV"));
    // The same command has nothing left to play, and finds the same.
    assert_eq!(text(&tune(&folder, &words).stdout), found);
    // Other conditions are another tune.
    let output = tune(&folder, &["--each", "nodes=90", "--pairs", "4"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("s.json: it is a tune of other parameters"));
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let folder = folder("refused");
    for (parameters, code, part) in [
        ("no_such_margin, int, 3, 1, 9, 2, 0.5", 1, "no_such_margin"),
        ("MultiPV, int, 3, 1, 9", 2, "p.txt: line 1"),
    ] {
        fs::write(folder.join("p.txt"), parameters).expect("written");
        let output = tune(&folder, &["--each", "nodes=60", "--pairs", "1"]);
        assert_eq!(output.status.code(), Some(code), "{parameters}");
        assert!(text(&output.stderr).contains(part), "{}", text(&output.stderr));
    }
    let same = tune(&folder, &["--each", "nodes=60", "--plot", "p.txt"]);
    assert_eq!(same.status.code(), Some(2), "{}", text(&same.stderr));
}
