use super::*;
use crate::chess::types::{Depth, Move};
use crate::engine::search::Report;
use std::sync::atomic::AtomicU32;
use std::sync::mpsc::{Sender, channel};

/// Sends the result of a search to a channel.
struct ResultSender(Sender<SearchResult>);

impl Reporter for ResultSender {
    fn report(&mut self, _: &Report<'_>) {}
    fn current_move(&mut self, _: Depth, _: Move, _: usize) {}
}

impl SearchListener for ResultSender {
    fn finished(&mut self, result: &SearchResult) {
        let _ = self.0.send(result.clone());
    }
}

fn engine() -> Engine {
    Engine::start(HashMb::new(1).unwrap(), |error| panic!("{error}")).unwrap()
}

fn infinite() -> Limits {
    Limits { infinite: true, ..Limits::default() }
}

fn depth(depth: Depth) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

#[test]
fn a_stop_right_after_go_is_never_lost() {
    let engine = engine();
    let (sender, results) = channel();
    for round in 0..500 {
        if round == 250 {
            let threads = Threads::new(3).unwrap();
            engine.set_threads(threads, |error| panic!("{error}")).unwrap();
        }
        engine.go(infinite(), Instant::now(), ResultSender(sender.clone())).unwrap();
        engine.stop();
        // The next job comes before the search has seen the flag.
    }
    engine.wait();
    drop(sender);
    assert_eq!(results.iter().count(), 500);
}

#[test]
fn a_search_waits_for_one_that_ends_but_not_for_an_unbounded_one() {
    let engine = engine();
    let (sender, results) = channel();
    for _ in 0..3 {
        engine.go(depth(1), Instant::now(), ResultSender(sender.clone())).unwrap();
    }
    engine.go(infinite(), Instant::now(), ResultSender(sender.clone())).unwrap();
    let again = engine.go(depth(1), Instant::now(), ResultSender(sender.clone()));
    assert_eq!(again, Err(JobError::Searching));
    for _ in 0..3 {
        results.recv().unwrap();
    }
    assert!(results.try_recv().is_err(), "the unbounded search goes on");
    engine.stop();
    engine.go(depth(1), Instant::now(), ResultSender(sender)).unwrap();
    assert_eq!(results.iter().count(), 2);
}

#[test]
fn ready_waits_for_the_table_but_not_for_a_search() {
    let engine = engine();
    let (sender, results) = channel();
    let (ready, is_ready) = channel();
    for round in 0..50 {
        engine.resize_hash(HashMb::new(2).unwrap(), |error| panic!("{error}")).unwrap();
        engine.clear_hash().unwrap();
        let threads = Threads::new(1 + round % 4).unwrap();
        engine.set_threads(threads, |error| panic!("{error}")).unwrap();
        engine.new_game().unwrap();
        let ready = ready.clone();
        engine.when_ready(move || ready.send(()).unwrap());
        is_ready.recv().unwrap();
        assert!(!engine.thread.has_maintenance(), "ready, but a change is still pending");
    }
    engine.go(infinite(), Instant::now(), ResultSender(sender)).unwrap();
    let ready_now = ready.clone();
    engine.when_ready(move || ready_now.send(()).unwrap());
    is_ready.recv().unwrap();
    assert_eq!(engine.clear_hash(), Err(JobError::Searching));
    assert_eq!(engine.new_game(), Err(JobError::Searching));
    let threads = engine.set_threads(Threads::LEAST, |error| panic!("{error}"));
    assert_eq!(threads, Err(JobError::Searching));
    assert!(results.try_recv().is_err(), "the search goes on");
    engine.stop();
    engine.clear_hash().unwrap();
    engine.new_game().unwrap();
    engine.when_ready(move || ready.send(()).unwrap());
    is_ready.recv().unwrap();
    assert_eq!(results.iter().count(), 1);
}

#[test]
fn ready_does_not_wait_for_a_change_behind_a_search() {
    let engine = engine();
    let (sender, results) = channel();
    let (gate, opened) = channel();
    let (ready, is_ready) = channel();
    // Stopped, but not over yet: what follows must wait.
    engine.run(move |_| opened.recv().unwrap()).unwrap();
    engine.stop();
    engine.clear_hash().unwrap();
    let long = Limits { nodes: Some(u64::MAX), ..Limits::default() };
    engine.go(long, Instant::now(), ResultSender(sender)).unwrap();
    engine.new_game().unwrap();
    engine.when_ready(move || ready.send(()).unwrap());
    assert!(is_ready.try_recv().is_err(), "the table is not cleared yet");
    gate.send(()).unwrap();
    is_ready.recv().unwrap();
    assert!(results.try_recv().is_err(), "the search goes on");
    engine.stop();
    assert_eq!(results.iter().count(), 1);
}

#[test]
fn pondering_ends_with_a_hit_or_a_stop() {
    let engine = engine();
    let (sender, results) = channel();
    let ponder = Limits { ponder: true, ..depth(1) };
    engine.go(ponder.clone(), Instant::now(), ResultSender(sender.clone())).unwrap();
    assert!(engine.ponder_hit());
    results.recv().unwrap();
    engine.wait();
    assert!(!engine.ponder_hit(), "no search is pondering");
    engine.go(ponder, Instant::now(), ResultSender(sender)).unwrap();
    engine.finish();
    assert_eq!(results.iter().count(), 1);
}

#[test]
fn a_refused_position_leaves_none() {
    let mut engine = engine();
    engine.set_position(None, ["e2e4", "e7e5", "g1f3", "b8c6"]).unwrap();
    let known = engine.game.as_ref().unwrap().key_history().len();
    assert_eq!(known, 2, "the moves since the last pawn move");

    let error = engine.set_position(None, ["d2d4", "d7d5", "d4d6"]).unwrap_err();
    assert!(error.to_string().starts_with("move 3: 'd4d6' is "), "{error}");
    assert_eq!(engine.position().unwrap_err().reason, error.to_string());
    engine.new_game().unwrap();
    assert!(engine.flip().is_err(), "a new game brings no position");
    engine.set_position(None, []).unwrap();
    assert!(engine.set_position(Some("8/8/8/8/8/8/8/8 w - -"), []).is_err());
    assert!(engine.position().is_err());
    engine.set_position(None, []).unwrap();
    assert_eq!(engine.position(), Ok(&Position::start()));
}

#[test]
fn without_a_position_a_search_ends_when_it_may_and_has_no_move() {
    let mut engine = engine();
    engine.refuse_position("for the test");
    let (sender, results) = channel();
    let go = |limits| engine.go(limits, Instant::now(), ResultSender(sender.clone())).unwrap();
    go(depth(1));
    assert_eq!(results.recv().unwrap(), SearchResult::without_move(Score::DRAW));
    let ponder = Limits { ponder: true, ..depth(1) };
    for (limits, end) in [(infinite(), 0), (ponder.clone(), 0), (ponder, 1)] {
        go(limits);
        assert_eq!(engine.clear_hash(), Err(JobError::Searching), "no answer has come");
        assert!(results.try_recv().is_err());
        if end == 0 {
            engine.stop()
        } else {
            assert!(engine.ponder_hit())
        }
        assert_eq!(results.recv().unwrap().best, None);
    }
}

#[test]
fn castling_is_read_in_both_forms_and_flipping_twice_changes_nothing() {
    let mut engine = engine();
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    engine.set_position(Some(fen), ["e1g1", "e8a8"]).unwrap();
    let castled = engine.position().unwrap().to_string();
    engine.set_position(Some(fen), ["e1h1", "e8c8"]).unwrap();
    assert_eq!(engine.position().unwrap().to_string(), castled);
    engine.flip().unwrap();
    assert_ne!(engine.position().unwrap().to_string(), castled);
    engine.flip().unwrap();
    assert_eq!(engine.position().unwrap().to_string(), castled);
}

#[test]
fn without_a_thread_a_call_works_before_it_returns_and_asks_whether_to_stop() {
    fn after_a_hundred(control: &SearchControl) {
        static ASKED: AtomicU32 = AtomicU32::new(0);
        if ASKED.fetch_add(1, Ordering::Relaxed) >= 100 {
            control.stop.store(true, Ordering::Relaxed);
        }
    }
    let engine = Engine::without_thread(HashMb::LEAST, after_a_hundred).unwrap();
    let (sender, results) = channel();
    engine.go(depth(4), Instant::now(), ResultSender(sender.clone())).unwrap();
    let result = results.try_recv().expect("it is done");
    assert!(result.best.is_some() && result.depth == 4);
    // After the tenth of a second that a hundred questions take at most, it stops.
    for _ in 0..2 {
        engine.go(infinite(), Instant::now(), ResultSender(sender.clone())).unwrap();
        assert!(results.try_recv().expect("it is done").best.is_some());
    }
    engine.new_game().unwrap();
    let (ready, is_ready) = channel();
    engine.when_ready(move || ready.send(()).unwrap());
    assert!(is_ready.try_recv().is_ok() && !engine.ponder_hit());
    engine.finish();
}

#[test]
fn an_answer_waits_for_the_searches_before_it_and_for_nothing_else() {
    let engine = engine();
    let (answer, answers) = channel();
    let asks = |number: u32| {
        let answer = answer.clone();
        engine.when_done(move || answer.send(number).unwrap());
    };
    engine.resize_hash(HashMb::new(2).unwrap(), |error| panic!("{error}")).unwrap();
    asks(1);
    assert_eq!(answers.try_recv(), Ok(1), "maintenance is no search");
    let (sender, results) = channel();
    engine.go(infinite(), Instant::now(), ResultSender(sender)).unwrap();
    asks(2);
    asks(3);
    assert!(answers.try_recv().is_err(), "the search goes on");
    engine.stop();
    assert_eq!(answers.recv(), Ok(2));
    assert!(results.try_recv().is_ok(), "the search has answered first");
    assert_eq!(answers.recv(), Ok(3));
}
