//! UCI over real pipes, sentence by sentence. Nothing sleeps: everything
//! waits for a line, and the deadlines only catch a program that hangs.

mod analysis;
mod book;
mod damaged;
mod eval_file;
mod go;
mod mates;
mod options;
mod positions;
#[path = "../support/mod.rs"]
mod support;
mod tablebases;

use crate::support::{Session, program};
use std::io::Read;
use std::process::Stdio;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const STALEMATED: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

fn best(lines: &[String]) -> &str {
    let last = lines.last().unwrap();
    last.strip_prefix("bestmove ").unwrap().split(' ').next().unwrap()
}

/// The value of a word in an info line.
fn word<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    line.split(' ').skip_while(|&word| word != key).nth(1)
}

#[test]
fn nothing_is_printed_unasked() {
    let (lines, status) = Session::start().end();
    assert_eq!(lines, Vec::<String>::new());
    assert_eq!(status.code(), Some(0));
}

#[test]
fn quit_ends_it_even_while_searching() {
    let mut session = Session::start();
    session.send("go infinite");
    session.send("quit");
    let (lines, status) = session.end();
    assert!(best(&lines).len() >= 4);
    assert_eq!(status.code(), Some(0));
}

#[test]
fn isready_is_answered_while_searching_and_the_search_goes_on() {
    let mut session = Session::start();
    session.send("go infinite");
    for _ in 0..100 {
        let lines = session.ask("");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    }
    session.send("stop");
    session.until("bestmove");
}

#[test]
fn a_stop_right_after_go_is_heard() {
    let mut session = Session::start();
    for _ in 0..200 {
        session.send_bytes(b"go infinite\nstop\n");
        session.until("bestmove");
    }
    // All at once, without waiting for a single answer.
    session.send_bytes(&b"go infinite\nstop\n".repeat(100));
    for _ in 0..100 {
        session.until("bestmove");
    }
}

#[test]
fn a_team_obeys_as_one_does() {
    let mut session = Session::start();
    for threads in [4, 2, 7, 3] {
        assert!(session.ask(&format!("setoption name Threads value {threads}")).is_empty());
        assert!(session.ask("ucinewgame").is_empty());
        for words in ["depth 6", "nodes 20000", "movetime 5", "wtime 100 btime 100 winc 1 binc 1"] {
            let lines = session.go(words);
            assert_eq!(word(&lines[lines.len() - 2], "pv"), Some(best(&lines)), "{lines:?}");
        }
        for ending in ["stop", "ponderhit"] {
            session.send("go ponder wtime 100 btime 100");
            assert!(session.ask("").iter().all(|line| !line.starts_with("bestmove")));
            session.send(ending);
            session.until("bestmove");
        }
        session.send_bytes(&b"go infinite\nstop\n".repeat(50));
        for _ in 0..50 {
            session.until("bestmove");
        }
    }
    session.send("setoption name MultiPV value 3");
    let lines = session.go("depth 5");
    assert_eq!(word(&lines[lines.len() - 2], "pv"), Some(best(&lines)));
    session.send_bytes(b"go infinite\nquit\n");
    let (lines, status) = session.end();
    assert!(best(&lines).len() >= 4);
    assert_eq!(status.code(), Some(0));
}

#[test]
fn positions_and_moves() {
    let mut session = Session::start();
    assert_eq!(session.fen(), START);
    session.send("position startpos moves e2e4 e7e5 g1f3");
    let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(session.fen(), after);
    session.send("position startpos");
    assert_eq!(session.fen(), START);
    session.send("position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8q e8e7");
    assert_eq!(session.fen(), "Q7/4k3/8/8/8/8/8/4K3 w - - 1 2");
    // Four fields are enough.
    session.send("position fen 4k3/8/8/8/8/8/8/4K3 b - -");
    assert_eq!(session.fen(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

#[test]
fn castling_is_read_in_both_forms_and_written_as_the_option_says() {
    let mut session = Session::start();
    let castled = "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2";
    for moves in ["e1g1 e8c8", "e1h1 e8a8"] {
        for chess960 in ["false", "true"] {
            session.send(&format!("setoption name UCI_Chess960 value {chess960}"));
            session.send(&format!("position fen {CASTLING} moves {moves}"));
            assert_eq!(session.fen(), castled);
        }
    }
    session.send(&format!("position fen {CASTLING}"));
    for (chess960, [short, long]) in
        [("true", ["e1h1: 1", "e1a1: 1"]), ("false", ["e1g1: 1", "e1c1: 1"])]
    {
        session.send(&format!("setoption name UCI_Chess960 value {chess960}"));
        session.send("perft 1");
        let lines = session.until("Nodes searched: 26");
        assert!(lines.iter().any(|line| line == short), "{lines:?}");
        assert!(lines.iter().any(|line| line == long), "{lines:?}");
    }
}

#[test]
fn only_the_moves_that_are_named_are_searched() {
    let mut session = Session::start();
    session.send(&format!("position fen {CASTLING}"));
    for (chess960, written) in [("false", "e1c1"), ("true", "e1a1")] {
        session.send(&format!("setoption name UCI_Chess960 value {chess960}"));
        for named in ["e1c1", "e1a1"] {
            let lines = session.go(&format!("searchmoves {named} depth 3"));
            assert_eq!(best(&lines), written);
            assert_eq!(word(&lines[lines.len() - 2], "pv"), Some(written));
        }
    }
}

#[test]
fn several_lines_are_numbered_and_the_best_has_the_last_word() {
    let mut session = Session::start();
    session.send("setoption name MultiPV value 3");
    let lines = session.go("depth 4");
    for number in ["1", "2", "3"] {
        let own = |line: &&String| word(line, "multipv") == Some(number);
        assert!(lines.iter().filter(own).any(|line| word(line, "depth") == Some("4")));
    }
    let last = &lines[lines.len() - 2];
    assert_eq!((word(last, "multipv"), word(last, "pv")), (Some("1"), Some(best(&lines))));
}

#[test]
fn every_limit_ends_with_a_best_move() {
    let mut session = Session::start();
    for words in [
        "depth 2",
        "nodes 100",
        "movetime 10",
        "mate 1 depth 3",
        "wtime 100",
        "btime 100",
        "wtime 100 btime 100 winc 5 binc 5 movestogo 3",
        "movestogo 3 binc 5 winc 5 btime 100 wtime 100",
        "wtime -100 btime 100",
        "wtime 0 btime 0",
        "winc 10",
        "movestogo 2",
        "movetime 0",
        "depth 1 searchmoves e2e4 d2d4",
        "searchmoves e2e4 d2d4 depth 1",
        "depth 2 wtime 99999999999999999999999999 nodes 999999999999999999999999",
    ] {
        for position in ["startpos", "startpos moves e2e4"] {
            if words.contains("searchmoves") && position != "startpos" {
                continue;
            }
            session.send(&format!("position {position}"));
            let lines = session.go(words);
            let info = &lines[lines.len() - 2];
            assert!(info.starts_with("info depth ") && !info.contains('.'), "{words}: {info}");
            assert!(word(info, "score").is_some(), "{words}: {info}");
            assert_eq!(word(info, "pv"), Some(best(&lines)), "{words}: {lines:?}");
        }
    }
}

#[test]
fn the_words_of_an_info_line_stand_in_order() {
    let mut session = Session::start();
    session.send("setoption name UCI_ShowWDL value true");
    let lines = session.go("depth 2");
    let keys = [
        "depth", "seldepth", "multipv", "score", "wdl", "nodes", "nps", "hashfull", "tbhits",
        "time", "pv",
    ];
    for line in lines.iter().filter(|line| line.contains(" score ")) {
        let places: Vec<_> = keys.iter().map(|key| line.find(&format!(" {key} "))).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{line}");
    }
    session.send("setoption name UCI_ShowWDL value false");
    assert!(session.go("depth 2").iter().all(|line| !line.contains("wdl")));
}

#[test]
fn without_a_legal_move_it_says_so() {
    let mut session = Session::start();
    for (fen, score) in [(MATED, "mate 0"), (STALEMATED, "cp 0")] {
        session.send(&format!("position fen {fen}"));
        for words in ["depth 3", "wtime 100 btime 100", "nodes 10", "movetime 1"] {
            let lines = session.go(words);
            let expected = [&format!("info depth 0 score {score}"), "bestmove (none)"];
            assert_eq!(lines, expected, "{words}");
        }
        session.send("go infinite");
        assert!(session.ask("").iter().all(|line| !line.starts_with("bestmove")));
        session.send("stop");
        session.until("bestmove (none)");
    }
}

#[test]
fn pondering_waits_for_the_hit_or_the_stop() {
    let mut session = Session::start();
    for word in ["ponderhit", "stop"] {
        session.send("go ponder wtime 100 btime 100");
        assert!(session.ask("").iter().all(|line| !line.starts_with("bestmove")));
        session.send(word);
        session.until("bestmove");
    }
    assert!(session.error("ponderhit").contains("no search is pondering"));
    // What is found at once is shown at once: nothing else will be said before the end.
    session.send("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    session.send("go ponder wtime 60000 btime 60000");
    while word(&session.line(), "mate") != Some("1") {}
    session.send("stop");
    assert_eq!(best(&session.until("bestmove")), "a1a8");
}

#[test]
fn the_end_of_input_ends_an_endless_search_and_lets_a_bounded_one_finish() {
    for words in ["infinite", "ponder wtime 1000 btime 1000", ""] {
        let mut session = Session::start();
        session.send(&format!("go {words}"));
        let (lines, status) = session.end();
        assert!(best(&lines).len() >= 4, "go {words}");
        assert_eq!(status.code(), Some(0), "go {words}");
    }
    // A script, all at once; the last line has no end.
    let mut session = Session::start();
    session.send_bytes(
        b"position startpos moves e2e4\ngo depth 2\nucinewgame\nposition startpos\ngo nodes 500\ngo movetime 5\nperft 2",
    );
    let (lines, status) = session.end();
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 3);
    assert!(lines.iter().any(|line| line == "Nodes searched: 400"));
    assert_eq!(status.code(), Some(0));
}

#[test]
fn an_endless_search_is_left_in_peace() {
    let mut session = Session::start();
    session.send("go infinite");
    for (line, part) in [
        ("go depth 1", "send 'stop' first; nothing is searched"),
        ("perft 1", "send 'stop' first; nothing is searched"),
        ("ucinewgame", "send 'stop' first; nothing is cleared"),
        ("setoption name Hash value 2", "send 'stop' first; it stays as it is"),
        ("setoption name Clear Hash", "send 'stop' first; it stays as it is"),
        ("setoption name Threads value 2", "send 'stop' first; it stays as it is"),
        ("setoption name EvalFile", "send 'stop' first; the network in use stays"),
        ("go depth abc", "nothing is searched"),
    ] {
        session.send(line);
        let error = session.until("info string error: ").pop().unwrap();
        assert!(error.contains(part), "{line}: {error}");
    }
    // These change only what comes next.
    session.send("position startpos moves e2e4");
    session.send("setoption name MultiPV value 2");
    let said = session.ask("");
    assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{said:?}");
    session.send("stop");
    assert!(best(&session.until("bestmove")).len() >= 4);
    // The two that were refused have their answers after that of the search.
    assert_eq!([0, 1].map(|_| session.line()), ["bestmove (none)"; 2]);
    assert!(session.fen().contains(" b "));
}

#[test]
fn white_space_line_ends_and_strange_bytes_do_not_matter() {
    let mut session = Session::start();
    session.send_bytes(b"\r\n \t \n\tisready \r\n");
    assert_eq!(session.line(), "readyok");
    session.send_bytes(b"\xef\xbb\xbfisready\nisready\x1a\r\n\0isready\0\n");
    assert_eq!([0, 1, 2].map(|_| session.line()), ["readyok"; 3]);
    session.send_bytes(b"  position\tstartpos   moves\te2e4\r\n");
    assert!(session.fen().contains(" b "));
    session.send_bytes(b"\xff\xfe\x00\x80 nonsense\n");
    assert!(session.line().starts_with("info string error: unknown command"));
    session.send("joho debug off");
    assert!(session.line().starts_with("info string error: unknown words 'joho'"));
}

#[test]
fn a_game_of_ten_thousand_moves() {
    let mut session = Session::start();
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(2_500);
    session.send(&format!("position startpos moves {moves}"));
    assert!(session.fen().ends_with(" w KQkq - 10000 5001"));
    session.go("depth 1");
    let error = session.error(&format!("position startpos moves {moves} e2e5"));
    assert!(error.contains("move 10001: 'e2e5'"), "{error}");
    // A line that never ends is not kept.
    let endless = session.error(&"x".repeat(3 << 20));
    assert!(endless.contains("longer than"));
}

#[test]
fn bad_input_is_one_line_that_says_what_was_wrong_and_what_was_kept() {
    let mut session = Session::start();
    let kept = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";
    session.send("position startpos moves d2d4");
    for (line, parts) in [
        ("go perft 1000000", ["from 0 to 20", "nothing is searched"]),
        ("go perft 2 depth abc", ["not 'abc'", "nothing is searched"]),
        ("perft", ["needs a number", ""]),
        ("bench deep", ["not 'deep'", ""]),
        ("setoption name Hash value abc", ["from 1 to 1048576, not 'abc'", "stays as it is"]),
        ("setoption name Hash value 0", ["from 1 to 1048576, not '0'", "stays as it is"]),
        ("setoption name Hash", ["from 1 to 1048576", "stays as it is"]),
        ("setoption name Threads value 0", ["from 1 to 1024, not '0'", "stays as it is"]),
        ("setoption name Threads value many", ["from 1 to 1024", "stays as it is"]),
        ("bench 1 0", ["the hash is a whole number from 1 to 1048576, not 0", ""]),
        ("bench 1 1 0", ["the number of threads is a whole number from 1 to 1024, not 0", ""]),
        ("setoption name Ponder value maybe", ["true or false, not 'maybe'", "stays as it is"]),
        ("setoption name Style value 7", ["no option 'Style'", "nothing is set"]),
        ("setoption Hash value 7", ["'name' should follow", "nothing is set"]),
        ("setoption", ["'name' should follow", "nothing is set"]),
        ("debug maybe", ["'maybe'", ""]),
        ("castle long", ["unknown command 'castle'", "nothing is done"]),
    ] {
        let error = session.error(line);
        assert!(parts.iter().all(|part| error.contains(part)), "{line}: {error}");
        assert!(error.chars().count() < 320, "{line}: {error}");
    }
    assert_eq!(session.fen(), kept);
    let error = session.error(&format!("position startpos moves {}", "e2e4e2e4".repeat(1000)));
    assert!(error.chars().count() < 320, "a long word is shown in part: {error}");
    // A word too many does not keep a chess program waiting.
    session.send("go depth 1 quickly");
    assert!(session.until("bestmove")[0].contains("unknown words 'quickly'"));
}

#[test]
fn the_extras_that_users_know() {
    let mut session = Session::start();
    session.send("position startpos moves f2f3 e7e5 g2g4 d8h4");
    let drawing = session.ask("d");
    assert!(drawing.iter().any(|line| line == &format!("Fen: {MATED}")));
    assert!(drawing.iter().any(|line| line == "Checkers: h4"));
    assert!(drawing.iter().any(|line| line.starts_with("Key: ")));
    assert!(session.ask("eval").iter().any(|line| line.starts_with("Evaluation: ")));
    session.send("flip");
    assert!(session.fen().contains(" b "));
    assert!(session.ask("help").iter().any(|line| line.contains("position startpos")));
    let compiler = session.ask("compiler");
    assert!(compiler[0].contains("rustc"));
    assert!(compiler[2].starts_with("Built-in network: "), "{compiler:?}");
    session.send("position startpos");
    for line in ["perft 3", "go perft 3"] {
        session.send(line);
        let counts = session.until("Nodes searched: ");
        assert_eq!(
            counts
                .iter()
                .filter(|line| line.contains("2: ") || line.contains("3: ") || line.contains("4: "))
                .count(),
            20
        );
        assert_eq!(counts.last().unwrap(), "Nodes searched: 8902");
        assert!(session.line().ends_with(" leaves per second"));
    }
    for line in ["bench 1", "bench 2 1 3"] {
        session.send(line);
        let answer = session.line();
        assert!(answer.contains(" nodes ") && answer.ends_with(" nps"), "{answer}");
    }
    assert_eq!(session.ask("debug on"), Vec::<String>::new());
    let said = session.ask("position startpos");
    assert!(said.iter().all(|line| line.starts_with("info string ")) && said.len() == 1);
}

#[test]
fn a_count_that_takes_too_long_can_be_stopped() {
    let mut session = Session::start();
    session.send("perft 15");
    session.ask("");
    session.send("stop");
    session.until("info string perft stopped");
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let mut child = program::<&str>([])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // It ends at its first line, so this may fail.
    let _ = std::io::Write::write_all(&mut input, b"uci\nisready\n");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
}
