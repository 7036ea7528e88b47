//! Ratings of several players from all their games at once.

use super::cross_table::CrossTable;
use super::elo::{Z_95, score_of_elo};
use super::matrix::{inverse, times};
use super::result_counts::ResultCounts;
use serde::Serialize;

/// `d score / d elo = score (1 − score) · ln 10 / 400`.
const PER_ELO: f64 = std::f64::consts::LN_10 / 400.0;
/// The spread that a player is believed to have, in Elo, if his results do
/// not tell: so wide that a few games outweigh it.
const BELIEVED_SPREAD: f64 = 1_000.0;
/// More than Newton's method ever needs.
const MOST_STEPS: usize = 200;
/// No step is longer than this, in Elo, lest it overshoot.
const LONGEST_STEP: f64 = 200.0;
/// Ratings are known when they change by less than this, in Elo.
const CLOSE_ENOUGH: f64 = 1e-9;

/// A player's rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// In Elo, such that the mean of all players is zero.
    pub elo: f64,
    /// Half the width of the interval that holds it with 95 % confidence,
    /// seen from the mean of all.
    pub error: f64,
}

/// The ratings of the players of a match.
///
/// They are the likeliest in the model of Zermelo, Bradley and Terry, which
/// expects `1/(1 + 10^((b − a)/400))` points of a player rated `a` against one
/// rated `b`; a draw is half a win and half a loss. Such ratings are those
/// under which every player is expected to score what he has scored, as
/// M. A. Ballicora's program Ordo has them too.
///
/// Draws and paired openings make results less random than the model's coin.
/// By how much is estimated from the results themselves, as one number for
/// all (the *dispersion* of P. McCullagh and J. Nelder, "Generalized Linear
/// Models", chapter 9: mean squared residual over the model's variance); the
/// errors are the square roots of the inverse Fisher information times that.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ratings {
    /// By player.
    pub players: Vec<Rating>,
    /// Whether the results alone do not determine the ratings, for instance
    /// since somebody has won or lost all his games: then a rating is also
    /// believed to lie within a thousand Elo of the mean or so.
    pub believed: bool,
}

impl Ratings {
    /// From the results; `None` if there are none.
    pub fn of(table: &CrossTable) -> Option<Ratings> {
        let pairings: Vec<(usize, usize, ResultCounts)> = (table.pairings())
            .filter(|(player, other, tally)| player != other && tally.games() > 0)
            .map(|(player, other, tally)| (player, other, *tally))
            .collect();
        if pairings.is_empty() {
            return None;
        }
        let believed = !is_determined(table);
        let fit = RatingFit { players: table.players(), pairings, believed };
        let elos = fit.likeliest()?;
        let spread = inverse(fit.information(&elos))?;
        let dispersion = fit.dispersion(&elos);
        // What was added to make the matrix invertible is not known variance.
        let added = if believed { 0.0 } else { 1.0 / (fit.players as f64 * fit.scale()) };
        let players = elos.iter().enumerate().map(|(i, &elo)| {
            let variance = (spread[i][i] - added).max(0.0) * dispersion;
            Rating { elo, error: Z_95 * variance.sqrt() }
        });
        Some(Ratings { players: players.collect(), believed })
    }
}

/// What ratings are, for who reads a table of them.
pub const FITTED: &str = "Elo is the likeliest by all games together, relative to the mean of the players; the \
     truth lies within ± of it with 95 % confidence.";
/// What is to be said beside that where [`Ratings::believed`].
pub const BELIEVED: &str = "Somebody has won or lost everything, or players never met: the ratings are also held within \
     a thousand Elo or so.";

/// The players from the best to the worst: by their ratings, if there are any,
/// otherwise by their scores; equal ones in the order in which they entered.
pub fn ranking(table: &CrossTable, ratings: Option<&Ratings>) -> Vec<usize> {
    let strength = |player: usize| match ratings {
        Some(ratings) => ratings.players[player].elo,
        None => table.total(player).score(),
    };
    let mut players: Vec<usize> = (0..table.players()).collect();
    players.sort_by(|&a, &b| strength(b).total_cmp(&strength(a)));
    players
}

/// Whether the likeliest ratings are finite: they are if one cannot part the
/// players into two camps such that one of them never got half a point from
/// the other (L. R. Ford, 1957).
fn is_determined(table: &CrossTable) -> bool {
    let players = table.players();
    let scores = |a, b| a != b && table.tally(a, b).points() > 0.0;
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

struct RatingFit {
    players: usize,
    pairings: Vec<(usize, usize, ResultCounts)>,
    believed: bool,
}

impl RatingFit {
    /// How much the belief weighs: the information of a normal distribution.
    fn belief(&self) -> f64 {
        if self.believed { BELIEVED_SPREAD.powi(-2) } else { 0.0 }
    }

    /// The size of the information, to put the gauge on the same scale.
    fn scale(&self) -> f64 {
        let games: u64 = self.pairings.iter().map(|(_, _, tally)| tally.games()).sum();
        games as f64 * PER_ELO * PER_ELO / 4.0
    }

    /// Newton's method. The likelihood is concave, so that it finds the top
    /// from anywhere if its steps are kept short.
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
        let mut slope: Vec<f64> = elos.iter().map(|elo| -elo * self.belief()).collect();
        for &(player, other, tally) in &self.pairings {
            let expected = score_of_elo(elos[player] - elos[other]);
            let surplus = (tally.score() - expected) * tally.games() as f64 * PER_ELO;
            slope[player] += surplus;
            slope[other] -= surplus;
        }
        slope
    }

    /// Fisher's information, the second derivative with its sign changed.
    /// Ratings are determined but for their mean, so without a belief in it
    /// the mean is given some information of its own.
    fn information(&self, elos: &[f64]) -> Vec<Vec<f64>> {
        let gauge = if self.believed { 0.0 } else { self.scale() / self.players as f64 };
        let mut information = vec![vec![gauge; self.players]; self.players];
        for (i, row) in information.iter_mut().enumerate() {
            row[i] += self.belief();
        }
        for &(player, other, tally) in &self.pairings {
            let expected = score_of_elo(elos[player] - elos[other]);
            let weight = tally.games() as f64 * expected * (1.0 - expected) * PER_ELO * PER_ELO;
            information[player][player] += weight;
            information[other][other] += weight;
            information[player][other] -= weight;
            information[other][player] -= weight;
        }
        information
    }

    /// The squared residuals of the pairs (of the games, where no pairs are
    /// known) over the variances that the model expects of them.
    fn dispersion(&self, elos: &[f64]) -> f64 {
        let (mut squares, mut variances) = (0.0, 0.0);
        for (player, other, tally) in &self.pairings {
            let expected = score_of_elo(elos[*player] - elos[*other]);
            let sample = tally.sample();
            for (score, count) in &sample.outcomes {
                squares += count * (score - expected).powi(2);
                variances += count * expected * (1.0 - expected) / sample.games_each;
            }
        }
        squares / variances
    }
}
