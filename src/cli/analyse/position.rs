//! The best lines of one position.

use super::arguments::{AnalyseArgs, Stop};
use crate::analysis::analyst::{AnalysedLine, AnalysisError, expected_points, white_score};
use crate::chess::board::{FenStyle, GamePosition, Position};
use crate::cli::error::CliError;
use crate::cli::message::{json, stdout};
use std::io::Write;

/// Searches the position, and prints each line when it is found.
pub fn run(arguments: &AnalyseArgs, position: &Position, stop: Stop<'_>) -> Result<(), CliError> {
    let side = position.side_to_move();
    let notation = arguments.notation;
    let mut out = stdout();
    if !arguments.json {
        writeln!(out, "{}\n", position.fen(FenStyle::Standard))?;
        writeln!(out, "depth   White      time       nodes  line")?;
    }
    let mut written = Ok(());
    let mut on_line = |line: &AnalysedLine| {
        if !arguments.json && written.is_ok() {
            written = writeln!(
                out,
                "{:>5} {:>7} {:>9.2} {:>11}  {}",
                line.depth,
                white_score(side, line.score.to_uci()),
                line.elapsed.as_secs_f64(),
                line.nodes,
                notation.line(position, &line.moves)
            );
        }
    };
    let mut analyst = arguments.search.analyst(arguments.search.threads(), stop.flag)?;
    let (limits, lines) = (arguments.search.limits(), arguments.lines as usize);
    let game = GamePosition::from(position.clone());
    let found = match analyst.search(&game, &limits, lines, stop.control, &mut on_line) {
        Err(AnalysisError::Stopped) => return Ok(()),
        found => found?,
    };
    written?;
    if arguments.json {
        return Ok(writeln!(out, "{}", json(&found.written(position, notation)))?);
    }
    match found.best {
        None if position.in_check() => writeln!(out, "\n{side} is checkmated.")?,
        None => writeln!(out, "\n{side} has no legal move: stalemate.")?,
        Some(best) => writeln!(
            out,
            "\nBest move: {}; {side} can expect {:.0} points of 100.",
            notation.format(position, best),
            100.0 * expected_points(position, found.score)
        )?,
    }
    Ok(())
}
