//! What a match writes: nothing that exists is lost.

#[cfg(target_os = "linux")]
mod processes;

use super::runs::{Ran, folder, program_in, run_in};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

const TWO: &str = "--engine cmd=self name=a nodes=60 --engine cmd=self name=b nodes=50";

fn play(folder: &Path, line: &str) -> Ran {
    run_in(folder, &format!("match {TWO} {line}"))
}

/// Fails unless a command line is refused with these words and no file changes.
fn refused(folder: &Path, line: &str, words: &str) {
    let files = || -> Vec<(PathBuf, Vec<u8>)> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = entries
            .filter(|path| path.is_file())
            .map(|path| (path.clone(), fs::read(&path).unwrap()))
            .collect();
        files.sort();
        files
    };
    let before = files();
    run_in(folder, line).ended(2, &[words]);
    let names = |files: &[(PathBuf, Vec<u8>)]| -> Vec<PathBuf> {
        files.iter().map(|(path, _)| path.clone()).collect()
    };
    let after = files();
    assert!(before == after, "{line}: {:?} became {:?}", names(&before), names(&after));
}

/// Drops the last games from a state file, as if the match had been killed.
fn interrupt(state: &Path, games: usize) {
    let text = fs::read_to_string(state).unwrap();
    let mut left = games;
    let keep = |line: &&str| {
        let is_game = line.starts_with("{\"game\"");
        left -= usize::from(is_game && left > 0);
        !is_game || left > 0 || games == 0
    };
    let kept: String = text.split_inclusive('\n').take_while(keep).collect();
    fs::write(state, kept).unwrap();
}

#[test]
fn a_resumed_match_cuts_no_file_of_others() {
    let folder = folder("files-others");
    let (state, pgn) = (folder.join("m.jsonl"), folder.join("m.pgn"));
    let line = "--games 6 --pgn m.pgn";
    play(&folder, &format!("{line} --state m.jsonl")).succeeded();
    let whole = fs::read_to_string(&pgn).unwrap();
    assert_eq!(whole.matches("[Result").count(), 6);
    let text = fs::read_to_string(&state).unwrap();

    // Another file is refused and stays as it is.
    interrupt(&state, 4);
    let rest = whole.match_indices("[Event").nth(3).unwrap().0;
    fs::write(&pgn, &whole[..rest]).unwrap();
    fs::write(folder.join("letter.txt"), "Dear friend, this is a long letter.\n").unwrap();
    fs::write(folder.join("other.pgn"), "[Event \"x\"]\n\n1. e4 *\n\n").unwrap();
    let resume = |pgn: &str| format!("match {TWO} --games 6 --resume m.jsonl --pgn {pgn}");
    refused(&folder, &resume("letter.txt"), "something other than games in PGN");
    refused(&folder, &resume("other.pgn"), "is not the PGN file of this match");

    // Another match has appended its games after the kill.
    let other = "[Event \"another match\"]\n\n1. d4 *";
    fs::write(&pgn, format!("{}{other}", &whole[..rest])).unwrap();
    run_in(&folder, &resume("m.pgn")).succeeded();
    let games = fs::read_to_string(&pgn).unwrap();
    let expected = format!("{}{other}\n\n", &whole[..rest]);
    assert!(games.starts_with(&expected), "{games}");
    assert_eq!(games.matches("[Result").count(), 6, "{games}");

    // A match that cannot go on leaves the file as it is.
    fs::write(&state, &text).unwrap();
    interrupt(&state, 3);
    let before = fs::read(&pgn).unwrap();
    let line = resume("m.pgn").replace("nodes=50", "nodes=51");
    refused(&folder, &line, "its players was");
    assert_eq!(fs::read(&pgn).unwrap(), before);
}

#[test]
fn a_player_that_does_not_start_leaves_the_files_alone() {
    let folder = folder("files-no-start");
    fs::write(folder.join("g.pgn"), "[Event \"old\"]\n\n1. e4 *").unwrap();
    let line = "match --engine cmd=no/such --engine cmd=self --each nodes=9 --pgn g.pgn";
    run_in(&folder, line).ended(1, &[]);
    assert_eq!(fs::read_to_string(folder.join("g.pgn")).unwrap(), "[Event \"old\"]\n\n1. e4 *");
    assert_eq!(fs::read_dir(folder.join("states/staunton")).unwrap().count(), 0);
    // Nor does it make new ones.
    let line = line.replace("g.pgn", "new.pgn --epdout new.epd --log new.log");
    run_in(&folder, &line).ended(1, &[]);
    refused(&folder, &format!("match {TWO} --pgn new.pgn --state no/such"), "no/such");
    assert!(["new.pgn", "new.epd", "new.log"].iter().all(|name| !folder.join(name).exists()));
    let state = "match --engine cmd=no/such --engine cmd=self --each nodes=9 --state s.jsonl";
    run_in(&folder, state).ended(1, &[]);
    assert!(!folder.join("s.jsonl").exists());
}

#[test]
fn games_are_not_glued_to_a_file_without_a_final_newline() {
    let folder = folder("files-glue");
    fs::write(folder.join("g.pgn"), "[Event \"old\"]\n\n1. e4 *").unwrap();
    play(&folder, "--games 2 --maxmoves 2 --pgn g.pgn").succeeded();
    let text = fs::read_to_string(folder.join("g.pgn")).unwrap();
    assert!(text.starts_with("[Event \"old\"]\n\n1. e4 *\n\n[Event \"Staunton"), "{text}");
}

#[test]
fn one_file_is_not_used_for_two_things() {
    let folder = folder("files-twice");
    let book = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    fs::write(folder.join("book.epd"), book).unwrap();
    fs::write(folder.join("g.data"), "STAUNTON GAMES").unwrap();
    let same = "name the same file";
    for (line, words) in [
        ("--openings file=book.epd --json book.epd", same),
        ("--openings file=book.epd --state book.epd", same),
        ("--state x --json ./x", same),
        ("--report x --json x", same),
        ("--pgn x --state x", same),
        ("--pgn g.data", "something other than games in PGN"),
        ("--pgn book.epd", "something other than games in PGN"),
    ] {
        refused(&folder, &format!("match {TWO} --games 2 {line}"), words);
    }
    refused(&folder, "tune --data g.data --out g.data", same);
    refused(&folder, "tune --data g.data --out w.rs --plot g.data", same);
    refused(&folder, "datagen --out book.epd --openings book.epd --positions 10", same);
    refused(&folder, "data rescore g.data --out n.data --tree g.data", same);
}

#[test]
fn outputs_are_tried_before_the_first_game() {
    let folder = folder("files-tried");
    fs::write(folder.join("g.data"), "STAUNTON GAMES").unwrap();
    for flag in ["--json", "--report"] {
        let line = format!("match {TWO} --games 2 {flag} no/such/x");
        refused(&folder, &line, "no/such/x cannot be written");
    }
    refused(&folder, "tune --data g.data --out no/w.rs", "no/w.rs cannot be written");
    refused(&folder, "tune --data g.data --out w.rs --plot .", "cannot be written");
}

#[test]
fn the_state_file_has_the_command_line() {
    let folder = folder("files-alone");
    let line = "--games 8 --pgn file=m.pgn min=true --state m.jsonl";
    let whole = play(&folder, line).succeeded();
    let games = fs::read_to_string(folder.join("m.pgn")).unwrap();
    interrupt(&folder.join("m.jsonl"), 6);
    let rest = games.match_indices("[Event").nth(4).unwrap().0;
    // The game was being written when the program was killed.
    fs::write(folder.join("m.pgn"), &games[..rest + 40]).unwrap();
    let elsewhere = folder.join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    // The file says what is written, so it needs a word from the user.
    let line = "match --resume ../m.jsonl --concurrency 2";
    refused(&folder, "match --resume m.jsonl", "say --yes if that is meant");
    let told = run_in(&elsewhere, line).err;
    assert!(told.contains("  writes --pgn m.pgn\n") && !told.contains("starts"), "{told}");
    let resumed = run_in(&elsewhere, &format!("{line} --yes")).succeeded();
    assert_eq!(resumed.out.lines().next(), whole.out.lines().next());
    assert_eq!(fs::read_to_string(folder.join("m.pgn")).unwrap(), games);
}

/// A file from elsewhere must not start or write anything by surprise.
#[test]
fn a_state_file_is_data() {
    let folder = folder("files-data");
    play(&folder, "--games 2 --state m.jsonl").succeeded();
    let text = fs::read_to_string(folder.join("m.jsonl")).unwrap();
    // The built-in engine and no output: nothing to ask.
    run_in(&folder, "match --resume m.jsonl --games 4").succeeded();
    let start = text.find("[\"match\"").unwrap();
    let end = start + text[start..].find(']').unwrap() + 1;
    let other = |words: &str| {
        let words: Vec<_> = words.split(' ').collect();
        let words = serde_json::to_string(&words).unwrap();
        let changed = format!("{}{words}{}", &text[..start], &text[end..]);
        fs::write(folder.join("m.jsonl"), changed).unwrap();
    };
    for (words, sentence) in [
        ("match --engine cmd=./evil args=x --engine cmd=self --each nodes=9", "starts cmd=./evil"),
        ("match --engine cmd=self --engine cmd=self --json evil", "writes --json evil"),
        ("match --engine cmd=self --engine cmd=self --epdout a\u{1b}b", "\"a\\u{1b}b\""),
        ("datagen --out evil --positions 10", "unexpected argument"),
        ("datagen --out evil --positions 10 match", "unexpected argument"),
        ("compliance ./evil --", "the file is not of a match"),
        ("fastchess -engine cmd=./evil", "the file is not of a match"),
        ("match --resume m.jsonl", "names no engines"),
        ("match --resume m.jsonl --yes", "names no engines"),
    ] {
        other(words);
        refused(&folder, "match --resume m.jsonl", sentence);
        assert!(!folder.join("evil").exists());
    }
    // Whoever names engines and outputs on the command line is not asked.
    fs::write(folder.join("m.jsonl"), &text).unwrap();
    play(&folder, "--games 2 --resume m.jsonl --json r.json").succeeded();
}

#[test]
fn an_opening_that_is_left_out_fails_the_match_at_its_end() {
    let folder = folder("files-flawed");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    fs::write(folder.join("book.epd"), format!("{start}8/8 w\n")).unwrap();
    let sprt = "--engine cmd=self name=a nodes=600 --engine cmd=self name=b nodes=1 --rounds 40 \
                --sprt elo0=-200 elo1=0 alpha=0.4 beta=0.4";
    for (line, code) in [
        ("--preset documents --each nodes=60 --rounds 1", 1),
        ("--engine cmd=self name=a --engine cmd=self name=b --each nodes=60 --rounds 1", 1),
        // The status of a test is its verdict.
        (sprt, 0),
    ] {
        let output =
            run_in(&folder, &format!("match {line} --openings file=book.epd")).ended(code, &[]);
        assert!(!output.out.is_empty(), "{line}");
        let named = output.err.matches("book.epd: line 2: the board has eight ranks").count();
        assert_eq!(named, 1, "{line}: {}", output.err);
    }
}

#[test]
fn games_that_cannot_be_are_refused() {
    let folder = folder("files-edited");
    let state = folder.join("m.jsonl");
    let book = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    fs::write(folder.join("book.epd"), book).unwrap();
    let line = "--games 2 --maxmoves 4 --openings file=book.epd";
    play(&folder, &format!("{line} --state m.jsonl")).succeeded();
    let text = fs::read_to_string(&state).unwrap();
    for (from, to, words) in [
        ("\"players\":[0,1]", "\"players\":[7,9]", "game 1 is not one of this match"),
        ("\"players\":[0,1]", "\"players\":[1,0]", "game 1 is not one of this match"),
        ("\"kind\":\"adjudicated\"", "\"kind\":\"stalemate\"", "names no color"),
        ("\"kind\":\"adjudicated\"", "\"kind\":\"fifty\"", "does not end in this way"),
    ] {
        assert!(text.contains(from), "{text}");
        fs::write(&state, text.replacen(from, to, 1)).unwrap();
        refused(&folder, &format!("match {TWO} {line} --resume m.jsonl"), words);
    }
    fs::write(&state, &text).unwrap();
    fs::write(folder.join("book.epd"), book.replace("KQkq", "KQ")).unwrap();
    let words = "its checksum of the openings was";
    refused(&folder, &format!("match {TWO} {line} --resume m.jsonl"), words);
}

/// Messages may be lost, but not games.
#[cfg(target_os = "linux")]
#[test]
fn a_match_survives_the_loss_of_standard_error() {
    let folder = folder("files-stderr");
    let command = |line: &str| program_in(&folder, &format!("match {TWO} {line}"));
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    Ran::from(command("--games 6 --pgn full.pgn").stderr(full).output().unwrap()).succeeded();
    let mut child = command("--games 6 --pgn closed.pgn").stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    for name in ["full.pgn", "closed.pgn"] {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(text.matches("[Result").count(), 6, "{name}");
    }
}

#[test]
fn the_number_of_games_may_be_odd() {
    let folder = folder("files-odd");
    let output =
        play(&folder, "--games 3 --maxmoves 5 --openings plies=2 --json r.json").succeeded();
    assert!(output.out.contains("] 3\n"), "{}", output.out);
    assert!(output.out.contains("Pairs (0, ½, 1, 1½, 2): "), "{}", output.out);
}

#[test]
fn a_file_changes_how_many_games_are_played_at_the_same_time() {
    let folder = folder("files-concurrency");
    fs::write(folder.join("games"), "3\n").unwrap();
    let line = "--rounds 4 --maxmoves 5 --openings plies=2 --concurrency-file games";
    let output = play(&folder, line).succeeded();
    let told = output.err.matches("from now on 3 games are played at the same time").count();
    assert_eq!(told, 1, "{}", output.err);
    assert!(output.out.contains("] 8\n"), "{}", output.out);
    refused(&folder, &format!("match {TWO} {line} --json games"), "name the same file");
}
