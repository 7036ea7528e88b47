//! Writes the reports of a search as `info` lines, and its best move.

use super::stdio::UciOutput;
use super::words::{BestMove, Info};
use crate::chess::types::{Depth, Move, Score, UciScore};
use crate::engine::eval::wdl::WdlParameters;
use crate::engine::search::{Bound, Limits, Report, Reporter, SearchResult};
use crate::engine::{NoPositionError, SearchListener, bench::per_second, format_move};
use std::time::{Duration, Instant};

/// In a timed game, no line is written before this time but the last one, so
/// that output does not slow down fast games.
const SILENT_FOR: Duration = Duration::from_millis(50);
/// Bounds and current moves are written only after this time: a person is
/// watching.
const VERBOSE_AFTER: Duration = Duration::from_secs(3);

/// How lines are written.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PrintStyle {
    /// Whether castling is written as the king taking its own rook.
    pub chess960: bool,
    /// The model of the chances of win, draw and loss, if they follow each
    /// score.
    pub chances: Option<WdlParameters>,
}

/// Prints the reports and the result of one search.
pub struct SearchPrinter {
    output: UciOutput,
    style: PrintStyle,
    start: Instant,
    /// Whether the own clock of a game runs. While the opponent's does, lines cost
    /// nothing, and a program that shows them has nothing else to show.
    timed: bool,
    /// The last exact report of each of the best lines, best line first.
    lines: Vec<ExactReport>,
    /// Whether the last line written is the newest report of the best line.
    best_line_is_last: bool,
}

/// An exact report, written or held back.
struct ExactReport {
    /// All but the principal variation.
    header: Report<'static>,
    pv: Vec<Move>,
    written: bool,
}

impl ExactReport {
    fn new(report: &Report<'_>, written: bool) -> ExactReport {
        // Field by field, since a copy would borrow the moves.
        let Report { depth, selective_depth, line, score, bound, .. } = *report;
        let Report { nodes, elapsed, hash_full, tablebase_hits, pv, .. } = *report;
        let header = Report {
            depth,
            selective_depth,
            line,
            score,
            bound,
            nodes,
            elapsed,
            hash_full,
            tablebase_hits,
            pv: &[],
        };
        ExactReport { header, pv: pv.to_vec(), written }
    }

    fn report(&self) -> Report<'_> {
        Report { pv: &self.pv, ..self.header.clone() }
    }
}

impl SearchPrinter {
    /// A printer for a search within `limits` that began at `start`.
    pub fn new(
        output: UciOutput,
        style: PrintStyle,
        limits: &Limits,
        start: Instant,
    ) -> SearchPrinter {
        SearchPrinter {
            output,
            style,
            start,
            timed: limits.clock.is_some() && !limits.ponder,
            lines: Vec::new(),
            best_line_is_last: false,
        }
    }

    /// Whether it is too early to write anything.
    fn is_silent(&self, elapsed: Duration) -> bool {
        self.timed && elapsed < SILENT_FOR
    }

    /// Writes the exact reports that were held back.
    fn write_held(&mut self) {
        for line in self.lines.iter_mut().filter(|line| !line.written) {
            self.output.line(&info(&line.report(), self.style));
            line.written = true;
        }
    }

    /// Makes sure that the last `info` line has the score of the result, and that
    /// its principal variation begins with the best move.
    fn write_last_line(&mut self, result: &SearchResult, best: Move) {
        self.write_held();
        let reported = self.lines.first().filter(|line| line.pv.first() == Some(&best));
        if reported.is_some() && self.best_line_is_last && self.lines.len() == 1 {
            return;
        }
        let (nodes, elapsed) = (result.nodes, self.start.elapsed());
        let short: Vec<Move> = [Some(best), result.ponder].into_iter().flatten().collect();
        let last = match reported {
            Some(line) => Report { nodes, elapsed, ..line.report() },
            // The search was stopped before its first report, or within an
            // iteration that found a better move.
            None => Report {
                depth: result.depth,
                selective_depth: short.len().max(result.depth.unsigned_abs() as usize),
                line: 1,
                score: result.score,
                bound: result.bound,
                nodes,
                elapsed,
                hash_full: self.lines.first().map_or(0, |line| line.header.hash_full),
                tablebase_hits: self.lines.first().map_or(0, |line| line.header.tablebase_hits),
                pv: &short,
            },
        };
        self.output.line(&info(&last, self.style));
    }
}

impl Reporter for SearchPrinter {
    fn report(&mut self, report: &Report<'_>) {
        if report.pv.is_empty() {
            // Checkmate or stalemate on the board: there is no move to show.
            let score = Some(report.score);
            self.output.line(&Info { depth: Some(0), score, ..Info::default() }.to_string());
            return;
        }
        if report.bound != Bound::Exact {
            if report.elapsed >= VERBOSE_AFTER {
                self.write_held();
                self.output.line(&info(report, self.style));
                self.best_line_is_last = false;
            }
            return;
        }
        let silent = self.is_silent(report.elapsed);
        if !silent {
            self.write_held();
            self.output.line(&info(report, self.style));
        }
        let place = report.line.saturating_sub(1);
        self.best_line_is_last = place == 0 || self.best_line_is_last;
        match self.lines.get_mut(place) {
            Some(line) => *line = ExactReport::new(report, !silent),
            None => self.lines.push(ExactReport::new(report, !silent)),
        }
    }

    fn current_move(&mut self, depth: Depth, mv: Move, number: usize) {
        let elapsed = self.start.elapsed();
        if !self.is_silent(elapsed) {
            self.write_held();
        }
        if elapsed >= VERBOSE_AFTER {
            let mv = format_move(mv, self.style.chess960);
            let info = Info {
                depth: Some(depth.unsigned_abs().into()),
                current_move: Some(&mv),
                current_number: Some(number as u64),
                ..Info::default()
            };
            self.output.line(&info.to_string());
            self.best_line_is_last = false;
        }
    }

    fn no_mate(&mut self, moves: u32) {
        self.output.line(&format!("info string there is no mate in {moves}"));
        self.best_line_is_last = false;
    }
}

impl SearchListener for SearchPrinter {
    fn started(&mut self, start: Instant) {
        self.start = start;
    }

    fn no_position(&mut self, error: &NoPositionError) {
        self.output.error(&format!("go: {error}"));
    }

    fn finished(&mut self, result: &SearchResult) {
        if let Some(best) = result.best {
            self.write_last_line(result, best);
        }
        let text = |mv| format_move(mv, self.style.chess960);
        let (best, ponder) = (result.best.map(text), result.ponder.map(text));
        let best = BestMove {
            best: best.as_deref().unwrap_or(BestMove::NONE),
            ponder: ponder.as_deref(),
            has_more: false,
        };
        self.output.line(&best.to_string());
    }
}

/// The `info` line of a report.
fn info(report: &Report<'_>, style: PrintStyle) -> String {
    let pv: Vec<String> = report.pv.iter().map(|&mv| format_move(mv, style.chess960)).collect();
    let info = Info {
        depth: Some(report.depth.unsigned_abs().into()),
        seldepth: Some(report.selective_depth as u64),
        multipv: Some(report.line as u64),
        score: Some(report.score),
        bound: Some(report.bound),
        wdl: style.chances.map(|chances| win_draw_loss(report.score, &chances)),
        nodes: Some(report.nodes),
        nps: Some(per_second(report.nodes, report.elapsed)),
        hashfull: Some(report.hash_full.into()),
        tbhits: Some(report.tablebase_hits),
        time: Some(report.elapsed.as_millis() as u64),
        pv: &pv.join(" "),
        ..Info::default()
    };
    info.to_string()
}

/// The chances of a win, a draw and a loss for the side to move, in permille.
/// They add up to 1000.
fn win_draw_loss(score: Score, chances: &WdlParameters) -> [u32; 3] {
    match score.to_uci() {
        UciScore::Mate(moves) if moves > 0 => [1000, 0, 0],
        UciScore::Mate(_) => [0, 0, 1000],
        UciScore::Centipawns(centipawns) => {
            let [win, _, loss] = chances.probabilities(f64::from(centipawns));
            let [win, loss] = [win, loss].map(|chance| (1000.0 * chance).round() as u32);
            // Without draws both may be rounded up: then both lose one, so that
            // neither side is favoured.
            let excess = u32::from(win + loss > 1000);
            let [win, loss] = [win, loss].map(|chance| chance - excess);
            [win, 1000 - win - loss, loss]
        }
    }
}

#[cfg(test)]
mod tests;
