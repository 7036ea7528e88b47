//! Ratings of several players from all their games at once.

use super::cross_table::CrossTable;
use super::elo::{Z_95, score_of_elo};
use super::matrix::{inverse, times};
use super::result_counts::ResultCounts;
use serde::Serialize;

/// `d score / d elo = score (1 − score) · ln 10 / 400`.
const PER_ELO: f64 = std::f64::consts::LN_10 / 400.0;
/// The standard deviation of the prior for a rating, in Elo, where the results
/// do not determine the ratings: so wide that a few games outweigh it.
const PRIOR_SPREAD: f64 = 1_000.0;
/// The largest number of steps of Newton's method; more than it needs.
const MOST_STEPS: usize = 200;
/// The longest step, in Elo: a longer one may overshoot.
const LONGEST_STEP: f64 = 200.0;
/// The iteration ends when ratings change by less than this, in Elo.
const CLOSE_ENOUGH: f64 = 1e-9;

/// A player's rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// In Elo, such that the mean of all players is zero.
    pub elo: f64,
    /// Half the width of the 95 % interval, relative to the mean of all
    /// players.
    pub error: f64,
}

/// The ratings of the players of a match.
///
/// They maximise the likelihood in the model of Zermelo, Bradley and Terry,
/// which expects `1/(1 + 10^((b − a)/400))` points of a player rated `a` against
/// one rated `b`; a draw is half a win and half a loss. Under these ratings the
/// expected score of each player equals its score, as in M. A. Ballicora's
/// program Ordo.
///
/// Draws and paired openings make results vary less than the model's coin
/// tosses. The factor is estimated from the results, as one number for all (the
/// *dispersion* of P. McCullagh and J. Nelder, "Generalized Linear Models",
/// chapter 9: mean squared residual over the model's variance). The errors are
/// the square roots of the inverse Fisher information times this factor.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ratings {
    /// The ratings, by player.
    pub players: Vec<Rating>,
    /// Whether the results alone do not determine the ratings, for instance
    /// because a player has won or lost all its games. The ratings then also
    /// rest on a prior: a normal distribution with a spread of 1000 Elo.
    pub believed: bool,
}

impl Ratings {
    /// The ratings that follow from the results; `None` without games.
    pub fn of(table: &CrossTable) -> Option<Ratings> {
        let pairings: Vec<(usize, usize, ResultCounts)> = (table.pairings())
            .filter(|(player, other, result_counts)| player != other && result_counts.games() > 0)
            .map(|(player, other, result_counts)| (player, other, *result_counts))
            .collect();
        if pairings.is_empty() {
            return None;
        }
        let believed = !is_determined(table);
        let fit = RatingFit { players: table.players(), pairings, believed };
        let elos = fit.likeliest()?;
        let spread = inverse(fit.information(&elos))?;
        let dispersion = fit.dispersion(&elos);
        // Subtracts the variance that comes from making the matrix invertible.
        let added = if believed { 0.0 } else { 1.0 / (fit.players as f64 * fit.scale()) };
        let players = elos.iter().enumerate().map(|(i, &elo)| {
            let variance = (spread[i][i] - added).max(0.0) * dispersion;
            Rating { elo, error: Z_95 * variance.sqrt() }
        });
        Some(Ratings { players: players.collect(), believed })
    }
}

/// The explanation of ratings under a table of them.
pub const RATINGS_NOTE: &str = "Elo is the likeliest by all games together, relative to the mean of the players; the \
     truth lies within ± of it with 95 % confidence.";
/// The caveat that follows it where [`Ratings::believed`] is set.
pub const PRIOR_NOTE: &str = "A player has won or lost all its games, or players never met: the ratings also rest on a \
     prior that holds them within about a thousand Elo.";

/// The players from the best to the worst: by their ratings, if there are any,
/// otherwise by their scores; equal players in the order of their indices.
pub fn ranking(table: &CrossTable, ratings: Option<&Ratings>) -> Vec<usize> {
    let strength = |player: usize| match ratings {
        Some(ratings) => ratings.players[player].elo,
        None => table.total(player).score(),
    };
    let mut players: Vec<usize> = (0..table.players()).collect();
    players.sort_by(|&a, &b| strength(b).total_cmp(&strength(a)));
    players
}

/// Whether the likeliest ratings are finite. They are unless the players can be
/// split into two groups of which one never scored half a point against the
/// other (L. R. Ford, 1957).
fn is_determined(table: &CrossTable) -> bool {
    let players = table.players();
    let scores = |a, b| a != b && table.result_counts(a, b).points() > 0.0;
    let reaches_all = |scores: &dyn Fn(usize, usize) -> bool| {
        let mut reached = vec![false; players];
        let mut open = vec![0];
        while let Some(player) = open.pop() {
            if !std::mem::replace(&mut reached[player], true) {
                open.extend((0..players).filter(|&other| scores(player, other)));
            }
        }
        reached.into_iter().all(|reached| reached)
    };
    reaches_all(&scores) && reaches_all(&|a, b| scores(b, a))
}

/// The maximum-likelihood fit of ratings.
struct RatingFit {
    players: usize,
    pairings: Vec<(usize, usize, ResultCounts)>,
    believed: bool,
}

impl RatingFit {
    /// The information of the prior: that of a normal distribution.
    fn prior(&self) -> f64 {
        if self.believed { PRIOR_SPREAD.powi(-2) } else { 0.0 }
    }

    /// The magnitude of the information, which scales the gauge term.
    fn scale(&self) -> f64 {
        let games: u64 =
            self.pairings.iter().map(|(_, _, result_counts)| result_counts.games()).sum();
        games as f64 * PER_ELO * PER_ELO / 4.0
    }

    /// The likeliest ratings, by Newton's method. The log-likelihood is concave,
    /// so short steps reach its maximum from anywhere.
    fn likeliest(&self) -> Option<Vec<f64>> {
        let mut elos = vec![0.0; self.players];
        for _ in 0..MOST_STEPS {
            let steps = times(&inverse(self.information(&elos))?, &self.slope(&elos));
            let longest = steps.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
            let share = (LONGEST_STEP / longest).min(1.0);
            for (elo, step) in elos.iter_mut().zip(&steps) {
                *elo += share * step;
            }
            if longest < CLOSE_ENOUGH {
                break;
            }
        }
        let mean = elos.iter().sum::<f64>() / elos.len() as f64;
        Some(elos.into_iter().map(|elo| elo - mean).collect())
    }

    /// The derivative of the log-likelihood: points less expected points.
    fn slope(&self, elos: &[f64]) -> Vec<f64> {
        let mut slope: Vec<f64> = elos.iter().map(|elo| -elo * self.prior()).collect();
        for &(player, other, result_counts) in &self.pairings {
            let expected = score_of_elo(elos[player] - elos[other]);
            let surplus =
                (result_counts.score() - expected) * result_counts.games() as f64 * PER_ELO;
            slope[player] += surplus;
            slope[other] -= surplus;
        }
        slope
    }

    /// Fisher's information: the negative second derivative. The results leave
    /// the mean of the ratings open; without a prior, a gauge term fixes it.
    fn information(&self, elos: &[f64]) -> Vec<Vec<f64>> {
        let gauge = if self.believed { 0.0 } else { self.scale() / self.players as f64 };
        let mut information = vec![vec![gauge; self.players]; self.players];
        for (i, row) in information.iter_mut().enumerate() {
            row[i] += self.prior();
        }
        for &(player, other, result_counts) in &self.pairings {
            let expected = score_of_elo(elos[player] - elos[other]);
            let weight =
                result_counts.games() as f64 * expected * (1.0 - expected) * PER_ELO * PER_ELO;
            information[player][player] += weight;
            information[other][other] += weight;
            information[player][other] -= weight;
            information[other][player] -= weight;
        }
        information
    }

    /// The dispersion: the squared residuals of the pairs (of the games, where no
    /// pairs are known) over their variances in the model.
    fn dispersion(&self, elos: &[f64]) -> f64 {
        let (mut squares, mut variances) = (0.0, 0.0);
        for (player, other, result_counts) in &self.pairings {
            let expected = score_of_elo(elos[*player] - elos[*other]);
            let sample = result_counts.sample();
            for (score, count) in &sample.outcomes {
                squares += count * (score - expected).powi(2);
                variances += count * expected * (1.0 - expected) / sample.games_each;
            }
        }
        squares / variances
    }
}
