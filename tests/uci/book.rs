//! The book of openings, and the opponent.

use crate::support::{Session, polyglot_book};
use std::path::PathBuf;

fn book(name: &str, bytes: &[u8]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("staunton-{}-{name}", std::process::id()));
    std::fs::write(&path, bytes).expect("it is written");
    path
}

/// The best move of a search, and whether the book says that it is its own.
fn best(session: &mut Session, go: &str) -> (String, bool) {
    session.send(go);
    let mut is_of_book = false;
    loop {
        let line = session.line();
        is_of_book |= line.ends_with("is a move of the book");
        if let Some(best) = line.strip_prefix("bestmove ") {
            let best = best.split(' ').next().unwrap_or_default();
            return (best.to_string(), is_of_book);
        }
    }
}

#[test]
fn moves_come_from_the_book_as_long_as_it_has_some() {
    let path = book("own.bin", &polyglot_book(&[("", "a2a4", 1), ("a2a4", "h7h5", 7)]));
    let mut session = Session::start();
    let lines = session.ask(&format!("setoption name BookFile value {}", path.display()));
    assert!(lines[0].contains("2 entries"), "{lines:?}");
    assert!(!best(&mut session, "go nodes 10").1, "OwnBook is off");
    assert!(session.ask("setoption name OwnBook value true").is_empty());
    assert_eq!(best(&mut session, "go nodes 10"), ("a2a4".to_string(), true));
    assert_eq!(best(&mut session, "go wtime 1000 btime 1000"), ("a2a4".to_string(), true));
    session.send("position startpos moves a2a4");
    assert_eq!(best(&mut session, "go movetime 10"), ("h7h5".to_string(), true));
    session.send("position startpos moves a2a4 h7h5");
    assert!(!best(&mut session, "go nodes 10").1);
    session.send("position startpos");
    for go in ["go nodes 10 searchmoves e2e4", "go mate 1", "go infinite\nstop"] {
        assert!(!best(&mut session, go).1, "{go}");
    }
    assert!(session.ask("setoption name UCI_AnalyseMode value true").is_empty());
    assert!(!best(&mut session, "go nodes 10").1);
    let _ = std::fs::remove_file(path);
}

#[test]
fn a_bad_book_is_refused_and_the_old_one_stays() {
    let good = book("good.bin", &polyglot_book(&[("", "a2a4", 1)]));
    let bad = book("bad.bin", b"no book at all, but some text");
    let mut session = Session::start();
    session.ask("setoption name OwnBook value true");
    session.ask(&format!("setoption name BookFile value {}", good.display()));
    for path in [bad.display().to_string(), "/no/such/file.bin".to_string()] {
        let lines = session.ask(&format!("setoption name BookFile value {path}"));
        assert_eq!(lines.len(), 1, "{lines:?}");
        let is_refused = |line: &str| line.contains("BookFile: '") && line.contains("stays");
        assert!(lines[0].starts_with("info string error: ") && is_refused(&lines[0]), "{lines:?}");
    }
    assert_eq!(best(&mut session, "go nodes 10"), ("a2a4".to_string(), true));
    assert!(session.ask("setoption name BookFile value <empty>").is_empty());
    assert!(!best(&mut session, "go nodes 10").1);
    for path in [good, bad] {
        let _ = std::fs::remove_file(path);
    }
}

#[test]
fn the_opponent_is_shown() {
    let mut session = Session::start();
    let lines = session.ask("setoption name UCI_Opponent value GM 2800 human Gary Kasparov");
    assert_eq!(lines, ["info string UCI_Opponent: GM Gary Kasparov, a person, rated 2800"]);
    let lines = session.ask("d");
    assert!(lines.iter().any(|line| line.contains("Opponent: GM Gary Kasparov")), "{lines:?}");
    assert!(session.ask("setoption name UCI_Opponent value <empty>").is_empty());
    assert!(!session.ask("d").iter().any(|line| line.contains("Opponent")));
}
