//! The subcommand `staunton params`.

use super::error::CliError;
use crate::cli::message::stdout;
use crate::engine::search::params;
use std::io::{self, IsTerminal, Write};

/// The range of a parameter, in final steps of a tuner.
const STEPS_IN_RANGE: f64 = 20.0;
/// The usual final learning rate of SPSA.
const LEARNING_RATE: f64 = 0.002;

/// Prints all parameters of the search, one a line.
///
/// # Errors
/// If the output cannot be written.
pub fn run() -> Result<(), CliError> {
    let lines = params::ALL.iter().map(|p| {
        let step = (f64::from(p.high - p.low) / STEPS_IN_RANGE).max(0.5);
        format!("{}, int, {}, {}, {}, {step}, {LEARNING_RATE}", p.name, p.default, p.low, p.high)
    });
    let lines = lines.collect::<Vec<_>>().join("\n");
    let mut out = stdout();
    // OpenBench takes an empty last line for a parameter, so none is pasted.
    let end = if io::stdout().is_terminal() { "\n" } else { "" };
    Ok(write!(out, "{lines}{end}")?)
}
