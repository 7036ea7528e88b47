//! The list of checks: what programs that play and analyse with engines rely on.

use super::bad_input;
use super::limits::{check_depth, check_move_time, check_nodes};
use super::miss::Miss;
use super::options;
use super::process::first_word;
use super::search::{Root, best_move, info};
use super::tester::{Check, Steps, Tester, check};
use crate::chess::board::Position;
use crate::uci::words::info::pv_moves;
use Steps::{Other, Search, Survive};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// All checks, in their order.
pub const LISTS: [&[Check]; 5] =
    [&INTRODUCTION, &SEARCHES, &CONTROL, &bad_input::BAD_INPUT, &bad_input::ENDS];

const MIDDLE_GAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8";
const BLACK_TO_MOVE: &str = "2r3k1/1p3pp1/p2q3p/3p4/3P1P2/1P2RQ1P/P5P1/6K1 b - - 2 28";
/// White castles, captures en passant and promotes.
const SPECIAL: Root = Root {
    fen: Some("r3k3/P6p/8/5pP1/8/8/8/4K2R w Kq f6 0 1"),
    moves: "g5f6 h7h5 e1g1 e8c8 a7a8n",
};

const INTRODUCTION: [Check; 6] = [
    check("it says its name", Other(|tester| introduced(tester, "name"))),
    check("it says its author", Other(|tester| introduced(tester, "author"))),
    check("its options are declared as UCI has it", Other(options::declared)),
    check("its options take their default values", Other(options::take_defaults)),
    check("it is ready after 'ucinewgame'", Survive(&["ucinewgame"])),
    check("it is ready after 'position'", Other(ready_after_position)),
];

const SEARCHES: [Check; 18] = [
    check("it moves with White's clock alone", Search(Root::fen(MIDDLE_GAME), "wtime 100")),
    check("it moves with Black's clock alone", Search(Root::fen(BLACK_TO_MOVE), "btime 100")),
    check("it moves with the opponent's clock alone", Search(Root::fen(MIDDLE_GAME), "btime 100")),
    check(
        "it moves with clocks and increments",
        Search(Root::fen(MIDDLE_GAME), "wtime 100 winc 100 btime 100 binc 100"),
    ),
    check(
        "it moves with clocks in another order",
        Search(Root::fen(BLACK_TO_MOVE), "btime 100 binc 100 wtime 100 winc 100"),
    ),
    check("it moves with 'movestogo'", Search(Root::START, "wtime 500 btime 500 movestogo 3")),
    check("it moves with a negative clock", Search(Root::START, "wtime -100 btime 100")),
    check("it moves with an empty clock", Search(Root::START, "wtime 0 btime 0 winc 0 binc 0")),
    check("it obeys 'movetime'", Other(obeys_move_time)),
    check("it obeys 'depth'", Other(obeys_depth)),
    check("it obeys 'nodes'", Other(|tester| obeys_nodes(tester, BLACK_TO_MOVE, 2000))),
    check("it obeys 'nodes 1'", Other(|tester| obeys_nodes(tester, Position::START_FEN, 1))),
    check("it plays moves with castling, en passant and promotion", Search(SPECIAL, "depth 3")),
    check(
        "it plays the only move",
        Search(Root::fen("7k/8/8/8/8/8/r7/7K w - - 0 1"), "wtime 1000 btime 1000"),
    ),
    check(
        "its PV ends with the mate",
        Search(Root::fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"), "depth 5"),
    ),
    check(
        "it reads a FEN without clocks",
        Search(Root::fen("8/5k2/8/8/8/3QK3/8/8 w - -"), "depth 4"),
    ),
    check("it plays a game", Other(plays_a_game)),
    check("it knows long games", Other(long_game)),
];

const CONTROL: [Check; 13] = [
    check("'isready' is answered in a search", Other(ready_in_search)),
    check("'go infinite' waits for 'stop'", Other(infinite_waits)),
    check("'stop' right after 'go' is not lost", Other(stop_at_once)),
    check("'stop' without a search says nothing", Other(stop_alone)),
    check("'ponderhit' begins the time of a search that ponders", Other(ponder_hit)),
    check("'stop' ends a search that ponders", Other(ponder_stop)),
    check("'searchmoves' limits the best move", Other(search_moves)),
    check("a checkmate has no best move", no_move("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")),
    check("a stalemate has no best move", no_move("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")),
    check("MultiPV shows as many lines as asked for", Other(multi_pv)),
    check("Chess960 castling is read and written", Other(castles_in_chess960)),
    check("lines may end in CR LF", Other(carriage_return)),
    check("words may have several spaces between", Other(white_space)),
];

const fn no_move(fen: &'static str) -> Steps {
    Search(Root::fen(fen), "depth 3")
}

fn introduced(tester: &mut Tester<'_>, what: &str) -> Result<(), Miss> {
    let begin = format!("id {what} ");
    let is_said = tester
        .greeting
        .iter()
        .any(|line| line.strip_prefix(&begin).is_some_and(|name| !name.trim().is_empty()));
    if is_said { Ok(()) } else { Err(Miss::Fault(format!("no line 'id {what} …' came"))) }
}

fn ready_after_position(tester: &mut Tester<'_>) -> Result<(), Miss> {
    for root in [Root::START, Root::fen(MIDDLE_GAME), SPECIAL] {
        let engine = tester.engine()?;
        engine.send(&root.to_string());
        engine.ready().map_err(|miss| miss.after(&root.to_string()))?;
    }
    Ok(())
}

fn obeys_move_time(tester: &mut Tester<'_>) -> Result<(), Miss> {
    const MOVE_TIME: Duration = Duration::from_millis(100);
    let sent = Instant::now();
    tester.search(Root::START, &format!("movetime {}", MOVE_TIME.as_millis()))?;
    check_move_time(MOVE_TIME, sent.elapsed(), tester.timeout())
}

fn obeys_depth(tester: &mut Tester<'_>) -> Result<(), Miss> {
    const DEPTH: u64 = 5;
    let lines = tester.search(Root::fen(MIDDLE_GAME), &format!("depth {DEPTH}"))?;
    check_depth(DEPTH, &lines)
}

fn obeys_nodes(tester: &mut Tester<'_>, fen: &'static str, nodes: u64) -> Result<(), Miss> {
    let lines = tester.search(Root::fen(fen), &format!("nodes {nodes}"))?;
    check_nodes(nodes, &lines)
}

/// Every move is sent with all moves before it, as in a match.
fn plays_a_game(tester: &mut Tester<'_>) -> Result<(), Miss> {
    const MOVES: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7";
    tester.engine()?.send("ucinewgame");
    let ends = MOVES.match_indices(' ').map(|(end, _)| end);
    for end in ends.chain([MOVES.len()]) {
        tester.search(Root { fen: None, moves: &MOVES[..end] }, "wtime 100 btime 100")?;
    }
    Ok(())
}

/// The moves are those of two knights, since the game need only be long.
fn long_game(tester: &mut Tester<'_>) -> Result<(), Miss> {
    const PLIES: usize = 800;
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let moves: Vec<&str> = moves.into_iter().cycle().take(PLIES).collect();
    let engine = tester.engine()?;
    engine.send(&format!("position startpos moves {} e2e4", moves.join(" ")));
    engine.send("go depth 3");
    tester.answer(Root { fen: None, moves: "e2e4" }, Vec::new())?;
    Ok(())
}

fn ready_in_search(tester: &mut Tester<'_>) -> Result<(), Miss> {
    let engine = tester.engine()?;
    let root = Root::fen(MIDDLE_GAME);
    engine.send(&root.to_string());
    engine.send("go infinite");
    let mut lines = engine.ready()?;
    if lines.iter().any(|line| first_word(line) == "bestmove") {
        return Err(Miss::Fault("'isready' ended the search".to_string()));
    }
    lines.extend(engine.no_best_move()?);
    engine.send("stop");
    tester.answer(root, lines)?;
    Ok(())
}

/// The mate is found at once, so the search has nothing to do but wait.
fn infinite_waits(tester: &mut Tester<'_>) -> Result<(), Miss> {
    let mate = Root::fen("7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    for root in [mate, Root::START] {
        let engine = tester.engine()?;
        engine.send(&root.to_string());
        engine.send("go infinite");
        let lines = engine.no_best_move()?;
        engine.send("stop");
        tester.answer(root, lines)?;
    }
    Ok(())
}

fn stop_at_once(tester: &mut Tester<'_>) -> Result<(), Miss> {
    const TRIES: usize = 5;
    for _ in 0..TRIES {
        let engine = tester.engine()?;
        engine.send(&Root::START.to_string());
        engine.send_text("go infinite\nstop\n");
        engine.until("bestmove")?;
        let after = engine.ready()?;
        if after.iter().any(|line| first_word(line) == "bestmove") {
            return Err(Miss::Fault("a second best move came".to_string()));
        }
    }
    Ok(())
}

fn stop_alone(tester: &mut Tester<'_>) -> Result<(), Miss> {
    let engine = tester.engine()?;
    engine.send("stop");
    engine.no_best_move()?;
    tester.survive(&["stop", "ponderhit"])?;
    Ok(())
}

const PONDERED: Root = Root { fen: None, moves: "e2e4 e7e5 g1f3" };

fn ponder(tester: &mut Tester<'_>, end: &str) -> Result<(), Miss> {
    tester.set("Ponder", "true")?;
    let engine = tester.engine()?;
    engine.send(&PONDERED.to_string());
    engine.send("go ponder wtime 200 btime 200 winc 10 binc 10");
    let lines = engine.no_best_move()?;
    engine.send(end);
    tester.answer(PONDERED, lines)?;
    Ok(())
}

fn ponder_hit(tester: &mut Tester<'_>) -> Result<(), Miss> {
    ponder(tester, "ponderhit")
}

fn ponder_stop(tester: &mut Tester<'_>) -> Result<(), Miss> {
    ponder(tester, "stop")
}

/// The moves come last, since some engines take all words after them for moves.
fn search_moves(tester: &mut Tester<'_>) -> Result<(), Miss> {
    const WANTED: [&str; 2] = ["a2a4", "h2h3"];
    let lines = tester.search(Root::START, "depth 4 searchmoves a2a4 h2h3")?;
    let answer = lines.last().map_or("", String::as_str);
    if WANTED.contains(&best_move(answer).best) {
        return Ok(());
    }
    Err(Miss::Fault(format!("'{answer}' answers 'searchmoves {}'", WANTED.join(" "))))
}

fn multi_pv(tester: &mut Tester<'_>) -> Result<(), Miss> {
    tester.set("MultiPV", "3")?;
    let lines = tester.search(Root::START, "depth 4")?;
    let of = |rank: u64| {
        let mut infos = lines.iter().rev().filter_map(|line| info(line));
        pv_moves(infos.find(|info| info.multipv == Some(rank))?.pv).next()
    };
    let first_moves: BTreeSet<&str> = [1, 2, 3].into_iter().filter_map(of).collect();
    tester.set("MultiPV", "1")?;
    match first_moves.len() {
        3 => Ok(()),
        count => Err(Miss::Fault(format!("{count} of 3 lines have a first move of their own"))),
    }
}

/// Castling to the queen's wing is the only mate, and no other move takes the
/// king there.
fn castles_in_chess960(tester: &mut Tester<'_>) -> Result<(), Miss> {
    const FEN: &str = "2rkr3/2p1p3/8/8/8/8/8/RK6 w Q - 0 1";
    tester.set("UCI_Chess960", "true")?;
    let lines = tester.search(Root::fen(FEN), "depth 5")?;
    let answer = lines.last().map_or("", String::as_str);
    if best_move(answer).best != "b1a1" {
        return Err(Miss::Fault(format!("'{answer}' came where castling, b1a1, mates")));
    }
    tester.search(Root { fen: Some(FEN), moves: "b1a1" }, "depth 3")?;
    tester.set("UCI_Chess960", "false")
}

fn carriage_return(tester: &mut Tester<'_>) -> Result<(), Miss> {
    let engine = tester.engine()?;
    engine.send("position startpos moves e2e4\r");
    engine.send("isready\r");
    engine.until("readyok")?;
    engine.send("go depth 2\r");
    tester.answer(Root { fen: None, moves: "e2e4" }, Vec::new())?;
    Ok(())
}

fn white_space(tester: &mut Tester<'_>) -> Result<(), Miss> {
    let engine = tester.engine()?;
    engine.send("  position \t startpos   moves  e2e4  ");
    engine.send(" go   depth\t2 ");
    tester.answer(Root { fen: None, moves: "e2e4" }, Vec::new())?;
    Ok(())
}
