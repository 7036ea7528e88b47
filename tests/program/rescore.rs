//! Old games searched again, and files of samples, from the command line.

use super::runs::{fresh, refused, stats, success, word};
use serde_json::Value;
use staunton::training::data::packed::PackedPosition;
use staunton::training::data::samples::SampleReader;
use std::fs;
use std::path::Path;

/// A path for a file of one test, as text; no such file exists.
fn path(name: &str) -> String {
    word(&fresh(name)).to_string()
}

fn read(path: &str) -> Vec<u8> {
    fs::read(path).expect("it is there")
}

/// The samples of a file.
fn samples(path: &str) -> Vec<PackedPosition> {
    let reader = SampleReader::open(path.as_ref()).expect("it is there");
    let mut samples = Vec::new();
    for block in reader {
        samples.extend(block.expect("it can be read").positions());
    }
    samples
}

/// Plays some games with 100 nodes a move.
fn games(path: &str, more: &[&str]) {
    let datagen = ["datagen", "--out", path, "--positions", "250", "--nodes", "100"];
    success([&datagen[..], &["--hash", "1"], more].concat());
}

#[test]
fn games_are_rescored_and_an_interruption_costs_nothing() {
    let [old, same, new, again] = ["old.data", "same.data", "new.data", "again.data"].map(path);
    games(&old, &[]);
    let rescore = |out: &str, nodes: &str, threads: &str| {
        let search = ["--nodes", nodes, "--threads", threads, "--hash", "1"];
        success([&["data", "rescore", &old, "--out", out], &search[..]].concat())
    };
    rescore(&same, "100", "2");
    let shown = |path: &str| success(["data", "show", path]);
    assert_eq!(shown(&same), shown(&old), "the engine that played finds its own scores");
    rescore(&new, "300", "1");
    let whole = read(&new);
    assert_ne!(shown(&new), shown(&old));
    let [before, after] = [&old, &new].map(|path| stats(&[path]));
    assert_eq!(
        (&before["positions"], &before["results"]),
        (&after["positions"], &after["results"])
    );
    // Killed within a game.
    for length in [4, 8, whole.len() / 2, whole.len() - 1, whole.len()] {
        fs::write(&again, &whole[..length]).expect("it can be written");
        let told = rescore(&again, "300", "2");
        let total = format!("now has {} positions", before["positions"]);
        assert!(told.contains(&total), "{told}");
        assert_eq!(read(&again), whole, "{length}");
    }
    // A file has the scores of one search.
    let other = |search: &[&str], parts: &[&str]| {
        refused(&[&["data", "rescore", &old, "--out", &again], search].concat(), parts);
    };
    let search = "its games are of another search: \"search: 300 nodes a move, hash 1 MiB\", not";
    other(&["--nodes", "200", "--hash", "1"], &["again.data", search, "200 nodes a move"]);
    other(&["--nodes", "300", "--hash", "2"], &["again.data", search, "hash 2 MiB"]);
    refused(&["data", "rescore", &old, "--out", &old], &["old.data", "the same file"]);
    // Nothing is left of a start that is refused.
    let [out, tree] = ["no.data", "no.tree"].map(path);
    for flag in ["--eval-file", "--tree"] {
        refused(&["data", "rescore", &old, "--out", &out, flag, &old], &["old.data"]);
    }
    refused(&["data", "expand", &old, "--tree", &tree, "--eval-file", &old], &["old.data"]);
    assert!(!Path::new(&out).exists() && !Path::new(&tree).exists());
    let other = path("other.data");
    games(&other, &["--seed", "9"]);
    let parts = ["again.data", "game 1 is not that of the files"];
    refused(&["data", "rescore", &other, "--out", &again], &parts);
    assert_eq!(read(&again), whole);
}

#[test]
fn games_are_expanded_to_the_same_samples_on_any_number_of_threads() {
    let [games_path, played, one, two, rest, both] =
        ["expand.data", "played.tree", "one.tree", "two.tree", "rest.tree", "both.tree"].map(path);
    games(&games_path, &["--tree", &played, "--tree-rate", "2", "--tree-depth", "2"]);
    let expand = |tree: &str, more: &[&str]| {
        let search = ["--tree", tree, "--nodes", "200", "--hash", "1", "--tree-rate", "3"];
        let search = [&search[..], &["--tree-depth", "3"]].concat();
        success([&["data", "expand", &games_path], &search[..], more].concat())
    };
    let told = expand(&one, &["--every", "2"]);
    let all = samples(&one);
    assert!(all.len() > 20 && told.contains(&format!("{} samples", all.len())), "{told}");
    expand(&two, &["--every", "2", "--threads", "2"]);
    assert_eq!(read(&one), read(&two));
    expand(&rest, &["--every", "2", "--skip", "1"]);
    let rest = samples(&rest);
    assert!(rest.len() < all.len() && all.ends_with(&rest));
    refused(&["data", "expand", &games_path], &["--tree"]);
    refused(&["data", "expand", &games_path, "--tree", &games_path], &["the same file"]);
    refused(&["data", "expand", &games_path, "--tree", &one, "--skip", "9999"], &["--skip 9999"]);

    success(["data", "merge", &one, &played, "--out", &both]);
    assert_eq!(samples(&both), [all, samples(&played)].concat());
    let mixed = ["both.tree has samples", "expand.data has not"];
    refused(&["data", "merge", &games_path, &both, "--out", &path("mixed")], &mixed);
    refused(&["data", "merge", &both, &games_path, "--out", &path("mixed")], &mixed);
}

#[test]
fn statistics_say_what_training_keeps() {
    let [games_path, tree] = ["kept.data", "kept.tree"].map(path);
    let sampling = ["--tree", &tree, "--tree-rate", "1", "--tree-depth", "2"];
    games(&games_path, &sampling);
    let all = stats(&[&games_path, &tree, "--max-score", "300", "--skip-plies", "4"]);
    let number = |value: &Value| value.as_u64().expect("a number");
    let left_out = |value: &Value| value["left_out"].as_object().expect("reasons").clone();
    let sum =
        |value: &Value| number(&value["kept"]) + left_out(value).values().map(number).sum::<u64>();
    let training = &all["training"];
    assert_eq!(sum(training), number(&all["positions"]));
    assert_eq!(number(&training["left_out"]["opening"]), 4 * number(&all["games"]));
    assert!(left_out(training).contains_key("in_check"), "{training}");

    let found = samples(&tree).len() as u64;
    let samples = &all["samples"];
    let bounds = ["exact", "lower", "upper"].map(|bound| number(&samples["bounds"][bound]));
    assert_eq!((number(&samples["samples"]), bounds.iter().sum()), (found, found));
    let depths = samples["depths"].as_array().expect("a list");
    assert_eq!(depths.iter().map(number).sum::<u64>(), found);
    assert_eq!(depths[..2], [0, 0]);
    assert_eq!(sum(&samples["training"]), found);

    let table = success(["data", "stats", &games_path, &tree]);
    for part in ["Training keeps", "not: side to move in check", "lower bound", "no torn end"] {
        assert!(table.contains(part), "{part}: {table}");
    }
    // A flipped bit costs a block, and is told.
    let mut bytes = read(&tree);
    bytes[50] ^= 1;
    bytes.extend([1, 2, 3]);
    fs::write(&tree, bytes).expect("it can be written");
    let table = success(["data", "stats", &tree]);
    // Where other blocks follow, the damaged one is not part of the torn end.
    assert!(table.contains("left out") && table.contains("of a torn end"), "{table}");
    assert!(!table.contains("Games"), "{table}");
}

#[test]
fn whole_games_are_saved_from_a_damaged_file() {
    let [damaged, saved] = ["damaged.data", "saved.data"].map(path);
    games(&damaged, &[]);
    let games = stats(&[&damaged])["games"].as_u64().expect("a number");
    let mut bytes = read(&damaged);
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&damaged, bytes).expect("it can be written");
    refused(&["data", "stats", &damaged], &["damaged.data: game ", "is damaged"]);
    let told = success(["data", "salvage", &damaged, "--out", &saved]);
    assert!(told.contains("bytes at a damaged place are left out"), "{told}");
    assert_eq!(stats(&[&saved])["games"], games - 1);
    refused(&["data", "salvage", &damaged, "--out", &saved], &["exists already"]);
}
