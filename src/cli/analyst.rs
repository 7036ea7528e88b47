//! Searches for the commands that analyse: limits, threads, and what a search
//! has found.

use super::error::CliError;
use super::eval_file::EvalFileArgs;
use super::settings::argument;
use crate::chess::board::{KeyHistory, Position};
use crate::chess::types::{Color, Depth, Move, Score, UciScore};
use crate::engine::eval::Network;
use crate::engine::eval::wdl::{WdlModel, material_left};
use crate::engine::options::{HashMb, Threads};
use crate::engine::search::{
    Bound, Limits, Report, Reporter, SearchControl, SearchOptions, SearchRequest, SearchResult,
    ThreadPool,
};
use crate::engine::tt::TranspositionTable;
use clap::Args;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time of a search without other limits.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

// No doc comment: it would replace that of the command.
#[derive(Args)]
pub struct AnalystArgs {
    /// The depth of each search, in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(i64).range(1..=127))]
    depth: Option<i64>,
    /// The nodes of each search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The time of each search, in milliseconds [default: 1000 without another limit]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// The size of a transposition table, in MiB
    #[arg(long, value_name = "MB", default_value = "64", value_parser = argument::<HashMb>)]
    hash: HashMb,
    /// The number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = argument::<Threads>)]
    threads: Threads,
    #[command(flatten)]
    eval_file: EvalFileArgs,
}

impl AnalystArgs {
    pub fn threads(&self) -> usize {
        self.threads.count()
    }

    /// When a search stops.
    pub fn limits(&self) -> Limits {
        let limits = Limits {
            depth: self.depth.and_then(|depth| Depth::try_from(depth).ok()),
            nodes: self.nodes,
            move_time: self.movetime.map(Duration::from_millis),
            ..Limits::default()
        };
        match limits {
            Limits { depth: None, nodes: None, move_time: None, .. } => {
                Limits { move_time: Some(DEFAULT_MOVE_TIME), ..limits }
            }
            limits => limits,
        }
    }

    /// The limits as a phrase for a report.
    pub fn limits_in_words(&self) -> String {
        let Limits { depth, nodes, move_time, .. } = self.limits();
        let parts = [
            depth.map(|depth| format!("depth {depth}")),
            nodes.map(|nodes| format!("{nodes} nodes")),
            move_time.map(|time| format!("{} ms", time.as_millis())),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The network that positions are evaluated with.
    ///
    /// # Errors
    /// If it cannot be used.
    pub fn network(&self) -> Result<Arc<Network>, CliError> {
        self.eval_file.network()
    }

    /// An analyst whose searches use this many threads.
    ///
    /// # Errors
    /// If there is no memory, a thread cannot be started, or the network cannot
    /// be used.
    pub fn analyst(&self, threads: usize) -> Result<Analyst, CliError> {
        let tt = TranspositionTable::new(self.hash.count())
            .map_err(|error| CliError::Failed(error.to_string()))?;
        let mut pool = ThreadPool::new();
        pool.set_network(&self.network()?);
        pool.set_threads(threads).map_err(|error| CliError::Failed(error.to_string()))?;
        Ok(Analyst { pool, tt: Arc::new(tt) })
    }
}

/// Searches positions one after another with the same memory.
pub struct Analyst {
    pool: ThreadPool,
    tt: Arc<TranspositionTable>,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct PositionAnalysis {
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
    pub moves: Vec<Move>,
}

impl Analyst {
    /// Forgets what earlier searches have learned.
    pub fn clear(&mut self) {
        self.pool.clear();
        self.tt.clear();
    }

    /// Searches a position after a game with these keys. `on_report` sees every
    /// exact report.
    pub fn search(
        &mut self,
        position: &Position,
        key_history: &KeyHistory,
        (limits, multi_pv): (&Limits, usize),
        control: &SearchControl,
        on_report: &mut dyn FnMut(&Report<'_>),
    ) -> PositionAnalysis {
        let request = SearchRequest {
            position: position.clone(),
            key_history: key_history.clone(),
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
