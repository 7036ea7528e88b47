//! Files that are not as their standard says: every command reads them in the same
//! way, names what is wrong, does the rest, and fails if anything was left out.

use super::{json, run, success};
use crate::runs::{Ran, gzip, run_with, zstandard};

const SUITE: &str = "\
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"1\";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd9; id \"2\";
\u{feff}6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"3\";\u{1a}
";

#[test]
fn one_bad_line_costs_nothing_but_itself() {
    let lines: [(&[&str], &str); 4] = [
        (&["analyse", "-", "--nodes", "100"], "Solved 2 of 2"),
        (&["convert", "--to", "epd"], "id \"3\""),
        (&["eval", "--json", "-"], "3R2K1"),
        (&["show", "-"], "3"),
    ];
    for (arguments, part) in &lines {
        let ran = run(arguments, SUITE).ended(1, &["standard input: line 2: 'Rd9' is not a move"]);
        assert!(ran.out.contains(part), "{arguments:?}: {ran:?}");
    }
    // The first line may be the bad one.
    let ran = run(&["convert", "--to", "fen"], &format!("x/8 w\n{SUITE}")).ended(1, &[]);
    assert_eq!(ran.out.lines().count(), 2, "{ran:?}");
    let one = SUITE.lines().take(2).collect::<Vec<_>>().join("\n");
    for arguments in [&["perft", "1", "-"][..], &["explain", "-", "--nodes", "100"]] {
        run(arguments, &one).ended(1, &["line 2"]);
    }
}

#[test]
fn notes_leave_the_exit_status_alone() {
    let text = "1. e4 e5 2. Nf3 ± } word Nc6 *";
    let Ran { out, err, .. } = run(&["convert", "--to", "pgn"], text).succeeded();
    assert!(out.contains("1. e4 e5 2. Nf3 $16 Nc6 *"), "{out}");
    assert_eq!(err.lines().filter(|line| line.starts_with("staunton: note: ")).count(), 2, "{err}");
    // What is said is bounded.
    let words = "1. e4 } } } } } } } } } } } } *\n\n".repeat(50);
    let err = run(&["convert", "--to", "pgn"], &words).ended(0, &["500 more things are wrong"]).err;
    assert!(err.lines().count() < 110, "{err}");
}

#[test]
fn compressed_text_and_other_encodings_are_read_by_every_command() {
    let epd = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"M\u{fc}ller\";\n";
    let latin: Vec<u8> = epd.chars().map(|c| c as u8).collect();
    let mut wide = vec![0xFE, 0xFF];
    wide.extend(epd.encode_utf16().flat_map(u16::to_be_bytes));
    for bytes in [epd.as_bytes().to_vec(), latin, wide, gzip(epd), zstandard(epd)] {
        let analyse: &[&str] = &["analyse", "-", "--nodes", "100"];
        for arguments in [analyse, &["convert", "--to", "epd"], &["show", "-"], &["eval", "-"]] {
            let out = run_with(arguments, &bytes).succeeded().out;
            assert!(out.contains("Müller"), "{arguments:?}: {out}");
        }
        run_with(["perft", "1", "-"], &bytes).succeeded();
    }
}

#[test]
fn null_moves_stay_where_they_may() {
    let text = "1. e4 e5 2. Nf3 -- 3. d4 *\n";
    assert!(success(&["convert", "--to", "pgn"], text).contains("2. Nf3 -- 3. d4 *"));
    assert!(
        success(&["convert", "--to", "fen"], text).starts_with("rnbqkbnr/pppp1ppp/8/4p3/3PP3/")
    );
    let analysed = success(&["analyse", "-", "--nodes", "100"], text).replace('\n', " ");
    assert!(analysed.contains(" -- {[%eval ") && analysed.contains(" d4 "), "{analysed}");
    let ran = run(&["convert", "--to", "uci"], text).ended(1, &["null move"]);
    assert_eq!(ran.out, "position startpos moves e2e4 e7e5 g1f3\n");
}

/// The reader has a mark, a note and side lines; two moves are bad.
const ANNOTATED: &str = "[White \"A\"]\n\n1. f3 $1 {mine} (1. e4 {[%csl Ge4] best} e5) e5 2. g4 $14 \
                         (2. d4) (2. e4 Nc6 $3) 2... Qh4# 0-1\n";

#[test]
fn an_analysis_may_be_analysed_again() {
    let analyse = |nodes: &str, text: &str| success(&["analyse", "-", "--nodes", nodes], text);
    let once = analyse("3000", ANNOTATED);
    let twice = analyse("3000", &once);
    assert_eq!(once, twice);
    assert_eq!(analyse("3000", &analyse("500", ANNOTATED)), once);
    let words = once.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "1. f3 $1 {",
        "{mine}",
        "(1. e4 {[%csl Ge4] best} 1... e5)",
        "2. g4 $14 $4 {[%eval #-1] Blunder. Why: it allows mate in 1: 2... Qh4#. Better: ",
    ] {
        assert!(words.contains(part), "{part}: {words}");
    }
    assert!(words.contains(") (2. d4) (2. e4 Nc6 $3)"), "the reader's come after: {words}");
    assert_eq!(words.matches("Blunder").count(), 1, "{words}");
}

/// The moves and side lines of a file that replaces itself in descriptive notation
/// stay what they are.
#[test]
fn an_analysis_in_descriptive_notation_may_be_analysed_again() {
    let text = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 (2. Nf3 {a} 2... Nc6 (2... d6)) \
                2... Ke7 3. Qxe5# 1-0\n";
    let analyse = ["analyse", "-", "--nodes", "300", "--notation", "descriptive"];
    let once = success(&analyse, text);
    let words = success(&["convert", "--to", "pgn"], &once);
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("(2. Nf3 {a} 2... Nc6 (2... d6))"), "{words}");
    assert!(words.contains("2... Ke7 $4") && words.contains("3. Qxe5#"), "{words}");
    assert_eq!(success(&analyse, &once), once);
}

/// Games in other forms are refused rather than replaced by empty ones.
#[test]
fn what_looks_like_a_move_and_is_none_fails() {
    for text in [
        "1. E4 E5 2. NF3 NC6 *",
        "1. e4 e5 2. P-KB4 PxP *",
        "1. 5254 5755 *",
        "1. P-K4 P-K4 2. QxP P-Q4 3. P-Q4 PxP *",
    ] {
        run(&["convert", "--to", "san"], text).ended(1, &[]);
    }
}

#[test]
fn the_report_counts_what_the_game_shows() {
    let counts = |text: &str| {
        let parsed = json(&success(&["analyse", "-", "--nodes", "3000", "--json"], text));
        let white = &parsed[0]["white"];
        ["blunders", "mistakes", "inaccuracies"].map(|name| white[name].as_u64().expect("a count"))
    };
    assert_eq!(counts("1. e4 e5 2. Nf3 $6 Nc6 *"), [0, 0, 1]);
    assert_eq!(counts("1. e4 $4 e5 2. Nf3 *"), [1, 0, 0]);
    let bad = |mark: &str| counts(&format!("1. f3 e5 2. g4 {mark} Qh4# 0-1"))[0];
    assert_eq!((bad(""), bad("$1"), bad("$4")), (1, 0, 1));
}
