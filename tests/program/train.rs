//! The trainer of the network from the command line: from a file
//! of games to the file of a network.

use super::runs::{Ran, folder, random_games, run, word};
use staunton::chess::types::Score;
use staunton::engine::eval::network::format::NetworkFile;
use staunton::support::random::RandomStream;
use staunton::training::data::games::DecidedResult;
use std::fs;
use std::path::{Path, PathBuf};

/// A file of random games with random scores and results.
fn games(folder: &Path) -> PathBuf {
    let score = |_: &_, random: &mut RandomStream| Score(random.below(401) as i32 - 200);
    let result = |number, _: &_| DecidedResult::ALL[number as usize % 3];
    random_games(folder, 150, 60, score, result)
}

fn train(data: &Path, out: &Path, more: &[&str]) -> Ran {
    let files = ["train", "--data", word(data), "--out", word(out)];
    run([&files[..], &["--epochs", "2", "--batch", "512"], more].concat())
}

fn network(path: &Path) -> NetworkFile {
    NetworkFile::read(&fs::read(path).expect("it is there")).expect("it is a network")
}

#[test]
fn games_become_a_network_the_same_on_any_number_of_threads() {
    let folder = folder("train-games");
    let data = games(&folder);
    let [one, two, plot, curve] =
        ["one.net", "two.net", "loss.svg", "curve.svg"].map(|name| folder.join(name));
    let shape = ["--hidden", "32", "--buckets", "2", "--threads"];
    let [plot, curve] = [&plot, &curve].map(|path| word(path));
    let plotted = ["1", "--plot", plot, "--curve", curve];
    let told = train(&data, &one, &[&shape[..], &plotted].concat());
    // As many steps on an eighth of the games, then all.
    let parts = ["150 games", "epoch   2: games 0.", "epoch  16: games 0.", ": held-out games 0."];
    let said = told.ended(0, &parts).out;
    assert!(fs::read_to_string(curve).expect("it is there").contains("million positions"));
    train(&data, &two, &[&shape[..], &["2"]].concat()).succeeded();

    let (mut one, mut two) = (network(&one), network(&two));
    for part in ["files: random.data", "loss over held-out games: 0.", "staunton train --data"] {
        assert!(one.provenance.contains(part), "{}", one.provenance);
    }
    assert!(said.starts_with(&one.provenance));
    assert_eq!((one.hidden, one.buckets, one.linear_scale), (32, 2, 110));
    assert!(one.output.iter().any(|&weight| weight != 0));
    (one.provenance, two.provenance) = Default::default();
    assert_eq!(one, two);

    let names = fs::read_dir(&folder).expect("it is there");
    let mut names: Vec<_> = names.map(|entry| entry.expect("it is there").file_name()).collect();
    names.sort();
    assert_eq!(names, ["curve.svg", "loss.svg", "one.net", "random.data", "two.net"]);
}

#[test]
fn a_network_can_be_trained_on() {
    let folder = folder("train-from");
    let data = games(&folder);
    let [old, new] = ["old.net", "new.net"].map(|name| folder.join(name));
    train(&data, &old, &["--hidden", "64", "--scale", "90"]).succeeded();
    let from = ["--from", word(&old)];
    train(&data, &new, &[&from[..], &["--rate", "1e-9"]].concat()).succeeded();
    let (old, new) = (network(&old), network(&new));
    assert_eq!((new.hidden, new.linear_scale), (64, 90));
    let near = |(a, b): (&i16, &i16)| (a - b).abs() <= 1;
    assert!(old.first.iter().zip(&new.first).all(near));
    let other = train(&data, &folder.join("x.net"), &[&from[..], &["--hidden", "32"]].concat());
    other.ended(2, &["has 64 neurons, which cannot be trained as 32"]);
    let small = folder.join("small.net");
    fs::write(&small, NetworkFile::zero(16, 1, 100).to_bytes()).expect("the folder is writable");
    let refused = train(&data, &folder.join("x.net"), &["--from", word(&small)]);
    refused.ended(2, &["a network of 16 neurons cannot be trained: it takes a multiple of 32"]);
}

#[test]
fn nothing_that_is_needed_is_replaced() {
    let folder = folder("train-same");
    let data = games(&folder);
    let before = fs::read(&data).expect("it is there");
    let link = folder.join("link.net");
    fs::hard_link(&data, &link).expect("links can be made");
    train(&data, &link, &[]).ended(2, &["name the same file"]);
    let out = folder.join("out.net");
    let twice = ["--plot", word(&out)];
    train(&data, &out, &twice).ended(2, &["name the same file"]);
    assert_eq!(fs::read(&data).expect("it is there"), before);

    let checkpoint = folder.join("out.net.checkpoint");
    fs::write(&checkpoint, "nonsense").expect("it can be written");
    train(&data, &out, &[]).ended(2, &["continue it with --resume"]);
    train(&data, &out, &["--resume"]).ended(1, &["not a checkpoint, or it is damaged"]);
    assert!(!out.exists());
    fs::remove_file(&checkpoint).expect("it is there");
    train(&data, &out, &["--resume"]).succeeded();
}

#[test]
fn files_that_cannot_be_read_are_told_by_name() {
    let folder = folder("train-wrong");
    let data = folder.join("wrong.data");
    train(&data, &folder.join("out.net"), &[]).ended(1, &["wrong.data: "]);
    fs::write(&data, "no games").expect("it can be written");
    train(&data, &folder.join("out.net"), &[]).ended(1, &["does not begin with STAUNG"]);
    fs::write(&data, b"STAUNT\x01\x00").expect("it can be written");
    train(&data, &folder.join("out.net"), &[]).ended(1, &["are too few"]);
}
