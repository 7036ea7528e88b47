use super::error::CliError;
use crate::eval::chances::{Cubic, WinModel};
use crate::notation::pgn;
use crate::training::fit::{WdlFit, fit};
use crate::training::samples::ScoreSamples;
use clap::Args;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;

/// Fit the chances of win, draw and loss to games played by `match`
///
/// Reads what the players thought of each position from the comments, and how
/// the games ended. Prints the parameters as the source has them, in
/// src/eval/chances.rs, and what they mean.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton match --engine cmd=self name=a nodes=8000 --engine cmd=self name=b nodes=9000 \\
      --rounds 1000 --pgn games.pgn
  staunton fit-wdl games.pgn")]
pub struct FitWdlArgs {
    /// Files of games
    #[arg(required = true, value_name = "GAMES.pgn")]
    games: Vec<PathBuf>,
}

/// Reads games, fits, and prints.
pub fn run(arguments: &FitWdlArgs) -> Result<(), CliError> {
    let mut samples = ScoreSamples::default();
    for path in &arguments.games {
        let text = std::fs::read(path)
            .map_err(|error| CliError::Usage(format!("{}: {error}", path.display())))?;
        for game in pgn::read(&String::from_utf8_lossy(&text)) {
            match game {
                Ok(game) => samples.add_game(&game),
                // One bad game does not spoil the others.
                Err(error) => writeln!(io::stderr(), "{}, {error}; skipped", path.display())?,
            }
        }
    }
    let fit = fit(&samples, &WinModel::OWN)
        .ok_or_else(|| CliError::Failed("no move of these games has a score".to_string()))?;
    Ok(write!(io::stdout().lock(), "{}", WdlSummary { samples, fit })?)
}

/// What is found, as a person reads it.
struct WdlSummary {
    samples: ScoreSamples,
    fit: WdlFit,
}

/// How much material is left in the opening, in the middle of the game, and
/// so on, as a share.
const STAGES: [(&str, f64); 4] =
    [("all men", 1.0), ("three quarters", 0.75), ("half", 0.5), ("a quarter", 0.25)];
/// Scores for which the model and the games are compared, in centipawns.
const SCORES: [i32; 4] = [0, 50, 100, 200];
/// How far scores and shares may be from those compared.
const NEAR: (i32, f64) = (10, 0.125);

impl fmt::Display for WdlSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WdlSummary { samples, fit } = self;
        let (positions, games) = (samples.count(), samples.games);
        writeln!(f, "    /// The model of this engine's games.")?;
        writeln!(
            f,
            "    /// Fitted to {positions} positions of {games} games by `staunton fit-wdl`."
        )?;
        writeln!(f, "    pub const OWN: WinModel = WinModel {{")?;
        writeln!(f, "        middle: {},", Figures(&fit.model.middle))?;
        writeln!(f, "        spread: {},", Figures(&fit.model.spread))?;
        writeln!(f, "    }};\n")?;
        let WdlFit { loss_before, loss_after, .. } = fit;
        writeln!(f, "Log loss per position: {loss_before:.5} before, {loss_after:.5} after")?;
        writeln!(f, "\nChances of win, draw and loss in percent, and how the games ended:")?;
        writeln!(
            f,
            "{:<16}{:>6}   {:>16}   {:>16}{:>10}",
            "material left", "score", "model", "games", "count"
        )?;
        for (name, share) in STAGES {
            for score in SCORES {
                self.compare(f, name, share, score)?;
            }
        }
        Ok(())
    }
}

impl WdlSummary {
    fn compare(
        &self,
        f: &mut fmt::Formatter<'_>,
        name: &str,
        share: f64,
        score: i32,
    ) -> fmt::Result {
        let shares = [share - NEAR.1, share + NEAR.1];
        let results = self.samples.results([score - NEAR.0, score + NEAR.0], shares);
        let count: u64 = results.iter().sum();
        let met = results.map(|times| times as f64 / count.max(1) as f64);
        let model = self.fit.model.at(share).of(f64::from(score));
        let pawns = f64::from(score) / 100.0;
        let (model, met) = (percent(model), percent(met));
        writeln!(f, "{name:<16}{pawns:>+6.2}   {model:>16}   {met:>16}{count:>10}")
    }
}

fn percent(shares: [f64; 3]) -> String {
    shares.map(|share| format!("{:.1}", 100.0 * share)).join(" ")
}

/// A polynomial as the source has it.
struct Figures<'a>(&'a Cubic);

impl fmt::Display for Figures<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let figures = self.0.map(|figure| format!("{figure:.3}")).join(", ");
        write!(f, "[{figures}]")
    }
}
