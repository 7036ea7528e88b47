use super::Failure;
use crate::board::Position;
use crate::uci::show;
use clap::Args;
use std::io::{self, Write};

/// Say what a position is worth, without searching
#[derive(Args)]
#[command(after_help = "Examples:
  staunton eval
  staunton eval 8/5k2/8/8/8/3QK3/8/8 w - -")]
pub struct Arguments {
    /// The position, quoted or not [default: the start of a game]
    #[arg(num_args = 0..=6, allow_hyphen_values = true)]
    fen: Vec<String>,
}

/// Draws the position and evaluates it.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let position: Position = match arguments.fen.as_slice() {
        [] => Position::start(),
        fields => {
            fields.join(" ").parse().map_err(|what| Failure::Usage(format!("FEN: {what}")))?
        }
    };
    let mut out = io::stdout().lock();
    Ok(writeln!(out, "{}\n\n{}", show::board(&position, false), show::evaluation(&position))?)
}
