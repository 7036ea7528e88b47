//! Ctrl-C and other signals to stop.

use super::error::CliError;
use crate::arena::machine::stop_flag::StopFlag;
use crate::engine::search::SearchControl;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The exit code after Ctrl-C or a signal to stop.
const INTERRUPTED: u8 = 130;
/// A signal that comes so soon after the first one is the same wish once more: `timeout`
/// and others send it to the program and then to its process group.
const ECHO: Duration = Duration::from_millis(300);

/// The exit code of a command that may have been interrupted.
pub fn exit_code(is_interrupted: bool) -> ExitCode {
    if is_interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
}

/// The first signal stops the match and lets the result stand, the second one kills
/// the engines and ends the program.
///
/// # Errors
/// If the system does not take the handler.
pub fn stop_match(stop_flag: &Arc<StopFlag>) -> Result<(), CliError> {
    let stop_flag = Arc::clone(stop_flag);
    on_signal(move || {
        let is_second = stop_flag.is_raised();
        if is_second {
            stop_flag.kill_engines()
        } else {
            stop_flag.raise()
        }
        is_second
    })
}

/// The first signal stops the searches, the second one the program.
///
/// # Errors
/// If the system does not take the handler.
pub fn stop_search(control: &Arc<SearchControl>) -> Result<(), CliError> {
    stop_analysis(control, &Arc::default())
}

/// The first signal stops the searches, also those of other engines, the second one
/// kills the engines and ends the program.
///
/// # Errors
/// If the system does not take the handler.
pub fn stop_analysis(
    control: &Arc<SearchControl>,
    stop_flag: &Arc<StopFlag>,
) -> Result<(), CliError> {
    let (control, stop_flag) = (Arc::clone(control), Arc::clone(stop_flag));
    on_signal(move || {
        let is_second = control.stop.swap(true, Ordering::Relaxed);
        if is_second {
            stop_flag.kill_engines()
        } else {
            stop_flag.raise()
        }
        is_second
    })
}

/// `stop` says whether the program is to end at once.
#[cfg(any(unix, windows))]
fn on_signal(mut stop: impl FnMut() -> bool + Send + 'static) -> Result<(), CliError> {
    let mut first = None;
    let handler = move || {
        let is_echo = first.is_some_and(|at: Instant| at.elapsed() < ECHO);
        first.get_or_insert_with(Instant::now);
        if !is_echo && stop() {
            std::process::exit(INTERRUPTED.into());
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|error| CliError::Failed(format!("signals cannot be handled: {error}")))
}

/// Other systems have no signals.
#[cfg(not(any(unix, windows)))]
fn on_signal(_: impl FnMut() -> bool + Send + 'static) -> Result<(), CliError> {
    Ok(())
}
