//! What `go` takes, and what follows where it is refused.

use super::best;
use crate::support::Session;

#[test]
fn a_go_that_is_refused_has_one_line_that_says_why_and_no_best_move() {
    let mut session = Session::start();
    for (words, part) in [
        ("depth abc", "'depth' needs a whole number, not 'abc'"),
        ("depth", "'depth' needs a number"),
        ("depth -1", "from 0 on"),
        ("nodes 1.5", "not '1.5'"),
        ("wtime soon", "not 'soon'"),
        ("movetime 1e3", "not '1e3'"),
        ("searchmoves e2e5", "'e2e5'"),
        ("searchmoves e2e4 e2e5 depth 2", "'e2e5'"),
        ("searchmoves", "at least one move"),
        ("fast", "'fast'"),
    ] {
        let lines = session.ask(&format!("go {words}"));
        assert_eq!(lines.len(), 2, "{words}: {lines:?}");
        assert!(lines[0].starts_with("info string error: "), "{words}: {lines:?}");
        assert!(lines[0].contains(part) && lines[0].ends_with("; nothing is searched"));
        assert_eq!(lines[1], "bestmove (none)", "{words}");
    }
    // Behind a search that ends by itself it waits for its turn, as any other does.
    session.send_bytes(b"go depth 8\ngo wtime soon\ngo depth 1\n");
    let bests = [0, 1, 2].map(|_| best(&session.until("bestmove")).to_string());
    assert!(bests[0].len() >= 4 && bests[1] == "(none)" && bests[2].len() >= 4, "{bests:?}");
    session.send_bytes(b"go infinite\ngo wtime soon\nquit\n");
    let (lines, _) = session.end();
    let bests: Vec<_> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
    assert!(bests.len() == 2 && bests[1] == "bestmove (none)", "{bests:?}");
}

#[test]
fn clocks_with_decimals_are_searched() {
    let mut session = Session::start();
    for words in ["wtime 100.7 btime 99.2 winc 0.5 binc .5", "movetime 10.9", "wtime -0.5"] {
        assert!(best(&session.go(words)).len() >= 4, "{words}");
    }
}
