//! `staunton explain`: why this move and not that one.

use super::chess_text;
use super::error::CliError;
use super::flags::AnalystArgs;
use super::position_args::PositionArgs;
use super::reading_report::ReadingReport;
use crate::analysis::analyst::white_score;
use crate::analysis::explain::explain;
use crate::arena::machine::stop_flag::StopFlag;
use crate::chess::board::{FenStyle, Position};
use crate::chess::notation::{MoveNotation, descriptive, san, uci};
use crate::chess::types::Move;
use crate::cli::message::{json, stdout};
use clap::Args;
use std::io::Write;
use std::sync::Arc;

/// Explain why one move is better than another
///
/// Compares the best move with the given one, or with the second best. Plays
/// both lines out to quiet positions and says what differs there: material,
/// passed and weak pawns, king safety, mobility and so on, in pawns, from the
/// point of view of the side to move. What no theme explains is the judgement of
/// the network.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton explain startpos a4
  staunton explain 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3' Nxe5
  staunton explain --fen 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'")]
pub struct ExplainArgs {
    /// The move after the position: in algebraic, UCI or descriptive notation
    #[command(flatten)]
    positions: PositionArgs,
    #[command(flatten)]
    search: AnalystArgs,
    /// Write everything as JSON
    #[arg(long)]
    json: bool,
    /// How moves are written
    #[arg(long, value_name = "NOTATION", default_value = "san", value_parser = chess_text::notation())]
    notation: MoveNotation,
}

/// Explains the position that the words name.
///
/// # Errors
/// If there is no such position or move.
pub fn run(arguments: &ExplainArgs) -> Result<(), CliError> {
    let mut report = ReadingReport::default();
    let (position, words) = arguments.positions.source()?.position(&mut report)?;
    let asked = match &words[..] {
        [] => None,
        words => Some(read_move(&position, &words.join(" "))?),
    };
    let stop_flag = Arc::new(StopFlag::default());
    let mut analyst = arguments.search.analyst(arguments.search.threads(), &stop_flag)?;
    let (limits, network) = (arguments.search.limits(), arguments.search.network()?);
    let explanation = explain(&position, asked, &mut analyst, &limits, &network)?;
    let mut out = stdout();
    if arguments.json {
        writeln!(out, "{}", json(&explanation.written(arguments.notation)))?;
        return report.finish();
    }
    writeln!(out, "{}\n", position.fen(FenStyle::Standard))?;
    for line in [Some(&explanation.best), explanation.other.as_ref()].into_iter().flatten() {
        let score = white_score(position.side_to_move(), line.score.to_uci());
        let moves = arguments.notation.line(&position, &line.moves);
        writeln!(out, "{score:>7}  {moves}")?;
    }
    write!(out, "\n{}", explanation.text(arguments.notation))?;
    report.finish()
}

/// Reads a move in any notation.
fn read_move(position: &Position, text: &str) -> Result<Move, CliError> {
    san::parse(position, text)
        .or_else(|error| uci::parse(position, text).map_err(|_| error))
        .or_else(|error| descriptive::parse(position, text).map_err(|_| error))
        .map_err(|error| CliError::Usage(error.to_string()))
}
