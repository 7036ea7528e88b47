//! The best lines of one position.

use super::arguments::{AnalyseArgs, score_json};
use crate::analysis::analyst::{AnalysedLine, Analyst, expected_points, white_score};
use crate::chess::board::{FenStyle, GamePosition, Position};
use crate::cli::error::CliError;
use crate::cli::message::stdout;
use crate::engine::search::SearchControl;
use serde_json::{Value, json};
use std::io::Write;

/// Searches the position, and prints each line when it is found.
pub fn run(
    arguments: &AnalyseArgs,
    position: &Position,
    control: &SearchControl,
) -> Result<(), CliError> {
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
                white_score(side, line.score),
                line.elapsed.as_secs_f64(),
                line.nodes,
                notation.line(position, &line.moves)
            );
        }
    };
    let mut analyst = arguments.search.analyst(arguments.search.threads())?;
    let (limits, lines) = (arguments.search.limits(), arguments.lines as usize);
    let game = GamePosition::from(position.clone());
    let found = analyst.search(&game, &limits, lines, control, &mut on_line)?;
    written?;
    if arguments.json {
        let line = |line: &AnalysedLine| line_json(arguments, position, line);
        let text = json!({
            "fen": position.fen(FenStyle::Standard),
            "lines": found.lines.iter().map(line).collect::<Vec<_>>(),
            "nodes": found.nodes,
            "ms": found.elapsed.as_millis() as u64,
        });
        return Ok(writeln!(out, "{}", serde_json::to_string_pretty(&text).unwrap_or_default())?);
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

fn line_json(arguments: &AnalyseArgs, position: &Position, line: &AnalysedLine) -> Value {
    let mut current = position.clone();
    let write = |mv: &crate::chess::types::Move| {
        let text = arguments.notation.format(&current, *mv);
        current.play(*mv, &mut ());
        text
    };
    let moves: Vec<String> = line.moves.iter().map(write).collect();
    let score = score_json(line.score);
    json!({"depth": line.depth, "score": score, "moves": moves})
}
