//! The subcommand `staunton perft`.

use super::error::CliError;
use super::position_args::{PositionArgs, nothing_follows};
use super::reading_report::ReadingReport;
use crate::chess::movegen;
use crate::cli::message::stdout;
use crate::engine::{bench::per_second, format_move};
use clap::Args;
use std::io::Write;
use std::time::Instant;

/// Count the leaves of the tree of legal moves
///
/// This tests move generation, since the counts of many positions are known.
/// The last line is "Nodes searched: N".
#[derive(Args)]
#[command(after_help = "Examples:
  staunton perft 6
  staunton perft 5 --divide --threads 2
  staunton perft 4 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -
  staunton perft 4 --chess960 --fen \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"")]
pub struct PerftArgs {
    /// The depth, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    #[command(flatten)]
    positions: PositionArgs,
    /// Show the count of each first move
    #[arg(long)]
    divide: bool,
    /// The number of threads
    #[arg(long, default_value_t = 1, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: u64,
    /// Write castling as the king taking its own rook
    #[arg(long)]
    chess960: bool,
}

/// Counts the leaves and prints their number.
///
/// # Errors
/// If the FEN is wrong.
pub fn run(arguments: &PerftArgs) -> Result<(), CliError> {
    let mut report = ReadingReport::default();
    let (position, rest) = arguments.positions.source()?.position(&mut report)?;
    nothing_follows(&rest)?;
    let start = Instant::now();
    let counts = match arguments.depth {
        0 => Vec::new(),
        depth => movegen::divide(&position, depth, usize::try_from(arguments.threads).unwrap_or(1)),
    };
    let elapsed = start.elapsed();
    let total = match arguments.depth {
        0 => 1,
        _ => counts.iter().map(|&(_, count)| count).sum(),
    };

    let mut out = stdout();
    if arguments.divide {
        for (mv, count) in &counts {
            writeln!(out, "{}: {count}", format_move(*mv, arguments.chess960))?;
        }
        writeln!(out)?;
    }
    let rate = per_second(total, elapsed);
    writeln!(out, "{:.3} s, {rate} leaves per second", elapsed.as_secs_f64())?;
    writeln!(out, "Nodes searched: {total}")?;
    report.finish()
}
