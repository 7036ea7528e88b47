//! The tablebases, with the few tables of `tests/data`.

use super::{best, word};
use crate::support::Session;
use staunton::chess::syzygy::PATH_SEPARATOR;

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
const WON_PAWN: &str = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";

fn with_tables() -> Session {
    let mut session = Session::start();
    let lines = session.ask(&format!("setoption name SyzygyPath value {TABLES}"));
    let found = "info string SyzygyPath: 6 WDL and 6 DTZ tables of up to 4 pieces";
    assert_eq!(lines, [found]);
    session
}

#[test]
fn a_won_end_game_has_a_score_below_mates_and_above_all_else() {
    let mut session = with_tables();
    session.send(&format!("position fen {WON_PAWN}"));
    let lines = session.go("depth 3");
    let last = &lines[lines.len() - 2];
    let score: i32 = word(last, "cp").expect("no mate so soon").parse().unwrap();
    assert!((29_000..31_000).contains(&score), "{last}");
    assert!(word(last, "tbhits").unwrap().parse::<u64>().unwrap() > 0, "{last}");
    // A deeper line goes on to the end.
    let lines = session.go("depth 9");
    let last = &lines[lines.len() - 2];
    assert!(
        word(last, "mate").is_some() || last.split(" pv ").nth(1).unwrap().len() > 60,
        "{last}"
    );
}

#[test]
fn the_board_shows_what_the_tables_say() {
    let mut session = with_tables();
    session.send("position fen 7k/8/8/8/8/8/8/KQ6 w - - 0 1");
    assert_eq!(session.ask("d").last().unwrap(), "Tablebases: win (WDL 2, DTZ 13)");
    session.send("position startpos");
    assert_eq!(session.ask("d").last().unwrap(), "Tablebases: not known");
}

#[test]
fn nodes_below_the_root_are_probed() {
    let mut session = with_tables();
    // Black's last pawn falls: then White has the won pawn end game.
    session.send("position fen 8/8/8/3k4/6p1/3K2P1/3P4/8 w - - 0 1");
    let lines = session.go("depth 12");
    let last = &lines[lines.len() - 2];
    assert!(word(last, "tbhits").unwrap().parse::<u64>().unwrap() > 0, "{last}");
    session.send("setoption name SyzygyProbeLimit value 0");
    session.send("ucinewgame");
    let lines = session.go("depth 8");
    assert_eq!(word(&lines[lines.len() - 2], "tbhits"), Some("0"));
}

#[test]
fn a_wrong_path_is_refused_and_the_tables_stay() {
    let mut session = with_tables();
    session.send("position fen 7k/8/8/8/8/8/8/KQ6 w - - 0 1");
    let empty = env!("CARGO_TARGET_TMPDIR");
    for (path, part) in [
        ("/no/such/folder".to_string(), "cannot be read"),
        (format!("\"{TABLES}\""), "leave the quotation marks out"),
        (empty.to_string(), "there are no tables in"),
    ] {
        let error = session.error(&format!("setoption name SyzygyPath value {path}"));
        assert!(
            error.contains(part) && error.ends_with("; the tables stay as they were"),
            "{error}"
        );
        assert_eq!(session.ask("d").last().unwrap(), "Tablebases: win (WDL 2, DTZ 13)", "{path}");
    }
    // Of several folders those that can be read count.
    let two = format!("{TABLES}{PATH_SEPARATOR}/no/such/folder");
    let lines = session.ask(&format!("setoption name SyzygyPath value {two}"));
    assert!(lines.len() == 2 && lines[0].contains("6 WDL"), "{lines:?}");
    session.ask("setoption name SyzygyPath value <empty>");
    assert!(!session.ask("d").last().unwrap().starts_with("Tablebases"));
}

#[test]
fn several_lines_stand_in_the_order_of_the_tables() {
    let mut session = with_tables();
    session.send("setoption name MultiPV value 30");
    session.send(&format!("position fen {WON_PAWN}"));
    let lines = session.go("depth 6");
    let of_depth: Vec<&String> = lines.iter().filter(|l| l.contains(" depth 6 ")).collect();
    // The best line is written once more at the end.
    let of_depth = &of_depth[..of_depth.len() - 1];
    let scores: Vec<i32> = of_depth.iter().filter_map(|l| word(l, "cp")?.parse().ok()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b) && scores.last() == Some(&0), "{scores:?}");
    assert_eq!(word(of_depth[0], "pv"), Some(best(&lines)));
}

#[test]
fn a_folder_or_a_file_that_cannot_be_read_costs_one_sentence() {
    let mut session = Session::start();
    let lines = session.ask("setoption name SyzygyPath value /no/such/folder");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("info string error: SyzygyPath: the folder '/no/such/folder'"));
    session.send(&format!("position fen {WON_PAWN}"));
    let lines = session.go("depth 5");
    assert_eq!(word(&lines[lines.len() - 2], "tbhits"), Some("0"));
    assert_eq!(session.ask("setoption name SyzygyPath value <empty>"), Vec::<String>::new());
    assert!(session.error("setoption name SyzygyProbeLimit value 8").contains("from 0 to 7"));
}
