//! What is said about a position, and what follows when it is refused.

use crate::support::Session;

#[test]
fn rights_that_cannot_be_are_dropped_and_named_once() {
    let mut session = Session::start();
    for (fen, kept, dropped) in [
        (
            "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "the castling rights Qkq cannot be and are dropped",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3 w Ah e6 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "the castling rights h and the en passant square e6 cannot be and are dropped",
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
            "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
            "the en passant square e3 cannot be and is dropped",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 0",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "a FEN has six fields, and '0' after them is skipped",
        ),
    ] {
        let line = format!("position fen {fen}");
        assert_eq!(session.ask(&line), [format!("info string position: {dropped}")]);
        assert_eq!(session.fen(), kept);
        assert_eq!(session.ask(&line), [""; 0], "the next move of the game");
    }
}

#[test]
fn rights_that_can_be_are_not_spoken_of() {
    let mut session = Session::start();
    for line in [
        "position startpos",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -",
        "position fen bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRQNB w ECec - 0 1",
        // A pawn has passed, although nobody can capture it.
        "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    ] {
        assert_eq!(session.ask(line), [""; 0], "{line}");
    }
}

const REFUSED: &str = "there is no position, since the last one was refused: ";

#[test]
fn a_refused_position_is_one_line_that_says_what_was_wrong() {
    let mut session = Session::start();
    for (line, part) in [
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("position fen", "the FEN is empty"),
        ("position fen 4k3/8/8/8/8/8/8/4K3", "the side to move"),
        ("position fen 4k3/8/8 w - - 0 1", "eight ranks"),
        ("position fen 4k3/8/8/8/8/8/8/4K3 x - -", "'x'"),
        ("position fen 4k3/8/8/8/8/8/8/4K2R b - - 99999 1", "99999"),
        ("position fen 4k2R/8/8/8/8/8/8/4K3 w - - 0 1", "in check"),
        ("position startpos moves e2e4 e7e5 e1e3", "move 3: 'e1e3'"),
        ("position startpos moves e2e4 0000", "move 2: '0000'"),
        ("position startpos moves e2", "move 1: 'e2'"),
        ("position startpos e2e4", "'moves' should follow, not 'e2e4'"),
        ("position", "'startpos' or 'fen' should follow"),
        ("position e2e4", "'e2e4'"),
    ] {
        session.send("position startpos");
        let error = session.error(line);
        assert!(error.starts_with("position: ") && error.contains(part), "{line}: {error}");
        assert!(error.ends_with("; there is no position until a good one comes"), "{error}");
        let lines = session.go("depth 3");
        assert_eq!(lines.len(), 2, "{line}: {lines:?}");
        let why = format!("info string error: go: {REFUSED}");
        assert!(lines[0].starts_with(&why) && lines[0].contains(part), "{line}: {lines:?}");
        assert_eq!(lines[1], "bestmove (none)", "{line}");
    }
}

#[test]
fn a_line_that_is_too_long_leaves_no_position() {
    let mut session = Session::start();
    let line = format!("position startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(1 << 16));
    assert!(session.error(&line).contains("longer than a mebibyte"));
    assert_eq!(session.go("depth 1").last().map(String::as_str), Some("bestmove (none)"));
}

#[test]
fn without_a_position_every_command_says_so_until_a_good_one_comes() {
    let mut session = Session::start();
    session.error("position startpos moves e2e5");
    for line in ["d", "eval", "flip", "perft 2", "go perft 2"] {
        let error = session.error(line);
        assert!(error.contains(REFUSED), "{line}: {error}");
    }
    let said = session.ask("eval 4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    assert!(said.iter().any(|line| line.starts_with("Evaluation: ")), "{said:?}");
    assert_eq!(session.ask("ucinewgame"), [""; 0]);
    for words in ["depth 3", "movetime 1", "wtime 100 btime 100", "searchmoves e2e4 nodes 10"] {
        assert_eq!(session.go(words).pop().unwrap(), "bestmove (none)", "{words}");
    }
    session.send("position startpos moves e2e4");
    assert!(session.fen().contains(" b "));
    assert_ne!(session.go("depth 1").pop().unwrap(), "bestmove (none)");
}

#[test]
fn without_a_position_an_unbounded_search_still_waits_for_its_end() {
    let mut session = Session::start();
    session.error("position fen 8/8/8/8/8/8/8/8 w - - 0 1");
    for (words, end) in [
        ("infinite", "stop"),
        ("ponder wtime 100 btime 100", "ponderhit"),
        ("ponder depth 1", "stop"),
    ] {
        session.send(&format!("go {words}"));
        assert!(session.line().contains(REFUSED));
        assert!(session.error("go depth 1").contains("send 'stop' first"), "{words}");
        session.send(end);
        // One for the search, and one for the `go` that was refused.
        session.until("bestmove (none)");
        assert_eq!(session.line(), "bestmove (none)");
    }
    session.send_bytes(&b"go infinite\nstop\n".repeat(20));
    for _ in 0..20 {
        session.until("bestmove (none)");
    }
    session.send("go infinite");
    let (lines, status) = session.end();
    assert_eq!(lines.last().unwrap(), "bestmove (none)");
    assert_eq!(status.code(), Some(0));
}
