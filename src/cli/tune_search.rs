//! The subcommand `staunton tune-search`.

use super::error::CliError;
use super::files::{check_outputs, named, save};
use super::match_::{MatchArgs, read_setup};
use super::message::message;
use super::message::stdout;
use super::progress::bar;
use super::signals::{exit_code, stop_match};
use crate::arena::machine::stop_flag::StopFlag;
use crate::arena::spsa::{self, SpsaState, TunedParameter};
use crate::cli::settings::EngineSettings;
use crate::support::files::input::read_text;
use crate::support::version::BUILD;
use clap::{Args, Command, FromArgMatches};
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// How often a message is printed in a tune where there is no terminal.
const MESSAGES: u64 = 100;

/// Tune the margins of the search by games against itself (SPSA)
///
/// Every pair of games is played between two engines whose margins are moved up
/// and down at random; then each margin goes a little towards the winner. The
/// engine is one built with `make FEATURES=tune`, or any whose options are whole
/// numbers. A tune of thirty margins needs about 20,000 games. Ctrl-C ends it and
/// loses the games in play; the same command goes on.
#[derive(Args)]
#[command(after_help = "Examples:
  make FEATURES=tune EXE=tuned && ./tuned params > margins.txt
  staunton tune-search --params margins.txt --state tune.json --pairs 10000 \\
      --engine cmd=./tuned --each tc=1+0.01 option.Hash=16 --concurrency 2 --plot tune.svg")]
pub struct TuneSearchArgs {
    /// The margins, a line each: name, int, value, least, greatest, step, rate, as
    /// `staunton params` prints them
    #[arg(long, value_name = "FILE")]
    params: PathBuf,
    /// The file that keeps the tune; if it exists, the tune goes on
    #[arg(long, value_name = "FILE.json")]
    state: PathBuf,
    /// The number of pairs of games
    #[arg(long, value_name = "N", default_value_t = 10_000,
          value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pairs: u64,
    /// Plot the ways of the margins, as SVG
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// The engine: cmd=FILE and more, as for `match`
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., required = true)]
    engine: Vec<String>,
    /// More words for the engine, such as tc=1+0.01
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., required = true)]
    each: Vec<String>,
    /// The openings, as for `match`
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    openings: Vec<String>,
    /// Adjudicate a draw, as for `match`
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..,
          default_values = ["movenumber=34", "movecount=8", "score=10"])]
    draw: Vec<String>,
    /// Adjudicate a loss, as for `match`
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..,
          default_values = ["movecount=3", "score=600"])]
    resign: Vec<String>,
    /// How many pairs are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: u32,
    /// The seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Plays the tune and prints the margins that it found.
///
/// # Errors
/// If the command line cannot be used, the engine lacks a margin, or a file
/// cannot be written.
pub fn run(arguments: &TuneSearchArgs, settings: &EngineSettings) -> Result<ExitCode, CliError> {
    let outputs = [("--state", Some(&*arguments.state)), ("--plot", arguments.plot.as_deref())];
    check_outputs(&[("--params", &arguments.params)], &named(&outputs))?;
    let text = read_text(&arguments.params)
        .map_err(|error| CliError::unusable(&arguments.params, error))?;
    let parameters =
        spsa::parse(&text).map_err(|what| CliError::unusable(&arguments.params, what))?;
    let match_arguments = match_arguments(arguments, &parameters).map_err(CliError::Usage)?;
    let setup = read_setup(&match_arguments, settings).map_err(CliError::Usage)?;
    setup.openings.report_flaws();
    let definition = setup.definition.to_string();
    let fresh = SpsaState::new(parameters, arguments.pairs, arguments.seed, definition);
    let mut state = match arguments.state.exists() {
        true => SpsaState::load(&arguments.state, &fresh)
            .map_err(|what| CliError::unusable(&arguments.state, what))?,
        false => fresh,
    };
    let stop_flag = Arc::new(StopFlag::default());
    stop_match(&stop_flag)?;

    let (done, pairs) = state.progress();
    let progress = bar(pairs, "{pos} of {len} pairs {wide_bar} {eta} left");
    progress.set_position(done);
    progress.reset_eta();
    let interval = pairs.div_ceil(MESSAGES);
    let mut counted = |state: &SpsaState| {
        let (done, _) = state.progress();
        progress.set_position(done);
        if progress.is_hidden() && done.is_multiple_of(interval) {
            message(format_args!("{done} of {pairs} pairs"));
        }
        state.save(&arguments.state)
    };
    let played = spsa::run(&setup.plan, &setup.openings, &mut state, &stop_flag, &mut counted);
    progress.finish_and_clear();
    if let Some(path) = &arguments.plot {
        save(path, spsa::paths(&state)?)?;
    }
    played.map_err(|error| CliError::Failed(with_hint(error.to_string())))?;
    let mut out = stdout();
    out.write_all(summary(&state).as_bytes())?;
    let (done, _) = state.progress();
    if done < pairs {
        writeln!(out, "Stopped after {done} of {pairs} pairs; the same command goes on.")?;
        return Ok(exit_code(true));
    }
    setup.openings.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// Adds to a sentence where the options of the margins come from, if one of them
/// is missing.
fn with_hint(sentence: String) -> String {
    match sentence.contains("has no option") {
        true => format!("{sentence}: build it with `make FEATURES=tune`"),
        false => sentence,
    }
}

/// The match between the engine and itself. The margins stand among its options,
/// so that an engine that lacks one is refused at the start.
fn match_arguments(
    arguments: &TuneSearchArgs,
    parameters: &[TunedParameter],
) -> Result<MatchArgs, String> {
    let mut words = vec!["match".to_string()];
    for name in ["first", "second"] {
        words.push("--engine".to_string());
        words.extend(arguments.engine.iter().cloned());
        words.push(format!("name={name}"));
        words.extend(parameters.iter().map(|p| format!("option.{}={}", p.name, p.start)));
    }
    for (flag, values) in [
        ("--each", &arguments.each),
        ("--openings", &arguments.openings),
        ("--draw", &arguments.draw),
        ("--resign", &arguments.resign),
    ] {
        if !values.is_empty() {
            words.push(flag.to_string());
            words.extend(values.iter().cloned());
        }
    }
    words.extend(["--concurrency".to_string(), arguments.concurrency.to_string()]);
    words.extend(["--seed".to_string(), arguments.seed.to_string()]);
    MatchArgs::augment_args(Command::new("match"))
        .try_get_matches_from(words)
        .and_then(|matches| MatchArgs::from_arg_matches(&matches))
        .map_err(|error| error.to_string())
}

/// The margins, those that moved furthest first.
fn summary(state: &SpsaState) -> String {
    let moved = |p: &TunedParameter| (p.value - p.start) / (p.high - p.low).max(1.0);
    let mut parameters: Vec<&TunedParameter> = state.parameters().iter().collect();
    parameters.sort_by(|a, b| moved(b).abs().total_cmp(&moved(a).abs()));
    let mut text = format!("Tuned by Staunton {BUILD}\n");
    for p in parameters {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{:<36} {:>8.0}   from {:.0}", p.name, p.value, p.start);
    }
    text
}
