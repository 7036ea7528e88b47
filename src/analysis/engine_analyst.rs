//! The analyst that this engine is.

use super::analyst::{AnalysedLine, AnalysisError, Analyst, PositionAnalysis};
use crate::chess::board::GamePosition;
use crate::chess::types::{Depth, Move};
use crate::engine::eval::Network;
use crate::engine::options::HashMb;
use crate::engine::search::{
    Bound, Limits, Report, Reporter, SearchControl, SearchOptions, TablebaseAccess,
};
use crate::engine::searcher::Searcher;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Searches positions one after another with the same memory.
///
/// ```
/// use staunton::analysis::analyst::Analyst;
/// use staunton::analysis::engine_analyst::EngineAnalyst;
/// use staunton::chess::Position;
/// use staunton::engine::options::HashMb;
/// use staunton::engine::{Limits, Network};
///
/// let mut analyst = EngineAnalyst::new(HashMb::of(1), 1, Network::built_in())?;
/// let found = analyst.best_lines(&Position::start().into(), &Limits::depth(4), 3)?;
/// assert_eq!(found.lines.len(), 3);
/// assert!(found.lines.is_sorted_by(|a, b| a.score >= b.score));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct EngineAnalyst {
    searcher: Searcher,
    tablebases: Option<TablebaseAccess>,
}

impl EngineAnalyst {
    /// An analyst with a table of this size, whose searches use this many
    /// threads.
    ///
    /// # Errors
    /// If there is no memory, or a thread cannot be started.
    pub fn new(
        hash: HashMb,
        threads: usize,
        network: &Arc<Network>,
    ) -> Result<EngineAnalyst, AnalysisError> {
        let mut searcher = Searcher::with_hash(hash).map_err(Box::from)?;
        searcher.set_network(network);
        searcher.set_threads(threads).map_err(Box::from)?;
        Ok(EngineAnalyst { searcher, tablebases: None })
    }

    /// Probes tablebases from now on.
    pub fn set_tablebases(&mut self, tablebases: TablebaseAccess) {
        self.tablebases = Some(tablebases);
    }
}

impl Analyst for EngineAnalyst {
    fn clear(&mut self) -> Result<(), AnalysisError> {
        self.searcher.clear();
        Ok(())
    }

    fn search(
        &mut self,
        game: &GamePosition,
        limits: &Limits,
        lines: usize,
        control: &SearchControl,
        on_line: &mut dyn FnMut(&AnalysedLine),
    ) -> Result<PositionAnalysis, AnalysisError> {
        let start = Instant::now();
        let tablebases = self.tablebases.clone();
        let options = SearchOptions { multi_pv: lines, tablebases, ..SearchOptions::default() };
        self.searcher.set_options(options);
        let mut collector = Collector { lines: Vec::new(), changes: Vec::new(), on_line };
        let found = self.searcher.search_with(game, limits, control, &mut collector);
        let Collector { mut lines, mut changes, .. } = collector;
        let (score, depth, nodes) = (found.score, found.depth, found.nodes);
        let elapsed = start.elapsed();
        if let Some(best) = found.best {
            // A search that is stopped within its first iteration reports nothing.
            if lines.first().is_none_or(|line| line.moves.first() != Some(&best)) {
                let moves = [Some(best), found.ponder].into_iter().flatten().collect();
                let line = AnalysedLine { score, depth, nodes, elapsed, moves };
                lines.splice(..lines.len().min(1), [line]);
            }
            if changes.last().is_none_or(|(mv, ..)| *mv != best) {
                changes.push((best, nodes, elapsed));
            }
        }
        let (best, wdl) = (found.best, None);
        Ok(PositionAnalysis { best, score, depth, nodes, elapsed, lines, changes, wdl })
    }
}

/// Keeps the reports that matter.
struct Collector<'f> {
    lines: Vec<AnalysedLine>,
    changes: Vec<(Move, u64, Duration)>,
    on_line: &'f mut dyn FnMut(&AnalysedLine),
}

impl Reporter for Collector<'_> {
    fn report(&mut self, report: &Report<'_>) {
        let &Report { depth, score, nodes, elapsed, .. } = report;
        let Some(&best) = report.pv.first() else { return };
        if report.line == 1 && self.changes.last().is_none_or(|(mv, ..)| *mv != best) {
            self.changes.push((best, nodes, elapsed));
        }
        if report.bound != Bound::Exact {
            return;
        }
        let line = AnalysedLine { score, depth, nodes, elapsed, moves: report.pv.to_vec() };
        (self.on_line)(&line);
        match self.lines.get_mut(report.line - 1) {
            Some(old) => *old = line,
            None => self.lines.push(line),
        }
    }

    fn current_move(&mut self, _: Depth, _: Move, _: usize) {}
}
