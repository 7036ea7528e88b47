//! Suites of test positions with known best moves.

use super::arguments::{AnalyseArgs, progress_bar, score_json};
use crate::analysis::analyst::{limits_in_words, white_score};
use crate::analysis::suite::{SolvedPosition, solve};
use crate::chess::board::FenStyle;
use crate::chess::notation::epd::Epd;
use crate::cli::error::CliError;
use crate::cli::message::stdout;
use crate::engine::bench::per_second;
use crate::engine::search::SearchControl;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Searches all positions, and prints each in the order of the file.
pub fn run(
    arguments: &AnalyseArgs,
    positions: &[Epd],
    control: &SearchControl,
) -> Result<(), CliError> {
    let threads = arguments.search.threads().min(positions.len());
    let mut analysts =
        (0..threads).map(|_| arguments.search.analyst(1)).collect::<Result<Vec<_>, _>>()?;
    let start = Instant::now();
    let bar = progress_bar(positions.len(), "position");
    let mut printer = SuitePrinter::new(arguments, positions);
    let mut written = Ok(());
    solve(positions, &mut analysts, &arguments.search.limits(), control, |solved| {
        bar.inc(1);
        if written.is_ok() {
            written = bar.suspend(|| printer.add(solved));
        }
    })?;
    bar.finish_and_clear();
    written?;
    Ok(printer.finish(start.elapsed())?)
}

/// Prints positions in the order of the file, and keeps the totals.
struct SuitePrinter<'a> {
    arguments: &'a AnalyseArgs,
    positions: &'a [Epd],
    done: Vec<Option<SolvedPosition>>,
    printed: usize,
    json: Vec<Value>,
}

impl<'a> SuitePrinter<'a> {
    fn new(arguments: &'a AnalyseArgs, positions: &'a [Epd]) -> SuitePrinter<'a> {
        let done = positions.iter().map(|_| None).collect();
        SuitePrinter { arguments, positions, done, printed: 0, json: Vec::new() }
    }

    fn add(&mut self, solved: SolvedPosition) -> io::Result<()> {
        let index = solved.index;
        self.done[index] = Some(solved);
        while let Some(Some(solved)) = self.done.get(self.printed) {
            if self.arguments.json {
                self.json.push(self.as_json(solved));
            } else {
                writeln!(stdout(), "{}", self.line(solved))?;
            }
            self.printed += 1;
        }
        Ok(())
    }

    fn name(&self, index: usize) -> String {
        self.positions[index].id().map_or_else(|| format!("{}", index + 1), str::to_string)
    }

    /// The best moves, and those to avoid.
    fn wanted(&self, index: usize) -> String {
        let epd = &self.positions[index];
        let moves = |word: &str, moves: &[crate::chess::types::Move]| {
            let texts = moves.iter().map(|&mv| self.arguments.notation.format(&epd.position, mv));
            let texts = texts.collect::<Vec<_>>().join(" ");
            (!moves.is_empty()).then(|| format!("{word} {texts}"))
        };
        let parts = [moves("bm", epd.best_moves()), moves("am", epd.avoid_moves())];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    fn line(&self, solved: &SolvedPosition) -> String {
        let SolvedPosition { index, found, .. } = solved;
        let position = &self.positions[*index].position;
        let mark = match solved.solved {
            Some(true) => "+",
            Some(false) => "-",
            None => " ",
        };
        let played = found
            .best
            .map_or_else(|| "none".to_string(), |mv| self.arguments.notation.format(position, mv));
        let score = white_score(position.side_to_move(), found.score);
        let after = solved.solution.map_or_else(String::new, |(nodes, time)| {
            format!("{:.3} s {nodes:>10} nodes", time.as_secs_f64())
        });
        let name = self.name(*index);
        let line = format!(
            "{mark} {name:<12} {played:<9} {score:>7}  depth {:>2}  {after:<26}  {}",
            found.depth,
            self.wanted(*index)
        );
        line.trim_end().to_string()
    }

    fn as_json(&self, solved: &SolvedPosition) -> Value {
        let epd = &self.positions[solved.index];
        let notation = self.arguments.notation;
        let moves = |moves: &[crate::chess::types::Move]| {
            moves.iter().map(|&mv| notation.format(&epd.position, mv)).collect::<Vec<_>>()
        };
        let best = solved.found.best;
        json!({
            "id": self.name(solved.index),
            "fen": epd.position.fen(FenStyle::Standard),
            "bm": moves(epd.best_moves()),
            "am": moves(epd.avoid_moves()),
            "move": best.map(|mv| notation.format(&epd.position, mv)),
            "score": score_json(solved.found.score),
            "depth": solved.found.depth,
            "nodes": solved.found.nodes,
            "ms": milliseconds(solved.found.elapsed),
            "solved": solved.solved,
            "solution_nodes": solved.solution.map(|(nodes, _)| nodes),
            "solution_ms": solved.solution.map(|(_, time)| milliseconds(time)),
        })
    }

    /// Prints the totals.
    fn finish(self, elapsed: Duration) -> io::Result<()> {
        let done = || self.done.iter().flatten();
        let tests = done().filter(|solved| solved.solved.is_some()).count();
        let solutions: Vec<(u64, Duration)> = done().filter_map(|solved| solved.solution).collect();
        let searched: Duration = done().map(|solved| solved.found.elapsed).sum();
        let nodes: u64 = done().map(|solved| solved.found.nodes).sum();
        let count = solutions.len();
        let time: Duration = solutions.iter().map(|&(_, time)| time).sum();
        let solution_nodes: u64 = solutions.iter().map(|&(nodes, _)| nodes).sum();
        let mut out = stdout();
        if self.arguments.json {
            let text = json!({
                "limits": limits_in_words(&self.arguments.search.limits()),
                "threads": self.arguments.search.threads(),
                "positions": self.json,
                "searched": done().count(), "tests": tests, "solved": count,
                "nodes": nodes, "ms": milliseconds(elapsed),
                "search_ms": milliseconds(searched),
                "solution_nodes": solution_nodes, "solution_ms": milliseconds(time),
            });
            return writeln!(out, "{}", serde_json::to_string_pretty(&text).unwrap_or_default());
        }
        writeln!(out)?;
        if tests > 0 {
            let share = 100.0 * count as f64 / tests as f64;
            writeln!(out, "Solved {count} of {tests} ({share:.1} %)")?;
        }
        if count > 0 {
            let mean = time.as_secs_f64() / count as f64;
            let nodes = solution_nodes / count as u64;
            writeln!(out, "To a solution: {mean:.3} s and {nodes} nodes in the mean")?;
        }
        let rate = per_second(nodes, searched);
        writeln!(
            out,
            "{} positions at {}: {:.1} s, {nodes} nodes, {rate} nodes per second and thread",
            done().count(),
            limits_in_words(&self.arguments.search.limits()),
            elapsed.as_secs_f64()
        )
    }
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1_000_000.0).round() / 1_000.0
}
