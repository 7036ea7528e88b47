//! The words that name a position or a file, the same for every command: what is wrong
//! with them is said of the thing that was meant.

use super::runs::{folder, refused, run, run_in, run_with, success, word};
use std::fs;

const FEN: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";

/// The commands that take positions, each with what goes before them.
const COMMANDS: [&[&str]; 5] =
    [&["analyse", "--nodes", "50"], &["show"], &["eval"], &["explain"], &["perft", "1"]];

#[test]
fn a_file_that_cannot_be_read_is_no_bad_fen() {
    let folder = folder("position-words");
    let [one, two] = ["one.fen", "two.fen"].map(|name| folder.join(name));
    fs::write(&one, format!("{FEN}\n")).unwrap();
    fs::write(&two, format!("{FEN}\n")).unwrap();
    let (one, two, folder) = (word(&one), word(&two), word(&folder));
    for command in COMMANDS {
        let refused = |words: &[&str], part: &str| refused(&[command, words].concat(), &[part]);
        let missing = "is not a position, and no such file exists";
        for name in ["games/missing.pgn", "my games.pgn", "none.fen", "a/b/c/d/e/f/g/h.pgn"] {
            refused(&[name], missing);
        }
        refused(&["none.pgn", "nor.pgn"], missing);
        refused(&[folder], "it is a folder, not a file");
        refused(&["."], "it is a folder, not a file");
        refused(&[one, two], "one file is read, not 2: ");
        refused(&[one, "Rh8"], "'Rh8' after the file");
        run([command, &[one]].concat()).succeeded();
    }
}

#[test]
fn a_bad_fen_is_one() {
    for command in COMMANDS {
        let refused =
            |words: &[&str], part: &str| refused(&[command, words].concat(), &["FEN", part]);
        refused(&["8/8"], "eight ranks");
        refused(&["4k3/8/8/8/8/8/8/4X3", "w", "-", "-"], "'X' is no piece");
        refused(&["4k3/8/8/8/8/8/4K3 w - -"], "this one has 7");
        refused(&["4k3/8/8/8/8/8/8/4K3"], "the side to move");
        refused(&[""], "the FEN is empty");
        refused(&["--fen", ""], "the FEN is empty");
    }
    refused(&["convert", "--to", "pgn", "--fen", ""], &["--fen: the FEN is empty"]);
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_read() {
    for command in COMMANDS {
        run_with([command, &["/dev/stdin"]].concat(), FEN.as_bytes()).succeeded();
        refused(&[command, &["/dev/null"]].concat(), &["/dev/null: there is nothing to read"]);
    }
}

#[test]
fn games_are_no_positions_and_how_they_become_some_is_said() {
    let folder = folder("position-games");
    fs::write(folder.join("game.pgn"), "[White \"A\"]\n\n1. e4 e5 *\n").unwrap();
    fs::write(folder.join("bare.pgn"), "1. e4 e5 *\n").unwrap();
    for name in ["game.pgn", "bare.pgn"] {
        for command in ["show", "eval", "explain", "perft 1"] {
            let part = "it has games, not positions; 'staunton convert --to epd --every' makes";
            run_in(&folder, &format!("{command} {name}")).refused(&[part]);
        }
        let positions = run_in(&folder, &format!("convert --to epd --every {name}")).succeeded();
        let shown = run_with(["eval", "--json", "-"], positions.out.as_bytes()).succeeded();
        assert_eq!(shown.out.lines().count(), 3);
    }
}

#[test]
fn what_is_dropped_from_a_fen_is_said() {
    const WRONG: &str = "4k3/8/8/8/8/8/8/4K3 w KQ e6 0 1";
    const SAID: &str =
        "the castling rights KQ and the en passant square e6 cannot be and are dropped";
    for command in COMMANDS {
        run([command, &[WRONG]].concat()).ended(0, &["staunton: note: FEN: ", SAID]);
        run([command, &["--fen", WRONG]].concat()).ended(0, &["staunton: note: FEN: ", SAID]);
        let text = format!("# one\n{WRONG}\n");
        let ran = run_with([command, &["-"]].concat(), text.as_bytes()).succeeded();
        assert!(ran.err.contains(&format!("note: standard input: line 2: {SAID}")), "{ran:?}");
    }
    let uci = format!("position fen {WRONG} moves e1e2\n");
    let ran = run_with(["convert", "--to", "fen"], uci.as_bytes()).succeeded();
    assert!(ran.err.contains(&format!("line 1: {SAID}")), "{ran:?}");
    // A square that a pawn has passed is no mistake.
    let passed = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert_eq!(run(["show", passed]).succeeded().err, "");
    assert!(success(["show", FEN]).contains("Fen: "));
}

#[test]
fn what_is_dropped_from_an_opening_is_a_note() {
    let folder = folder("position-openings");
    let lines = "4k3/8/8/8/8/8/4P3/4K3 w - -\n4k3/8/8/8/8/8/4P3/4K3 w Q -\n";
    fs::write(folder.join("book.epd"), lines).unwrap();
    let line = "datagen --out games.data --positions 1 --nodes 10 --threads 1 --openings book.epd";
    let parts = ["note: ", "book.epd: line 2: the castling rights Q cannot be and are dropped"];
    run_in(&folder, line).ended(0, &parts);
}
