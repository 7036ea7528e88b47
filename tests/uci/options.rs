//! The options: how they are declared, set and refused.

use crate::support::Session;

#[test]
fn uci_names_the_engine_and_its_options() {
    let mut session = Session::start();
    session.send("uci");
    let lines = session.until("uciok");
    assert!(lines[0].starts_with("id name Staunton "));
    assert!(lines[1].starts_with("id author "));
    for declaration in [
        "option name Hash type spin default 16 min 1 max 1048576",
        "option name Clear Hash type button",
        "option name Threads type spin default 1 min 1 max 1024",
        "option name Ponder type check default false",
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name nodestime type spin default 0 min 0 max 10000",
        "option name UCI_Chess960 type check default false",
        "option name UCI_ShowWDL type check default false",
        "option name UCI_AnalyseMode type check default false",
        "option name EvalFile type string default <empty>",
        "option name SyzygyPath type string default <empty>",
        "option name SyzygyProbeDepth type spin default 1 min 1 max 100",
        "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
        "option name Syzygy50MoveRule type check default true",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default 800 min 800 max 2800",
        "option name Skill Level type spin default 20 min 0 max 20",
        "option name OwnBook type check default false",
        "option name BookFile type string default <empty>",
        "option name UCI_Opponent type string default <empty>",
        "option name Contempt type spin default 0 min -1000 max 1000",
        "option name ExcludeMoves type string default <empty>",
        "option name Debug Log File type string default <empty>",
        "option name HashFile type string default <empty>",
        "option name SaveHash type button",
        "option name LoadHash type button",
    ] {
        assert!(lines.iter().any(|line| line == declaration), "{declaration}: {lines:?}");
    }
    for beginning in [
        "option name Move Overhead type spin default ",
        "option name UCI_EngineAbout type string default Staunton ",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(beginning)), "{beginning}");
    }
}

#[test]
fn isready_waits_for_options() {
    let mut session = Session::start();
    for hash in [1, 64, 2, 32] {
        assert!(session.ask(&format!("setoption name Hash value {hash}")).is_empty());
        assert!(session.ask("setoption name Clear Hash").is_empty());
        assert!(session.ask("ucinewgame").is_empty());
    }
}

#[test]
fn a_hash_that_cannot_be_had_leaves_the_old_one() {
    let mut session = Session::start();
    session.send("setoption name Hash value 2");
    // Some systems promise any amount of memory: then there is no error, and
    // nothing may be lost by not using it.
    let lines = session.ask("setoption name Hash value 1048576");
    if let [line] = lines.as_slice() {
        assert!(line.starts_with("info string error: ") && line.contains("it stays at 2 MB"));
    }
    session.send("setoption name Hash value 1");
    session.go("depth 4");
}

#[test]
fn an_option_waits_its_turn_behind_a_search_that_ends() {
    let mut session = Session::start();
    for command in ["go depth 6", "setoption name Hash value 2", "setoption name Threads value 2"] {
        session.send(command);
    }
    session.send("go depth 1");
    for _ in 0..2 {
        while !session.line().starts_with("bestmove ") {}
    }
    session.send("go infinite");
    let lines = session.ask("setoption name Hash value 4");
    assert!(lines.iter().any(|line| line.contains("send 'stop' first")), "{lines:?}");
}

#[test]
fn paths_with_quotation_marks_are_refused_in_the_same_way() {
    let mut session = Session::start();
    for name in ["EvalFile", "BookFile", "HashFile", "Debug Log File"] {
        for path in ["\"my net.nnue\"", "'one'", "~/one"] {
            let error = session.error(&format!("setoption name {name} value {path}"));
            let part = "without quotation marks or '~', not ";
            assert!(error.contains(part) && error.contains("stays"), "{error}");
        }
    }
    for path in ["\"/my tables\"", "~/tables"] {
        session.error(&format!("setoption name SyzygyPath value {path}"));
    }
}

#[test]
fn option_names_are_read_kindly() {
    let mut session = Session::start();
    for line in [
        "setoption name hash value 2",
        "setoption name MoveOverhead value 50",
        "setoption name move overhead value 50",
        "setoption name Move Overhead value 50",
        "setoption name CLEAR HASH",
        "setoption name uci_analysemode value True",
        "setoption name UCI_EngineAbout value anything at all",
    ] {
        assert_eq!(session.ask(line), Vec::<String>::new(), "{line}");
    }
}
