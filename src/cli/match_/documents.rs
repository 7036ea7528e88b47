//! `staunton match --preset documents`: what the documents say that men are
//! worth against each other, played.

use super::arguments::Arguments;
use super::witness::Scorer;
use super::{Failure, interrupted, setup};
use crate::arena::Halt;
use crate::arena::odds::{PRICED, find, price};
use crate::arena::run::{self, End};
use crate::config::Config;
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
pub fn run(arguments: &Arguments, config: &Config, halt: &Arc<Halt>) -> Result<ExitCode, Failure> {
    let refused = |flag| {
        Failure::Usage(format!("--preset {PRESET} is several matches, and {flag} is for one"))
    };
    let flags = [
        ("--state", arguments.state.is_some()),
        ("--resume", arguments.resume.is_some()),
        ("--sprt", !arguments.sprt.is_empty()),
        ("--report", arguments.report.is_some()),
        ("--json", arguments.json.is_some()),
        ("--odds", arguments.odds.is_some()),
        ("--odds-fen", arguments.odds_fen.is_some()),
    ];
    if let Some((flag, _)) = flags.into_iter().find(|(_, is_said)| *is_said) {
        return Err(refused(flag));
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
    super::heed_signals(halt)?;
    for name in PRICED {
        arguments.odds = Some(name.to_string());
        let setup = setup::read(&arguments, config).map_err(Failure::Usage)?;
        if setup.plan.players.len() != 2 {
            return Err(Failure::Usage(format!("--preset {PRESET} is played by two")));
        }
        let (mut scorer, games) = Scorer::open(&setup, &arguments).map_err(Failure::Usage)?;
        let end = run::run(&setup.plan, &setup.starts, games, halt, &mut scorer);
        scorer.finish();
        let mut out = io::stdout().lock();
        if let Some(handicap) = find(name) {
            writeln!(out, "{}", price(handicap, &scorer.tally()))?;
        }
        match end.map_err(Failure::Failed)? {
            End::Failed(sentence) => return Err(Failure::Failed(sentence)),
            End::Halted => return interrupted(&mut out),
            End::Complete | End::Enough => {}
        }
    }
    Ok(ExitCode::SUCCESS)
}
