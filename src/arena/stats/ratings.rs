//! Ratings of several players from all their games at once.

use super::cross_table::CrossTable;
use super::elo::{Z_95, below, decimals_for, ratio, score_of_elo};
use super::matrix::{SquareMatrix, conjugate_gradients};
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
/// The most players whose errors come from the whole matrix of information: a few
/// seconds and a hundred megabytes.
const MOST_IN_MATRIX: usize = 2_000;

/// A player's rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// In Elo, such that the mean of all players is zero, or that the anchors have
    /// their ratings.
    pub elo: f64,
    /// Half the width of the 95 % interval, relative to the mean of all players, or
    /// to the anchors.
    pub error: f64,
}

/// A player whose rating is given.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Anchor {
    /// Its index.
    pub player: usize,
    /// Its rating, in Elo.
    pub elo: f64,
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
/// chapter 9: mean squared residual over the model's variance), and as no less than
/// one over the number of games: a few equal results do not vary, and prove little.
/// The Fisher information of the results is divided by this factor. The errors are the
/// square roots of its inverse; where the ratings rest on a prior, the factor is at
/// least one for them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ratings {
    /// The ratings, by player.
    pub players: Vec<Rating>,
    /// Whether the results alone do not determine the ratings, for instance
    /// because a player has won or lost all its games. The ratings then also
    /// rest on a prior: a normal distribution with a spread of 1000 Elo.
    pub believed: bool,
    /// Whether the errors consider that the opponents' ratings have errors too. They
    /// do not if there are more players than the memory for all pairs of them allows.
    pub errors_are_whole: bool,
    /// What is known of the ratings of two players together, in squared Elo.
    #[serde(skip)]
    covariance: Covariance,
}

/// The variances and covariances of ratings.
#[derive(Clone, PartialEq, Debug)]
enum Covariance {
    /// Of all pairs of players.
    Matrix(SquareMatrix),
    /// The variances alone.
    Diagonal(Vec<f64>),
}

impl Ratings {
    /// The ratings that follow from the results; `None` without games.
    pub fn of(table: &CrossTable) -> Option<Ratings> {
        Ratings::anchored(table, &[])
    }

    /// The ratings that follow from the results if these players have these ratings;
    /// `None` without games.
    pub fn anchored(table: &CrossTable, anchors: &[Anchor]) -> Option<Ratings> {
        let fit = RatingFit::new(table, anchors)?;
        let elos = fit.likeliest();
        let dispersion = fit.dispersion(&elos);
        let covariance = fit.covariance(&elos, dispersion);
        // Players that have won or lost every game leave no residuals: that says who is
        // stronger, but not by how much.
        let careful = fit.believed && dispersion < 1.0;
        let of_errors = careful.then(|| fit.covariance(&elos, 1.0));
        let of_errors = of_errors.as_ref().unwrap_or(&covariance);
        let rating = |(player, &elo): (usize, &f64)| Rating {
            elo,
            error: Z_95 * of_errors.at(player, player).max(0.0).sqrt(),
        };
        Some(Ratings {
            players: elos.iter().enumerate().map(rating).collect(),
            believed: fit.believed,
            errors_are_whole: matches!(covariance, Covariance::Matrix(_)),
            covariance,
        })
    }

    /// How many decimals of the ratings say something; see [`decimals_for`].
    pub fn decimals(&self) -> usize {
        decimals_for(self.players.iter().map(|player| player.error).fold(f64::INFINITY, f64::min))
    }

    /// The likelihood of superiority: the probability, 0 to 1, that a player is
    /// stronger than another one, by all games of all players.
    pub fn superiority(&self, player: usize, other: usize) -> f64 {
        let [one, two] = [player, other].map(|index| self.players[index].elo);
        let variance = self.covariance.at(player, player) + self.covariance.at(other, other)
            - 2.0 * self.covariance.at(player, other);
        below(ratio(one - two, variance.max(0.0).sqrt()))
    }
}

impl Covariance {
    fn at(&self, player: usize, other: usize) -> f64 {
        match self {
            Covariance::Matrix(matrix) => matrix.at(player, other),
            Covariance::Diagonal(variances) if player == other => variances[player],
            Covariance::Diagonal(_) => 0.0,
        }
    }
}

/// The explanation of ratings under a table of them.
pub const RATINGS_NOTE: &str = "Elo is the likeliest by all games together, relative to the mean of the players; the \
     truth lies within ± of it with 95 % confidence.";
/// The explanation of the column of the likelihood of superiority.
pub const LOS_NOTE: &str = "LOS is the likelihood of superiority over the next player.";
/// The explanation where ratings are anchored.
pub const ANCHORS_NOTE: &str = "Elo is the likeliest by all games together, if the anchors have the ratings they were \
     given; the truth then lies within ± of it with 95 % confidence.";
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
/// other (L. R. Ford, 1957). The anchors count as one player.
fn is_determined(players: usize, pairings: &[PlayedPairing], anchors: &[Anchor]) -> bool {
    let mut scored = vec![Vec::new(); players];
    let mut conceded = vec![Vec::new(); players];
    let mut add = |player: usize, other: usize| {
        scored[player].push(other);
        conceded[other].push(player);
    };
    for pairing in pairings {
        if pairing.points > 0.0 {
            add(pairing.player, pairing.other);
        }
        if pairing.points < pairing.games {
            add(pairing.other, pairing.player);
        }
    }
    for two in anchors.windows(2) {
        add(two[0].player, two[1].player);
        add(two[1].player, two[0].player);
    }
    let reaches_all = |next: &[Vec<usize>]| {
        let mut reached = vec![false; players];
        let mut open = vec![0];
        while let Some(player) = open.pop() {
            if !std::mem::replace(&mut reached[player], true) {
                open.extend(&next[player]);
            }
        }
        reached.into_iter().all(|reached| reached)
    };
    reaches_all(&scored) && reaches_all(&conceded)
}

/// The games of two players.
struct PlayedPairing {
    player: usize,
    other: usize,
    games: f64,
    /// The points of `player`.
    points: f64,
    counts: ResultCounts,
}

/// The maximum-likelihood fit of ratings.
struct RatingFit {
    players: usize,
    pairings: Vec<PlayedPairing>,
    believed: bool,
    /// Whether each player is an anchor.
    fixed: Vec<bool>,
    has_anchors: bool,
    /// A player that stands still where nothing else fixes the mean of the ratings.
    ground: Option<usize>,
    /// Where the iteration starts: the anchors' ratings, and their mean for the rest.
    start: Vec<f64>,
    /// The mean of the prior.
    center: f64,
}

impl RatingFit {
    /// `None` without games.
    fn new(table: &CrossTable, anchors: &[Anchor]) -> Option<RatingFit> {
        let played = |&(player, other, counts): &(usize, usize, &ResultCounts)| {
            player != other && counts.games() > 0
        };
        let pairings: Vec<PlayedPairing> = (table.pairings().filter(played))
            .map(|(player, other, &counts)| {
                let (games, points) = (counts.games() as f64, counts.points());
                PlayedPairing { player, other, games, points, counts }
            })
            .collect();
        if pairings.is_empty() {
            return None;
        }
        let players = table.players();
        let sum: f64 = anchors.iter().map(|anchor| anchor.elo).sum();
        let center = sum / anchors.len().max(1) as f64;
        let (mut fixed, mut start) = (vec![false; players], vec![center; players]);
        for anchor in anchors {
            fixed[anchor.player] = true;
            start[anchor.player] = anchor.elo;
        }
        let believed = !is_determined(players, &pairings, anchors);
        let has_anchors = !anchors.is_empty();
        let ground = (!has_anchors && !believed).then(|| pairings[0].player);
        Some(RatingFit { players, pairings, believed, fixed, has_anchors, ground, start, center })
    }

    /// The information of the prior: that of a normal distribution.
    fn prior(&self) -> f64 {
        if self.believed { PRIOR_SPREAD.powi(-2) } else { 0.0 }
    }

    /// The likeliest ratings, by Newton's method. The log-likelihood is concave,
    /// so short steps reach its maximum from anywhere.
    fn likeliest(&self) -> Vec<f64> {
        let mut elos = self.start.clone();
        for _ in 0..MOST_STEPS {
            let weights = self.weights(&elos);
            let steps = conjugate_gradients(
                |vector| self.times_information(&weights, vector),
                &self.diagonal(&weights),
                &self.slope(&elos),
            );
            let longest = steps.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
            let share = (LONGEST_STEP / longest).min(1.0);
            for (elo, step) in elos.iter_mut().zip(&steps) {
                *elo += share * step;
            }
            if longest < CLOSE_ENOUGH {
                break;
            }
        }
        if !self.has_anchors {
            let mean = elos.iter().sum::<f64>() / elos.len() as f64;
            elos.iter_mut().for_each(|elo| *elo -= mean);
        }
        elos
    }

    /// The derivative of the log-likelihood: points less expected points. Players whose
    /// rating is held do not move.
    fn slope(&self, elos: &[f64]) -> Vec<f64> {
        let mut slope: Vec<f64> =
            elos.iter().map(|elo| (self.center - elo) * self.prior()).collect();
        for pairing in &self.pairings {
            let expected = score_of_elo(elos[pairing.player] - elos[pairing.other]);
            let surplus = (pairing.points - expected * pairing.games) * PER_ELO;
            slope[pairing.player] += surplus;
            slope[pairing.other] -= surplus;
        }
        self.without_held(slope)
    }

    /// A vector with zeros for the anchors and the ground.
    fn without_held(&self, mut vector: Vec<f64>) -> Vec<f64> {
        vector.iter_mut().zip(&self.fixed).filter(|(_, fixed)| **fixed).for_each(|(v, _)| *v = 0.0);
        if let Some(ground) = self.ground {
            vector[ground] = 0.0;
        }
        vector
    }

    /// What each pairing tells of the difference of its players: Fisher's information.
    fn weights(&self, elos: &[f64]) -> Vec<f64> {
        let weight = |pairing: &PlayedPairing| {
            let expected = score_of_elo(elos[pairing.player] - elos[pairing.other]);
            pairing.games * expected * (1.0 - expected) * PER_ELO * PER_ELO
        };
        self.pairings.iter().map(weight).collect()
    }

    /// The diagonal of the matrix of information, the negative second derivative.
    fn diagonal(&self, weights: &[f64]) -> Vec<f64> {
        let mut diagonal = vec![self.prior(); self.players];
        for (pairing, weight) in self.pairings.iter().zip(weights) {
            diagonal[pairing.player] += weight;
            diagonal[pairing.other] += weight;
        }
        diagonal
    }

    /// The matrix of information times a vector that is zero where ratings are held.
    fn times_information(&self, weights: &[f64], vector: &[f64]) -> Vec<f64> {
        let mut result: Vec<f64> = vector.iter().map(|value| value * self.prior()).collect();
        for (pairing, weight) in self.pairings.iter().zip(weights) {
            let pull = weight * (vector[pairing.player] - vector[pairing.other]);
            result[pairing.player] += pull;
            result[pairing.other] -= pull;
        }
        self.without_held(result)
    }

    /// The covariances of all players: the inverse of the information, that of the
    /// results divided by the dispersion. Without an anchor they are relative to the
    /// mean of the players. Of too many players there are the variances alone.
    fn covariance(&self, elos: &[f64], dispersion: f64) -> Covariance {
        let weights: Vec<f64> =
            self.weights(elos).into_iter().map(|weight| weight / dispersion).collect();
        let whole = (self.players <= MOST_IN_MATRIX).then(|| self.matrix(&weights)).flatten();
        whole.map_or_else(
            || {
                let information = self.diagonal(&weights).into_iter().zip(&self.fixed);
                let variance = |(information, &fixed)| if fixed { 0.0 } else { 1.0 / information };
                Covariance::Diagonal(information.map(variance).collect())
            },
            Covariance::Matrix,
        )
    }

    /// The covariances of all pairs of players.
    fn matrix(&self, weights: &[f64]) -> Option<SquareMatrix> {
        let diagonal = self.diagonal(weights);
        // The results leave the mean of the ratings open. Without a prior, a term for
        // the mean makes the matrix invertible.
        let mean_weight = diagonal.iter().sum::<f64>() / self.players as f64;
        let gauge = match self.has_anchors || self.believed {
            true => 0.0,
            false => mean_weight / self.players as f64,
        };
        let mut information = SquareMatrix::filled(self.players, gauge);
        for (player, weight) in diagonal.iter().enumerate() {
            *information.at_mut(player, player) += weight;
        }
        for (pairing, weight) in self.pairings.iter().zip(weights) {
            *information.at_mut(pairing.player, pairing.other) -= weight;
            *information.at_mut(pairing.other, pairing.player) -= weight;
        }
        for anchor in (0..self.players).filter(|&player| self.fixed[player]) {
            for other in 0..self.players {
                *information.at_mut(anchor, other) = 0.0;
                *information.at_mut(other, anchor) = 0.0;
            }
            *information.at_mut(anchor, anchor) = 1.0;
        }
        // The variance of the mean is that of the gauge term, or of the prior.
        let of_mean = match (self.has_anchors, self.believed) {
            (true, _) => 0.0,
            (false, true) => 1.0 / (self.prior() * self.players as f64),
            (false, false) => 1.0 / (mean_weight * self.players as f64),
        };
        let mut matrix = information.inverse()?;
        for player in 0..self.players {
            for other in 0..self.players {
                let value = matrix.at_mut(player, other);
                let is_fixed = self.fixed[player] || self.fixed[other];
                *value = if is_fixed { 0.0 } else { *value - of_mean };
            }
        }
        Some(matrix)
    }

    /// The dispersion: the squared residuals of the pairs (of the games, where no
    /// pairs are known) over their variances in the model, but at least one over the
    /// number of games.
    fn dispersion(&self, elos: &[f64]) -> f64 {
        let (mut squares, mut variances, mut games) = (0.0, 0.0, 0.0);
        for pairing in &self.pairings {
            let expected = score_of_elo(elos[pairing.player] - elos[pairing.other]);
            let sample = pairing.counts.sample();
            games += pairing.games;
            for (score, count) in &sample.outcomes {
                squares += count * (score - expected).powi(2);
                variances += count * expected * (1.0 - expected) / sample.games_each;
            }
        }
        ratio(squares, variances).max(1.0 / games)
    }
}
