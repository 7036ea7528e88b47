//! Suites of test positions with known best moves.

use super::arguments::{AnalyseArgs, Stop};
use crate::analysis::analyst::white_score;
use crate::analysis::suite::{SolvedPosition, SuiteAnalysis, solve};
use crate::chess::notation::epd::Epd;
use crate::chess::types::Color;
use crate::cli::error::CliError;
use crate::cli::message::{json, stdout};
use crate::cli::progress::position_bar;
use crate::engine::bench::per_second;
use std::io::{self, Write};
use std::time::Duration;

/// Searches all positions, and prints each in the order of the file.
pub fn run(arguments: &AnalyseArgs, positions: &[Epd], stop: Stop<'_>) -> Result<(), CliError> {
    if arguments.lines != 1 {
        let sentence = "--lines needs a position or games, not a suite of positions";
        return Err(CliError::Usage(sentence.to_string()));
    }
    let threads = arguments.search.threads().min(positions.len());
    let mut analysts = (0..threads)
        .map(|_| arguments.search.analyst(1, stop.flag))
        .collect::<Result<Vec<_>, _>>()?;
    let (limits, notation) = (arguments.search.limits(), arguments.notation);
    let bar = position_bar(positions.len());
    let mut sides = positions.iter().map(|epd| epd.position.side_to_move());
    let mut written = Ok(());
    let mut on_solved = |searched: usize, next: &[SolvedPosition]| {
        bar.set_position(searched as u64);
        for (solved, side) in next.iter().zip(&mut sides) {
            if !arguments.json && written.is_ok() {
                written = bar.suspend(|| writeln!(stdout(), "{}", line(solved, side)));
            }
        }
    };
    let analysis =
        solve(positions, &mut analysts, &limits, notation, stop.control, &mut on_solved)?;
    bar.finish_and_clear();
    written?;
    if arguments.json {
        let analysis = SuiteAnalysis { threads: arguments.search.threads(), ..analysis };
        return Ok(writeln!(stdout(), "{}", json(&analysis))?);
    }
    Ok(print_totals(&analysis)?)
}

/// A position as a line. The side is the one to move.
fn line(solved: &SolvedPosition, side: Color) -> String {
    let SolvedPosition { id, best, depth, .. } = solved;
    let mark = match solved.solved {
        Some(true) => "+",
        Some(false) => "-",
        None => " ",
    };
    let best = best.as_deref().unwrap_or("none");
    let score = white_score(side, solved.score);
    let solution = solved.solution_nodes.zip(solved.solution_ms);
    let after = solution
        .map_or_else(String::new, |(nodes, ms)| format!("{:.3} s {nodes:>10} nodes", ms / 1_000.0));
    let wanted = [("bm", &solved.bm), ("am", &solved.am)]
        .into_iter()
        .filter(|(_, moves)| !moves.is_empty())
        .map(|(word, moves)| format!("{word} {}", moves.join(" ")));
    let mate = solved.dm.map(|moves| format!("dm {moves}"));
    let wanted = wanted.chain(mate).collect::<Vec<_>>().join(", ");
    let line =
        format!("{mark} {id:<12} {best:<9} {score:>7}  depth {depth:>2}  {after:<26}  {wanted}");
    line.trim_end().to_string()
}

fn print_totals(analysis: &SuiteAnalysis) -> io::Result<()> {
    let SuiteAnalysis { searched, tests, solved, nodes, ms, limits, .. } = analysis;
    let mut out = stdout();
    writeln!(out)?;
    if *tests > 0 {
        let share = 100.0 * *solved as f64 / *tests as f64;
        writeln!(out, "Solved {solved} of {tests} ({share:.1} %)")?;
    }
    if *solved > 0 {
        let mean = analysis.solution_ms / 1_000.0 / *solved as f64;
        let nodes = analysis.solution_nodes / *solved as u64;
        writeln!(out, "To a solution: {mean:.3} s and {nodes} nodes in the mean")?;
    }
    let rate = per_second(*nodes, Duration::from_secs_f64(analysis.search_ms / 1_000.0));
    writeln!(
        out,
        "{searched} positions at {limits}: {:.1} s, {nodes} nodes, {rate} nodes per second and thread",
        ms / 1_000.0
    )
}
