//! The option `EvalFile`: a network of one's own.

use crate::support::{Session, program};
use staunton::engine::eval::network::HIDDEN;
use staunton::engine::eval::network::format::NetworkFile;
use std::fs;
use std::path::{Path, PathBuf};

/// A network that adds the same to every position for the side to move, in
/// centipawns, if the scale is 100.
fn constant(centipawns: i32) -> NetworkFile {
    let mut network = NetworkFile::zero(HIDDEN, 1, 100);
    network.output_bias[0] = centipawns * 255 * 64 / 100;
    network.provenance = format!("adds {centipawns}\nfor a test");
    network
}

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("eval-file").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("cargo's folder for tests is writable");
    folder
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    fs::write(&path, bytes).expect("cargo's folder for tests is writable");
    path.to_str().expect("the folder has a plain name").to_string()
}

/// The evaluation of the position on the board, in centipawns for White.
fn evaluation(session: &mut Session) -> i32 {
    let lines = session.ask("eval");
    let line = lines.iter().find_map(|line| line.strip_prefix("Evaluation: "));
    let pawns = line.and_then(|line| line.split(' ').next()).expect("a number follows");
    pawns.replace('.', "").parse().expect("it is a number of pawns")
}

/// The number of nodes of a small benchmark.
fn bench(session: &mut Session) -> String {
    session.send("bench 4");
    session.line().split(' ').next().expect("a number of nodes").to_string()
}

/// Sends an option that is answered by one line. A search that has printed its
/// last line may still have to end, and then `isready` does not wait for it.
fn told(session: &mut Session, option: &str) -> String {
    session.send(option);
    session.line()
}

#[test]
fn a_network_counts_from_the_option_on_until_the_next() {
    let folder = folder("counts");
    let [zero, tempo] =
        [0, 150].map(|cp| write(&folder, &format!("{cp}.net"), &constant(cp).to_bytes()));
    let mut session = Session::start();
    let built_in = (evaluation(&mut session), bench(&mut session));

    let line = told(&mut session, &format!("setoption name EvalFile value {zero}"));
    assert_eq!(line, format!("info string EvalFile: {zero} (adds 0)"));
    let without = (evaluation(&mut session), bench(&mut session));

    let line = told(&mut session, &format!("setoption name evalfile value {tempo}"));
    assert_eq!(line, format!("info string EvalFile: {tempo} (adds 150)"));
    let with = (evaluation(&mut session), bench(&mut session));
    assert_eq!(with.0, without.0 + 150);
    assert_ne!(with.1, without.1, "nodes of the benchmark");

    for empty in ["setoption name EvalFile value <empty>", "setoption name EvalFile value"] {
        told(&mut session, &format!("setoption name EvalFile value {tempo}"));
        let line = told(&mut session, empty);
        let beginning = "info string EvalFile: the built-in network (";
        assert!(line.starts_with(beginning), "{empty}: {line:?}");
        assert_eq!((evaluation(&mut session), bench(&mut session)), built_in, "{empty}");
    }
}

/// Scores of the old network would mislead the searches of the new one.
#[test]
fn another_network_leaves_nothing_of_the_old_one() {
    let tempo = write(&folder("leaves"), "150.net", &constant(150).to_bytes());
    let nodes = |lines: Vec<String>| -> String {
        let info = &lines[lines.len() - 2];
        info.split(' ').skip_while(|&word| word != "nodes").nth(1).unwrap().to_string()
    };
    let mut session = Session::start();
    let fresh = nodes(session.go("depth 8"));
    session.ask(&format!("setoption name EvalFile value {tempo}"));
    assert_ne!(nodes(session.go("depth 8")), fresh, "the search uses it");
    session.ask("setoption name EvalFile value <empty>");
    assert_eq!(nodes(session.go("depth 8")), fresh);
}

#[test]
fn a_file_that_does_not_fit_is_refused_and_the_network_in_use_stays() {
    let folder = folder("misfits");
    let network = constant(150);
    let bytes = network.to_bytes();
    let with = |at: usize, number: u32| {
        let mut other = bytes.clone();
        other[at..at + 4].copy_from_slice(&number.to_le_bytes());
        other
    };
    let (longer, shorter) = ([&bytes[..], b"!"].concat(), &bytes[..bytes.len() - 1]);
    let mut damaged = bytes.clone();
    damaged[5_000] ^= 1;
    let mut great = network.clone();
    great.first[0] = i16::MAX;
    let hidden = if HIDDEN == 16 { 32 } else { 16 };
    let other = NetworkFile::zero(hidden, 1, 100).to_bytes();

    let mut session = Session::start();
    let used = write(&folder, "used.net", &bytes);
    session.ask(&format!("setoption name EvalFile value {used}"));
    let before = (evaluation(&mut session), bench(&mut session));
    let neurons = format!("has {hidden} neurons per view, but this program is built for {HIDDEN}");
    for (name, bytes, part) in [
        ("empty.net", &[][..], "does not begin with STAUNNET"),
        ("magic.net", &with(0, 0), "does not begin with STAUNNET"),
        ("version.net", &with(8, 7), "version 7 of the format"),
        ("neurons.net", &other, &neurons),
        ("scale.net", &with(32, 0), "scale is 0"),
        ("shorter.net", shorter, "cut off"),
        ("longer.net", &longer, "1 bytes follow"),
        ("damaged.net", &damaged, "its checksum is wrong"),
        ("great.net", &great.to_bytes(), "first weights reach 32767"),
    ] {
        let path = write(&folder, name, bytes);
        let error = session.error(&format!("setoption name EvalFile value {path}"));
        assert!(error.starts_with(&format!("EvalFile: {path}: ")), "{error}");
        assert!(error.contains(part), "{name}: {error}");
        assert!(error.ends_with("; the network in use stays"), "{error}");
    }
    for (path, part) in [
        (folder.join("missing.net"), "cannot be read"),
        (folder.clone(), "it is a folder, not a file"),
    ] {
        let error = session.error(&format!("setoption name EvalFile value {}", path.display()));
        assert!(error.contains(part) && error.ends_with("; the network in use stays"), "{error}");
    }
    assert_eq!((evaluation(&mut session), bench(&mut session)), before);
}

#[test]
fn the_settings_name_a_network_from_their_own_folder() {
    let folder = folder("settings");
    write(&folder, "own.net", &constant(150).to_bytes());
    let session = |name: &str, file: &str| {
        let text = format!("[options]\neval_file = '{file}'\n");
        let settings = write(&folder, name, text.as_bytes());
        Session::of(program(["--config", &settings]))
    };
    let built_in = evaluation(&mut session("empty.toml", ""));
    let mut own = session("own.toml", "own.net");
    assert_ne!(evaluation(&mut own), built_in);
    own.send("uci");
    let path = folder.join("own.net");
    let declared = format!("option name EvalFile type string default {}", path.display());
    assert!(own.until("uciok").contains(&declared));
    own.ask("setoption name EvalFile value <empty>");
    assert_eq!(evaluation(&mut own), built_in);

    let mut missing = session("missing.toml", "missing.net");
    let error = missing.line();
    assert!(error.ends_with("; the built-in network stays in use"), "{error}");
    assert_eq!(evaluation(&mut missing), built_in);
}

#[test]
fn the_commands_take_a_network_too() {
    let folder = folder("commands");
    let [zero, tempo] =
        [0, 150].map(|cp| write(&folder, &format!("{cp}.net"), &constant(cp).to_bytes()));
    let lines = |words: &[&str], file: &str| -> Vec<String> {
        let mut command = program(words);
        let output = command.args(["--eval-file", file]).output().expect("the program starts");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{words:?}: {told}");
        String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect()
    };
    let nodes = |file| lines(&["bench", "4"], file)[1].split(' ').next().unwrap().to_string();
    assert_ne!(nodes(&zero), nodes(&tempo));
    for words in [&["eval"][..], &["eval", "--json"]] {
        assert_ne!(lines(words, &zero), lines(words, &tempo), "{words:?}");
    }
    let datagen = |file| {
        let data = folder.join("games.data");
        let _ = fs::remove_file(&data);
        let data_name = data.to_str().unwrap();
        let positions = ["--positions", "20", "--nodes", "100", "--hash", "1"];
        lines(&[&["datagen", "--out", data_name][..], &positions].concat(), file);
        fs::read(&data).expect("it is written")
    };
    assert_ne!(datagen(&zero), datagen(&tempo));

    let output = program(["bench", "--eval-file", "missing.net"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("--eval-file: missing.net: it cannot be read"), "{told}");
}
