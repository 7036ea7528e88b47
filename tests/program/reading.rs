//! What is read from outside is read or refused in a sentence: pipes that
//! nobody writes to, damaged tables, and texts that would act on a terminal.

use crate::support::program;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

/// An empty folder of this test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("reading-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What the program does with these arguments and this standard input.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = program(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that refuses its arguments reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Both outputs together.
fn said(output: &Output) -> String {
    String::from_utf8([&output.stdout[..], &output.stderr].concat()).unwrap()
}

fn tables() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy")
}

#[test]
fn damaged_tables_are_listed() {
    let folder = folder("tables");
    for file in fs::read_dir(tables()).unwrap().flatten() {
        fs::copy(file.path(), folder.join(file.file_name())).unwrap();
    }
    let path = folder.to_str().unwrap();
    let good = run(&["tablebases", "check", path], b"");
    assert_eq!(good.status.code(), Some(0), "{good:?}");
    assert_eq!(said(&good), "All 12 tables are as they were made.\n");

    let mut bytes = fs::read(folder.join("KRvK.rtbz")).unwrap();
    bytes[700] ^= 1;
    fs::write(folder.join("KRvK.rtbz"), bytes).unwrap();
    fs::write(folder.join("KBvK.rtbw"), "").unwrap();
    let bad = run(&["tablebases", "check", path], b"");
    assert_eq!(bad.status.code(), Some(1), "{bad:?}");
    let text = said(&bad);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with("KBvK.rtbw: it is truncated"), "{text}");
    assert!(lines[1].ends_with("KRvK.rtbz: its checksum is wrong"), "{text}");
    assert_eq!(lines[2], "2 of 12 tables are damaged.");

    // What looks whole is found before games are ended by it.
    fs::copy(tables().join("KBvK.rtbw"), folder.join("KBvK.rtbw")).unwrap();
    let out = folder.join("games.data");
    let datagen = run(
        &["datagen", "--out", out.to_str().unwrap(), "--positions", "1", "--syzygy", path],
        b"",
    );
    assert_eq!(datagen.status.code(), Some(2), "{datagen:?}");
    assert!(said(&datagen).contains("KRvK.rtbz: its checksum is wrong"), "{datagen:?}");

    let none =
        run(&["tablebases", "check", out.parent().unwrap().join("no").to_str().unwrap()], b"");
    assert_eq!(none.status.code(), Some(2), "{none:?}");
}

/// Escapes to the terminal, a C1 command, and a turn of direction.
const ACTIVE: &str = "\u{1b}]0;title\u{7}\u{9b}31m\u{202e}";

#[test]
fn no_text_acts_on_the_terminal() {
    let folder = folder("terminal");
    let epd = folder.join("ids.epd");
    fs::write(&epd, format!("4k3/8/8/8/8/8/4P3/4K3 w - - id \"{ACTIVE}\";\n")).unwrap();
    let pgn = folder.join("games.pgn");
    fs::write(&pgn, format!("[Event \"{ACTIVE}\"]\n[Result \"*\"]\n\n1. e4 {{{ACTIVE}}} e5 *\n"))
        .unwrap();
    let wrong = folder.join("wrong.pgn");
    fs::write(&wrong, format!("[Event \"x\"]\n\n1. e4 {ACTIVE} e5 *\n")).unwrap();
    let settings = folder.join("wrong.toml");
    fs::write(&settings, format!("[options]\n\"{ACTIVE}\" = 3\n")).unwrap();
    let [epd, pgn, wrong, settings] = [&epd, &pgn, &wrong, &settings].map(|p| p.to_str().unwrap());
    for arguments in [
        vec!["eval", epd],
        vec!["show", epd],
        vec!["analyse", epd, "--nodes", "100"],
        vec!["convert", "--to", "pgn", pgn],
        vec!["analyse", pgn, "--nodes", "100"],
        vec!["convert", "--to", "pgn", wrong],
        vec!["eval", ACTIVE],
        vec!["--config", settings, "params"],
        vec!["fit-wdl", wrong],
    ] {
        let output = run(&arguments, b"");
        let text = said(&output);
        assert!(!text.is_empty(), "{arguments:?}");
        let acts =
            |c: char| c.is_control() && !"\n\t".contains(c) || "\u{202e}\u{2066}".contains(c);
        assert!(!text.contains(acts), "{arguments:?}: {text:?}");
    }
}

#[cfg(unix)]
mod pipes {
    use super::*;
    use crate::support::Session;
    use std::process::Command;

    /// A pipe that nobody writes to.
    fn pipe(name: &str) -> (PathBuf, String) {
        let folder = folder(name);
        let pipe = folder.join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let text = pipe.to_str().unwrap().to_string();
        (folder, text)
    }

    #[test]
    fn a_pipe_in_place_of_a_file_is_refused_at_once() {
        let (folder, pipe) = pipe("refused");
        let out = folder.join("out");
        let out = out.to_str().unwrap();
        for arguments in [
            vec!["data", "merge", &pipe, "--out", out],
            vec!["data", "shuffle", &pipe, "--out", out],
            vec!["data", "salvage", &pipe, "--out", out],
            vec!["data", "rescore", &pipe, "--out", out],
            vec!["tune", "--data", &pipe, "--out", out],
            vec!["train", "--data", &pipe, "--out", out],
            vec!["eval", "--eval-file", &pipe, "startpos"],
        ] {
            let output = run(&arguments, b"");
            assert!(!output.status.success(), "{arguments:?}");
            assert!(said(&output).contains("it is a pipe, not a file"), "{output:?}");
        }
        let mut session = Session::start();
        session.ask(&format!("setoption name HashFile value {pipe}"));
        assert!(session.error("setoption name LoadHash").contains("it is a pipe, not a file"));
        let error = session.error(&format!("setoption name EvalFile value {pipe}"));
        assert!(error.contains("it is a pipe, not a file"), "{error}");

        let tables = folder.join("tables");
        fs::create_dir(&tables).unwrap();
        fs::rename(&pipe, tables.join("KQvK.rtbw")).unwrap();
        let checked = run(&["tablebases", "check", tables.to_str().unwrap()], b"");
        assert!(said(&checked).contains("it is a pipe, not a file"), "{checked:?}");
    }

    #[test]
    fn a_pipe_that_nobody_writes_to_is_refused() {
        let (_, pipe) = pipe("alone");
        for arguments in [
            vec!["data", "stats", &pipe],
            vec!["fit-wdl", &pipe],
            vec!["--config", &pipe, "params"],
        ] {
            let output = run(&arguments, b"");
            assert!(!output.status.success(), "{arguments:?}");
            assert!(said(&output).contains("a pipe that nobody writes to"), "{output:?}");
        }
    }

    #[test]
    fn a_stream_of_games_is_counted() {
        let folder = folder("stream");
        let games = folder.join("games.data");
        let games = games.to_str().unwrap();
        let made = run(
            &["datagen", "--out", games, "--positions", "50", "--nodes", "50", "--threads", "1"],
            b"",
        );
        assert!(made.status.success(), "{made:?}");
        let [file, stream] = [
            run(&["data", "stats", games], b""),
            run(&["data", "stats", "/dev/stdin"], &fs::read(games).unwrap()),
        ];
        assert!(file.status.success() && stream.status.success(), "{stream:?}");
        assert_eq!(said(&file).replace(games, "/dev/stdin"), said(&stream));
        let shown = run(&["data", "show", "/dev/stdin"], &fs::read(games).unwrap());
        assert!(said(&shown).contains("[Event \"Staunton datagen\"]"), "{shown:?}");
    }
}
