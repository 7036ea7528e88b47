//! Mates, seen from outside: announced with their exact distance, shown to
//! the end, found under every kind of limit.

use crate::support::Session;
use staunton::chess::board::Position;
use staunton::chess::movegen::legal_moves;
use staunton::chess::types::Color;
use staunton::engine::parse_move;

/// P. Morphy's problem: 1. Ra6 mates in two, since Black must move. A search
/// with null moves alone finds that late.
const ZUGZWANG: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

/// Positions and in how many moves it is mate, negative for the side that is
/// mated. None can be shorter: all lines were tried, but for the mate in
/// five. Most begin with a quiet move.
const MATES: [(&str, i32); 16] = [
    ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 2),
    ("k7/8/2K5/8/8/8/8/7R w - - 0 1", 2),
    ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", 2),
    ("8/7k/5K2/8/8/8/6R1/8 w - - 0 1", 3),
    ("8/6pp/3q1p2/3n1k2/1P6/3NQ2P/5PP1/6K1 w - - 0 1", 3),
    ("k4r2/1R4pb/1pQp1n1p/3P4/5p1P/3P2P1/r1q1R2K/8 w - - 0 1", 3),
    ("R7/8/8/P7/8/k7/8/1K6 w - - 0 1", 4),
    ("8/7K/8/7k/1Q6/8/8/8 w - - 0 1", 4),
    ("r3r2k/2R3pp/pp1q1p2/8/3P3R/7P/PP3PP1/3Q2K1 w - - 0 1", 4),
    ("r6k/p1Q4p/2p1b1rq/4p3/B3P3/4P3/PPP3P1/4RRK1 b - - 0 1", 5),
    ("3Q4/8/k1K5/8/8/8/8/8 b - - 0 1", -2),
    ("7k/1R3K2/8/8/8/8/8/8 b - - 0 1", -2),
    ("8/8/8/8/8/8/3R2P1/5K1k b - - 0 1", -2),
    ("8/7R/8/8/8/1K6/3P4/1k6 b - - 0 1", -3),
    ("1k6/3K4/8/8/8/2Q5/8/8 b - - 0 1", -3),
    ("8/8/8/8/8/5k2/7q/5K2 w - - 0 1", -1),
];

/// The mate that an exact info line announces, and its line of moves.
fn mate(line: &str) -> Option<(i32, &str)> {
    let (_, rest) = line.split_once(" score mate ")?;
    let (moves, rest) = rest.split_once(' ')?;
    let (_, pv) = rest.split_once(" pv ")?;
    (!rest.contains("bound")).then(|| (moves.parse().expect("a number of moves"), pv))
}

/// Every mate that is announced is shown to its end, and is as long as said.
fn check(fen: &str, lines: &[String]) {
    for line in lines {
        let Some((moves, pv)) = mate(line) else { continue };
        let mut position: Position = fen.parse().expect("a position");
        let mut plies = 0;
        for text in pv.split(' ') {
            let mv = parse_move(&position, text).unwrap_or_else(|error| panic!("{error}: {line}"));
            position = position.after(mv);
            plies += 1;
        }
        assert_eq!(plies, if moves > 0 { 2 * moves - 1 } else { -2 * moves }, "{fen}: {line}");
        assert!(position.in_check() && legal_moves(&position).is_empty(), "{fen}: {line}");
    }
}

/// Searches a position and checks the mates on the way. Returns the line that
/// counts.
fn search(session: &mut Session, fen: &str, words: &str) -> String {
    session.send("ucinewgame");
    session.send(&format!("position fen {fen}"));
    let mut lines = session.go(words);
    check(fen, &lines);
    let best = lines.pop().expect("a best move");
    let last = lines.pop().expect("a line");
    let first = last.split_once(" pv ").map(|(_, pv)| pv.split(' ').next());
    assert_eq!(first, Some(best.split(' ').nth(1)), "{fen}, go {words}: {last}, {best}");
    last
}

#[test]
fn mates_are_announced_at_their_distance_whatever_the_limit() {
    let mut session = Session::start();
    for (fen, moves) in MATES {
        for words in ["depth 24", "nodes 1000000"] {
            let last = search(&mut session, fen, words);
            assert_eq!(mate(&last).map(|(moves, _)| moves), Some(moves), "{words}: {fen}: {last}");
        }
    }
}

#[test]
fn a_mate_search_finds_the_mate_and_no_longer_one() {
    let mut session = Session::start();
    for (fen, moves) in MATES {
        let last = search(&mut session, fen, &format!("mate {}", moves.abs()));
        let found = mate(&last).map(|(moves, _)| moves);
        assert_eq!(found, Some(moves), "{fen}: {last}");
    }
    let last = search(&mut session, ZUGZWANG, "mate 2");
    assert_eq!(mate(&last).map(|(moves, _)| moves), Some(2), "{last}");
    // A longer one will do; it need not be the shortest.
    let last = search(&mut session, MATES[0].0, "mate 5");
    assert!(mate(&last).is_some_and(|(moves, _)| (2..=5).contains(&moves)), "{last}");
}

#[test]
fn without_a_mate_the_other_limits_end_the_search() {
    let mut session = Session::start();
    for words in
        ["mate 1 nodes 5000", "mate 3 depth 6", "mate 2 movetime 5", "mate 1 wtime 10 btime 10"]
    {
        let last = search(&mut session, Position::START_FEN, words);
        assert_eq!(mate(&last), None, "{words}");
    }
    // This one is a move too long.
    let last = search(&mut session, MATES[3].0, "mate 2 nodes 20000");
    assert!(mate(&last).is_none_or(|(moves, _)| moves >= 3), "{last}");
    // Without another limit only a stop ends it.
    session.send("position startpos");
    session.send("go mate 3");
    assert!(session.ask("").iter().all(|line| !line.starts_with("bestmove")));
    session.send("stop");
    session.until("bestmove");
}

#[test]
fn several_lines_have_several_mates() {
    let mut session = Session::start();
    session.send("setoption name MultiPV value 4");
    // With so few pieces every line is short.
    let few = |fen: &str| fen.chars().filter(|letter| letter.is_alphabetic()).count() <= 6;
    for (fen, moves) in MATES.into_iter().filter(|(fen, _)| few(fen)) {
        let last = search(&mut session, fen, "depth 22");
        assert_eq!(mate(&last).map(|(moves, _)| moves), Some(moves), "{fen}: {last}");
    }
    // The rook's waiting moves mate in two; others take longer.
    session.send("position fen k7/8/2K5/8/8/8/8/7R w - - 0 1");
    let lines = session.go("depth 10");
    let mates = |number: &str| {
        let own = |line: &&String| line.contains(&format!(" multipv {number} "));
        lines.iter().rfind(own).and_then(|line| mate(line)).map(|(moves, _)| moves)
    };
    assert_eq!(mates("1"), Some(2));
    assert!(mates("4").is_some_and(|moves| moves >= 2), "{lines:?}");
}

/// The numbers of all lines that are shown, in order.
fn numbers(lines: &[String]) -> Vec<&str> {
    let rest = lines.iter().filter_map(|line| line.split_once(" multipv "));
    let mut all: Vec<&str> = rest.filter_map(|(_, rest)| rest.split(' ').next()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn several_lines_begin_with_the_requested_moves() {
    let mut session = Session::start();
    session.send("setoption name MultiPV value 3");
    for (words, expected) in [
        ("searchmoves e2e4 d2d4 depth 6", vec!["1", "2"]),
        ("depth 6 searchmoves a2a3 b2b3 c2c3 d2d3 e2e3", vec!["1", "2", "3"]),
        ("nodes 5000 searchmoves h2h4", vec!["1"]),
    ] {
        let lines = session.go(words);
        assert_eq!(numbers(&lines), expected, "{words}");
        for line in lines.iter().filter(|line| line.contains(" pv ")) {
            let first = line.split_once(" pv ").and_then(|(_, pv)| pv.split(' ').next());
            assert!(first.is_some_and(|mv| words.contains(mv)), "{words}: {line}");
        }
    }
}

#[test]
fn pondering_may_have_several_lines() {
    let mut session = Session::start();
    session.send("setoption name MultiPV value 3");
    for word in ["ponderhit", "stop"] {
        session.send("go ponder depth 5");
        // All lines of the last iteration, and still nothing is played.
        let mut lines = Vec::new();
        while !lines
            .iter()
            .any(|line: &String| line.contains("info depth 5 ") && line.contains("multipv 3 "))
        {
            lines.push(session.line());
        }
        assert!(session.ask("").iter().all(|line| !line.starts_with("bestmove")));
        session.send(word);
        lines.extend(session.until("bestmove"));
        assert_eq!(numbers(&lines), ["1", "2", "3"]);
        let [.., last, best] = lines.as_slice() else { panic!("{lines:?}") };
        let first = last.split_once(" pv ").and_then(|(_, pv)| pv.split(' ').next());
        assert!(last.contains(" multipv 1 ") && first == best.split(' ').nth(1), "{last}, {best}");
    }
}

#[test]
fn an_infinite_search_keeps_to_the_requested_moves() {
    let mut session = Session::start();
    for named in ["a2a3 h2h3", "g1h3"] {
        session.send(&format!("go infinite searchmoves {named}"));
        let mut lines = session.until("info depth 5 ");
        session.send("stop");
        lines.extend(session.until("bestmove"));
        for line in lines.iter().filter(|line| line.contains(" pv ")) {
            let first = line.split_once(" pv ").and_then(|(_, pv)| pv.split(' ').next());
            assert!(first.is_some_and(|mv| named.contains(mv)), "{line}");
        }
        let best = lines.last().and_then(|line| line.split(' ').nth(1));
        assert!(best.is_some_and(|mv| named.contains(mv)), "{best:?}");
    }
}

/// Bishop and knight take more moves than a search sees, so each search begins
/// with the TT entries of the last ones.
#[test]
fn bishop_and_knight_mate_without_promising_what_is_not_so() {
    let mut session = Session::start();
    let mut position: Position = "8/8/N7/8/8/k7/2B5/5K2 w - - 0 1".parse().expect("a position");
    while !legal_moves(&position).is_empty() {
        assert!(position.halfmove_clock() < 100, "drawn: {position}");
        session.send(&format!("position fen {position}"));
        let nodes = if position.side_to_move() == Color::White { 50_000 } else { 5_000 };
        let lines = session.go(&format!("nodes {nodes}"));
        for line in &lines {
            let Some((_, score)) = line.split_once(" score cp ") else { continue };
            let score: i32 = score.split(' ').next().unwrap().parse().expect("a number");
            assert!(score.abs() < 3_000, "no such advantage exists here: {line}");
        }
        let best = lines.last().and_then(|line| line.split(' ').nth(1)).expect("a best move");
        position = position.after(parse_move(&position, best).expect("a legal move"));
    }
    assert!(position.in_check(), "stalemate: {position}");
}
