//! `staunton match`.

mod arguments;
mod documents;
mod files;
mod parse;
mod setup;
mod starts;
mod table;
mod witness;

pub use arguments::MatchArgs;

use crate::arena::StopFlag;
use crate::arena::run::{self, End};
use crate::arena::stats::SprtVerdict;
use crate::cli::error::CliError;
use crate::config::Config;
use files::{MatchFiles, write_report};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use witness::Scorer;

/// The test accepts H0: the change fails.
const H0: u8 = 3;
/// The games came to an end before the test did.
const UNDECIDED: u8 = 4;
/// Somebody pressed Ctrl-C, or the system asked to stop.
const INTERRUPTED: u8 = 130;

/// Plays a match.
pub fn run(arguments: &MatchArgs, config: &Config) -> Result<ExitCode, CliError> {
    let halt = Arc::new(StopFlag::default());
    if arguments.preset.as_deref() == Some(documents::PRESET) {
        return documents::run(arguments, config, &halt);
    }
    let setup = setup::read(arguments, config).map_err(CliError::Usage)?;
    let (mut files, mut played) =
        MatchFiles::open(arguments, &setup.definition).map_err(CliError::Usage)?;
    let mut scorer = Scorer::new(&setup, arguments, &mut files, 0);
    heed_signals(&halt)?;

    let begun = Instant::now();
    let games = played.remove(&0).unwrap_or_default();
    let end = run::run(&setup.plan, &setup.starts, games, &halt, &mut scorer);
    scorer.finish();
    let end = end.map_err(CliError::Failed)?;

    let mut out = io::stdout().lock();
    out.write_all(scorer.summary().as_bytes())?;
    let thought = scorer.thought().as_secs_f64();
    let room = begun.elapsed().as_secs_f64() * setup.plan.concurrency as f64;
    if thought > 0.0 {
        writeln!(out, "The players thought for {:.1} % of the time.", 100.0 * thought / room)?;
    }
    if let Some(analysis) = scorer.analysis() {
        write_report(arguments, &analysis, || analysis.page()).map_err(CliError::Failed)?;
    }
    match end {
        End::Failed(sentence) => Err(CliError::Failed(sentence)),
        End::Halted => interrupted(&mut out),
        End::Complete | End::Enough => Ok(match scorer.verdict() {
            Some(SprtVerdict::H0) => ExitCode::from(H0),
            Some(SprtVerdict::Undecided) => ExitCode::from(UNDECIDED),
            Some(SprtVerdict::H1) | None => ExitCode::SUCCESS,
        }),
    }
}

fn interrupted(out: &mut impl Write) -> Result<ExitCode, CliError> {
    writeln!(out, "Stopped before the end; games in play do not count.")?;
    Ok(ExitCode::from(INTERRUPTED))
}

/// The first signal ends the match and lets the result stand; the second
/// ends everything.
fn heed_signals(halt: &Arc<StopFlag>) -> Result<(), CliError> {
    let halt = Arc::clone(halt);
    ctrlc::set_handler(move || {
        if halt.is_raised() {
            halt.kill();
            std::process::exit(INTERRUPTED.into());
        }
        halt.raise();
    })
    .map_err(|error| CliError::Failed(format!("signals cannot be heard: {error}")))
}
