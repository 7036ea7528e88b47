//! `staunton match --preset documents`: plays the exchanges of pieces that the
//! documents price.

use super::arguments::MatchArgs;
use super::files::{MatchFiles, write_report};
use super::progress::MatchProgress;
use super::setup::{self, MatchSetup};
use crate::arena::machine::stop_flag::StopFlag;
use crate::arena::odds::{PRICED, claim_entry, claim_head, find};
use crate::arena::play::run::{self, MatchEnd};
use crate::arena::report::{Exchange, Exchanges};
use crate::cli::error::CliError;
use crate::cli::message::stdout;
use crate::cli::settings::EngineSettings;
use crate::cli::signals::stop_match;
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

/// The name of the preset.
pub const PRESET: &str = "documents";
/// Pairs of games for each exchange.
const ROUNDS: u32 = 200;
/// The preset for the players' thinking, unless the command line limits it.
const CONDITIONS: &str = "nodes";

/// Plays a match for each exchange that the documents price, and shows their
/// sentence beside the score. Unless the command line names engines, the
/// built-in engine plays itself. The matches are parts of a series: they share
/// their files and the report.
///
/// # Errors
/// Those of [`super::run`].
pub fn run(
    arguments: &MatchArgs,
    settings: &EngineSettings,
    stop_flag: &Arc<StopFlag>,
) -> Result<ExitCode, CliError> {
    let arguments = complete(arguments).map_err(CliError::Usage)?;
    let series = define(&arguments, settings).map_err(CliError::Usage)?;
    let (mut files, mut played) =
        MatchFiles::open(&arguments, &series, PRICED.len()).map_err(CliError::Usage)?;
    stop_match(stop_flag)?;
    setup::warn_of_cores(&series.plan);
    let mut exchanges = Exchanges { title: arguments.event.clone(), exchanges: Vec::new() };
    series.openings.report_flaws();
    let mut read = Ok(());
    let mut end = MatchEnd::Complete;
    for (part, name) in PRICED.into_iter().enumerate() {
        let arguments = of_part(&arguments, name);
        let mut setup = setup::read(&arguments, settings).map_err(CliError::Usage)?;
        let players = run::start_players(&setup.plan, stop_flag).map_err(|error| {
            files.close_unplayed();
            CliError::Failed(error.to_string())
        })?;
        setup.use_engine_names(&players.facts);
        let setup = setup;
        let facts = players.facts.clone();
        let mut progress = MatchProgress::new(&setup, &arguments, &mut files, part, facts);
        let games = played.remove(&part).unwrap_or_default();
        end = run::run(&setup.plan, players, &setup.openings, games, stop_flag, &mut progress);
        progress.finish();
        read = read.and(setup.openings.finish());
        if let Some(handicap) = find(name) {
            if part == 0 {
                writeln!(stdout(), "{}", claim_head())?;
            }
            writeln!(stdout(), "{}", claim_entry(handicap, &progress.result_counts()))?;
            let exchange =
                progress.analysis(true).map(|analysis| Exchange::new(handicap, analysis));
            exchanges.exchanges.extend(exchange);
        }
        drop(progress);
        if end != MatchEnd::Complete {
            break;
        }
    }
    write_report(&arguments, &exchanges, || exchanges.page()).map_err(CliError::Failed)?;
    match end {
        MatchEnd::Failed(sentence) => Err(CliError::Failed(sentence)),
        MatchEnd::Stopped => files.interrupted(&mut stdout()),
        MatchEnd::Complete | MatchEnd::Decided => {
            files.close();
            read.and(series.openings.finish()).map(|()| ExitCode::SUCCESS)
        }
    }
}

/// The command line completed by the preset. `Err` if a flag does not fit a
/// series of matches.
fn complete(arguments: &MatchArgs) -> Result<MatchArgs, String> {
    let flags = [
        ("--sprt", !arguments.sprt.is_empty()),
        ("--odds", arguments.odds.is_some()),
        ("--odds-fen", arguments.odds_fen.is_some()),
        ("--output", !arguments.output.is_empty()),
    ];
    if let Some((flag, _)) = flags.into_iter().find(|(_, is_given)| *is_given) {
        return Err(format!(
            "--preset {PRESET} plays several matches, but {flag} is for a single one"
        ));
    }
    let mut arguments = arguments.clone();
    arguments.preset = Some(CONDITIONS.to_string());
    if arguments.engines.engines.is_empty() {
        let player = |name: &str| vec!["cmd=self".to_string(), format!("name={name}")];
        arguments.engines.engines = vec![player("giver"), player("other")];
    }
    if arguments.games.is_none() && arguments.rounds.is_none() {
        arguments.rounds = Some(ROUNDS);
    }
    Ok(arguments)
}

fn of_part(arguments: &MatchArgs, exchange: &str) -> MatchArgs {
    let event = format!("{}, {exchange}", arguments.event);
    MatchArgs { odds: Some(exchange.to_string()), event, ..arguments.clone() }
}

/// The definition of the series: that of its first match, with the odds
/// replaced by all exchanges.
fn define(arguments: &MatchArgs, settings: &EngineSettings) -> Result<MatchSetup, String> {
    let mut setup = setup::read(&of_part(arguments, PRICED[0]), settings)?;
    if setup.plan.players.len() != 2 {
        return Err(format!("--preset {PRESET} needs two players"));
    }
    setup.definition["odds"] = json!(PRICED);
    Ok(setup)
}
