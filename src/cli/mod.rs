//! The command line: one file for each subcommand.

mod bench;
mod data;
mod datagen;
mod eval;
mod fit_wdl;
mod genfens;
mod magics;
mod match_;
mod params;
mod perft;
mod sprt;
mod tune;

use crate::config::{Config, ConfigError};
use clap::{Parser, Subcommand};
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  staunton                               speak UCI: this is what chess programs start
  staunton bench                         how fast, and the same as ever?
  staunton perft 6                       count the leaves of the first six plies
  staunton perft 5 --divide --fen \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\"
  staunton eval 8/5k2/8/8/8/3QK3/8/8 w - -
  staunton match --preset quick --engine cmd=./old --engine cmd=./new
  staunton sprt --pentanomial 10,40,120,60,20 --elo0 0 --elo1 10
  staunton datagen --out games.data --positions 100000 --threads 2
  staunton tune --data games.data --out src/eval/weights.rs
  staunton fit-wdl games.pgn             what a score means, by the games of a match
  staunton \"genfens 8 seed 42 book None\" quit
  staunton --config my.toml bench        with settings of one's own";

/// A UCI chess engine that values the men as the old handbooks do.
///
/// Without a command it speaks UCI over standard input and output.
///
/// Settings are compiled in. A file named by --config, else by the variable
/// STAUNTON_CONFIG, else called engine.toml beside the program, overrides them.
#[derive(Parser)]
#[command(name = "staunton", version, after_help = EXAMPLES)]
struct Arguments {
    /// A file of settings, in the form of engine.toml
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Speak UCI over standard input and output, as without any command
    Uci,
    Bench(bench::BenchArgs),
    Perft(perft::PerftArgs),
    Eval(eval::EvalArgs),
    // Boxed, since it knows more flags than all others together.
    Match(Box<match_::MatchArgs>),
    Genfens(genfens::GenfensArgs),
    Sprt(sprt::SprtArgs),
    /// Print the search's margins as a tuner by SPSA wants them: name, type,
    /// value, least, most, step at the end, learning rate
    ///
    /// OpenBench takes these lines. An engine built with the feature `tune`
    /// has each of them as a UCI option.
    Params,
    FitWdl(fit_wdl::FitWdlArgs),
    Datagen(datagen::DatagenArgs),
    Data(data::DataArgs),
    Tune(Box<tune::TuneArgs>),
    /// Find the magic numbers again and show that they are those in the source
    Magics,
}

/// Why a command ends without success.
#[derive(Debug)]
enum CliError {
    /// The settings cannot be used.
    Config(ConfigError),
    /// What was given on the command line cannot be used; a sentence.
    Usage(String),
    /// The command was understood, but did not succeed; a sentence.
    Failed(String),
    /// Reading or writing failed.
    Io(io::Error),
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Config(error) => error.fmt(f),
            CliError::Usage(sentence) | CliError::Failed(sentence) => f.write_str(sentence),
            CliError::Io(error) => error.fmt(f),
        }
    }
}

impl From<ConfigError> for CliError {
    fn from(error: ConfigError) -> CliError {
        CliError::Config(error)
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> CliError {
        CliError::Io(error)
    }
}

/// Does what the command line says. The exit code is 0 for success, 1 for a
/// failure, 2 if the command line or the settings cannot be used; `match` has
/// others for results that are no failures.
///
/// Never part of `main`, which must run on any processor.
#[inline(never)]
pub fn run() -> ExitCode {
    let arguments = Arguments::parse_from(genfens::split(std::env::args_os()));
    match obey(arguments) {
        Ok(code) => code,
        // Whoever read the output has seen enough.
        Err(CliError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            // If nobody hears that either, the exit code has to do.
            let _ = io::Write::write_fmt(
                &mut io::stderr().lock(),
                format_args!("staunton: error: {failure}\n"),
            );
            match failure {
                CliError::Config(_) | CliError::Usage(_) => ExitCode::from(2),
                CliError::Failed(_) | CliError::Io(_) => ExitCode::FAILURE,
            }
        }
    }
}

fn obey(arguments: Arguments) -> Result<ExitCode, CliError> {
    let settings = Config::load(arguments.config.as_deref());
    let command = arguments.command.unwrap_or(Command::Uci);
    if let Command::Uci = command {
        // A chess program must be able to start it whatever the file holds.
        crate::uci::run(settings)?;
        return Ok(ExitCode::SUCCESS);
    }
    let config = settings?;
    match command {
        Command::Uci => Ok(()),
        Command::Bench(arguments) => bench::run(&arguments, &config),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Eval(arguments) => eval::run(&arguments),
        Command::Genfens(arguments) => genfens::run(&arguments),
        Command::Sprt(arguments) => sprt::run(&arguments),
        Command::Params => params::run(),
        Command::FitWdl(arguments) => fit_wdl::run(&arguments),
        Command::Data(arguments) => data::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Magics => magics::run(),
        Command::Datagen(arguments) => return datagen::run(&arguments),
        Command::Match(arguments) => return match_::run(&arguments, &config),
    }
    .map(|()| ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }
}
