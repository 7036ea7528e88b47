use super::*;
use crate::chess::board::Position;
use crate::chess::types::Score;
use crate::engine::parse_move;
use std::io;
use std::sync::{Arc, Mutex};

/// Keeps what is written.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Written {
    fn lines(&self) -> Vec<String> {
        let bytes = self.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap().lines().map(str::to_string).collect()
    }
}

fn printer(timed: bool, style: PrintStyle) -> (SearchPrinter, Written) {
    let written = Written::default();
    let clock = crate::engine::search::Clock {
        left: Duration::from_secs(60),
        increment: Duration::ZERO,
        moves_to_go: None,
    };
    let limits = Limits { clock: timed.then_some(clock), ..Limits::default() };
    let output = UciOutput::new(written.clone());
    (SearchPrinter::new(output, style, &limits, Instant::now()), written)
}

fn mv(text: &str) -> Move {
    parse_move(&Position::start(), text).unwrap()
}

fn report(depth: Depth, ms: u64, bound: Bound, pv: &[Move]) -> Report<'_> {
    Report {
        depth,
        selective_depth: 9,
        line: 1,
        score: Score(31),
        bound,
        nodes: 1_000,
        elapsed: Duration::from_millis(ms),
        hash_full: 7,
        tablebase_hits: 3,
        pv,
    }
}

fn result(best: Option<Move>) -> SearchResult {
    SearchResult {
        best,
        ponder: None,
        score: Score(40),
        bound: Bound::Exact,
        nodes: 2_000,
        depth: 4,
    }
}

#[test]
fn the_line_has_everything_in_order() {
    let chances = WdlParameters { middle: 150.0, spread: 60.0 };
    let style = PrintStyle { chances: Some(chances), ..PrintStyle::default() };
    let (mut printer, written) = printer(false, style);
    printer.report(&report(5, 100, Bound::Exact, &[mv("e2e4")]));
    printer.report(&report(5, 4_000, Bound::Lower, &[mv("e2e4")]));
    assert_eq!(
        written.lines(),
        [
            "info depth 5 seldepth 9 multipv 1 score cp 31 wdl 121 832 47 nodes 1000 nps 10000 \
             hashfull 7 tbhits 3 time 100 pv e2e4",
            "info depth 5 seldepth 9 multipv 1 score cp 31 lowerbound wdl 121 832 47 nodes 1000 \
             nps 250 hashfull 7 tbhits 3 time 4000 pv e2e4",
        ]
    );
}

#[test]
fn bounds_are_written_only_after_some_seconds() {
    let (mut printer, written) = printer(false, PrintStyle::default());
    printer.report(&report(5, 2_999, Bound::Upper, &[mv("e2e4")]));
    assert!(written.lines().is_empty());
}

#[test]
fn current_moves_are_written_only_after_some_seconds() {
    let (mut printer, written) = printer(false, PrintStyle::default());
    // A search that has not begun yet, and one that began long ago.
    printer.start += Duration::from_secs(3_600);
    printer.current_move(5, mv("e2e4"), 1);
    assert!(written.lines().is_empty());
    printer.start -= Duration::from_secs(3_600) + VERBOSE_AFTER;
    printer.current_move(5, mv("e2e4"), 1);
    assert_eq!(written.lines(), ["info depth 5 currmove e2e4 currmovenumber 1"]);
}

#[test]
fn a_fast_game_move_has_one_line() {
    let (mut printer, written) = printer(true, PrintStyle::default());
    for depth in 1..=4 {
        printer.report(&report(depth, 10, Bound::Exact, &[mv("e2e4")]));
    }
    assert!(written.lines().is_empty());
    printer.finished(&result(Some(mv("e2e4"))));
    let lines = written.lines();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("info depth 4 ") && lines[0].ends_with(" pv e2e4"));
    assert_eq!(lines[1], "bestmove e2e4");
}

#[test]
fn a_search_that_ponders_writes_at_once() {
    let (timed, written) = printer(true, PrintStyle::default());
    let clock = crate::engine::search::Clock {
        left: Duration::from_secs(60),
        increment: Duration::ZERO,
        moves_to_go: None,
    };
    let limits = Limits { clock: Some(clock), ponder: true, ..Limits::default() };
    let mut printer = SearchPrinter::new(timed.output, timed.style, &limits, timed.start);
    printer.report(&report(1, 10, Bound::Exact, &[mv("e2e4")]));
    assert_eq!(written.lines().len(), 1);
}

#[test]
fn a_slow_game_move_has_all_lines_from_then_on() {
    let (mut printer, written) = printer(true, PrintStyle::default());
    printer.report(&report(1, 10, Bound::Exact, &[mv("e2e4")]));
    printer.report(&report(2, 20, Bound::Exact, &[mv("e2e4")]));
    printer.report(&report(3, 60, Bound::Exact, &[mv("e2e4")]));
    printer.finished(&result(Some(mv("e2e4"))));
    let depths: Vec<String> = written.lines().iter().map(|line| line[..12].to_string()).collect();
    assert_eq!(depths, ["info depth 2", "info depth 3", "bestmove e2e"]);
}

#[test]
fn the_last_line_has_the_score_of_the_result_and_begins_with_the_best_move() {
    // After a bound.
    let (mut p, written) = printer(false, PrintStyle::default());
    p.report(&report(5, 100, Bound::Exact, &[mv("e2e4")]));
    p.report(&report(6, 4_000, Bound::Upper, &[mv("e2e4")]));
    p.finished(&result(Some(mv("e2e4"))));
    assert!(!written.lines()[2].contains("bound") && written.lines()[2].ends_with("pv e2e4"));

    // When an unfinished iteration has found another move, or no iteration has
    // finished.
    for first in [Some("e2e4"), None] {
        let (mut p, written) = printer(false, PrintStyle::default());
        if let Some(first) = first {
            p.report(&report(5, 100, Bound::Exact, &[mv(first)]));
        }
        p.finished(&SearchResult { ponder: None, ..result(Some(mv("d2d4"))) });
        let lines = written.lines();
        let last = &lines[lines.len() - 2];
        assert!(last.contains("score cp 40 nodes 2000 ") && last.ends_with(" pv d2d4"), "{last}");
    }

    // When time ended after a move had failed high.
    let (mut p, written) = printer(false, PrintStyle::default());
    p.report(&report(5, 100, Bound::Exact, &[mv("e2e4")]));
    p.report(&report(6, 200, Bound::Lower, &[mv("d2d4")]));
    p.finished(&SearchResult { bound: Bound::Lower, ..result(Some(mv("d2d4"))) });
    let lines = written.lines();
    assert!(lines[1].contains("score cp 40 lowerbound nodes") && lines[1].ends_with("pv d2d4"));

    // After the lines of several moves.
    let (mut p, written) = printer(false, PrintStyle::default());
    p.report(&report(5, 100, Bound::Exact, &[mv("e2e4")]));
    p.report(&Report { line: 2, ..report(5, 100, Bound::Exact, &[mv("d2d4")]) });
    p.finished(&result(Some(mv("e2e4"))));
    let lines = written.lines();
    assert_eq!(lines.len(), 4);
    assert!(lines[2].contains("multipv 1") && lines[2].ends_with("pv e2e4"));
}

/// Also while an infinite search waits for `stop`.
#[test]
fn without_a_legal_move_the_score_is_written_at_once() {
    for (score, text) in [(Score::mated_in(0), "mate 0"), (Score::DRAW, "cp 0")] {
        let (mut printer, written) = printer(true, PrintStyle::default());
        printer.report(&Report { score, ..report(0, 0, Bound::Exact, &[]) });
        assert_eq!(written.lines(), [format!("info depth 0 score {text}")]);
        printer.finished(&result(None));
        assert_eq!(written.lines()[1..], ["bestmove (none)"]);
    }
}

#[test]
fn chances_add_up_and_are_symmetric() {
    // Also without draws, where rounding shows first.
    for chances in
        [WdlParameters { middle: 0.0, spread: 60.0 }, WdlParameters { middle: 150.0, spread: 60.0 }]
    {
        for centipawns in -30_000..=30_000 {
            let [win, draw, loss] = win_draw_loss(Score(centipawns), &chances);
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(win_draw_loss(Score(-centipawns), &chances), [loss, draw, win]);
        }
    }
    let chances = WdlParameters { middle: 150.0, spread: 60.0 };
    assert_eq!(win_draw_loss(Score(150), &chances)[0], 500);
    assert_eq!(win_draw_loss(Score::mate_in(3), &chances), [1000, 0, 0]);
    assert_eq!(win_draw_loss(Score::mated_in(2), &chances), [0, 0, 1000]);
}
