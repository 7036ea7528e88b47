//! The tuner of search margins from the command line.

use super::runs::{Ran, folder, run_in};
use std::fs;
use std::path::Path;

/// A number that every build of the engine has as an option.
const PARAMETERS: &str = "# an option\nMultiPV, int, 3, 1, 9, 2, 0.5\n";

/// Tunes with the files `p.txt` and `s.json` of the folder.
fn tune(folder: &Path, more: &str) -> Ran {
    let engine = env!("CARGO_BIN_EXE_staunton");
    let line = format!("tune-search --params p.txt --state s.json --engine cmd={engine} {more}");
    run_in(folder, &line)
}

#[test]
fn a_tune_is_played_and_kept() {
    let folder = folder("tune-search-played");
    fs::write(folder.join("p.txt"), PARAMETERS).expect("written");
    let words = "--each nodes=60 --pairs 4 --concurrency 2 --plot s.svg";
    let found = tune(&folder, words).succeeded().out;
    assert!(found.starts_with("Tuned by Staunton") && found.contains("\nMultiPV"), "{found}");
    assert!(found.contains("from 3"), "{found}");
    let state = fs::read_to_string(folder.join("s.json")).expect("the state");
    assert!(state.contains("\"done\": 4"), "{state}");
    assert!(fs::read_to_string(folder.join("s.svg")).expect("the plot").contains("MultiPV"));
    // The same command has nothing left to play, and finds the same.
    assert_eq!(tune(&folder, words).out, found);
    // Other conditions are another tune.
    let other = tune(&folder, "--each nodes=90 --pairs 4");
    other.refused(&["s.json: it is a tune of other parameters"]);
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let folder = folder("tune-search-refused");
    for (parameters, code, part) in [
        ("no_such_margin, int, 3, 1, 9, 2, 0.5", 1, "no_such_margin"),
        ("MultiPV, int, 3, 1, 9", 2, "p.txt: line 1"),
    ] {
        fs::write(folder.join("p.txt"), parameters).expect("written");
        tune(&folder, "--each nodes=60 --pairs 1").ended(code, &[part]);
    }
    tune(&folder, "--each nodes=60 --plot p.txt").refused(&[]);
}
