//! What is read from outside is read or refused in a sentence: pipes that
//! nobody writes to, damaged tables, and texts that would act on a terminal.

use super::runs::{folder, refused, run, run_with, success, word};
use std::fs;
use std::path::{Path, PathBuf};

fn tables() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy")
}

#[test]
fn damaged_tables_are_listed() {
    let folder = folder("reading-tables");
    for file in fs::read_dir(tables()).unwrap().flatten() {
        fs::copy(file.path(), folder.join(file.file_name())).unwrap();
    }
    let check = ["tablebases", "check", word(&folder)];
    assert_eq!(success(check), "All 12 tables are as they were made.\n");

    let mut bytes = fs::read(folder.join("KRvK.rtbz")).unwrap();
    bytes[700] ^= 1;
    fs::write(folder.join("KRvK.rtbz"), bytes).unwrap();
    fs::write(folder.join("KBvK.rtbw"), "").unwrap();
    let text = run(check).ended(1, &[]).out;
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with("KBvK.rtbw: it is truncated"), "{text}");
    assert!(lines[1].ends_with("KRvK.rtbz: its checksum is wrong"), "{text}");
    assert_eq!(lines[2], "2 of 12 tables are damaged.");

    // What looks whole is found before games are ended by it.
    fs::copy(tables().join("KBvK.rtbw"), folder.join("KBvK.rtbw")).unwrap();
    let out = folder.join("games.data");
    let datagen = ["datagen", "--out", word(&out), "--positions", "1", "--syzygy", check[2]];
    refused(&datagen, &["KRvK.rtbz: its checksum is wrong"]);
    refused(&["tablebases", "check", word(&folder.join("no"))], &[]);
}

/// Escapes to the terminal, a C1 command, and a turn of direction.
const ACTIVE: &str = "\u{1b}]0;title\u{7}\u{9b}31m\u{202e}";

#[test]
fn no_text_acts_on_the_terminal() {
    let folder = folder("reading-terminal");
    let epd = folder.join("ids.epd");
    fs::write(&epd, format!("4k3/8/8/8/8/8/4P3/4K3 w - - id \"{ACTIVE}\";\n")).unwrap();
    let pgn = folder.join("games.pgn");
    fs::write(&pgn, format!("[Event \"{ACTIVE}\"]\n[Result \"*\"]\n\n1. e4 {{{ACTIVE}}} e5 *\n"))
        .unwrap();
    let wrong = folder.join("wrong.pgn");
    fs::write(&wrong, format!("[Event \"x\"]\n\n1. e4 {ACTIVE} e5 *\n")).unwrap();
    let settings = folder.join("wrong.toml");
    fs::write(&settings, format!("[options]\n\"{ACTIVE}\" = 3\n")).unwrap();
    let [epd, pgn, wrong, settings] = [&epd, &pgn, &wrong, &settings].map(|path| word(path));
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
        let ran = run(&arguments);
        let text = ran.out + &ran.err;
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
        let folder = folder(&format!("reading-{name}"));
        let pipe = folder.join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let text = word(&pipe).to_string();
        (folder, text)
    }

    #[test]
    fn a_pipe_in_place_of_a_file_is_refused_at_once() {
        let (folder, pipe) = pipe("refused");
        let out = folder.join("out");
        let out = word(&out);
        for arguments in [
            vec!["data", "merge", &pipe, "--out", out],
            vec!["data", "shuffle", &pipe, "--out", out],
            vec!["data", "salvage", &pipe, "--out", out],
            vec!["data", "rescore", &pipe, "--out", out],
            vec!["tune", "--data", &pipe, "--out", out],
            vec!["train", "--data", &pipe, "--out", out],
            vec!["eval", "--eval-file", &pipe, "startpos"],
        ] {
            let ran = run(&arguments);
            assert_ne!(ran.code, Some(0), "{arguments:?}");
            assert!(ran.err.contains("it is a pipe, not a file"), "{ran:?}");
        }
        let mut session = Session::start();
        session.ask(&format!("setoption name HashFile value {pipe}"));
        assert!(session.error("setoption name LoadHash").contains("it is a pipe, not a file"));
        let error = session.error(&format!("setoption name EvalFile value {pipe}"));
        assert!(error.contains("it is a pipe, not a file"), "{error}");

        let tables = folder.join("tables");
        fs::create_dir(&tables).unwrap();
        fs::rename(&pipe, tables.join("KQvK.rtbw")).unwrap();
        let checked = run(["tablebases", "check", word(&tables)]);
        assert!(format!("{checked:?}").contains("it is a pipe, not a file"), "{checked:?}");
    }

    #[test]
    fn a_pipe_that_nobody_writes_to_is_refused() {
        let (_, pipe) = pipe("alone");
        for arguments in [
            vec!["data", "stats", &pipe],
            vec!["fit-wdl", &pipe],
            vec!["--config", &pipe, "params"],
        ] {
            let ran = run(&arguments);
            assert_ne!(ran.code, Some(0), "{arguments:?}");
            assert!(ran.err.contains("a pipe that nobody writes to"), "{ran:?}");
        }
    }

    #[test]
    fn a_stream_of_games_is_counted() {
        let folder = folder("reading-stream");
        let games = folder.join("games.data");
        let games = word(&games);
        success([
            "datagen",
            "--out",
            games,
            "--positions",
            "50",
            "--nodes",
            "50",
            "--threads",
            "1",
        ]);
        let bytes = fs::read(games).unwrap();
        let stream = run_with(["data", "stats", "/dev/stdin"], &bytes).succeeded().out;
        assert_eq!(success(["data", "stats", games]).replace(games, "/dev/stdin"), stream);
        let shown = run_with(["data", "show", "/dev/stdin"], &bytes).succeeded().out;
        assert!(shown.contains("[Event \"Staunton datagen\"]"), "{shown}");
    }
}
