//! Options for analysis and for play below full strength, and `go` in a queue.

use super::{MATED, best, word};
use crate::support::{Session, program};
use std::path::PathBuf;

/// A file of the test, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("staunton-{}-{name}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }

    fn text(&self) -> String {
        self.0.display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn score(lines: &[String]) -> i32 {
    let last = &lines[lines.len() - 2];
    word(last, "cp").unwrap_or_else(|| panic!("{last}")).parse().expect("a number")
}

#[test]
fn a_go_whose_turn_has_not_come_has_used_no_time() {
    let mut session = Session::start();
    session.send_bytes(b"go depth 12\ngo depth 1\n");
    let [first, second] = [0, 1].map(|_| {
        let lines = session.until("bestmove");
        word(&lines[lines.len() - 2], "time").unwrap().parse::<u64>().unwrap()
    });
    // With a clock that starts on arrival the second would take longer.
    assert!(second < first, "{first} ms, then {second} ms");
}

#[test]
fn excluded_moves_are_not_played() {
    let mut session = Session::start();
    let usual = best(&session.go("depth 6")).to_string();
    session.send(&format!("setoption name ExcludeMoves value {usual}"));
    assert_ne!(best(&session.go("depth 6")), usual);
    // Moves of another position do no harm.
    session.send("position startpos moves e2e4 e7e5");
    assert!(session.go("depth 3").iter().all(|line| !line.contains("error")));
    session.send("position startpos");
    let lines = session.go(&format!("depth 2 searchmoves {usual}"));
    assert!(lines[0].contains("ExcludeMoves leaves no move here") && best(&lines) == usual);
    assert!(session.error("setoption name ExcludeMoves value e4").contains("moves like e2e4"));
    assert!(session.ask("setoption name ExcludeMoves value <empty>").is_empty());
    session.send("ucinewgame");
    assert_eq!(best(&session.go("depth 6")), usual);
}

#[test]
fn contempt_makes_a_draw_worse_for_the_side_to_move_at_the_root() {
    // Bare kings are drawn, whoever is to move.
    for side in ["w", "b"] {
        let mut session = Session::start();
        session.send(&format!("position fen 8/8/4k3/8/8/3K4/8/8 {side} - - 0 1"));
        for (contempt, expected) in [(0, 0), (30, -30), (-25, 25)] {
            session.send(&format!("setoption name Contempt value {contempt}"));
            session.send("setoption name Clear Hash");
            assert_eq!(score(&session.go("depth 4")), expected, "{side} {contempt}");
        }
        session.send("setoption name UCI_AnalyseMode value true");
        session.send("setoption name Clear Hash");
        assert_eq!(score(&session.go("depth 4")), 0, "an analysis is without contempt");
    }
}

#[test]
fn the_log_has_all_input_and_output() {
    let file = Scratch::new("log.txt");
    let mut session = Session::start();
    session.ask(&format!("setoption name Debug Log File value {}", file.text()));
    session.go("depth 1");
    session.ask("setoption name Debug Log File value <empty>");
    session.ask("nonsense");
    let log = std::fs::read_to_string(&file.0).expect("the log");
    assert!(log.lines().any(|line| line.ends_with(" < go depth 1")), "{log}");
    assert!(log.contains(" > bestmove ") && !log.contains("nonsense"), "{log}");
    let error = session.error("setoption name Debug Log File value /no/such/folder/log");
    assert!(error.contains("cannot be opened"), "{error}");
}

#[test]
fn a_saved_hash_comes_back_in_another_process() {
    let file = Scratch::new("hash.bin");
    let mut session = Session::start();
    assert!(session.error("setoption name SaveHash").contains("set HashFile"));
    session.ask(&format!("setoption name HashFile value {}", file.text()));
    session.go("depth 12");
    let saved = session.ask("setoption name SaveHash");
    assert!(saved[0].contains("SaveHash: saved"), "{saved:?}");

    let mut session = Session::start();
    let fresh = session.go("depth 12");
    session.send("ucinewgame");
    session.ask(&format!("setoption name HashFile value {}", file.text()));
    let loaded = session.ask("setoption name LoadHash");
    assert!(loaded[0].contains("LoadHash: loaded"), "{loaded:?}");
    let again = session.go("depth 12");
    let last = &again[again.len() - 2];
    assert_eq!(word(last, "depth"), Some("12"), "{last}");
    assert_eq!(score(&again), score(&fresh));
    assert!(word(last, "nodes").unwrap().parse::<u64>().unwrap() < 100, "{last}");
    // The search goes on from there.
    let deeper = session.go("depth 13");
    let depths: Vec<_> = deeper.iter().filter_map(|line| word(line, "depth")).collect();
    assert!(depths.first() == Some(&"12") && depths.last() == Some(&"13"), "{depths:?}");
    session.send("setoption name Hash value 3");
    assert!(session.error("setoption name LoadHash").contains("set Hash to 16 first"));
    session.send("setoption name Hash value 16");
    let bytes = std::fs::read(&file.0).expect("the file");
    std::fs::write(&file.0, &bytes[..bytes.len() / 2]).expect("written");
    assert!(session.error("setoption name LoadHash").contains("truncated or damaged"));
}

#[test]
fn eval_takes_a_fen_and_leaves_the_board() {
    let mut session = Session::start();
    let start = session.ask("eval");
    let queen_up = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1";
    let other = session.ask(&format!("eval {queen_up}"));
    assert_ne!(start, other);
    session.send(&format!("position fen {queen_up}"));
    assert_eq!(session.ask("eval"), other);
    assert!(session.error("eval 8/8 w").starts_with("eval: "));
}

#[test]
fn compiler_names_the_compiler() {
    let mut session = Session::start();
    let lines = session.ask("compiler");
    assert!(lines[0].contains("rustc 1."), "{lines:?}");
}

#[test]
fn a_weak_player_answers_with_one_line_and_full_strength_comes_back() {
    let mut session = Session::start();
    let full = session.go("depth 5");
    for (name, value) in [("UCI_Elo", "900"), ("UCI_LimitStrength", "true")] {
        session.send(&format!("setoption name {name} value {value}"));
    }
    for words in ["depth 30", "wtime 60000 btime 60000", "movetime 20000", "nodes 1000000000"] {
        let lines = session.go(words);
        let infos: Vec<_> = lines.iter().filter(|line| line.contains(" score ")).collect();
        assert_eq!(infos.len(), 1, "{lines:?}");
        assert_eq!(word(infos[0], "pv"), Some(best(&lines)));
        assert!(word(infos[0], "nodes").unwrap().parse::<u64>().unwrap() < 5_000);
    }
    session.send(&format!("position fen {MATED}"));
    assert_eq!(session.go("depth 3").last().unwrap(), "bestmove (none)");
    session.send("position startpos");
    session.send("setoption name UCI_LimitStrength value false");
    let without_time = |lines: &[String]| -> Vec<Option<String>> {
        lines.iter().map(|line| word(line, "cp").map(str::to_string)).collect()
    };
    session.send("ucinewgame");
    assert_eq!(without_time(&session.go("depth 5")), without_time(&full));
}

#[test]
fn genfens_tells_its_errors_where_the_worker_reads() {
    let output = program(["genfens 1 seed x book None", "quit"]).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.starts_with("info string error: genfens: "), "{text}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_limited_player_shows_several_lines_and_plays_the_same() {
    let mut session = Session::start();
    session.send("setoption name UCI_LimitStrength value true");
    session.send("setoption name UCI_Elo value 1400");
    let lines = |session: &mut Session, multi_pv: u32| {
        session.send("ucinewgame");
        session.send(&format!("setoption name MultiPV value {multi_pv}"));
        let lines = session.go("depth 20");
        let infos = lines.iter().filter(|line| line.contains(" multipv "));
        let numbers: Vec<String> =
            infos.map(|line| word(line, "multipv").unwrap_or_default().to_string()).collect();
        let last = &lines[lines.len() - 2];
        assert_eq!(word(last, "pv"), Some(best(&lines)), "{lines:?}");
        numbers
    };
    assert_eq!(lines(&mut session, 1), ["1"]);
    assert_eq!(lines(&mut session, 3), ["1", "2", "3", "1"]);
    // It looks at no more lines than it chooses from.
    let all = lines(&mut session, 200);
    assert!((4..10).contains(&all.len()), "{all:?}");
}
