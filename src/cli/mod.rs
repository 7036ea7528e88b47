//! The command line: one file for each subcommand.

mod analyse;
mod bench;
mod chess_text;
mod completions;
mod compliance;
mod convert;
mod data;
mod datagen;
mod error;
mod eval;
mod explain;
mod fastchess;
mod files;
mod fit_wdl;
mod flags;
mod game_search;
mod genfens;
mod match_;
mod message;
mod params;
mod perft;
mod position_args;
mod progress;
mod rate;
mod reading_report;
pub mod settings;
mod show;
mod signals;
mod sprt;
mod tablebases;
mod train;
mod tune;
mod tune_search;
mod uci_analyst;
mod web;

use crate::support::cpu;
use crate::support::version::BUILD;
use crate::uci::UciSettings;
use clap::{CommandFactory, Parser, Subcommand};
use error::CliError;
use message::message;
use once_cell::sync::Lazy;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  staunton                               speak UCI: this is what chess programs start
  staunton bench                         the number of nodes and the speed
  staunton perft 6                       count the leaves of the first six plies
  staunton perft 5 --divide --fen \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\"
  staunton eval 8/5k2/8/8/8/3QK3/8/8 w - -
  staunton web                           play and analyse in a browser
  staunton show startpos                 draw a position and list the legal moves
  staunton analyse game.pgn --report game.html > annotated.pgn
  staunton analyse suite.epd --movetime 1000
  staunton explain startpos a4           why another move is better
  staunton convert --to pgn book.txt     descriptive notation, as in old books, to PGN
  staunton match --preset quick --engine cmd=./old --engine cmd=./new
  staunton fastchess -engine cmd=./a -engine cmd=./b -each tc=8+0.08 -rounds 50
  staunton compliance ./engine           does it keep to UCI?
  staunton sprt --pentanomial 10,40,120,60,20 --elo0 0 --elo1 10
  staunton rate games.pgn                the ratings of the players of any games
  staunton datagen --out games.data --positions 100000 --threads 2
  staunton tune --data games.data --out src/engine/eval/weights.rs
  staunton fit-wdl games.pgn             fit the chances of win, draw and loss to games
  staunton \"genfens 8 seed 42 book None\" quit
  staunton --config my.toml bench        with your own settings";

/// A UCI chess engine that values the pieces as the old handbooks do.
///
/// Without a command it speaks UCI over standard input and output.
///
/// Settings are compiled in. A file overrides them: the one that --config names,
/// else the one that the variable STAUNTON_CONFIG names, else engine.toml beside
/// the program.
#[derive(Parser)]
#[command(name = "staunton", version, long_version = LONG_VERSION.as_str(), after_help = EXAMPLES)]
struct CliArgs {
    /// A settings file, in the form of engine.toml
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Subcommand)]
enum CliCommand {
    /// Speak UCI over standard input and output, as the program does without a
    /// command
    Uci,
    Bench(bench::BenchArgs),
    Perft(perft::PerftArgs),
    Eval(eval::EvalArgs),
    #[command(visible_alias = "analyze")]
    Analyse(Box<analyse::AnalyseArgs>),
    Explain(explain::ExplainArgs),
    Convert(convert::ConvertArgs),
    Show(show::ShowBoardArgs),
    Web(web::WebArgs),
    // Boxed, since it has more flags than all others together.
    Match(Box<match_::MatchArgs>),
    Fastchess(fastchess::FastchessArgs),
    Genfens(genfens::GenfensArgs),
    Compliance(compliance::ComplianceArgs),
    Sprt(sprt::SprtArgs),
    Rate(rate::RateArgs),
    /// Print the parameters of the search for an SPSA tuner: name, type, value,
    /// minimum, maximum, final step, final learning rate
    ///
    /// OpenBench takes these lines. An engine built with `make FEATURES=tune` has
    /// each parameter as a UCI option.
    Params,
    FitWdl(fit_wdl::FitWdlArgs),
    Datagen(datagen::DatagenArgs),
    Data(data::DataArgs),
    Train(Box<train::TrainArgs>),
    Tune(Box<tune::TuneArgs>),
    TuneSearch(Box<tune_search::TuneSearchArgs>),
    Tablebases(tablebases::TablebasesArgs),
    Completions(completions::CompletionsArgs),
    /// Write the manual page to standard output
    #[command(name = completions::MANUAL)]
    Manual,
}

/// The answer to `--version`; `-V` gives its first line.
static LONG_VERSION: Lazy<String> =
    Lazy::new(|| format!("{}\n{BUILD}: {}", env!("CARGO_PKG_VERSION"), cpu::description()));

/// Runs the command line. The exit code is 0 for success, 1 for a failure, 2
/// if the command line or the settings cannot be used. `match`, `datagen` and
/// `data` have others for results that are not failures.
///
/// Never inlined into `main`, which must run on any processor.
#[inline(never)]
pub fn run() -> ExitCode {
    let words = fastchess::by_name(genfens::split(std::env::args_os()));
    let hint = fastchess::hint(&words);
    let arguments = match CliArgs::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(what) => {
            let code = u8::try_from(what.exit_code()).unwrap_or(2);
            // Help that cannot be printed is a failure, unless its reader left.
            let failed = what.print().and_then(|()| io::stdout().flush());
            if let (Some(hint), true) = (hint, what.use_stderr()) {
                message(hint);
            }
            return match failed {
                Err(error) if code == 0 && error.kind() != io::ErrorKind::BrokenPipe => {
                    message(format_args!("staunton: error: {error}"));
                    ExitCode::FAILURE
                }
                _ => ExitCode::from(code),
            };
        }
    };
    match dispatch(arguments) {
        Ok(code) => code,
        // The reader of the output, such as `head`, has seen enough.
        Err(error) if error.is_closed_output() => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed, the exit code alone must tell.
            message(format_args!("staunton: error: {error}"));
            error.exit_code()
        }
    }
}

/// Reads a command line that a file keeps or that stands for the present one.
fn parse(words: Vec<String>) -> Result<CliArgs, CliError> {
    let all = std::iter::once("staunton".to_string()).chain(words.iter().cloned());
    let mut arguments =
        CliArgs::try_parse_from(all).map_err(|error| CliError::Usage(error.to_string()))?;
    if let Some(CliCommand::Match(arguments)) = &mut arguments.command {
        arguments.words = Some(words);
    }
    Ok(arguments)
}

/// Goes on with a match whose command line a file keeps, if the user agrees.
///
/// # Errors
/// If the file keeps another command line, nobody agrees, or the match fails.
fn resume(present: &match_::MatchArgs, words: Vec<String>) -> Result<ExitCode, CliError> {
    let stored = parse(words)?;
    let Some(CliCommand::Match(arguments)) = &stored.command else {
        return Err(CliError::Usage("--resume: the file is not of a match".to_string()));
    };
    match_::confirm(present, arguments)?;
    dispatch(stored)
}

/// The command line of `staunton match` that does the same as fastchess's, and
/// that `staunton match` understands. Nothing is opened or started.
///
/// # Errors
/// A sentence that names the word that is not known or cannot be used.
pub fn match_words(fastchess: &[String]) -> Result<Vec<String>, String> {
    let words = fastchess::translation(fastchess)?.words();
    let all = std::iter::once("staunton").chain(words.iter().map(String::as_str));
    CliArgs::try_parse_from(all).map_err(|error| error.to_string())?;
    Ok(words)
}

fn dispatch(arguments: CliArgs) -> Result<ExitCode, CliError> {
    let settings = settings::load(arguments.config.as_deref());
    let command = arguments.command.unwrap_or(CliCommand::Uci);
    if let CliCommand::Fastchess(words) = &command {
        return match fastchess::translate(words, arguments.config.as_deref())? {
            Some(words) => dispatch(parse(words)?),
            None => Ok(ExitCode::SUCCESS),
        };
    }
    if let CliCommand::Uci = command {
        // A wrong settings file must not keep a chess program from starting it.
        let settings = settings
            .map(|settings| UciSettings { options: settings.options, bench: settings.bench });
        crate::uci::run(settings.map_err(|error| error.to_string()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let settings = settings?;
    match command {
        CliCommand::Uci | CliCommand::Fastchess(_) => Ok(()),
        CliCommand::Bench(arguments) => bench::run(&arguments, &settings),
        CliCommand::Perft(arguments) => perft::run(&arguments),
        CliCommand::Eval(arguments) => eval::run(&arguments),
        CliCommand::Explain(arguments) => explain::run(&arguments),
        CliCommand::Convert(arguments) => convert::run(&arguments),
        CliCommand::Show(arguments) => show::run(&arguments),
        CliCommand::Web(arguments) => web::run(&arguments, &settings),
        CliCommand::Completions(arguments) => completions::run(&arguments, CliArgs::command()),
        CliCommand::Manual => completions::manual(CliArgs::command()),
        CliCommand::Genfens(arguments) => genfens::run(&arguments),
        CliCommand::Sprt(arguments) => sprt::run(&arguments),
        CliCommand::Rate(arguments) => rate::run(&arguments),
        CliCommand::Params => params::run(),
        CliCommand::FitWdl(arguments) => fit_wdl::run(&arguments),
        CliCommand::Train(arguments) => train::run(&arguments),
        CliCommand::Tune(arguments) => tune::run(&arguments),
        CliCommand::Analyse(arguments) => return analyse::run(&arguments),
        CliCommand::Compliance(arguments) => return compliance::run(&arguments),
        CliCommand::Data(arguments) => return data::run(&arguments),
        CliCommand::Tablebases(arguments) => return tablebases::run(&arguments),
        CliCommand::TuneSearch(arguments) => return tune_search::run(&arguments, &settings),
        CliCommand::Datagen(arguments) => return datagen::run(&arguments),
        CliCommand::Match(arguments) => {
            return match match_::stored_words(&arguments)? {
                Some(words) => resume(&arguments, words),
                None => match_::run(&arguments, &settings),
            };
        }
    }
    .map(|()| ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        CliArgs::command().debug_assert();
    }
}
