//! Suites of test positions with known best moves.

use super::analyst::{AnalysisError, Analyst, PositionAnalysis};
use crate::chess::board::GamePosition;
use crate::chess::notation::epd::Epd;
use crate::engine::search::{Limits, SearchControl};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// A searched position of a suite.
#[derive(Clone, Debug)]
pub struct SolvedPosition {
    /// Its number in the suite, from zero.
    pub index: usize,
    /// What the search has found.
    pub found: PositionAnalysis,
    /// Whether the best move is right; `None` if the position has no best moves
    /// and none to avoid.
    pub solved: Option<bool>,
    /// Nodes and time after which the solution was never given up again.
    pub solution: Option<(u64, Duration)>,
}

impl SolvedPosition {
    fn new(index: usize, epd: &Epd, found: PositionAnalysis) -> SolvedPosition {
        let (best, avoid) = (epd.best_moves(), epd.avoid_moves());
        let solves = |mv| (best.is_empty() || best.contains(&mv)) && !avoid.contains(&mv);
        let is_test = !(best.is_empty() && avoid.is_empty());
        let solved = is_test.then(|| found.best.is_some_and(solves));
        let since = found.changes.iter().rev().take_while(|(mv, ..)| solves(*mv)).last();
        let solution =
            since.filter(|_| solved == Some(true)).map(|&(_, nodes, time)| (nodes, time));
        SolvedPosition { index, found, solved, solution }
    }
}

/// Searches the positions of a suite, each analyst on a thread of its own.
/// `on_solved` sees each when it is done, in no order. Each position counts for
/// itself, whatever came before it.
///
/// # Errors
/// If an engine fails.
pub fn solve<A: Analyst + Send>(
    positions: &[Epd],
    analysts: &mut [A],
    limits: &Limits,
    control: &SearchControl,
    mut on_solved: impl FnMut(SolvedPosition),
) -> Result<(), AnalysisError> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for analyst in analysts {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !control.stopped() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(epd) = positions.get(index) else { return };
                    let game = GamePosition::from(epd.position.clone());
                    analyst.clear();
                    let found = analyst.search(&game, limits, 1, control, &mut |_| ());
                    let solved = found.map(|found| SolvedPosition::new(index, epd, found));
                    if control.stopped() || sender.send(solved).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        receiver.into_iter().try_for_each(|solved| solved.map(&mut on_solved))
    })
}
