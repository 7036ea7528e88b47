//! `staunton match --preset documents`: what the documents say that men are
//! worth against each other, played.

use super::arguments::MatchArgs;
use super::files::{MatchFiles, write_report};
use super::setup::{self, MatchSetup};
use super::witness::Scorer;
use super::{CliError, interrupted};
use crate::arena::StopFlag;
use crate::arena::odds::{PRICED, find, price};
use crate::arena::report::{Exchange, Exchanges};
use crate::arena::run::{self, End};
use crate::config::Config;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

/// The word for it.
pub const PRESET: &str = "documents";
/// Pairs of games for each exchange.
const ROUNDS: u32 = 200;
/// How long the players think if nothing else is said.
const CONDITIONS: &str = "nodes";

/// Plays a match for each exchange that the documents price, and shows their
/// sentence beside the score. Without engines the built-in one plays itself.
/// The matches are parts of a series: they share their files and the report.
pub fn run(
    arguments: &MatchArgs,
    config: &Config,
    halt: &Arc<StopFlag>,
) -> Result<ExitCode, CliError> {
    let arguments = complete(arguments).map_err(CliError::Usage)?;
    let definition = define(&arguments, config).map_err(CliError::Usage)?;
    let (mut files, mut played) =
        MatchFiles::open(&arguments, &definition).map_err(CliError::Usage)?;
    super::heed_signals(halt)?;
    let mut exchanges = Exchanges { title: arguments.event.clone(), exchanges: Vec::new() };
    let mut end = End::Complete;
    for (part, name) in PRICED.into_iter().enumerate() {
        let arguments = of_part(&arguments, name);
        let setup = setup::read(&arguments, config).map_err(CliError::Usage)?;
        let mut scorer = Scorer::new(&setup, &arguments, &mut files, part);
        let games = played.remove(&part).unwrap_or_default();
        let ended = run::run(&setup.plan, &setup.starts, games, halt, &mut scorer);
        scorer.finish();
        if let Some(handicap) = find(name) {
            writeln!(io::stdout(), "{}", price(handicap, &scorer.tally()))?;
            let exchange = scorer.analysis().map(|analysis| Exchange::new(handicap, analysis));
            exchanges.exchanges.extend(exchange);
        }
        end = ended.map_err(CliError::Failed)?;
        if end != End::Complete {
            break;
        }
    }
    write_report(&arguments, &exchanges, || exchanges.page()).map_err(CliError::Failed)?;
    match end {
        End::Failed(sentence) => Err(CliError::Failed(sentence)),
        End::Halted => interrupted(&mut io::stdout()),
        End::Complete | End::Enough => Ok(ExitCode::SUCCESS),
    }
}

/// What the preset says, where the command line says nothing. `Err` if it says
/// what makes no sense here.
fn complete(arguments: &MatchArgs) -> Result<MatchArgs, String> {
    let flags = [
        ("--sprt", !arguments.sprt.is_empty()),
        ("--odds", arguments.odds.is_some()),
        ("--odds-fen", arguments.odds_fen.is_some()),
    ];
    if let Some((flag, _)) = flags.into_iter().find(|(_, is_said)| *is_said) {
        return Err(format!("--preset {PRESET} is several matches, and {flag} is for one"));
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

/// The arguments of the match for one exchange.
fn of_part(arguments: &MatchArgs, exchange: &str) -> MatchArgs {
    let event = format!("{}, {exchange}", arguments.event);
    MatchArgs { odds: Some(exchange.to_string()), event, ..arguments.clone() }
}

/// What makes it this series and no other: what defines its first match, but
/// for the odds.
fn define(arguments: &MatchArgs, config: &Config) -> Result<Value, String> {
    let MatchSetup { plan, mut definition, .. } =
        setup::read(&of_part(arguments, PRICED[0]), config)?;
    if plan.players.len() != 2 {
        return Err(format!("--preset {PRESET} is played by two"));
    }
    definition["odds"] = json!(PRICED);
    Ok(definition)
}
