//! The subcommand `staunton match`.

mod arguments;
mod conditions;
mod documents;
mod files;
mod key_values;
mod openings;
mod pgn_words;
mod players;
mod progress;
mod resume;
mod runner_lines;
mod runner_words;
mod setup;
pub(super) mod table;

pub use arguments::MatchArgs;
pub use players::engine_plan;
pub use resume::confirm;
pub use setup::read as read_setup;

use crate::arena::machine::stop_flag::StopFlag;
use crate::arena::play::run::{self, MatchEnd};
use crate::arena::stats::SprtVerdict;
use crate::cli::error::CliError;
use crate::cli::message::stdout;
use crate::cli::settings::EngineSettings;
use crate::cli::signals::stop_match;
use crate::cli::tablebases::tell_damage;
use files::{MatchFiles, write_report};
use progress::MatchProgress;
use runner_lines::OutputFormat;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

/// Exit status if the SPRT accepts H0: the change fails.
const H0: u8 = 3;
/// Exit status if all games are played and the SPRT is undecided.
const UNDECIDED: u8 = 4;

/// The command line that the state file keeps, if the present one names nothing
/// but that file.
///
/// # Errors
/// If the file cannot be used.
pub fn stored_words(arguments: &MatchArgs) -> Result<Option<Vec<String>>, CliError> {
    let (true, Some(path)) = (resume::is_alone(arguments), &arguments.resume) else {
        return Ok(None);
    };
    resume::stored_words(path, &arguments.command_line()).map(Some).map_err(CliError::Usage)
}

/// Plays a match and prints its result.
///
/// # Errors
/// If the command line cannot be used, an engine cannot be started, or a file
/// cannot be written.
pub fn run(arguments: &MatchArgs, settings: &EngineSettings) -> Result<ExitCode, CliError> {
    let stop_flag = Arc::new(StopFlag::default());
    if arguments.preset.as_deref() == Some(documents::PRESET) {
        return documents::run(arguments, settings, &stop_flag);
    }
    let mut setup = setup::read(arguments, settings).map_err(CliError::Usage)?;
    let (mut files, mut played) =
        MatchFiles::open(arguments, &setup, 1).map_err(CliError::Usage)?;
    stop_match(&stop_flag)?;
    setup::warn_of_cores(&setup.plan);
    setup.openings.report_flaws();
    let players = run::start_players(&setup.plan, &stop_flag).map_err(|error| {
        files.close_unplayed();
        CliError::Failed(error.to_string())
    })?;
    setup.use_engine_names(&players.facts);
    let setup = setup;
    let facts = players.facts.clone();
    let mut progress = MatchProgress::new(&setup, arguments, &mut files, 0, facts);
    if setup.output.format != OutputFormat::Result {
        progress.print_lines(&setup);
    }
    progress.write_pages();

    let start = Instant::now();
    let games = played.remove(&0).unwrap_or_default();
    let end = run::run(&setup.plan, players, &setup.openings, games, &stop_flag, &mut progress);
    progress.finish();
    if let Some(rule) = &setup.plan.tablebases {
        tell_damage(&rule.tables);
    }

    // First of all, since standard output may be closed.
    let is_over = matches!(end, MatchEnd::Complete | MatchEnd::Decided);
    if let Some(analysis) = progress.analysis(true) {
        write_report(arguments, &analysis, || analysis.page()).map_err(CliError::Failed)?;
    }
    let prints_lines = progress.end_lines(is_over);
    let mut out = stdout();
    if !prints_lines {
        out.write_all(progress.summary().as_bytes())?;
        let used = progress.thinking_time().as_secs_f64();
        let available = start.elapsed().as_secs_f64() * setup.plan.concurrency as f64;
        if used > 0.0 {
            let share = 100.0 * used / available;
            writeln!(out, "The engines searched for {share:.1} % of the time.")?;
        }
    }
    // Other match runners have one status for all verdicts.
    let verdict = progress.verdict().filter(|_| !prints_lines);
    drop(progress);
    match end {
        MatchEnd::Failed(sentence) => {
            if let Some(line) = files.resume_line() {
                writeln!(out, "{line}")?;
            }
            Err(CliError::Failed(sentence))
        }
        MatchEnd::Stopped => files.interrupted(&mut out),
        MatchEnd::Complete | MatchEnd::Decided => {
            files.close();
            match verdict {
                Some(SprtVerdict::H0) => Ok(ExitCode::from(H0)),
                Some(SprtVerdict::Undecided) => Ok(ExitCode::from(UNDECIDED)),
                Some(SprtVerdict::H1) => Ok(ExitCode::SUCCESS),
                None => setup.openings.finish().map(|()| ExitCode::SUCCESS),
            }
        }
    }
}
