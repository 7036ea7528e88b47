//! When a search ends: by nodes, by time, by a stop.

use super::*;
use staunton::engine::search::Clock;
use std::sync::mpsc::{Sender, channel};
use std::thread;

#[test]
fn a_node_limit_is_kept() {
    let start = position(Position::START_FEN);
    let (one_ply, _) = search(&query(&start, depth(1)));
    for nodes in [0, 1, 2] {
        let (result, _) =
            search(&query(&start, Limits { nodes: Some(nodes), ..Limits::default() }));
        assert_eq!(result, one_ply, "the first iteration is finished in any case");
    }
    for nodes in [100, 1_000, 5_000, 54_321] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (result, reports) = search(&query(&start, limits));
        assert_eq!(result.nodes, nodes);
        assert!(reports.iter().all(|report| report.nodes <= nodes));
        assert!(result.best.is_some());
    }
}

#[test]
fn nodes_as_time_are_the_engines_own_clock() {
    let ms = Duration::from_millis;
    let limits = |left| Limits {
        clock: Some(Clock { left: ms(left), increment: ms(10), moves_to_go: None }),
        nodes_per_ms: Some(100),
        ..Limits::default()
    };
    let start = Position::start().into();
    let (mut one, mut other) = (searcher(), searcher());
    // What is announced later does not count.
    for left in [5_000, 500_000] {
        let nodes = one.search(&start, &limits(5_000)).nodes;
        assert_eq!(nodes, other.search(&start, &limits(left)).nodes);
        // A share of the 500,000 nodes on the clock, far from all.
        assert!((1_000..250_000).contains(&nodes), "{nodes}");
    }
}

/// Tells another thread which depth a search has reached.
struct DepthSender(Sender<Depth>);

impl Reporter for DepthSender {
    fn report(&mut self, report: &Report<'_>) {
        // A receiver that has seen enough is gone.
        let _ = self.0.send(report.depth);
    }
    fn current_move(&mut self, _: Depth, _: Move, _: usize) {}
}

#[test]
fn an_infinite_search_waits_for_the_stop() {
    let mated = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let start = position(Position::START_FEN);
    for (from, last) in [(&mated, 0), (&start, 3)] {
        let control = SearchControl::default();
        let limits = Limits { infinite: true, depth: Some(3), ..Limits::default() };
        let game = from.clone().into();
        let (sender, depths) = channel();
        thread::scope(|scope| {
            let search =
                || searcher().search_with(&game, &limits, &control, &mut DepthSender(sender));
            let running = scope.spawn(search);
            assert!(depths.iter().any(|depth| depth == last), "it has found all there is");
            // Time for a search that does not wait to be over.
            let _ = super::search(&super::query(&start, depth(9)));
            assert!(!running.is_finished());
            control.stop.store(true, Ordering::Relaxed);
            running.join().expect("no panic");
        });
    }
}

#[test]
fn the_clock_counts_from_the_ponder_hit() {
    let control = SearchControl::default();
    control.pondering.store(true, Ordering::Relaxed);
    // So little that a clock that runs allows no second iteration.
    let none = Duration::ZERO;
    let clock = Some(Clock { left: none, increment: none, moves_to_go: None });
    let limits = Limits { clock, ponder: true, ..Limits::default() };
    let start = Position::start().into();
    let (sender, depths) = channel();
    thread::scope(|scope| {
        let search = || searcher().search_with(&start, &limits, &control, &mut DepthSender(sender));
        let running = scope.spawn(search);
        assert!(depths.iter().any(|depth| depth == 6), "the clock does not run yet");
        control.pondering.store(false, Ordering::Relaxed);
        let result = running.join().expect("no panic");
        assert!(result.best.is_some() && result.depth >= 6);
    });
}

/// The opponent's move comes at the beginning of an iteration, once the search
/// has visited this number of nodes.
struct PonderHit<'a> {
    control: &'a SearchControl,
    at_nodes: u64,
    /// The nodes and the depth of the last report.
    last: (u64, Depth),
}

impl Reporter for PonderHit<'_> {
    fn report(&mut self, report: &Report<'_>) {
        if self.control.pondering.load(Ordering::Relaxed) {
            self.last = (report.nodes, report.depth);
        }
    }
    fn current_move(&mut self, _: Depth, _: Move, _: usize) {
        if self.last.0 >= self.at_nodes {
            self.control.pondering.store(false, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_hit_ends_a_search_that_has_pondered_long_enough() {
    // A soft limit of about ninety thousand nodes and a hard one of four times as
    // many: the iteration that is in progress at the hit would end near that.
    let clock =
        Some(Clock { left: Duration::from_secs(1), increment: Duration::ZERO, moves_to_go: None });
    let limits = Limits { clock, nodes_per_ms: Some(3_000), ponder: true, ..Limits::default() };
    let control = SearchControl::default();
    control.pondering.store(true, Ordering::Relaxed);
    let mut hit = PonderHit { control: &control, at_nodes: 150_000, last: (0, 0) };
    let result = searcher().search_with(&Position::start().into(), &limits, &control, &mut hit);
    let (nodes, depth) = hit.last;
    assert!((150_000..350_000).contains(&nodes), "{nodes} nodes at the hit");
    assert_eq!(result.depth, depth, "no further iteration is finished");
    assert!(result.nodes < nodes + 3_000, "{} nodes after {nodes}", result.nodes);
}

#[test]
fn a_stop_before_the_start_still_gives_a_move() {
    let control = SearchControl::default();
    control.stop.store(true, Ordering::Relaxed);
    let query = query(&Position::start(), Limits::default());
    let (result, _) = search_with(&mut searcher(), &query, &control);
    assert!(result.best.is_some());
}

#[test]
fn an_empty_clock_still_gives_a_move() {
    for left in [0, 1, 10] {
        let clock = Some(Clock {
            left: Duration::from_millis(left),
            increment: Duration::ZERO,
            moves_to_go: None,
        });
        let limits = Limits { clock, ..Limits::default() };
        let (result, _) = search(&query(&position(Position::START_FEN), limits));
        assert!(result.best.is_some() && result.depth >= 1);
    }
}

#[test]
fn a_new_best_move_that_failed_high_is_played_when_the_search_stops() {
    let mut changes = 0;
    for fen in [
        "r4rk1/pp1b1ppp/2n1p3/q2pP3/3P4/P1PB4/2P2PPP/R1BQ1RK1 w - - 0 14",
        "r1bq1rk1/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
        "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    ] {
        let position = position(fen);
        let limited = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
        let (_, reports) = search(&query(&position, limited(300_000)));
        let mut best = None;
        for report in &reports {
            if report.bound == Bound::Lower && best.is_some() && best != report.pv.first() {
                // The repeated search has a result soon, so it is stopped at once.
                let (result, stopped) = search(&query(&position, limited(report.nodes + 1)));
                assert_eq!(result.best.as_ref(), report.pv.first(), "{fen} at {}", report.nodes);
                let last = stopped.last().expect("a report");
                assert_eq!((last.bound, last.score), (Bound::Lower, report.score));
                changes += 1;
            }
            if report.bound == Bound::Exact {
                best = report.pv.first();
            }
        }
    }
    assert!(changes > 3, "{changes} moves failed high");
}
