//! Writes what a search finds, as chess programs want to read it.

use super::output::UciOutput;
use super::wdl::win_draw_loss;
use crate::engine::{Listener, bench::per_second, format_move};
use crate::eval::wdl::WdlParameters;
use crate::search::{Bound, Limits, Report, Reporter, SearchResult};
use crate::types::{Depth, Move};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// A game move that comes this fast is reported by its last line alone: fast
/// games are not slowed down by text that nobody can read.
const QUIET_AT_FIRST: Duration = Duration::from_millis(50);
/// Who waits this long wants to see every step.
const TELL_ALL_AFTER: Duration = Duration::from_secs(3);

/// How lines are written.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PrintStyle {
    /// Castling is written as the king taking its rook.
    pub chess960: bool,
    /// Chances of win, draw and loss follow the score: how to know them.
    pub chances: Option<WdlParameters>,
}

/// Listens to one search.
pub struct Printer {
    output: UciOutput,
    style: PrintStyle,
    start: Instant,
    /// Whether it moves in a game with a clock.
    timed: bool,
    /// The last exact line for each of the best lines, from the first.
    lines: Vec<Exact>,
    /// Whether nothing was written since the newest first line.
    last_words: bool,
}

/// An exact line, written or not yet.
struct Exact {
    /// All but the line of moves.
    facts: Report<'static>,
    pv: Vec<Move>,
    written: bool,
}

impl Exact {
    fn new(report: &Report<'_>, written: bool) -> Exact {
        // Named one by one, since a copy would borrow the moves.
        let Report { depth, selective_depth, line, score, bound, nodes, elapsed, hash_full, pv } =
            *report;
        let facts = Report {
            depth,
            selective_depth,
            line,
            score,
            bound,
            nodes,
            elapsed,
            hash_full,
            pv: &[],
        };
        Exact { facts, pv: pv.to_vec(), written }
    }

    fn report(&self) -> Report<'_> {
        Report { pv: &self.pv, ..self.facts.clone() }
    }
}

impl Printer {
    /// A listener for a search within `limits`, which began at `start`.
    pub fn new(output: UciOutput, style: PrintStyle, limits: &Limits, start: Instant) -> Printer {
        Printer {
            output,
            style,
            start,
            timed: limits.clock.is_some(),
            lines: Vec::new(),
            last_words: false,
        }
    }

    /// Whether it is too early to write anything.
    fn is_quiet(&self, elapsed: Duration) -> bool {
        self.timed && elapsed < QUIET_AT_FIRST
    }

    /// Writes exact lines that were held back.
    fn write_held(&mut self) {
        for line in self.lines.iter_mut().filter(|line| !line.written) {
            self.output.line(&info(&line.report(), self.style));
            line.written = true;
        }
    }

    /// Sees to it that the last line is exact and begins with the best move.
    fn write_last_line(&mut self, outcome: &SearchResult, best: Move) {
        self.write_held();
        let known = self.lines.first().filter(|line| line.pv.first() == Some(&best));
        if known.is_some() && self.last_words && self.lines.len() == 1 {
            return;
        }
        let (nodes, elapsed) = (outcome.nodes, self.start.elapsed());
        let short: Vec<Move> = [Some(best), outcome.ponder].into_iter().flatten().collect();
        let last = match known {
            Some(line) => Report { nodes, elapsed, ..line.report() },
            // The search was cut off before it could report, or in the middle
            // of an iteration that found a better move.
            None => Report {
                depth: outcome.depth,
                selective_depth: short.len().max(outcome.depth.unsigned_abs() as usize),
                line: 1,
                score: outcome.score,
                bound: Bound::Exact,
                nodes,
                elapsed,
                hash_full: self.lines.first().map_or(0, |line| line.facts.hash_full),
                pv: &short,
            },
        };
        self.output.line(&info(&last, self.style));
    }
}

impl Reporter for Printer {
    fn report(&mut self, report: &Report<'_>) {
        if report.pv.is_empty() {
            // Mate or stalemate on the board: there is no line to show.
            self.output.line(&format!("info depth 0 score {}", report.score));
            return;
        }
        if report.bound != Bound::Exact {
            if report.elapsed >= TELL_ALL_AFTER {
                self.write_held();
                self.output.line(&info(report, self.style));
                self.last_words = false;
            }
            return;
        }
        let quiet = self.is_quiet(report.elapsed);
        if !quiet {
            self.write_held();
            self.output.line(&info(report, self.style));
        }
        let place = report.line.saturating_sub(1);
        self.last_words = place == 0 || self.last_words;
        match self.lines.get_mut(place) {
            Some(line) => *line = Exact::new(report, !quiet),
            None => self.lines.push(Exact::new(report, !quiet)),
        }
    }

    fn current_move(&mut self, depth: Depth, mv: Move, number: usize) {
        let elapsed = self.start.elapsed();
        if !self.is_quiet(elapsed) {
            self.write_held();
        }
        if elapsed >= TELL_ALL_AFTER {
            let mv = format_move(mv, self.style.chess960);
            self.output.line(&format!("info depth {depth} currmove {mv} currmovenumber {number}"));
            self.last_words = false;
        }
    }
}

impl Listener for Printer {
    fn finished(&mut self, outcome: &SearchResult) {
        let Some(best) = outcome.best else {
            return self.output.line("bestmove (none)");
        };
        self.write_last_line(outcome, best);
        let mut line = format!("bestmove {}", format_move(best, self.style.chess960));
        if let Some(ponder) = outcome.ponder {
            let _ = write!(line, " ponder {}", format_move(ponder, self.style.chess960));
        }
        self.output.line(&line);
    }
}

/// A line of what the search knows. Some programs want the bound right behind
/// the score, and nothing but whole numbers.
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
        " nodes {} nps {} hashfull {} time {} pv",
        report.nodes,
        per_second(report.nodes, report.elapsed),
        report.hash_full,
        report.elapsed.as_millis()
    );
    for &mv in report.pv {
        line.push(' ');
        line.push_str(&format_move(mv, style.chess960));
    }
    line
}

#[cfg(test)]
mod tests;
