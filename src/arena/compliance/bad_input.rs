//! Checks of what bad input does to an engine, and of how it ends.

use super::miss::Miss;
use super::options;
use super::search::{Root, best_move};
use super::tester::{Check, Steps, Tester, check};
use crate::chess::notation::uci;
use Steps::{Other, Survive};
use std::process::ExitStatus;

/// An engine that gets bad input goes on.
pub const BAD_INPUT: [Check; 14] = [
    check("unknown commands are survived", Survive(&UNKNOWN)),
    check("broken FENs are survived", Survive(&BROKEN_FENS)),
    check("FENs of illegal positions are survived", Survive(&ILLEGAL_POSITIONS)),
    check("broken 'position' commands are survived", Survive(&POSITIONS)),
    check("illegal moves are survived", Survive(&ILLEGAL_MOVES)),
    check(
        "a refused position is not answered with a move of the one before",
        Other(refused_positions),
    ),
    check("unknown options are survived", Survive(&UNKNOWN_OPTIONS)),
    check("bad values of options are survived", Other(options::take_bad_values)),
    check("bad limits of 'go' are survived", Other(bad_limits)),
    check("'ponderhit' without a search is survived", Survive(&["ponderhit"])),
    check("'debug' is survived", Survive(&["debug on", "debug off", "debug"])),
    check("a very long line is survived", Other(long_line)),
    check("bytes that are not text are survived", Survive(&["\u{1}\u{7f}\u{fffd}"])),
    check("'uci' may come again", Survive(&["uci"])),
];

/// How an engine ends.
pub const ENDS: [Check; 4] = [
    check("'quit' ends it with exit code 0", Other(|tester| quit(tester, false))),
    check("'quit' ends it in a search", Other(|tester| quit(tester, true))),
    check("the end of its input ends it", Other(|tester| hang_up(tester, false))),
    check("the end of its input ends it in a search", Other(|tester| hang_up(tester, true))),
];

const UNKNOWN: [&str; 5] = ["", " \t ", "xboard", "hello engine", "Position startpos"];

const BROKEN_FENS: [&str; 10] = [
    "position fen",
    "position fen rnbqkbnr/pppppppp/8/8",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1",
    "position fen rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "position fen rnbqkxnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR white KQkq - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KXkq z9 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x -y",
];

const ILLEGAL_POSITIONS: [&str; 7] = [
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen 8/8/8/3Q4/8/8/8/4K3 w - - 0 1",
    "position fen kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - - 0 1",
    "position fen 4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1",
    "position fen P3k2P/8/8/8/8/8/8/p3K2p w - - 0 1",
    "position fen 4k3/8/8/8/8/8/8/4K3 w KQkq e3 0 1",
    "position fen QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK/k7 b - - 0 1",
];

const POSITIONS: [&str; 5] = [
    "position",
    "position start",
    "position startpos e2e4",
    "position moves e2e4",
    "position startpos moves",
];

const ILLEGAL_MOVES: [&str; 6] = [
    "position startpos moves e2e5",
    "position startpos moves e2e4 e2e4",
    "position startpos moves e7e5",
    "position startpos moves e2e4 0000",
    "position startpos moves hello",
    "position startpos moves e2e4q z9z9",
];

const UNKNOWN_OPTIONS: [&str; 5] = [
    "setoption",
    "setoption name",
    "setoption name NoSuchOption value 1",
    "setoption name NoSuchOption",
    "setoption value 1",
];

/// Its moves begin on squares that are empty on every board of [`REFUSED`].
const BEFORE_REFUSED: Root = Root::fen("8/5k2/8/8/8/3QK3/8/8 w - - 0 1");

const REFUSED: [&str; 4] = [
    "position fen rnbqkbnr/pppppppp/8/8 w KQkq - 0 1",
    "position fen 4k3/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1",
    "position fen 4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1",
    "position startpos moves e2e4 e2e4",
];

/// The engine is free in what it makes of such a position: it may search what it
/// has understood, have no best move, or say nothing. An engine that ends has
/// failed another check.
fn refused_positions(tester: &mut Tester<'_>) -> Result<(), Miss> {
    let before = BEFORE_REFUSED.game()?;
    for line in REFUSED {
        let engine = tester.engine()?;
        engine.send(&BEFORE_REFUSED.to_string());
        engine.send(line);
        engine.send("go depth 1");
        let lines = engine.until("bestmove").unwrap_or_default();
        if engine.ready().is_err() {
            tester.end();
            return Err(Miss::NotApplicable(format!("it ends or hangs after '{line}'")));
        }
        let answer = lines.last().map_or("", String::as_str);
        if uci::parse(before.position(), best_move(answer).best).is_ok() {
            let what = format!("'{answer}' after '{line}' is a move of '{BEFORE_REFUSED}'");
            return Err(Miss::Fault(what));
        }
    }
    Ok(())
}

/// The engine is free to make such a search or not.
fn bad_limits(tester: &mut Tester<'_>) -> Result<(), Miss> {
    const LIMITS: [&str; 6] = [
        "depth many",
        "wtime 1.5x btime",
        "movetime -1",
        "nodes 99999999999999999999999",
        "searchmoves e2e5 hello",
        "hello 1",
    ];
    for limits in LIMITS {
        let lost = |_| Miss::Fault("the engine does not start again".to_string());
        tester.start().map_err(lost)?;
        let engine = tester.engine()?;
        engine.send("position startpos");
        engine.send(&format!("go {limits}"));
        engine.send("stop");
        engine.ready().map_err(|miss| miss.after(&format!("go {limits}")))?;
        // A best move may still come; it does not answer the next check.
        tester.end();
    }
    Ok(())
}

fn long_line(tester: &mut Tester<'_>) -> Result<(), Miss> {
    const LENGTH: usize = 1 << 18;
    let engine = tester.engine()?;
    engine.send(&"x".repeat(LENGTH));
    engine.ready()?;
    tester.survive(&[&format!("position startpos moves {}", "x".repeat(LENGTH))])
}

/// Ends the engine in a search or without one, by `how`.
fn end(
    tester: &mut Tester<'_>,
    in_search: bool,
    how: impl FnOnce(&mut super::process::CheckedEngine),
) -> Result<ExitStatus, Miss> {
    let engine = tester.engine()?;
    if in_search {
        engine.send(&Root::START.to_string());
        engine.send("go infinite");
        engine.no_best_move()?;
    }
    how(engine);
    let status = engine.ended();
    tester.end();
    status
}

fn quit(tester: &mut Tester<'_>, in_search: bool) -> Result<(), Miss> {
    let status = end(tester, in_search, |engine| engine.send("quit"))?;
    if status.success() { Ok(()) } else { Err(Miss::Fault(format!("it ended with {status}"))) }
}

fn hang_up(tester: &mut Tester<'_>, in_search: bool) -> Result<(), Miss> {
    end(tester, in_search, |engine| engine.hang_up()).map(drop)
}
