//! `staunton data`: reads, merges, shuffles, repairs and searches files of
//! games and of samples.

mod evaltest;
mod search;
mod show;
mod stats;
mod tables;

use super::error::CliError;
use super::files::check_distinct;
use crate::cli::message::stdout;
use crate::training::data::file_kind::FileKind;
use crate::training::data::games::{self, CopiedGames, SavedGames};
use crate::training::data::library;
use crate::training::data::samples::{self, CopiedSamples};
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Show, count, merge, shuffle, repair and search again what datagen has written
#[derive(Args)]
#[command(after_help = "Examples:
  staunton data stats games.data
  staunton data merge monday.data tuesday.data --out both.data
  staunton data merge games/ --out packed.data
  staunton data shuffle monday.data tuesday.data --out both.data --seed 1
  staunton data show games.data --game 1
  staunton data show games.data --fen
  staunton data rescore games.data --out better.data --nodes 5000 --threads 2
  staunton data expand games.data --tree games.tree --threads 2
  staunton data salvage damaged.data --out whole.data")]
pub struct DataArgs {
    #[command(subcommand)]
    command: DataCommand,
}

#[derive(Subcommand)]
enum DataCommand {
    Stats(stats::StatsArgs),
    /// Write the games of some files to a new one in random order
    Shuffle {
        #[command(flatten)]
        files: DataFiles,
        /// The seed of the random order
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
    },
    /// Write the games of some files, or the samples of some, to a new one, file
    /// after file
    ///
    /// The files are all of games or all of samples of search trees. Games are
    /// packed, and a game that occurs twice is written once. Damaged games are an
    /// error; damaged blocks of samples are left out.
    Merge(DataFiles),
    /// Write what is whole in a damaged file to a new one
    ///
    /// Keeps each game, or block of samples, whose checksum is right.
    Salvage {
        /// A file of games or of samples
        #[arg(value_name = "FILE")]
        input: PathBuf,
        /// The new file
        #[arg(long, value_name = "NEW")]
        out: PathBuf,
    },
    Show(show::ShowArgs),
    Evaltest(evaltest::EvaltestArgs),
    Rescore(search::RescoreArgs),
    Expand(search::ExpandArgs),
}

impl DataCommand {
    /// The file that is written as a whole, if there is one.
    fn out(&self) -> Option<&Path> {
        match self {
            DataCommand::Shuffle { files: DataFiles { out, .. }, .. }
            | DataCommand::Merge(DataFiles { out, .. })
            | DataCommand::Salvage { out, .. } => Some(out),
            _ => None,
        }
    }
}

#[derive(Args)]
struct DataFiles {
    /// Files of games, or of samples for `merge`, or folders of them
    #[arg(required = true, value_name = "FILE")]
    inputs: Vec<PathBuf>,
    /// The new file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Runs a subcommand of `staunton data`.
///
/// # Errors
/// If a file cannot be used.
pub fn run(arguments: &DataArgs) -> Result<ExitCode, CliError> {
    if let Some(out) = arguments.command.out() {
        check_distinct(&[], &[("--out", out)])?;
    }
    match &arguments.command {
        DataCommand::Stats(arguments) => stats::run(arguments),
        DataCommand::Shuffle { files: DataFiles { inputs, out }, seed } => {
            print_games(out, games::shuffle(&files(inputs)?, out, *seed)?)
        }
        DataCommand::Merge(DataFiles { inputs, out }) => {
            let inputs = files(inputs)?;
            match FileKind::of_all(&inputs)? {
                FileKind::Games => print_games(out, games::merge(&inputs, out)?),
                FileKind::Samples => merge_samples(&inputs, out),
            }
        }
        DataCommand::Salvage { input, out } => salvage(input, out),
        DataCommand::Show(arguments) => show::run(arguments),
        DataCommand::Evaltest(arguments) => evaltest::run(arguments),
        DataCommand::Rescore(arguments) => return search::rescore(arguments),
        DataCommand::Expand(arguments) => return search::expand(arguments),
    }
    .map(|()| ExitCode::SUCCESS)
}

/// The files that are named, and those in the folders.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    Ok(library::files(paths)?)
}

fn print_games(out: &Path, copied: CopiedGames) -> Result<(), CliError> {
    let CopiedGames { games, positions, torn_files, copies } = copied;
    let torn = match torn_files {
        0 => String::new(),
        1 => "; the torn end of one file is left out".to_string(),
        _ => format!("; the torn ends of {torn_files} files are left out"),
    };
    let copies = match copies {
        0 => String::new(),
        _ => format!("; {copies} copies of games are left out"),
    };
    let out = out.display();
    Ok(writeln!(stdout(), "{out}: {positions} positions of {games} games{torn}{copies}")?)
}

fn merge_samples(inputs: &[PathBuf], out: &Path) -> Result<(), CliError> {
    let CopiedSamples { samples, left_out } = samples::merge(inputs, out)?;
    let mut stdout = stdout();
    writeln!(stdout, "{}: {samples} samples of search trees", out.display())?;
    for (path, left_out) in left_out {
        writeln!(stdout, "{}: {left_out}.", path.display())?;
    }
    Ok(())
}

fn salvage(input: &Path, out: &Path) -> Result<(), CliError> {
    let kind = FileKind::of_all(&[input.to_path_buf()])?;
    if kind == FileKind::Samples {
        return merge_samples(&[input.to_path_buf()], out);
    }
    let SavedGames { games, positions, illegal, left_out } = games::salvage(input, out)?;
    let mut stdout = stdout();
    writeln!(stdout, "{}: {positions} positions of {games} games", out.display())?;
    let illegal = (illegal > 0).then(|| format!("{illegal} games that are not legal are left out"));
    let damaged = (!left_out.is_nothing()).then(|| left_out.to_string());
    let lost: Vec<String> = damaged.into_iter().chain(illegal).collect();
    let lost = if lost.is_empty() { "nothing is left out".to_string() } else { lost.join("; ") };
    Ok(writeln!(stdout, "{}: {lost}.", input.display())?)
}
