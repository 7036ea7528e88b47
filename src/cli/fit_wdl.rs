//! The subcommand `staunton fit-wdl`.

use super::chess_text;
use super::error::CliError;
use super::message::{message, stdout};
use super::reading_report::{ReadingReport, file_name};
use crate::chess::notation::pgn;
use crate::engine::eval::wdl::{Cubic, WdlModel};
use crate::training::wdl::fit::{WdlFit, fit};
use crate::training::wdl::samples::ScoreSamples;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Fit the probabilities of win, draw and loss to games of `match` or `data show`
///
/// Reads the scores in the comments and the results of the games. Prints the
/// parameters as source code for src/engine/eval/wdl.rs, and compares the model with
/// the games.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton match --engine cmd=self name=a nodes=8000 --engine cmd=self name=b nodes=9000 \\
      --rounds 1000 --pgn games.pgn
  staunton fit-wdl games.pgn
  staunton data show games.data > games.pgn && staunton fit-wdl games.pgn")]
pub struct FitWdlArgs {
    /// Files of games
    #[arg(required = true, value_name = "GAMES.pgn")]
    games: Vec<PathBuf>,
}

/// Fewer games than this are fitted with a warning.
const FEW_GAMES: u64 = 400;

/// Reads games, fits, and prints.
///
/// # Errors
/// If a file cannot be read, since all of them are fitted together; or if something in
/// one cannot: the rest still counts.
pub fn run(arguments: &FitWdlArgs) -> Result<(), CliError> {
    let mut samples = ScoreSamples::default();
    let mut report = ReadingReport::default();
    for path in &arguments.games {
        let name = file_name(path);
        for entry in pgn::read(&chess_text::read_file(path)?) {
            report.errors(&name, &entry.errors);
            entry.game.iter().for_each(|game| samples.add_game(game));
        }
    }
    let fit = fit(&samples, &WdlModel::OWN)
        .ok_or_else(|| CliError::Failed("no move of these games has a score".to_string()))?;
    if samples.games < FEW_GAMES {
        message(format_args!(
            "Only {} games: the fit follows their luck. {FEW_GAMES} games or more give \
             parameters to use.",
            samples.games
        ));
    }
    stdout().write_all(summary(&samples, &fit).as_bytes())?;
    report.finish()
}

/// Shares of the material left, and their names.
const STAGES: [(&str, f64); 4] =
    [("all pieces", 1.0), ("three quarters", 0.75), ("half", 0.5), ("a quarter", 0.25)];
/// The scores at which model and games are compared, in centipawns.
const SCORES: [i32; 4] = [0, 50, 100, 200];
/// The most that scores and shares may differ from those compared.
const NEAR: (i32, f64) = (10, 0.125);

/// The parameters as source code, and how well they fit.
fn summary(samples: &ScoreSamples, fit: &WdlFit) -> String {
    let (positions, games) = (samples.count(), samples.games);
    let WdlFit { model, loss_before, loss_after } = fit;
    let (middle, spread) = (figures(&model.middle), figures(&model.spread));
    let mut text = format!(
        "    /// The model of this engine's games.
    /// Fitted to {positions} positions of {games} games by `staunton fit-wdl`.
    pub const OWN: WdlModel = WdlModel {{
        middle: [{middle}],
        spread: [{spread}],
    }};

Log loss per position: {loss_before:.5} before, {loss_after:.5} after

Probabilities of win, draw and loss in percent, and the results of the games:
{:<16}{:>6}   {:>16}   {:>16}{:>10}
",
        "material left", "score", "model", "games", "count"
    );
    for (name, share) in STAGES {
        for score in SCORES {
            let shares = [share - NEAR.1, share + NEAR.1];
            let results = samples.results([score - NEAR.0, score + NEAR.0], shares);
            let count: u64 = results.iter().sum();
            let observed = percent(results.map(|times| times as f64 / count.max(1) as f64));
            let model = percent(model.at(share).probabilities(f64::from(score)));
            let pawns = f64::from(score) / 100.0;
            text += &format!("{name:<16}{pawns:>+6.2}   {model:>16}   {observed:>16}{count:>10}\n");
        }
    }
    text
}

/// Three shares in percent.
fn percent(shares: [f64; 3]) -> String {
    shares.map(|share| format!("{:.1}", 100.0 * share)).join(" ")
}

/// The figures of a polynomial as source code.
fn figures(of: &Cubic) -> String {
    of.map(|figure| format!("{figure:.3}")).join(", ")
}
