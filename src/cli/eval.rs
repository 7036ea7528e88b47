//! The subcommand `staunton eval`.

use super::error::CliError;
use super::flags::EvalFileArgs;
use super::position_args::{PositionArgs, PositionSource, title};
use super::reading_report::ReadingReport;
use crate::analysis::evaluation::{self, Paint, Palette};
use crate::analysis::written_evaluation::WrittenEvaluation;
use crate::uci::show;
use anstyle::{AnsiColor, Style};
use clap::Args;
use serde_json::json;
use std::io::Write;

/// Show the static evaluation of a position and its terms
///
/// All values are in pawns at the handbook's scale. The board shows what each
/// piece is worth to its side: what the whole evaluation loses without it. The
/// table adds up material, the themes and what the network adds.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton eval
  staunton eval 8/5k2/8/8/8/3QK3/8/8 w - -
  staunton eval --json positions.epd
  generator | staunton eval --json -
  staunton eval --json 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'")]
pub struct EvalArgs {
    /// Write everything as JSON, in centipawns
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    eval_file: EvalFileArgs,
    #[command(flatten)]
    positions: PositionArgs,
}

/// Prints the board, the evaluation and its terms of each position.
///
/// # Errors
/// If the positions or the network cannot be read.
pub fn run(arguments: &EvalArgs) -> Result<(), CliError> {
    let source = arguments.positions.source()?;
    let is_single = matches!(source, PositionSource::Position(..));
    let mut report = ReadingReport::default();
    let positions = source.positions(&mut report)?;
    let network = arguments.eval_file.network()?;
    // Drops the colors if the output is not a terminal.
    let mut out = anstream::stdout().lock();
    for (number, epd) in positions.iter().enumerate() {
        let position = &epd.position;
        if arguments.json {
            // Several positions are one line each, so that a reader need not wait.
            // A value sorts the keys.
            let value = json!(WrittenEvaluation::of(position, &network));
            if is_single {
                writeln!(out, "{value:#}")?
            } else {
                writeln!(out, "{value}")?
            }
            continue;
        }
        write!(out, "{}", title(number, epd))?;
        let board = show::board(position, false);
        writeln!(out, "{board}\n\n{}", evaluation::table(position, &network, &palette()))?;
    }
    report.finish()
}

fn palette() -> Palette {
    let paint = |style: Style| Paint {
        on: style.render().to_string(),
        off: style.render_reset().to_string(),
    };
    Palette {
        heading: paint(Style::new().underline()),
        white: paint(AnsiColor::Yellow.on_default().bold()),
        black: paint(AnsiColor::Cyan.on_default()),
        result: paint(Style::new().bold()),
    }
}
