//! `staunton data`.

mod evaltest;
mod show;
mod stats;

use super::CliError;
use crate::training::data::{FileError, Taken, merge, shuffle};
use clap::{Args, Subcommand};
use std::io::{self, Write};
use std::path::PathBuf;

/// Look into files of games that datagen has written, and make new ones of them
#[derive(Args)]
#[command(after_help = "Examples:
  staunton data stats games.data
  staunton data merge monday.data tuesday.data --out both.data
  staunton data shuffle monday.data tuesday.data --out both.data --seed 1
  staunton data show games.data --game 1
  staunton data show games.data --fen")]
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
        /// What the order depends on
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
    },
    /// Write the games of some files to a new one, file after file
    Merge(DataFiles),
    Show(show::ShowArgs),
    Evaltest(evaltest::EvaltestArgs),
}

#[derive(Args)]
struct DataFiles {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    inputs: Vec<PathBuf>,
    /// The new file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Does what is asked for.
pub fn run(arguments: &DataArgs) -> Result<(), CliError> {
    match &arguments.command {
        DataCommand::Stats(arguments) => stats::run(arguments),
        DataCommand::Shuffle { files, seed } => {
            tell(files, shuffle(&files.inputs, &files.out, *seed))
        }
        DataCommand::Merge(files) => tell(files, merge(&files.inputs, &files.out)),
        DataCommand::Show(arguments) => show::run(arguments),
        DataCommand::Evaltest(arguments) => evaltest::run(arguments),
    }
}

fn tell(files: &DataFiles, made: Result<Taken, FileError>) -> Result<(), CliError> {
    let Taken { games, positions, torn } = made.map_err(wrong)?;
    let mut out = io::stdout().lock();
    write!(out, "{}: {positions} positions of {games} games", files.out.display())?;
    match torn {
        0 => {}
        1 => write!(out, "; the torn end of one file is left out")?,
        _ => write!(out, "; the torn ends of {torn} files are left out")?,
    }
    Ok(writeln!(out)?)
}

/// Something is wrong with a file that was named.
fn wrong(error: FileError) -> CliError {
    CliError::Usage(error.to_string())
}
