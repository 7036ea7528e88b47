//! The subcommand `staunton sprt`.

use super::error::CliError;
use crate::arena::stats::{Estimates, ResultCounts, Sprt, SprtModel, without_minus_zero};
use crate::cli::message::stdout;
use clap::{ArgGroup, Args};
use std::io::{self, Write};

/// Compute Elo, its error and the SPRT from the results of games
///
/// The results are won, drawn and lost games or, better, pairs of games from
/// one opening with colors reversed, by their points: 0, 0.5, 1, 1.5, 2.
#[derive(Args)]
#[command(
    group = ArgGroup::new("results").args(["wins", "pentanomial"]).required(true).multiple(false),
    after_help = "Examples:
  staunton sprt --wins 136 --draws 111 --losses 96
  staunton sprt --pentanomial 34,54,63,64,75
  staunton sprt --pentanomial 10,40,120,60,20 --elo0 -5 --elo1 5 --model logistic"
)]
pub struct SprtArgs {
    /// Games won
    #[arg(long, value_name = "N", requires_all = ["draws", "losses"],
          value_parser = clap::value_parser!(u64).range(..=MAX_COUNT))]
    wins: Option<u64>,
    /// Games drawn
    #[arg(long, value_name = "N", requires = "wins",
          value_parser = clap::value_parser!(u64).range(..=MAX_COUNT))]
    draws: Option<u64>,
    /// Games lost
    #[arg(long, value_name = "N", requires = "wins",
          value_parser = clap::value_parser!(u64).range(..=MAX_COUNT))]
    losses: Option<u64>,
    /// Pairs of games with 0, 0.5, 1, 1.5 and 2 points
    #[arg(long, value_name = "A,B,C,D,E", value_parser = pairs)]
    pentanomial: Option<Pairs>,
    /// The difference under H0, in Elo of the model
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// The difference under H1, in Elo of the model
    #[arg(long, default_value_t = 10.0, allow_negative_numbers = true)]
    elo1: f64,
    /// The probability of accepting H1 although H0 is true
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// The probability of accepting H0 although H1 is true
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// The kind of Elo of the hypotheses: normalized, logistic, or bayesian, that of
    /// BayesElo
    #[arg(long, default_value_t = SprtModel::Normalized)]
    model: SprtModel,
}

/// The largest count allowed: sums of such counts are exact in `f64`.
const MAX_COUNT: u64 = 1_000_000_000_000;

/// Counts of pairs by their points.
#[derive(Clone, Copy)]
struct Pairs([u64; 5]);

fn pairs(text: &str) -> Result<Pairs, String> {
    let count = |word: &str| word.trim().parse().ok().filter(|&count: &u64| count <= MAX_COUNT);
    let counts: Option<Vec<u64>> = text.split(',').map(count).collect();
    counts
        .and_then(|counts| counts.try_into().ok())
        .map(Pairs)
        .ok_or_else(|| "expected are five whole numbers with commas between them".to_string())
}

impl SprtArgs {
    fn result_counts(&self) -> ResultCounts {
        let [wins, draws, losses] =
            [self.wins, self.draws, self.losses].map(Option::unwrap_or_default);
        let pairs = self.pentanomial.map_or([0; 5], |Pairs(counts)| counts);
        ResultCounts { wins, draws, losses, pairs }
    }

    fn sprt(&self) -> Result<Sprt, String> {
        let SprtArgs { elo0, elo1, alpha, beta, model, .. } = *self;
        Sprt { elo0, elo1, alpha, beta, model }.checked().map_err(|error| error.to_string())
    }
}

/// Prints the estimates and the verdict of the test.
///
/// # Errors
/// If the numbers do not define a test, there is no game, or the output cannot be
/// written.
pub fn run(arguments: &SprtArgs) -> Result<(), CliError> {
    let sprt = arguments.sprt().map_err(CliError::Usage)?;
    let result_counts = arguments.result_counts();
    let estimates = Estimates::of(&result_counts)
        .ok_or_else(|| CliError::Usage("the results contain no game".to_string()))?;
    Ok(write_summary(&mut stdout(), &result_counts, &estimates, &sprt)?)
}

/// The estimates and the test as text.
fn write_summary(
    f: &mut impl Write,
    result_counts: &ResultCounts,
    estimates: &Estimates,
    sprt: &Sprt,
) -> io::Result<()> {
    write!(f, "Games         {}", result_counts.games())?;
    if result_counts.draw_ratio().is_some() {
        write!(f, ": +{} ={} -{}", result_counts.wins, result_counts.draws, result_counts.losses)?;
    }
    writeln!(f)?;
    if result_counts.pair_count() > 0 {
        let pairs = result_counts.pairs.map(|count| count.to_string()).join(", ");
        writeln!(f, "Pairs         {}: [{pairs}]", result_counts.pair_count())?;
    }
    let percent = |share: f64| 100.0 * share;
    let error = estimates.score.error_text(2, 100.0);
    writeln!(f, "Score         {:.2} % ± {error}", percent(estimates.score.value))?;
    if let Some(draws) = result_counts.draw_ratio() {
        writeln!(f, "Draws         {:.2} %", percent(draws))?;
    }
    writeln!(f, "Elo           {}", estimates.elo_text())?;
    writeln!(f, "nElo          {}", estimates.normalised_elo)?;
    let superiority = match estimates.superiority {
        share if share.is_nan() => "–".to_string(),
        share => format!("{:.2} %", percent(share)),
    };
    writeln!(f, "Superiority   {superiority}")?;
    let (lower, upper) = sprt.bounds();
    let (llr, verdict) =
        (without_minus_zero(sprt.llr(result_counts), 3), sprt.verdict(result_counts));
    writeln!(f, "SPRT          {sprt}")?;
    writeln!(f, "LLR           {llr:.3} ({lower:.3}, {upper:.3}): {verdict}")
}
