use super::CliError;
use crate::search::params;
use std::io::{Write, stdout};

/// The step with which a tuning ends is this part of the range.
const STEPS_IN_RANGE: f64 = 20.0;
/// The rate of learning at the end, as is usual.
const RATE: f64 = 0.002;

/// Prints all parameters of the search.
pub fn run() -> Result<(), CliError> {
    let mut out = stdout().lock();
    for p in params::ALL {
        let step = (f64::from(p.high - p.low) / STEPS_IN_RANGE).max(0.5);
        writeln!(out, "{}, int, {}, {}, {}, {step}, {RATE}", p.name, p.default, p.low, p.high)?;
    }
    Ok(())
}
