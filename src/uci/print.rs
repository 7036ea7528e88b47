//! Writes the reports of a search as `info` lines, and its best move.

use super::stdio::UciOutput;
use crate::chess::types::{Depth, Move, Score, UciScore};
use crate::engine::eval::wdl::WdlParameters;
use crate::engine::search::{Bound, Limits, Report, Reporter, SearchResult};
use crate::engine::{NoPositionError, SearchListener, bench::per_second, format_move};
use std::fmt::Write;
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
            self.output.line(&format!("info depth 0 score {}", report.score));
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
            self.output.line(&format!("info depth {depth} currmove {mv} currmovenumber {number}"));
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
        let Some(best) = result.best else {
            return self.output.line("bestmove (none)");
        };
        self.write_last_line(result, best);
        let mut line = format!("bestmove {}", format_move(best, self.style.chess960));
        if let Some(ponder) = result.ponder {
            let _ = write!(line, " ponder {}", format_move(ponder, self.style.chess960));
        }
        self.output.line(&line);
    }
}

/// The `info` line of a report. Some programs want the bound directly after
/// the score, and integers only.
fn info(report: &Report<'_>, style: PrintStyle) -> String {
    let mut line = String::with_capacity(128 + 5 * report.pv.len());
    let bound = match report.bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact => "",
    };
    let _ = write!(
        line,
        "info depth {} seldepth {} multipv {} score {}{bound}",
        report.depth, report.selective_depth, report.line, report.score
    );
    if let Some(chances) = &style.chances {
        let [win, draw, loss] = win_draw_loss(report.score, chances);
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    let _ = write!(
        line,
        " nodes {} nps {} hashfull {} tbhits {} time {} pv",
        report.nodes,
        per_second(report.nodes, report.elapsed),
        report.hash_full,
        report.tablebase_hits,
        report.elapsed.as_millis()
    );
    for &mv in report.pv {
        line.push(' ');
        line.push_str(&format_move(mv, style.chess960));
    }
    line
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
