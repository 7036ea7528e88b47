//! When a search ends: by nodes, by time, by a stop.

use super::*;
use staunton::search::Clock;
use std::sync::mpsc::{Sender, channel};
use std::thread;

#[test]
fn a_node_limit_is_kept() {
    let start = position(Position::START_FEN);
    let (one_ply, _) = search(&task(&start, depth(1)));
    for nodes in [0, 1, 2] {
        let (outcome, _) =
            search(&task(&start, Limits { nodes: Some(nodes), ..Limits::default() }));
        assert_eq!(outcome, one_ply, "the first iteration is finished in any case");
    }
    for nodes in [100, 1_000, 5_000, 54_321] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (outcome, reports) = search(&task(&start, limits));
        assert_eq!(outcome.nodes, nodes);
        assert!(reports.iter().all(|report| report.nodes <= nodes));
        assert!(outcome.best.is_some());
    }
}

#[test]
fn nodes_as_time_do_not_depend_on_the_clock() {
    let ms = Duration::from_millis;
    let clock = Some(Clock { left: ms(5_000), increment: ms(10), moves_to_go: None });
    let limits = Limits { clock, nodes_per_ms: Some(100), ..Limits::default() };
    let now = task(&position(Position::START_FEN), limits);
    // Too late, if time counted.
    let long_ago = now.start.checked_sub(Duration::from_secs(60)).unwrap_or(now.start);
    let late = SearchRequest { start: long_ago, ..now.clone() };
    let of = |task: &SearchRequest, table: &Arc<TranspositionTable>, searcher: &mut ThreadPool| {
        searcher.search(task, table, &SearchControl::default(), &mut ()).nodes
    };
    let nodes = [&now, &late].map(|task| of(task, &table(), &mut ThreadPool::new()));
    assert_eq!(nodes[0], nodes[1]);
    // A share of the 500,000 nodes on the clock, far from all.
    assert!((1_000..250_000).contains(&nodes[0]), "{nodes:?}");

    // What is announced later does not count: the clock is the engine's own.
    let mut richer = now.clone();
    richer.limits.clock = Some(Clock { left: ms(500_000), increment: ms(10), moves_to_go: None });
    let (mut one, mut other) = (ThreadPool::new(), ThreadPool::new());
    let (table, other_table) = (table(), crate::table());
    for second in [&now, &richer] {
        assert_eq!(of(&now, &table, &mut one), of(second, &other_table, &mut other));
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
        let signals = SearchControl::default();
        let limits = Limits { infinite: true, depth: Some(3), ..Limits::default() };
        let task = task(from, limits);
        let (sender, depths) = channel();
        thread::scope(|scope| {
            let search =
                || ThreadPool::new().search(&task, &table(), &signals, &mut DepthSender(sender));
            let running = scope.spawn(search);
            assert!(depths.iter().any(|depth| depth == last), "it has found all there is");
            // Time for a search that does not wait to be over.
            let _ = crate::search(&crate::task(&start, depth(9)));
            assert!(!running.is_finished());
            signals.stop.store(true, Ordering::Relaxed);
            running.join().expect("no panic");
        });
    }
}

#[test]
fn the_clock_counts_from_the_ponder_hit() {
    let signals = SearchControl::default();
    signals.pondering.store(true, Ordering::Relaxed);
    // So little that a clock that runs allows no second iteration.
    let none = Duration::ZERO;
    let clock = Some(Clock { left: none, increment: none, moves_to_go: None });
    let limits = Limits { clock, ponder: true, ..Limits::default() };
    let task = task(&position(Position::START_FEN), limits);
    let (sender, depths) = channel();
    thread::scope(|scope| {
        let search =
            || ThreadPool::new().search(&task, &table(), &signals, &mut DepthSender(sender));
        let running = scope.spawn(search);
        assert!(depths.iter().any(|depth| depth == 6), "the clock does not run yet");
        signals.pondering.store(false, Ordering::Relaxed);
        let outcome = running.join().expect("no panic");
        assert!(outcome.best.is_some() && outcome.depth >= 6);
    });
}

#[test]
fn a_stop_before_the_start_still_gives_a_move() {
    let signals = SearchControl::default();
    signals.stop.store(true, Ordering::Relaxed);
    let task = task(&position(Position::START_FEN), Limits::default());
    let mut log = Log::default();
    let outcome = ThreadPool::new().search(&task, &table(), &signals, &mut log);
    check(&task, &outcome, &log.0);
    assert!(outcome.best.is_some());
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
        let (outcome, _) = search(&task(&position(Position::START_FEN), limits));
        assert!(outcome.best.is_some() && outcome.depth >= 1);
    }
}
