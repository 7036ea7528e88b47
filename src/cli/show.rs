//! The subcommand `staunton show`.

use super::chess_text;
use super::error::CliError;
use super::position_args::{PositionArgs, title};
use super::reading_report::ReadingReport;
use crate::analysis::evaluation::Paint;
use crate::chess::notation::MoveNotation;
use crate::uci::show::{self, BoardPalette, BoardSymbols};
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::Args;
use std::io::{self, Write};

/// Draw a position: the board, its key, the checkers and the legal moves
///
/// On a terminal the board has colors; the variable NO_COLOR turns them off.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton show
  staunton show r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq -
  staunton show startpos --notation descriptive
  staunton show --ascii --flip suite.epd")]
pub struct ShowBoardArgs {
    #[command(flatten)]
    positions: PositionArgs,
    /// How the legal moves are written
    #[arg(long, value_name = "NOTATION", default_value = "san", value_parser = chess_text::notation())]
    notation: MoveNotation,
    /// Letters instead of chess symbols
    #[arg(long)]
    ascii: bool,
    /// Black at the bottom
    #[arg(long)]
    flip: bool,
}

/// Draws the positions.
///
/// # Errors
/// If they cannot be read.
pub fn run(arguments: &ShowBoardArgs) -> Result<(), CliError> {
    let mut report = ReadingReport::default();
    let positions = arguments.positions.source()?.positions(&mut report)?;
    let colored = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let palette = if colored { palette() } else { BoardPalette::default() };
    let symbols = if arguments.ascii {
        BoardSymbols::Ascii
    } else {
        BoardSymbols::Unicode { solid: colored }
    };
    let mut out = anstream::stdout().lock();
    for (number, epd) in positions.iter().enumerate() {
        let text =
            show::drawing(&epd.position, symbols, &palette, arguments.flip, arguments.notation);
        writeln!(out, "{}{text}", title(number, epd))?;
    }
    report.finish()
}

fn palette() -> BoardPalette {
    let squares = |background: AnsiColor| {
        [AnsiColor::BrightWhite, AnsiColor::Black].map(|piece| {
            let style = Style::new().bg_color(Some(background.into())).fg_color(Some(piece.into()));
            Paint { on: style.render().to_string(), off: style.render_reset().to_string() }
        })
    };
    BoardPalette { light: squares(AnsiColor::Yellow), dark: squares(AnsiColor::Green) }
}
