//! The trainer of the network from the command line: from a file
//! of games to the file of a network.

use crate::training::{folder, run, text, told, write_games};
use staunton::engine::eval::network::format::NetworkFile;
use staunton::training::data::games::DecidedResult;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// A file of random games with random scores in this folder.
fn games(folder: &Path) -> PathBuf {
    let path = folder.join("random.data");
    let result = |number, _: &_| DecidedResult::ALL[number as usize % 3];
    write_games(&path, 150, 60, |_, random| random.below(401) as i32 - 200, result);
    path
}

fn train(data: &Path, out: &Path, more: &[&str]) -> Output {
    let words = ["train", "--data", text(data), "--out", text(out), "--epochs", "2"];
    run(&[&words[..], &["--batch", "512"], more].concat())
}

fn network(path: &Path) -> NetworkFile {
    NetworkFile::read(&fs::read(path).expect("it is there")).expect("it is a network")
}

#[test]
fn games_become_a_network() {
    let folder = folder("train");
    let data = games(&folder);
    let [one, plot, curve] = ["one.net", "loss.svg", "curve.svg"].map(|name| folder.join(name));
    let shape = ["--hidden", "32", "--buckets", "2", "--threads", "2"];
    let [plot, curve] = [&plot, &curve].map(|path| text(path));
    let plotted = ["--plot", plot, "--curve", curve];
    let output = train(&data, &one, &[&shape[..], &plotted].concat());
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    assert!(told.contains("150 games") && told.contains("epoch   2: games 0."), "{told}");
    // As many steps on an eighth of the games, then all.
    assert!(told.contains("epoch  16: games 0.") && told.contains(": held-out games 0."), "{told}");
    assert!(fs::read_to_string(curve).expect("it is there").contains("million positions"));

    let one = network(&one);
    for part in ["files: random.data", "loss over held-out games: 0.", "staunton train --data"] {
        assert!(one.provenance.contains(part), "{}", one.provenance);
    }
    assert!(String::from_utf8_lossy(&output.stdout).starts_with(&one.provenance));
    assert_eq!((one.hidden, one.buckets, one.linear_scale), (32, 2, 110));
    assert!(one.output.iter().any(|&weight| weight != 0));

    let names = fs::read_dir(&folder).expect("it is there");
    let mut names: Vec<_> = names.map(|entry| entry.expect("it is there").file_name()).collect();
    names.sort();
    assert_eq!(names, ["curve.svg", "loss.svg", "one.net", "random.data"]);
}

#[test]
fn a_network_can_be_trained_on() {
    let folder = folder("train-from");
    let data = games(&folder);
    let [old, new] = ["old.net", "new.net"].map(|name| folder.join(name));
    assert!(train(&data, &old, &["--hidden", "16", "--scale", "90"]).status.success());
    let from = ["--from", text(&old)];
    assert!(train(&data, &new, &[&from[..], &["--rate", "1e-9"]].concat()).status.success());
    let (old, new) = (network(&old), network(&new));
    assert_eq!((new.hidden, new.linear_scale), (16, 90));
    let near = |(a, b): (&i16, &i16)| (a - b).abs() <= 1;
    assert!(old.first.iter().zip(&new.first).all(near));
    let other = train(&data, &folder.join("x.net"), &[&from[..], &["--hidden", "32"]].concat());
    told(&other, 2, &["has 16 neurons, which cannot be trained as 32"]);
}

#[test]
fn nothing_that_is_needed_is_replaced() {
    let folder = folder("train-same");
    let data = games(&folder);
    let before = fs::read(&data).expect("it is there");
    let link = folder.join("link.net");
    fs::hard_link(&data, &link).expect("links can be made");
    told(&train(&data, &link, &[]), 2, &["name the same file"]);
    let out = folder.join("out.net");
    let twice = ["--plot", text(&out)];
    told(&train(&data, &out, &twice), 2, &["name the same file"]);
    assert_eq!(fs::read(&data).expect("it is there"), before);

    let checkpoint = folder.join("out.net.checkpoint");
    fs::write(&checkpoint, "nonsense").expect("it can be written");
    told(&train(&data, &out, &[]), 2, &["continue it with --resume"]);
    told(&train(&data, &out, &["--resume"]), 1, &["not a checkpoint, or it is damaged"]);
    assert!(!out.exists());
    fs::remove_file(&checkpoint).expect("it is there");
    assert!(train(&data, &out, &["--resume"]).status.success());
}

#[test]
fn files_that_cannot_be_read_are_told_by_name() {
    let folder = folder("train-wrong");
    let data = folder.join("wrong.data");
    told(&train(&data, &folder.join("out.net"), &[]), 1, &["wrong.data: "]);
    fs::write(&data, "no games").expect("it can be written");
    told(&train(&data, &folder.join("out.net"), &[]), 1, &["does not begin with STAUNG"]);
    fs::write(&data, b"STAUNT\x01\x00").expect("it can be written");
    told(&train(&data, &folder.join("out.net"), &[]), 1, &["are too few"]);
}
