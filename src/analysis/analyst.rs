//! What an analysis asks of a search, and what that finds.

use crate::chess::board::GamePosition;
use crate::chess::board::Position;
use crate::chess::types::{Color, Depth, Move, Score, UciScore};
use crate::engine::eval::Network;
use crate::engine::eval::wdl::{WdlModel, material_left};
use crate::engine::search::{
    Bound, Limits, Report, Reporter, SearchControl, SearchOptions, SearchRequest, SearchResult,
    ThreadPool, ThreadsError,
};
use crate::engine::tt::{TranspositionTable, TtError};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Why there is no analysis.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnalysisError {
    /// There is no memory for the transposition table.
    #[error(transparent)]
    Table(#[from] TtError),
    /// The system does not start the threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// There is nothing to compare.
    #[error("the side to move has no legal move")]
    NoLegalMove,
    /// It was stopped before its end.
    #[error("the analysis was stopped")]
    Stopped,
}

/// Searches positions one after another with the same memory.
pub struct Analyst {
    pool: ThreadPool,
    tt: Arc<TranspositionTable>,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct PositionAnalysis {
    /// The result of the search.
    pub result: SearchResult,
    /// The best lines, the best first; each begins with its move.
    pub lines: Vec<AnalysedLine>,
    /// The time of the search.
    pub elapsed: Duration,
    /// When the best move changed: the move, the nodes and the time until then.
    pub changes: Vec<(Move, u64, Duration)>,
}

/// One of the best lines.
#[derive(Clone, Debug)]
pub struct AnalysedLine {
    /// The score, for the side to move.
    pub score: Score,
    /// The depth of its iteration, in plies.
    pub depth: Depth,
    /// Its moves.
    pub moves: Vec<Move>,
}

impl Analyst {
    /// An analyst with a table of this size in MiB, whose searches use this many
    /// threads.
    ///
    /// # Errors
    /// If there is no memory, or a thread cannot be started.
    pub fn new(
        hash_mb: usize,
        threads: usize,
        network: &Arc<Network>,
    ) -> Result<Analyst, AnalysisError> {
        let tt = Arc::new(TranspositionTable::new(hash_mb)?);
        let mut pool = ThreadPool::new();
        pool.set_network(network);
        pool.set_threads(threads)?;
        Ok(Analyst { pool, tt })
    }

    /// Forgets what earlier searches have learned.
    pub fn clear(&mut self) {
        self.pool.clear();
        self.tt.clear();
    }

    /// Searches for the best lines of a position, as many as `multi_pv`.
    /// `on_report` sees every exact report.
    pub fn search(
        &mut self,
        game: &GamePosition,
        (limits, multi_pv): (&Limits, usize),
        control: &SearchControl,
        on_report: &mut dyn FnMut(&Report<'_>),
    ) -> PositionAnalysis {
        let request = SearchRequest {
            position: game.position().clone(),
            key_history: game.key_history().clone(),
            limits: limits.clone(),
            start: Instant::now(),
            multi_pv,
            move_overhead: Duration::ZERO,
            options: SearchOptions::default(),
        };
        let mut collector = Collector { lines: Vec::new(), changes: Vec::new(), on_report };
        let result = self.pool.search(&request, &self.tt, control, &mut collector);
        let Collector { mut lines, mut changes, .. } = collector;
        if let Some(best) = result.best {
            // A search that is stopped within its first iteration reports nothing.
            if lines.first().is_none_or(|line| line.moves.first() != Some(&best)) {
                let moves = [Some(best), result.ponder].into_iter().flatten().collect();
                let line = AnalysedLine { score: result.score, depth: result.depth, moves };
                lines.splice(..lines.len().min(1), [line]);
            }
            if changes.last().is_none_or(|(mv, ..)| *mv != best) {
                changes.push((best, result.nodes, request.start.elapsed()));
            }
        }
        PositionAnalysis { result, lines, elapsed: request.start.elapsed(), changes }
    }
}

/// Keeps the reports that matter.
struct Collector<'f> {
    lines: Vec<AnalysedLine>,
    changes: Vec<(Move, u64, Duration)>,
    on_report: &'f mut dyn FnMut(&Report<'_>),
}

impl Reporter for Collector<'_> {
    fn report(&mut self, report: &Report<'_>) {
        let Some(&best) = report.pv.first() else { return };
        if report.line == 1 && self.changes.last().is_none_or(|(mv, ..)| *mv != best) {
            self.changes.push((best, report.nodes, report.elapsed));
        }
        if report.bound != Bound::Exact {
            return;
        }
        let line =
            AnalysedLine { score: report.score, depth: report.depth, moves: report.pv.to_vec() };
        match self.lines.get_mut(report.line - 1) {
            Some(old) => *old = line,
            None => self.lines.push(line),
        }
        (self.on_report)(report);
    }

    fn current_move(&mut self, _: Depth, _: Move, _: usize) {}
}

/// The depth, nodes and time of limits as a phrase.
pub fn limits_in_words(limits: &Limits) -> String {
    let Limits { depth, nodes, move_time, .. } = limits;
    let parts = [
        depth.map(|depth| format!("depth {depth}")),
        nodes.map(|nodes| format!("{nodes} nodes")),
        move_time.map(|time| format!("{} ms", time.as_millis())),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The score as White sees it, in pawns or moves to mate, as chess servers
/// write it: `0.31`, `-1.05`, `#3`, `#-2`.
pub fn white_score(side: Color, score: Score) -> String {
    match (score.to_uci(), side) {
        (UciScore::Mate(moves), Color::White) => format!("#{moves}"),
        // "#0" has no sign: whoever is to move is mated.
        (UciScore::Mate(moves), Color::Black) => format!("#{}", -moves),
        (UciScore::Centipawns(value), side) => {
            let white = if side == Color::White { value } else { -value };
            format!("{:.2}", f64::from(white) / 100.0)
        }
    }
}

/// The points that the side to move can expect of a position, from 0 to 1: the
/// chance of a win and half of that of a draw.
pub fn expected_points(position: &Position, score: Score) -> f64 {
    if score.is_mate() {
        return f64::from(u8::from(score.is_win()));
    }
    let model = WdlModel::OWN.at(material_left(position));
    let [win, draw, _] = model.probabilities(f64::from(score.0));
    win + draw / 2.0
}
