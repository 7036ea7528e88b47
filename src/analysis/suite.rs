//! Suites of test positions with known best moves.

use super::analyst::{
    AnalysedLine, AnalysisError, Analyst, JSON_SCHEMA, PositionAnalysis, limits_in_words,
};
use crate::chess::board::{FenStyle, GamePosition};
use crate::chess::notation::MoveNotation;
use crate::chess::notation::epd::Epd;
use crate::chess::types::{Depth, Move, Score, UciScore};
use crate::engine::search::{Limits, SearchControl};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// A searched position of a suite, its moves in a notation.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct SolvedPosition {
    /// Its name, or its number in the suite from one.
    pub id: String,
    /// The position.
    pub fen: String,
    /// The best moves.
    pub bm: Vec<String>,
    /// The moves to avoid.
    pub am: Vec<String>,
    /// The number of moves within which the side to move mates.
    pub dm: Option<u32>,
    /// The move that the search chose; `None` if there is no legal move.
    #[cfg_attr(feature = "json", serde(rename = "move"))]
    pub best: Option<String>,
    /// Its score, for the side to move.
    pub score: UciScore,
    /// The depth of the last finished iteration, in plies.
    pub depth: Depth,
    /// The nodes of the search.
    pub nodes: u64,
    /// The time of the search, in milliseconds.
    pub ms: f64,
    /// Whether the move is right, and the mate is found if there is one; `None` if the
    /// position has no best moves, none to avoid and no mate.
    pub solved: Option<bool>,
    /// The nodes after which the solution was never given up again.
    pub solution_nodes: Option<u64>,
    /// The time after which it was never given up again, in milliseconds.
    pub solution_ms: Option<f64>,
}

/// A searched suite.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct SuiteAnalysis {
    /// The version of these fields: [`JSON_SCHEMA`].
    pub schema: u32,
    /// The engine, with its version.
    pub engine: String,
    /// How each position was searched, in words.
    pub limits: String,
    /// The number of threads, which search a position each.
    pub threads: usize,
    /// The positions, in the order of the suite, up to the first that was not
    /// searched.
    pub positions: Vec<SolvedPosition>,
    /// How many positions were searched.
    pub searched: usize,
    /// How many of them have best moves or moves to avoid.
    pub tests: usize,
    /// How many of these are solved.
    pub solved: usize,
    /// The nodes of all searches.
    pub nodes: u64,
    /// The time from start to end, in milliseconds.
    pub ms: f64,
    /// The sum of the times of the searches, in milliseconds.
    pub search_ms: f64,
    /// The sum of the nodes to a solution.
    pub solution_nodes: u64,
    /// The sum of the times to a solution, in milliseconds.
    pub solution_ms: f64,
}

impl SolvedPosition {
    fn new(
        index: usize,
        epd: &Epd,
        (found, mate): (&PositionAnalysis, Option<(u64, Duration)>),
        notation: MoveNotation,
    ) -> SolvedPosition {
        let (best, avoid, dm) = (epd.best_moves(), epd.avoid_moves(), epd.direct_mate());
        let solves = |mv| (best.is_empty() || best.contains(&mv)) && !avoid.contains(&mv);
        let names_moves = !(best.is_empty() && avoid.is_empty());
        let mates = dm.is_none_or(|moves| is_mate_within(found.score, moves));
        let solved = (names_moves || dm.is_some()).then(|| mates && found.best.is_some_and(solves));
        let changes = found.changes.iter().rev().take_while(|(mv, ..)| solves(*mv)).last();
        let chosen = changes.map(|&(_, nodes, time)| (nodes, time)).filter(|_| names_moves);
        // The later of the two counts if both a move and a mate are to be found.
        let since = chosen.max(mate.filter(|_| dm.is_some()));
        let solution = since.filter(|_| solved == Some(true));
        let write = |&mv: &Move| notation.format(&epd.position, mv);
        SolvedPosition {
            id: epd.id().map_or_else(|| (index + 1).to_string(), str::to_string),
            fen: epd.position.fen(FenStyle::Standard),
            bm: best.iter().map(write).collect(),
            am: avoid.iter().map(write).collect(),
            dm,
            best: found.best.as_ref().map(write),
            score: found.score.to_uci(),
            depth: found.depth,
            nodes: found.nodes,
            ms: milliseconds(found.elapsed),
            solved,
            solution_nodes: solution.map(|(nodes, _)| nodes),
            solution_ms: solution.map(|(_, time)| milliseconds(time)),
        }
    }
}

impl SuiteAnalysis {
    fn count(&mut self, solved: &SolvedPosition) {
        self.searched += 1;
        self.tests += usize::from(solved.solved.is_some());
        self.solved += usize::from(solved.solved == Some(true));
        self.nodes += solved.nodes;
        self.search_ms = rounded(self.search_ms + solved.ms);
        self.solution_nodes += solved.solution_nodes.unwrap_or(0);
        self.solution_ms = rounded(self.solution_ms + solved.solution_ms.unwrap_or(0.0));
    }
}

/// Searches the positions of a suite, each analyst on a thread of its own. Each
/// position counts for itself, whatever came before it. `on_solved` learns after
/// each how many are searched, and which come next in the order of the suite.
///
/// # Errors
/// If an engine fails.
pub fn solve<A: Analyst + Send>(
    positions: &[Epd],
    analysts: &mut [A],
    limits: &Limits,
    notation: MoveNotation,
    control: &SearchControl,
    on_solved: &mut dyn FnMut(usize, &[SolvedPosition]),
) -> Result<SuiteAnalysis, AnalysisError> {
    let (limits_words, threads) = (limits_in_words(limits), analysts.len());
    let mut analysis = SuiteAnalysis {
        schema: JSON_SCHEMA,
        engine: analysts.first().map(Analyst::name).unwrap_or_default(),
        limits: limits_words,
        threads,
        ..SuiteAnalysis::default()
    };
    let (next, start) = (AtomicUsize::new(0), Instant::now());
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for analyst in analysts {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !control.stopped() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(epd) = positions.get(index) else { return };
                    let game = GamePosition::from(epd.position.clone());
                    let mut mate = None;
                    let mut on_line = |line: &AnalysedLine| {
                        let is_found =
                            epd.direct_mate().is_some_and(|dm| is_mate_within(line.score, dm));
                        mate = is_found.then(|| mate.unwrap_or((line.nodes, line.elapsed)));
                    };
                    let found = analyst
                        .clear()
                        .and_then(|()| analyst.search(&game, limits, 1, control, &mut on_line));
                    let solved = found
                        .map(|found| SolvedPosition::new(index, epd, (&found, mate), notation));
                    if control.stopped() || sender.send((index, solved)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        for (index, solved) in receiver {
            let solved = solved?;
            analysis.count(&solved);
            waiting.insert(index, solved);
            let first = analysis.positions.len();
            while let Some(solved) = waiting.remove(&analysis.positions.len()) {
                analysis.positions.push(solved);
            }
            on_solved(analysis.searched, &analysis.positions[first..]);
        }
        analysis.ms = milliseconds(start.elapsed());
        Ok(analysis)
    })
}

/// Whether the side to move mates within this number of moves.
fn is_mate_within(score: Score, moves: u32) -> bool {
    matches!(score.to_uci(), UciScore::Mate(found) if found > 0 && found.unsigned_abs() <= moves)
}

fn milliseconds(time: Duration) -> f64 {
    rounded(1_000.0 * time.as_secs_f64())
}

/// A time rounded to microseconds.
fn rounded(milliseconds: f64) -> f64 {
    (1_000.0 * milliseconds).round() / 1_000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::movegen::legal_moves;

    /// Plays the first legal move; fails where there is none.
    struct FirstMove;

    impl Analyst for FirstMove {
        fn clear(&mut self) -> Result<(), AnalysisError> {
            Ok(())
        }

        fn search(
            &mut self,
            game: &GamePosition,
            _: &Limits,
            _: usize,
            _: &SearchControl,
            _: &mut dyn FnMut(&AnalysedLine),
        ) -> Result<PositionAnalysis, AnalysisError> {
            let best = legal_moves(game.position()).first().copied();
            let (mv, elapsed) = (best.ok_or(AnalysisError::NoLegalMove)?, Duration::from_millis(2));
            let changes = vec![(mv, 3, elapsed)];
            let lines = Vec::new();
            Ok(PositionAnalysis {
                best,
                score: Score(7),
                depth: 1,
                nodes: 9,
                elapsed,
                lines,
                changes,
                wdl: None,
            })
        }
    }

    #[test]
    fn any_engine_solves_a_suite_in_its_order_or_tells_its_error() {
        let run = |lines: &[&str]| {
            let epds: Vec<Epd> = lines.iter().map(|line| line.parse().expect("an EPD")).collect();
            let (limits, control) = (Limits::default(), SearchControl::default());
            let mut names = Vec::new();
            let mut on_solved = |_: usize, next: &[SolvedPosition]| {
                names.extend(next.iter().map(|solved| solved.id.clone()));
            };
            let (mut analysts, notation) = ([FirstMove, FirstMove], MoveNotation::San);
            solve(&epds, &mut analysts, &limits, notation, &control, &mut on_solved)
                .map(|analysis| (analysis, names))
        };
        let only = "7k/8/8/8/8/8/1r6/K7 w - - bm Kxb2; id \"only\";";
        let (analysis, names) = run(&[only, "7k/8/8/8/8/8/1r6/K7 w - -", only]).expect("solved");
        assert_eq!(names, ["only", "2", "only"]);
        assert_eq!((analysis.searched, analysis.tests, analysis.solved), (3, 2, 2));
        assert_eq!((analysis.nodes, analysis.solution_nodes), (27, 6));
        assert_eq!((analysis.search_ms, analysis.solution_ms), (6.0, 4.0));
        let failed = run(&[only, "R5k1/5ppp/8/8/8/8/8/6K1 b - -"]);
        assert!(matches!(failed, Err(AnalysisError::NoLegalMove)), "{failed:?}");
    }
}
