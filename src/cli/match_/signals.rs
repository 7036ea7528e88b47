//! Ctrl-C and other signals that interrupt a match.

use super::files::MatchFiles;
use crate::arena::machine::stop_flag::StopFlag;
use crate::cli::error::CliError;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

/// The exit status after an interruption by Ctrl-C or another signal.
const INTERRUPTED: u8 = 130;

/// Handles signals: the first one stops the match and lets the result stand, the
/// second one kills the engines and ends the program.
///
/// # Errors
/// If the system refuses the signal handler.
pub fn handle_signals(stop_flag: &Arc<StopFlag>) -> Result<(), CliError> {
    let stop_flag = Arc::clone(stop_flag);
    ctrlc::set_handler(move || {
        if stop_flag.is_raised() {
            stop_flag.kill_engines();
            std::process::exit(INTERRUPTED.into());
        }
        stop_flag.raise();
    })
    .map_err(|error| CliError::Failed(format!("signals cannot be handled: {error}")))
}

/// Tells the user that the match was interrupted and how to go on with it, and
/// returns the exit status.
///
/// # Errors
/// If the output cannot be written.
pub fn interrupted(out: &mut impl Write, files: &MatchFiles) -> Result<ExitCode, CliError> {
    writeln!(out, "Stopped before the end.")?;
    if let Some(line) = files.resume_line() {
        writeln!(out, "{line}")?;
    }
    Ok(ExitCode::from(INTERRUPTED))
}
