//! The commands for players from outside: `convert`, `analyse`, `show`, `eval` of
//! many positions, completions and the manual page.

use super::runs::{Ran, folder, run_with, word};

mod games;
mod texts;

/// Runs the program with a text as its standard input.
fn run(arguments: &[&str], input: &str) -> Ran {
    run_with(arguments, input.as_bytes())
}

fn convert(to: &str, input: &str) -> String {
    let ran = run(&["convert", "--to", to], input).succeeded();
    assert_eq!(ran.err, "", "{to} of {input}");
    ran.out
}

const BOOK: &str = "1 P-K4 P-K4; 2 KKt-B3 QKt-B3; 3 B-B4 B-B4; 4 Castles Kt-B3. Drawn.";
const SAN: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6";
const UCI: &str = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6\n";
const FEN: &str = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 6 5\n";

#[test]
fn a_game_goes_through_every_notation() {
    // White's other knight could also go to its B3, but not that of Black.
    let book = BOOK.replace("4 Castles Kt-B3", "4 Castles KKt-B3");
    let pgn = convert("pgn", &book);
    assert!(pgn.starts_with("[Event \"?\"]\n") && pgn.contains(SAN), "{pgn}");
    assert!(pgn.contains("[Result \"1/2-1/2\"]"), "{pgn}");
    for text in [book.as_str(), SAN, UCI, &pgn, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6"] {
        assert_eq!(convert("uci", text), UCI, "{text}");
        assert_eq!(convert("fen", text), FEN, "{text}");
        assert!(convert("san", text).starts_with(SAN), "{text}");
        let descriptive = convert("descriptive", text);
        assert!(descriptive.contains("3. B-B4 B-B4 4. Castles KR Kt-B3"), "{descriptive}");
        assert_eq!(convert("uci", &descriptive), UCI, "{text}");
        let long = convert("long", text);
        assert!(long.starts_with("1. e2-e4 e7-e5 2. Ng1-f3"), "{long}");
        assert_eq!(convert("uci", &long), UCI);
    }
}

#[test]
fn positions_keep_their_operations() {
    let epd = "8/8/8/8/8/5k2/4p3/6K1 b - - bm e1=Q+; id \"a queen\";\n";
    assert_eq!(convert("epd", epd), epd);
    assert_eq!(convert("fen", epd), "8/8/8/8/8/5k2/4p3/6K1 b - - 0 1\n");
    assert!(convert("descriptive", epd).contains("bm P-K8(Q) ch;"));
    let pgn = convert("pgn", epd);
    assert!(pgn.contains("[FEN \"8/8/8/8/8/5k2/4p3/6K1 b - - 0 1\"]"), "{pgn}");
    assert!(pgn.contains("[Event \"a queen\"]"), "{pgn}");
    assert_eq!(convert("epd", &pgn), "8/8/8/8/8/5k2/4p3/6K1 b - -\n");
}

#[test]
fn what_cannot_be_read_is_said_with_its_place() {
    for (text, parts) in [
        ("1. P-K4 P-K4\n2. Kt-KB5", ["line 2", "Kt-KB5"]),
        ("1. e4 e5\n2. Nf5", ["line 2", "Nf5"]),
        ("e2e4 e7e5\ng1f5", ["line 2", "g1f5"]),
    ] {
        run(&["convert", "--to", "pgn"], text).ended(1, &parts);
    }
    for text in ["", "hello world", "8/8/8/8/8/8/8/8 w - -"] {
        refused(&["convert", "--to", "pgn"], text);
    }
    // The other games of a file are written.
    let two = "[White \"A\"]\n\n1. e5 *\n\n[White \"B\"]\n\n1. d4 *\n";
    assert!(run(&["convert", "--to", "san"], two).ended(1, &[]).out.contains("1. d4"));
}

/// Runs the program; returns what it prints if it succeeds.
fn success(arguments: &[&str], input: &str) -> String {
    run(arguments, input).succeeded().out
}

#[test]
fn analysed_games_replace_a_file_when_they_are_complete() {
    let folder = folder("player-out");
    let path = |name: &str| word(&folder.join(name)).to_string();
    let (games, out) = (path("games.pgn"), path("out.pgn"));
    let analyse =
        |words: &[&str]| run(&[&["analyse", &games, "--nodes", "200"], words].concat(), "");
    let text = "[Event \"one\"]\n\n1. e4 e5 *\n\n[Event \"two\"]\n\n1. d4 d5 *\n";
    std::fs::write(&games, text).unwrap();
    std::fs::write(&out, "old").unwrap();
    // Nothing is touched by a command that is refused.
    for (words, part) in [
        (&["--out", &out, "--report", &out][..], "name the same file"),
        (&["--report", &games], "name the same file"),
        (&["--out", &games, "--json"], "JSON is no file of games"),
        (&["--out", &path("no/such")], "no/such"),
        (&["--out", &out, "--eval-file", "no.net"], "no.net"),
    ] {
        let ran = analyse(words);
        assert!(ran.code != Some(0) && ran.err.contains(part), "{words:?}: {ran:?}");
        assert_eq!(std::fs::read_to_string(&games).unwrap(), text);
        assert_eq!(std::fs::read_to_string(&out).unwrap(), "old");
    }
    analyse(&["--out", &out]).succeeded();
    // The games may be replaced by themselves with evaluations.
    analyse(&["--out", &games]).succeeded();
    let analysed = std::fs::read_to_string(&games).unwrap();
    assert_eq!(analysed, std::fs::read_to_string(&out).unwrap());
    assert!(analysed.contains("[%eval") && analysed.matches("[Event").count() == 2, "{analysed}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2, "no temporary file is left");
}

/// The sentence with which the program refuses a command line.
fn refused(arguments: &[&str], input: &str) -> String {
    run(arguments, input).ended(2, &[]).err
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

const SUITE: &str = "\
# A suite of three positions.
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra7; id \"not the best\";
6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8+; id \"to avoid\";
";

#[test]
fn a_suite_is_solved_and_counted() {
    let limits = ["--nodes", "2000", "--threads", "2"];
    let text = success(&[&["analyse", "-"][..], &limits].concat(), SUITE);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("+ back rank") && lines[0].contains("Ra8#"), "{text}");
    assert!(lines[1].starts_with("- not the best") && lines[1].ends_with("bm Ra7"), "{text}");
    assert!(lines[2].starts_with("- to avoid") && lines[2].ends_with("am Ra8#"), "{text}");
    assert!(text.contains("Solved 1 of 3 (33.3 %)"), "{text}");
    let parsed = json(&success(&[&["analyse", "-", "--json"][..], &limits].concat(), SUITE));
    assert_eq!(parsed["solved"], 1);
    assert_eq!(parsed["positions"][0]["score"]["mate"], 1);
    assert!(parsed["positions"][0]["solution_nodes"].is_u64(), "{parsed}");
    let book = [&["analyse", "-", "--notation", "descriptive"][..], &limits].concat();
    assert!(success(&book, SUITE).contains("bm R-R8 mate"));
}

#[test]
fn a_game_is_annotated_and_reported() {
    let report = concat!(env!("CARGO_TARGET_TMPDIR"), "/report.html");
    let pgn = "[White \"A <b>\"]\n[Black \"B\"]\n[TimeControl \"60+1\"]\n[Result \"0-1\"]\n\n\
               1. f3 {[%clk 0:00:58]} e5 {[%eval 9.00] [%clk 0:00:51]} 2. g4 {a joke} Qh4# 0-1\n";
    let text = success(&["analyse", "-", "--nodes", "3000", "--report", report], pgn);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains(
            "2. g4 $4 {[%eval #-1] Blunder. Why: it allows mate in 1: 2... Qh4#. Better:"
        ),
        "{words}"
    );
    assert!(words.contains("{a joke} (2. "), "{words}");
    assert!(words.contains("Qh4# 0-1"), "{words}");
    assert!(words.contains("[%clk 0:00:51]") && !words.contains("9.00"), "{words}");
    // The annotated game is read again, and annotated in another notation.
    assert!(success(&["convert", "--to", "uci"], &text).ends_with("f2f3 e7e5 g2g4 d8h4\n"));
    let book = ["analyse", "-", "--nodes", "3000", "--notation", "descriptive"];
    let book = success(&book, pgn).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(book.contains("2. P-KKt4 $4") && book.contains("Q-R5 mate"), "{book}");

    let page = std::fs::read_to_string(report).unwrap();
    for part in [
        "A &lt;b&gt; – B",
        "that White could expect",
        "The time of each move",
        "2. g4??",
        "class=\"board\"",
        "width=device-width",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("A <b>") && !page.contains("NaN"), "{page}");

    let parsed = json(&success(&["analyse", "-", "--nodes", "3000", "--json"], pgn));
    assert_eq!(parsed[0]["white"]["blunders"], 1);
    assert!(parsed[0]["black"]["accuracy"].as_f64().unwrap() > 90.0, "{parsed}");
    assert_eq!(parsed[0]["moves"][2]["mark"], "??");
}

#[test]
fn a_position_shows_its_best_lines() {
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - -";
    let text = success(&["analyse", fen, "--depth", "4"], "");
    assert!(text.contains("#1") && text.contains("Best move: Ra8#"), "{text}");
    let lines = ["analyse", fen, "--depth", "4", "--lines", "2", "--json", "--notation", "uci"];
    let parsed = json(&success(&lines, ""));
    assert_eq!(parsed["lines"][0]["moves"][0], "a1a8");
    assert_eq!(parsed["lines"].as_array().map(Vec::len), Some(2));
    let mated = "R5k1/5ppp/8/8/8/8/8/6K1 b - -";
    assert!(success(&["analyse", mated], "").contains("Black is checkmated"));
    assert!(refused(&["analyse", fen, "--report", "x.html"], "").contains("--report"));
    assert!(refused(&["analyse", "no-such-file.pgn"], "").contains("no such file"));
    let file = "no/such/folder/out.pgn";
    assert!(refused(&["analyse", "-", "--out", file], "1. e4 *").contains(file));
}

#[test]
fn a_position_is_drawn() {
    let mate = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq -";
    let text = success(&["show", mate, "--ascii"], "");
    assert!(text.starts_with(" 8  r  .  b  q  k  b  .  r\n"), "{text}");
    assert!(text.contains("Checkers: f7\nLegal moves: none, checkmate"), "{text}");
    let start = success(&["show", "--notation", "descriptive", "--flip"], "");
    assert!(start.starts_with(" 1  ♖  ♘  ♗  ♔  ♕"), "{start}");
    assert!(start.contains("Legal moves: 20, ") && start.contains("Kt-KB3"), "{start}");
    assert!(!start.contains('\u{1b}'), "no colors where no terminal is");
    let several = success(&["show", "-", "--ascii"], SUITE);
    assert_eq!(several.matches("Legal moves: ").count(), 3);
}

#[test]
fn positions_are_named_in_one_way_everywhere() {
    let fen = "8/5k2/8/8/8/3QK3/8/8 w - - 0 1";
    let [words, quoted, flag] = [
        &["eval", "8/5k2/8/8/8/3QK3/8/8", "w", "-", "-"][..],
        &["eval", fen],
        &["eval", "--fen", fen],
    ]
    .map(|arguments| success(arguments, ""));
    assert!(words == quoted && quoted == flag);
    let many = success(&["eval", "--json", "-"], &format!("{fen}\n{SUITE}"));
    assert_eq!(many.lines().count(), 4);
    assert_eq!(json(many.lines().next().unwrap())["fen"], fen);
    assert!(refused(&["eval", "-"], "8/5k2/8/8/8/3QK3/8/8").contains("line 1"));
    assert!(success(&["perft", "2", "startpos"], "").contains("searched: 400"));
    assert!(success(&["perft", "1", fen], "").contains("Nodes searched: "));
    assert!(refused(&["perft", "1", "-"], SUITE).contains("one position"));
    assert!(refused(&["eval", fen, "e4"], "").contains("e4"));
}

#[test]
fn shells_complete_and_the_manual_has_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = success(&["completions", shell], "");
        assert!(text.contains("analyse") && text.contains("notation"), "{shell}");
    }
    let page = success(&["man"], "");
    assert!(page.contains(".TH staunton 1"), "{page}");
    for command in ["ANALYSE", "CONVERT", "SHOW", "MATCH"] {
        assert!(page.contains(&format!("THE COMMAND {command}")), "{command}");
    }
}

#[test]
fn a_move_is_explained() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let text = success(&["explain", fen, "Ng5", "--nodes", "20000"], "");
    assert!(text.contains("is better than 3. Ng5 by "), "{text}");
    assert!(text.contains("in all, without search"), "{text}");
    // Another notation, a flag, and no move at all.
    let book = ["explain", "--fen", fen, "KtxP", "--nodes", "5000", "--notation", "descriptive"];
    assert!(success(&book, "").contains("is better than 3. KtxP by "));
    let hangs = "4k3/8/8/3q4/8/8/3R4/4K3 w - - 0 1";
    let text = success(&["explain", hangs, "--nodes", "5000"], "");
    assert!(text.contains("1. Rxd5 is better than "), "{text}");
    assert!(text.contains("  wins a queen"), "{text}");
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let text = success(&["explain", mate, "Ra7", "--nodes", "5000"], "");
    assert!(text.contains("After 1. Ra8# the side to move mates in 1."), "{text}");
    let won = "6k1/5ppp/8/8/8/8/5PPP/3QR1K1 w - - 0 1";
    let text = success(&["explain", won, "h3", "--nodes", "5000"], "");
    assert!(text.contains("better than 1. h3; the expected result is the same."), "{text}");
    assert!(refused(&["explain", fen, "Nf5"], "").contains("Nf5"));
    let only = "7k/8/8/8/8/8/1r6/K7 w - - 0 1";
    assert!(success(&["explain", only, "--nodes", "1000"], "").contains("only legal move"));
}
