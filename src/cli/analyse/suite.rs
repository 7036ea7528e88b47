//! Suites of test positions with known best moves.

use super::arguments::{AnalyseArgs, progress_bar, score_json};
use crate::chess::board::{FenStyle, KeyHistory};
use crate::chess::notation::epd::Epd;
use crate::cli::analyst::{PositionAnalysis, white_score};
use crate::cli::error::CliError;
use crate::cli::message::stdout;
use crate::engine::bench::per_second;
use crate::engine::search::SearchControl;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// A searched position of a suite.
struct SolvedPosition {
    index: usize,
    found: PositionAnalysis,
    /// `None` if the position has no best moves and none to avoid.
    solved: Option<bool>,
    /// Nodes and time after which the solution was never given up again.
    solution: Option<(u64, Duration)>,
}

impl SolvedPosition {
    fn new(index: usize, epd: &Epd, found: PositionAnalysis) -> SolvedPosition {
        let (best, avoid) = (epd.best_moves(), epd.avoid_moves());
        let solves = |mv| (best.is_empty() || best.contains(&mv)) && !avoid.contains(&mv);
        let is_test = !(best.is_empty() && avoid.is_empty());
        let solved = is_test.then(|| found.result.best.is_some_and(solves));
        let since = found.changes.iter().rev().take_while(|(mv, ..)| solves(*mv)).last();
        let solution =
            since.filter(|_| solved == Some(true)).map(|&(_, nodes, time)| (nodes, time));
        SolvedPosition { index, found, solved, solution }
    }
}

/// Searches all positions, and prints each in the order of the file.
pub fn run(
    arguments: &AnalyseArgs,
    positions: &[Epd],
    control: &SearchControl,
) -> Result<(), CliError> {
    let threads = arguments.search.threads().min(positions.len());
    let analysts: Vec<_> =
        (0..threads).map(|_| arguments.search.analyst(1)).collect::<Result<_, _>>()?;
    let limits = arguments.search.limits();
    let (next, start) = (AtomicUsize::new(0), Instant::now());
    let (sender, receiver) = mpsc::channel();
    let bar = progress_bar(positions.len(), "position");
    let mut printer = SuitePrinter::new(arguments, positions);
    let written = std::thread::scope(|scope| {
        for mut analyst in analysts {
            let (sender, limits, next) = (sender.clone(), &limits, &next);
            scope.spawn(move || {
                while !control.stopped() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(epd) = positions.get(index) else { return };
                    // Each position counts for itself, whatever came before it.
                    analyst.clear();
                    let keys = KeyHistory::new();
                    let found =
                        analyst.search(&epd.position, &keys, (limits, 1), control, &mut |_| ());
                    if control.stopped()
                        || sender.send(SolvedPosition::new(index, epd, found)).is_err()
                    {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut written = Ok(());
        for solved in receiver {
            bar.inc(1);
            written = written.and_then(|()| bar.suspend(|| printer.add(solved)));
        }
        written
    });
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
            .result
            .best
            .map_or_else(|| "none".to_string(), |mv| self.arguments.notation.format(position, mv));
        let score = white_score(position.side_to_move(), found.result.score);
        let after = solved.solution.map_or_else(String::new, |(nodes, time)| {
            format!("{:.3} s {nodes:>10} nodes", time.as_secs_f64())
        });
        let name = self.name(*index);
        let line = format!(
            "{mark} {name:<12} {played:<9} {score:>7}  depth {:>2}  {after:<26}  {}",
            found.result.depth,
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
        let best = solved.found.result.best;
        json!({
            "id": self.name(solved.index),
            "fen": epd.position.fen(FenStyle::Standard),
            "bm": moves(epd.best_moves()),
            "am": moves(epd.avoid_moves()),
            "move": best.map(|mv| notation.format(&epd.position, mv)),
            "score": score_json(solved.found.result.score),
            "depth": solved.found.result.depth,
            "nodes": solved.found.result.nodes,
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
        let nodes: u64 = done().map(|solved| solved.found.result.nodes).sum();
        let count = solutions.len();
        let time: Duration = solutions.iter().map(|&(_, time)| time).sum();
        let solution_nodes: u64 = solutions.iter().map(|&(nodes, _)| nodes).sum();
        let mut out = stdout();
        if self.arguments.json {
            let text = json!({
                "limits": self.arguments.search.limits_in_words(),
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
            self.arguments.search.limits_in_words(),
            elapsed.as_secs_f64()
        )
    }
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1_000_000.0).round() / 1_000.0
}
