//! Elo differences from scores, with their errors.

use super::result_counts::ResultCounts;
use serde::Serialize;
use std::fmt;

/// Normalised Elo for one unit of `t`, the advantage per game divided by its
/// standard deviation: 800 / ln 10. The factor is chosen such that near
/// equality, and without draws, normalised Elo is Elo (M. Van den Bergh,
/// "Normalized Elo", 2020).
pub const NORMALISED_ELO_PER_T: f64 = 800.0 / std::f64::consts::LN_10;

/// Standard deviations on either side of the mean that hold 95 % of a normal
/// distribution.
pub(super) const Z_95: f64 = 1.959_963_984_540_054;

/// The Elo difference at which this score (0 to 1) is expected:
/// `−400 log₁₀(1/s − 1)`. Infinite for a score of 0 or 1, and beyond.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Adding zero makes the −0 of an even score a plain one.
        -400.0 * (1.0 / score - 1.0).log10() + 0.0
    }
}

/// The value to write with this many decimals: zero, if all of them are zero.
/// So `-0.04` is written `+0.0`, without a minus sign.
pub fn without_minus_zero(value: f64, decimals: i32) -> f64 {
    if value.abs() * 10_f64.powi(decimals) < 0.5 { 0.0 } else { value }
}

/// The score (0 to 1) expected of a player that is stronger by this much Elo:
/// `1 / (1 + 10^(−elo/400))`.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// How many decimals of a number with this error say something: one, or none if the
/// error is ten or more.
pub fn decimals_for(error: f64) -> usize {
    usize::from(error < 9.95)
}

/// A value with its 95 % interval. A single observation has none: then both ends
/// are not a number.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The best estimate.
    pub value: f64,
    /// The truth is below this in one case of forty.
    pub low: f64,
    /// The truth is above this in one case of forty.
    pub high: f64,
}

impl Interval {
    /// Half the width of the interval: the number after `±`.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether there are observations enough for an interval.
    pub fn is_known(&self) -> bool {
        !self.low.is_nan()
    }

    /// The number after `±`, with these decimals; `–` if it is not known.
    pub fn error_text(&self, decimals: usize, scale: f64) -> String {
        if self.is_known() { format!("{:.decimals$}", scale * self.error()) } else { "–".into() }
    }

    /// The interval mapped by an increasing function.
    fn map(self, f: impl Fn(f64) -> f64) -> Interval {
        Interval { value: f(self.value), low: f(self.low), high: f(self.high) }
    }
}

impl fmt::Display for Interval {
    /// `+1.2 ± 4.5`, and `+137 ± 86` where a decimal says nothing; `+511 (at least
    /// +311)` or `-511 (at most -311)` if an end is infinite; `+12.3 ± –` if the
    /// interval is not known, and `–` if nothing is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = self.error();
        let decimals = if self.is_known() { decimals_for(error) } else { 1 };
        let value = without_minus_zero(self.value, decimals as i32);
        if !value.is_finite() {
            f.write_str("–")
        } else if !self.is_known() {
            write!(f, "{value:+.decimals$} ± –")
        } else if error.is_finite() {
            write!(f, "{value:+.decimals$} ± {error:.decimals$}")
        } else if self.low.is_finite() {
            write!(f, "{value:+.0} (at least {:+.0})", without_minus_zero(self.low, 0))
        } else if self.high.is_finite() {
            write!(f, "{value:+.0} (at most {:+.0})", without_minus_zero(self.high, 0))
        } else {
            write!(f, "{value:+.0} ± –")
        }
    }
}

/// What a single observation says about spread.
const UNKNOWN: Interval = Interval { value: f64::NAN, low: f64::NAN, high: f64::NAN };

/// A share in percent, `66.7 %`; `–` if it is not known.
pub fn percent_text(share: f64) -> String {
    if share.is_nan() { "–".to_string() } else { format!("{:.1} %", 100.0 * share) }
}

/// Estimates of the strength of player 0 relative to player 1.
///
/// Where pairs are known, all values come from complete pairs alone: a single
/// game would add the bias of its opening.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimates {
    /// Points per game, 0 to 1: mean `μ` and `μ ± z σ/√N`.
    pub score: Interval,
    /// Elo: the score and both ends of its interval, converted to Elo.
    pub elo: Interval,
    /// Normalised Elo: `t = (μ − ½)/σ` of a game, in units of Elo. Unlike Elo it
    /// tells how many games are needed to measure the difference, whatever the
    /// openings and the share of draws. As usual, the interval includes the error
    /// of `μ` only; near equality that of `σ` is small.
    pub normalised_elo: Interval,
    /// The likelihood of superiority: the probability, 0 to 1, that player 0 is
    /// the stronger one: `Φ((μ − ½) / (σ/√N))`. Results that never vary have no `σ`: who
    /// has won all of `n` games is the stronger one with `1 − ½^(n + 1)`, by Laplace's
    /// rule of succession.
    pub superiority: f64,
    /// Where one side has won every game, whose Elo is then infinite: the bound of
    /// [`elo_bound`], a lower one if player 0 won. The sign does not tell who: four wins
    /// leave room for a player that is weaker by 19.
    pub bound: Option<f64>,
}

/// The Elo by which a player is stronger at least who has won this many games and no
/// other result, with 95 % confidence, one-sided. With a smaller chance of winning
/// than `0.05^(1/games)` such a streak happens in less than one case of twenty.
pub fn elo_bound(games: u64) -> f64 {
    elo_of_score(0.05_f64.powf(1.0 / games as f64))
}

/// How likely a player is the stronger one who has lost this many games and no more.
fn streak(games: u64) -> f64 {
    0.5_f64.powf(games as f64 + 1.0)
}

impl Estimates {
    /// The estimates from counts of results; `None` without games.
    pub fn of(result_counts: &ResultCounts) -> Option<Estimates> {
        let sample = result_counts.sample();
        let size = sample.size();
        if size == 0.0 {
            return None;
        }
        let (mean, variance) = sample.mean_and_variance();
        // One observation says nothing about how much they vary.
        let error = if size < 2.0 { f64::NAN } else { (variance / size).sqrt() };
        let ahead = mean - 0.5;
        let games = result_counts.games();
        let score = Interval { value: mean, low: mean - Z_95 * error, high: mean + Z_95 * error };
        // A pair's mean has half of a game's variance.
        let deviation = (variance * sample.games_each).sqrt();
        let normalise = |score: f64| ratio(score - 0.5, deviation) * NORMALISED_ELO_PER_T;
        Some(Estimates {
            score,
            elo: score.map(elo_of_score),
            normalised_elo: if size < 2.0 { UNKNOWN } else { score.map(normalise) },
            superiority: match mean {
                _ if size < 2.0 => f64::NAN,
                1.0 => 1.0 - streak(games),
                0.0 => streak(games),
                _ => below(ratio(ahead, error)),
            },
            bound: match mean {
                1.0 => Some(elo_bound(games)),
                0.0 => Some(-elo_bound(games)),
                _ => None,
            },
        })
    }

    /// The Elo difference as text: that of the interval, or `at least +444 (95 %,
    /// one-sided)` where every game was won.
    pub fn elo_text(&self) -> String {
        let Some(bound) = self.bound else { return self.elo.to_string() };
        let side = if self.score.value > 0.5 { "least" } else { "most" };
        format!("at {side} {:+.0} (95 %, one-sided)", without_minus_zero(bound, 0))
    }
}

/// A quotient; 0 divided by 0 is 0.
pub(super) fn ratio(value: f64, by: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value / by }
}

/// The share of a standard normal distribution that lies below `z`.
pub(super) fn below(z: f64) -> f64 {
    libm::erfc(-z / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_and_elo_are_inverse() {
        for elo in [-800.0, -100.0, 0.0, 1.0, 35.5, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-15);
        assert_eq!(elo_of_score(0.5).to_bits(), 0.0_f64.to_bits(), "no minus sign");
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(-0.1), f64::NEG_INFINITY);
    }

    #[test]
    fn the_normal_distribution() {
        assert_eq!(below(0.0), 0.5);
        assert!((below(Z_95) - 0.975).abs() < 1e-15);
        assert!((below(-3.0) - 0.001_349_898_031_630).abs() < 1e-15);
        assert_eq!((below(f64::INFINITY), below(f64::NEG_INFINITY)), (1.0, 0.0));
    }

    #[test]
    fn no_games_and_certain_results_give_no_nan() {
        assert_eq!(Estimates::of(&ResultCounts::default()), None);
        let draws = Estimates::of(&ResultCounts::of_games(0, 12, 0)).expect("there are games");
        assert_eq!((draws.elo.value, draws.elo.error(), draws.superiority), (0.0, 0.0, 0.5));
        assert_eq!(draws.normalised_elo.value, 0.0);
        let wins =
            Estimates::of(&ResultCounts::of_pairs([0, 0, 0, 0, 3])).expect("there are games");
        assert_eq!((wins.elo.value, wins.superiority), (f64::INFINITY, 1.0 - 0.5_f64.powi(7)));
        let few = Estimates::of(&ResultCounts::of_games(9, 1, 0)).expect("there are games");
        assert_eq!(few.elo.to_string(), "+512 (at least +311)");
        let few = Estimates::of(&ResultCounts::of_games(0, 1, 9)).expect("there are games");
        assert_eq!(few.elo.to_string(), "-512 (at most -311)");
    }

    #[test]
    fn a_single_pair_has_no_interval() {
        for pairs in [[0, 1, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 1, 0, 0]] {
            let one = Estimates::of(&ResultCounts::of_pairs(pairs)).expect("there are games");
            let [elo, normalised] = [one.elo, one.normalised_elo].map(|found| found.to_string());
            assert!(elo.ends_with('–') && normalised == "–", "{elo}, {normalised}");
            assert_eq!(percent_text(one.superiority), "–");
        }
        let one = Estimates::of(&ResultCounts::of_pairs([0, 1, 0, 0, 0])).unwrap();
        assert_eq!(one.elo.to_string(), "-190.8 ± –");
    }

    #[test]
    fn who_has_won_every_game_is_stronger_by_a_bound() {
        let of = |counts| Estimates::of(&counts).expect("there are games");
        let all = of(ResultCounts::of_games(40, 0, 0));
        // 0.9278 is won 40 times running in one case of twenty.
        assert!((score_of_elo(all.bound.unwrap()).powi(40) - 0.05).abs() < 1e-12);
        assert_eq!(all.elo_text(), "at least +444 (95 %, one-sided)");
        assert_eq!(all.normalised_elo.to_string(), "–");
        let none = of(ResultCounts { losses: 40, ..ResultCounts::of_pairs([20, 0, 0, 0, 0]) });
        assert_eq!(none.elo_text(), "at most -444 (95 %, one-sided)");
        // Four games are too few to say who is the stronger one, five are enough.
        for (wins, elo) in [(1, -512), (4, -19), (5, 34)] {
            let text = |side: &str, elo: i32| format!("at {side} {elo:+} (95 %, one-sided)");
            let won = of(ResultCounts::of_games(wins, 0, 0));
            assert_eq!(won.elo_text(), text("least", elo));
            let lost = of(ResultCounts::of_games(0, 0, wins));
            assert_eq!(lost.elo_text(), text("most", -elo));
        }
        assert_eq!(of(ResultCounts::of_games(39, 1, 0)).bound, None);
    }

    #[test]
    fn a_number_has_the_decimals_that_its_error_allows() {
        for (value, error, text) in [
            (137.04, 85.9, "+137 ± 86"),
            (3.44, 2.06, "+3.4 ± 2.1"),
            (-0.4, 10.0, "+0 ± 10"),
            (9.96, 9.94, "+10.0 ± 9.9"),
            (9.96, 9.96, "+10 ± 10"),
        ] {
            let interval = Interval { value, low: value - error, high: value + error };
            assert_eq!(interval.to_string(), text);
        }
    }

    #[test]
    fn zero_has_no_minus_sign() {
        let even = Estimates::of(&ResultCounts::of_games(3, 1, 3)).expect("there are games");
        assert!(even.elo.to_string().starts_with("+0 ± "), "{}", even.elo);
        for (value, text) in [(-0.0, "+0.0"), (-0.04, "+0.0"), (0.04, "+0.0"), (-0.06, "-0.1")] {
            assert_eq!(format!("{:+.1}", without_minus_zero(value, 1)), text);
        }
        assert_eq!(without_minus_zero(f64::NEG_INFINITY, 2), f64::NEG_INFINITY);
    }
}
