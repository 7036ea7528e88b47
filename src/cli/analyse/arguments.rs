//! The flags of `staunton analyse`, and what its parts share.

use crate::chess::notation::MoveNotation;
use crate::cli::chess_text;
use crate::cli::error::CliError;
use crate::cli::files::{check_distinct, named};
use crate::cli::flags::AnalystArgs;
use crate::cli::position_args::PositionArgs;
use crate::support::files::names::is_same;
use crate::support::files::output::OutputFile;
use clap::Args;
use std::path::{Path, PathBuf};

/// Analyse a position, a suite of test positions, or games
///
/// A FEN: prints the best lines as they are found.
///
/// A file of positions (EPD): searches each, tells whether the best moves ("bm")
/// are found and the bad ones ("am") avoided, and after what time and how many
/// nodes the solution was found for good. --threads spreads the positions over
/// processors.
///
/// A file of games (PGN, or moves in any notation): writes the games as PGN with
/// the evaluation after each move, and for each move that costs win chances a
/// mark and the better line: "?!" from 5 points of 100, "?" from 10, "??" from
/// 20. --report adds a page with curves and diagrams.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton analyse '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -' --lines 3
  staunton analyse suite.epd --movetime 1000 --threads 2
  staunton analyse suite.epd --nodes 100000 --json > result.json
  staunton analyse game.pgn --nodes 200000 --report game.html > annotated.pgn
  staunton analyse game.pgn --notation descriptive")]
pub struct AnalyseArgs {
    #[command(flatten)]
    pub positions: PositionArgs,
    #[command(flatten)]
    pub search: AnalystArgs,
    /// The number of best lines of a single position
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..=256))]
    pub lines: u64,
    /// How moves are written
    #[arg(long, value_name = "NOTATION", default_value = "san", value_parser = chess_text::notation())]
    pub notation: MoveNotation,
    /// Write everything as JSON
    #[arg(long)]
    pub json: bool,
    /// The file to write annotated games to; it may be the one that is read. It is
    /// replaced at the end, after Ctrl-C with the other games as they were
    /// [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The file to write the report of the games to, a page of HTML
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

impl AnalyseArgs {
    /// # Errors
    /// If a flag is given that needs games.
    pub fn refuse_game_files(&self, what: &str) -> Result<(), CliError> {
        let flags = [("--report", &self.report), ("--out", &self.out)];
        match flags.iter().find(|(_, file)| file.is_some()) {
            None => Ok(()),
            Some((flag, _)) => {
                Err(CliError::Usage(format!("{flag} needs a file of games, not {what}")))
            }
        }
    }

    /// Rejects outputs that would replace each other, or games that they do not
    /// hold: `is_whole` says that all of the input was read.
    ///
    /// # Errors
    /// A sentence that names the file.
    pub fn check_outputs(&self, input: &str, is_whole: bool) -> Result<(), CliError> {
        let (report, out) = (("--report", self.report.as_deref()), ("--out", self.out.as_deref()));
        check_distinct(&[("the games", Path::new(input))], &named(&[report]))?;
        check_distinct(&[], &named(&[report, out]))?;
        let why = if self.json {
            "JSON is no file of games"
        } else if !is_whole {
            "what could not be read of it would be lost"
        } else {
            return Ok(());
        };
        match &self.out {
            Some(out) if is_same(out, Path::new(input)) => {
                Err(CliError::Usage(format!("--out names the file of the games, {input}: {why}")))
            }
            _ => Ok(()),
        }
    }
}

/// Opens a file to write before hours of searches, not after them.
pub fn create(path: &Path) -> Result<OutputFile, CliError> {
    OutputFile::create(path).map_err(|error| CliError::unusable(path, error))
}
