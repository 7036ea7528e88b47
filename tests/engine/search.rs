//! What a search must find, and how it must behave, seen from outside.

mod crowded;
mod limits;

use staunton::chess::board::{GamePosition, Position};
use staunton::chess::movegen::{has_legal_move, is_legal, legal_moves};
use staunton::chess::types::{Depth, Move, Score, UciScore};
use staunton::engine::Searcher;
use staunton::engine::bench::POSITIONS;
use staunton::engine::options::HashMb;
use staunton::engine::search::{
    Bound, Limits, Report, Reporter, SearchControl, SearchOptions, SearchResult,
};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// A report, kept.
#[derive(Clone, Debug)]
struct Kept {
    depth: Depth,
    line: usize,
    score: Score,
    bound: Bound,
    nodes: u64,
    pv: Vec<Move>,
}

#[derive(Default)]
struct Log(Vec<Kept>);

impl Reporter for Log {
    fn report(&mut self, report: &Report<'_>) {
        self.0.push(Kept {
            depth: report.depth,
            line: report.line,
            score: report.score,
            bound: report.bound,
            nodes: report.nodes,
            pv: report.pv.to_vec(),
        });
    }

    fn current_move(&mut self, _: Depth, _: Move, _: usize) {}
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// What is searched.
struct Query {
    game: GamePosition,
    limits: Limits,
    lines: usize,
}

fn query(position: &Position, limits: Limits) -> Query {
    Query { game: position.clone().into(), limits, lines: 1 }
}

fn depth(depth: Depth) -> Limits {
    Limits::depth(depth)
}

fn searcher() -> Searcher {
    Searcher::with_hash(HashMb::of(4)).expect("a small table")
}

fn searcher_of(threads: usize) -> Searcher {
    let mut searcher = searcher();
    searcher.set_threads(threads).expect("a few threads");
    searcher
}

/// Searches with a new searcher, and checks what holds for every search.
fn search(query: &Query) -> (SearchResult, Vec<Kept>) {
    search_with(&mut searcher(), query, &SearchControl::default())
}

/// Searches with an empty table, and checks what holds for every search.
fn search_with(
    searcher: &mut Searcher,
    query: &Query,
    control: &SearchControl,
) -> (SearchResult, Vec<Kept>) {
    let mut log = Log::default();
    searcher.clear_hash();
    searcher.set_options(SearchOptions { multi_pv: query.lines, ..SearchOptions::default() });
    let result = searcher.search_with(&query.game, &query.limits, control, &mut log);
    check(query, &result, &log.0);
    (result, log.0)
}

/// The last report of the first line is exact, or a lower bound after a stop,
/// and begins with the best move; no line contains an illegal move or goes on after the game has ended.
fn check(query: &Query, result: &SearchResult, reports: &[Kept]) {
    let last = reports.iter().rfind(|report| report.line == 1).expect("a report");
    let may_stop = query.limits.depth.is_none();
    assert!(last.bound == Bound::Exact || may_stop && last.bound == Bound::Lower, "{last:?}");
    assert_eq!(last.pv.first().copied(), result.best);
    assert_eq!(last.score, result.score);
    for report in reports {
        let mut position = query.game.position().clone();
        let mut key_history = query.game.key_history().clone();
        for (i, &mv) in report.pv.iter().enumerate() {
            assert!(is_legal(&position, mv), "{mv:?} in {report:?}");
            if i > 0 {
                assert!(position.halfmove_clock() < 100, "beyond fifty moves: {report:?}");
                let times = key_history
                    .previous_occurrences(position.key(), position.halfmove_clock())
                    .count();
                assert!(times < 2, "beyond a repetition: {report:?}");
            }
            key_history.push(position.key());
            position = position.after(mv);
        }
        if report.bound == Bound::Exact
            && let UciScore::Mate(moves) = report.score.to_uci()
        {
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert_eq!(report.pv.len(), plies as usize, "{report:?}");
            assert!(position.in_check() && !has_legal_move(&position), "no mate: {report:?}");
        }
    }
}

/// A move by its squares, `e2e4`.
fn squares(mv: Move) -> String {
    format!("{}{}", mv.from(), mv.to())
}

#[test]
fn mates_are_found_at_their_exact_distance() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
        ("r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", 2),
        ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", 3),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
        ("3qr2k/pbpp2pp/1p5N/3Q2b1/2P1P3/P7/1PP2PPP/R4RK1 w - - 0 1", 2),
        ("r2rb1k1/pp1q1p1p/2n1p1p1/2bp4/5P2/PP1BPR1Q/1BPN2PP/R5K1 w - - 0 1", 4),
        ("3q1rk1/p4pp1/2pb3p/3p4/6Pr/1PNQ4/P1PB1PP1/4RRK1 b - - 0 1", 5),
    ] {
        let limits = Limits { mate: Some(moves), ..depth(14) };
        let (result, _) = search(&query(&position(fen), limits));
        assert_eq!(result.score.to_uci(), UciScore::Mate(moves as i32), "{fen}");
    }
}

#[test]
fn a_mate_that_is_asked_for_is_proven_or_refuted() {
    for (fen, shortest) in [
        ("r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", 2),
        ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", 3),
        // The key is a quiet move: zugzwang.
        ("7k/8/5K2/6R1/8/8/8/8 w - - 0 1", 2),
    ] {
        for moves in 1..=shortest {
            let limits = Limits { mate: Some(moves), ..Limits::default() };
            let (result, _) = search(&query(&position(fen), limits));
            let is_mate = result.score.to_uci() == UciScore::Mate(shortest as i32);
            assert!(is_mate || moves < shortest, "{fen} in {moves}: {}", result.score);
        }
    }
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let (result, _) = search(&query(&position(Position::START_FEN), limits));
    assert!(result.best.is_some() && !result.score.is_mate());
}

#[test]
fn being_mated_is_delayed() {
    let fen = "8/8/8/8/8/5k2/7q/5K2 w - - 0 1";
    let (result, _) = search(&query(&position(fen), depth(4)));
    assert_eq!(result.score.to_uci(), UciScore::Mate(-1));
}

#[test]
fn a_finished_game_has_no_best_move() {
    for (fen, score) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::DRAW),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Score::mated_in(0)),
    ] {
        let (result, reports) = search(&query(&position(fen), depth(5)));
        assert_eq!((result.best, result.score), (None, score));
        assert!(reports.iter().all(|report| report.depth == 0 && report.pv.is_empty()));
    }
}

#[test]
fn tactics_are_seen() {
    for (fen, best) in [
        ("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", "h6h7"),
        ("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1", "c6c4"),
        ("7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - 0 1", "b6b7"),
        ("rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - 0 1", "g4e3"),
        ("r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P5/PP3PPP/R5K1 w - - 0 1", "e7f7"),
        ("3q1rk1/p4pp1/2pb3p/3p4/6Pr/1PNQ4/P1PB1PP1/4RRK1 b - - 0 1", "d6h2"),
    ] {
        let (result, _) = search(&query(&position(fen), depth(13)));
        assert_eq!(result.best.map(squares).as_deref(), Some(best), "{fen}");
    }
}

#[test]
fn the_fifty_move_rule_is_seen() {
    // A rook more, but no time for mate.
    let won = "8/8/8/3k4/8/8/8/R3K3 w - - ";
    let (late, _) = search(&query(&position(&format!("{won}98 90")), depth(8)));
    assert_eq!(late.score, Score::DRAW);
    let (early, _) = search(&query(&position(&format!("{won}10 90")), depth(8)));
    assert!(early.score > Score(300));

    // Mate on the hundredth ply goes before the draw.
    let mate = "7k/8/6K1/8/8/8/8/R7 w - - 99 90";
    let (mate, _) = search(&query(&position(mate), depth(4)));
    assert_eq!(mate.score, Score::mate_in(1));
}

#[test]
fn a_losing_side_repeats() {
    // Black has a rook more and threatens mate, but Qe8+ and Qh5+ go on for ever.
    let fen = "6k1/6p1/8/7Q/8/8/1r4PK/1q6 w - - 0 1";
    let (result, _) = search(&query(&position(fen), depth(10)));
    assert_eq!(result.score, Score::DRAW);
    assert_eq!(result.best.map(squares).as_deref(), Some("h5e8"));
}

/// The score of Kg1 for White, a rook down, after these moves to and fro.
fn walking_back(moves: &[&str]) -> Score {
    let mut game = GamePosition::from(position("6k1/5ppp/8/8/8/r7/5PPP/6K1 w - - 0 1"));
    let find = |position: &Position, name: &str| {
        legal_moves(position).into_iter().find(|&mv| squares(mv) == name).expect("legal")
    };
    for name in moves {
        game.play(find(game.position(), name));
    }
    let limits = Limits { search_moves: vec![find(game.position(), "f1g1")], ..depth(6) };
    let (result, _) = search(&Query { game, limits, lines: 1 });
    result.score
}

#[test]
fn the_third_occurrence_is_a_draw_and_the_second_is_not() {
    let once = ["g1f1", "g8f8", "f1g1", "f8g8", "g1f1", "g8f8"];
    let twice = [&once[..4], &once[..]].concat();
    assert!(walking_back(&once) < Score(-300));
    assert_eq!(walking_back(&twice), Score::DRAW);
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let game = position(fen).into();
    let mut searcher = searcher();
    let mut run = || {
        searcher.clear();
        searcher.search(&game, &depth(9))
    };
    assert_eq!(run(), run());
}

#[test]
fn only_the_requested_moves_are_searched() {
    let start = position(Position::START_FEN);
    let wanted: Vec<Move> = legal_moves(&start)
        .into_iter()
        .filter(|&mv| ["a2a3", "h2h4"].contains(&squares(mv).as_str()))
        .collect();
    let limits = Limits { search_moves: wanted.clone(), ..depth(6) };
    let (result, reports) = search(&Query { lines: 5, ..query(&start, limits) });
    assert!(wanted.contains(&result.best.expect("a move")));
    assert!(reports.iter().all(|report| report.line <= wanted.len()));
}

#[test]
fn leaving_out_a_move_costs_no_depth() {
    // The table does not keep the result of a part of the moves, and must not be
    // needed for it. One tree may be smaller by chance, those of many positions
    // together are not. Among twenty moves one counts for little.
    const DEPTHS: std::ops::RangeInclusive<Depth> = 8..=10;
    let nodes_by_depth = |position: &Position, moves: Vec<Move>| {
        let limits = Limits { search_moves: moves, ..depth(*DEPTHS.end()) };
        let (_, reports) = search(&query(position, limits));
        let of = |depth| reports.iter().rfind(|report| report.depth == depth);
        DEPTHS.map(|depth| of(depth).expect("a report").nodes).collect::<Vec<u64>>()
    };
    let (mut all, mut most) = (vec![0; DEPTHS.count()], vec![0; DEPTHS.count()]);
    for position in POSITIONS.map(position) {
        let mut moves = legal_moves(&position);
        if moves.len() < 20 {
            continue;
        }
        let add = |sums: &mut Vec<u64>, moves| {
            let nodes = nodes_by_depth(&position, moves);
            sums.iter_mut().zip(nodes).for_each(|(sum, nodes)| *sum += nodes);
        };
        add(&mut all, Vec::new());
        moves.pop();
        add(&mut most, moves.into_iter().collect());
    }
    for (depth, (most, all)) in DEPTHS.zip(most.into_iter().zip(all)) {
        assert!(10 * most >= 8 * all, "depth {depth}: {most} of {all} nodes");
    }
}

#[test]
fn several_lines_come_in_order() {
    const LINES: usize = 4;
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let (result, reports) = search(&Query { lines: LINES, ..query(&position(fen), depth(8)) });
    assert_eq!(result.depth, 8);
    let exact: Vec<&Kept> = reports.iter().filter(|kept| kept.bound == Bound::Exact).collect();
    assert_eq!(exact.len() % LINES, 0);
    for iteration in exact.chunks(LINES) {
        for (i, kept) in iteration.iter().enumerate() {
            assert_eq!((kept.line, kept.depth), (i + 1, iteration[0].depth));
        }
        assert!(iteration.is_sorted_by(|a, b| a.score >= b.score));
        let mut first: Vec<u16> = iteration.iter().map(|kept| kept.pv[0].bits()).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), LINES, "lines begin with different moves");
    }
}

#[test]
fn more_lines_than_moves_are_as_many_as_moves() {
    let fen = "7k/8/8/8/8/8/r7/7K w - - 0 1";
    let (_, reports) = search(&Query { lines: 500, ..query(&position(fen), depth(5)) });
    assert_eq!(reports.iter().map(|report| report.line).max(), Some(1));
}

#[test]
fn strange_positions_do_no_harm() {
    for fen in [
        "QQQQQQQQ/QQQQQQQK/8/8/8/pppppppp/8/k7 w - - 0 1",
        "qqqqqqqq/qqqqqqqk/8/8/8/PPPPPPPP/8/K7 b - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "8/8/8/8/8/8/8/K6k w - - 32767 1",
        "nrqkbbrn/pppppppp/8/8/8/8/PPPPPPPP/NRQKBBRN w GBgb - 0 1",
    ] {
        let limits = Limits { nodes: Some(30_000), ..Limits::default() };
        search(&query(&position(fen), limits));
    }
}

#[test]
fn the_deepest_iteration_ends_the_search() {
    // Only kings and blocked pawns: every iteration is short.
    let fen = "8/8/8/8/8/8/8/K6k w - - 0 1";
    let (result, _) = search(&query(&position(fen), Limits::default()));
    assert!(result.depth > 200 && result.score == Score::DRAW);
}

#[test]
fn several_threads_find_what_one_finds() {
    let mut searcher = searcher_of(4);
    for (fen, best) in [
        ("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1", "c6c4"),
        ("7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - 0 1", "b6b7"),
    ] {
        let (result, reports) = search_with(
            &mut searcher,
            &query(&position(fen), depth(10)),
            &SearchControl::default(),
        );
        assert_eq!(result.best.map(squares).as_deref(), Some(best), "{fen}");
        assert!(reports.iter().map(|report| report.nodes).is_sorted());
        assert_eq!(result.depth, 10, "the main thread finishes the requested depth");
    }
    let mate = Limits { mate: Some(3), ..depth(14) };
    let fen = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1";
    let (result, _) =
        search_with(&mut searcher, &query(&position(fen), mate), &SearchControl::default());
    assert_eq!(result.score.to_uci(), UciScore::Mate(3));
}

#[test]
fn several_threads_keep_a_node_limit_together() {
    const LIMIT: u64 = 60_000;
    let mut searcher = searcher_of(4);
    let start = position(Position::START_FEN);
    let limits = Limits { nodes: Some(LIMIT), ..Limits::default() };
    for _ in 0..20 {
        let (result, _) =
            search_with(&mut searcher, &query(&start, limits.clone()), &SearchControl::default());
        let most = LIMIT + LIMIT / 16 + 4;
        assert!((LIMIT..=most).contains(&result.nodes), "{} nodes", result.nodes);
    }
}

#[test]
fn a_vote_is_reported_before_it_is_returned() {
    // `check` wants the last report to be exact and to begin with the move that
    // is returned, whichever thread wins the vote.
    let mut searcher = searcher_of(6);
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    for nodes in (0..40).map(|number| 500 * number) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (result, _) =
            search_with(&mut searcher, &query(&position(fen), limits), &SearchControl::default());
        assert!(result.best.is_some() && result.depth >= 1);
    }
}

#[test]
fn one_thread_after_several_searches_as_if_alone() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let query = query(&position(fen), depth(7));
    let (alone, _) = search(&query);
    let mut searcher = searcher_of(3);
    search_with(&mut searcher, &query, &SearchControl::default());
    searcher.set_threads(1).expect("there is one already");
    searcher.clear();
    assert_eq!(search_with(&mut searcher, &query, &SearchControl::default()).0, alone);
    assert_eq!(searcher.threads(), 1);
}

#[test]
fn many_threads_stop_at_once_and_without_a_move() {
    let mut searcher = searcher_of(64);
    let start = position(Position::START_FEN);
    for _ in 0..30 {
        let control = SearchControl::default();
        control.stop.store(true, Ordering::Relaxed);
        let query = query(&start, Limits { infinite: true, ..Limits::default() });
        search_with(&mut searcher, &query, &control);
    }
    let mated = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    let (result, reports) =
        search_with(&mut searcher, &query(&mated, Limits::default()), &SearchControl::default());
    assert_eq!((result.best, result.nodes, reports.len()), (None, 0, 1));
}
