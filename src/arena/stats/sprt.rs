//! The sequential probability ratio test (SPRT): play until one of two
//! hypotheses about the strength is likely enough.

use super::elo::{NORMALISED_ELO_PER_T, score_of_elo};
use super::likelihood::{Fixed, Observed};
use super::result_counts::ResultCounts;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Why words or numbers do not define a test.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    /// A word has no equals sign.
    #[error("'{0}' is not of the form key=value")]
    Word(String),
    /// No number of the test has this name.
    #[error("'{0}' is not known to the test; known are elo0, elo1, alpha, beta and model")]
    Key(String),
    /// The value of this key is not a number.
    #[error("{0} is a number, not '{1}'")]
    Number(String, String),
    /// No model has this name.
    #[error("the model is 'normalized', 'logistic' or 'bayesian', not '{0}'")]
    Model(String),
    /// A hypothesis is too far from zero.
    #[error("{0} must lie between -{MAX_ELO} and {MAX_ELO}, not at {1}")]
    Elo(&'static str, f64),
    /// The hypotheses are in the wrong order.
    #[error("elo0 must be less than elo1: {0} is not less than {1}")]
    Order(f64, f64),
    /// A probability of error is not one.
    #[error("{0} must lie between 0 and 0.5, not at {1}")]
    Probability(&'static str, f64),
}

/// The kind of Elo in which the two hypotheses are stated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtModel {
    /// Normalised Elo: the number of games needed does not depend on the
    /// share of draws.
    #[default]
    Normalized,
    /// The usual, logistic Elo.
    Logistic,
    /// Elo in the model of BayesElo (R. Coulom), in which a draw is a difference that
    /// is too small: the score of a difference depends on the share of draws.
    Bayesian,
}

impl SprtModel {
    const NAMES: [(SprtModel, &str); 3] = [
        (SprtModel::Normalized, "normalized"),
        (SprtModel::Logistic, "logistic"),
        (SprtModel::Bayesian, "bayesian"),
    ];
}

impl FromStr for SprtModel {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<SprtModel, SprtError> {
        let found = SprtModel::NAMES.into_iter().find(|(_, name)| *name == text);
        found.map(|(model, _)| model).ok_or_else(|| SprtError::Model(text.to_string()))
    }
}

impl fmt::Display for SprtModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = SprtModel::NAMES.into_iter().find(|(model, _)| model == self);
        f.write_str(found.map_or("", |(_, name)| name))
    }
}

/// A test of "player 0 is better by `elo1`" against "… by `elo0`".
///
/// The statistic is the generalised log-likelihood ratio of the pairs (of the
/// games, if no pairs are known); the test ends when it leaves the
/// [bounds](Sprt::bounds), which are A. Wald's ("Sequential Analysis", 1947).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference under the hypothesis H0.
    pub elo0: f64,
    /// The difference under the hypothesis H1; more than `elo0`.
    pub elo1: f64,
    /// The probability, 0 to 1, of accepting H1 although H0 is true.
    pub alpha: f64,
    /// The probability, 0 to 1, of accepting H0 although H1 is true.
    pub beta: f64,
    /// The kind of Elo of `elo0` and `elo1`.
    pub model: SprtModel,
}

/// The verdict of the test so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SprtVerdict {
    /// More games are needed.
    Undecided,
    /// The difference is `elo0` rather than `elo1`: the change fails.
    H0,
    /// The difference is `elo1` rather than `elo0`: the change passes.
    H1,
}

impl fmt::Display for SprtVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SprtVerdict::Undecided => "undecided",
            SprtVerdict::H0 => "H0 accepted",
            SprtVerdict::H1 => "H1 accepted",
        })
    }
}

/// The score (0 to 1) expected of a player that is stronger by this much Elo in the
/// model of BayesElo, with as many draws as in these results. Without a win and a
/// loss the results do not tell, and no draws are expected.
fn bayesian_score(elo: f64, results: &ResultCounts) -> f64 {
    let games = (results.wins + results.draws + results.losses) as f64;
    let margin = |share: f64| 400.0 * (1.0 / share - 1.0).log10();
    let draw_elo = match (results.wins, results.losses) {
        (0, _) | (_, 0) => 0.0,
        (wins, losses) => (margin(wins as f64 / games) + margin(losses as f64 / games)) / 2.0,
    };
    let (wins, losses) = (score_of_elo(elo - draw_elo), score_of_elo(-elo - draw_elo));
    0.5 + (wins - losses) / 2.0
}

/// The largest difference of a hypothesis, in Elo: the method is meant for small
/// differences, and larger ones need no test.
const MAX_ELO: f64 = 200.0;

impl Default for Sprt {
    /// Tests no difference against 10 normalised Elo, with error probabilities of
    /// 0.05.
    fn default() -> Sprt {
        Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: SprtModel::Normalized }
    }
}

impl Sprt {
    /// The test itself, if its numbers are valid.
    ///
    /// # Errors
    /// Which number is not.
    pub fn checked(self) -> Result<Sprt, SprtError> {
        for (name, elo) in [("elo0", self.elo0), ("elo1", self.elo1)] {
            if elo.is_nan() || elo.abs() > MAX_ELO {
                return Err(SprtError::Elo(name, elo));
            }
        }
        if self.elo0 >= self.elo1 {
            return Err(SprtError::Order(self.elo0, self.elo1));
        }
        for (name, share) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(share > 0.0 && share < 0.5) {
                return Err(SprtError::Probability(name, share));
            }
        }
        Ok(self)
    }

    /// The log-likelihood ratio; above zero if the results favour H1.
    pub fn llr(&self, result_counts: &ResultCounts) -> f64 {
        let sample = result_counts.sample();
        if sample.size() == 0.0 {
            return 0.0;
        }
        let claim = |elo: f64| match self.model {
            SprtModel::Logistic => Fixed::Mean(score_of_elo(elo)),
            SprtModel::Bayesian => Fixed::Mean(bayesian_score(elo, result_counts)),
            // In units of its standard deviation, the advantage of a pair is √2
            // times that of a game.
            SprtModel::Normalized => {
                Fixed::T(elo / NORMALISED_ELO_PER_T * sample.games_each.sqrt())
            }
        };
        Observed::new(&sample.outcomes).log_ratio(claim(self.elo1), claim(self.elo0))
    }

    /// The bounds of the ratio: at or below the first, `ln(β/(1 − α))`, H0 is
    /// accepted; at or above the second, `ln((1 − β)/α)`, H1.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The verdict after games with these results.
    pub fn verdict(&self, result_counts: &ResultCounts) -> SprtVerdict {
        self.verdict_of_llr(self.llr(result_counts))
    }

    /// The verdict from a log-likelihood ratio that is known already.
    pub fn verdict_of_llr(&self, llr: f64) -> SprtVerdict {
        let (lower, upper) = self.bounds();
        if llr <= lower {
            SprtVerdict::H0
        } else if llr >= upper {
            SprtVerdict::H1
        } else {
            SprtVerdict::Undecided
        }
    }
}

impl fmt::Display for Sprt {
    /// In the form that [`Sprt::from_str`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta, model } = self;
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta} model={model}")
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0=0 elo1=10 alpha=0.05 beta=0.05 model=normalized`, in any
    /// order; a key that is missing has the value of [`Sprt::default`].
    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let mut sprt = Sprt::default();
        for word in text.split_whitespace() {
            let (key, value) =
                word.split_once('=').ok_or_else(|| SprtError::Word(word.to_string()))?;
            let wrong = || SprtError::Number(key.to_string(), value.to_string());
            let number = || value.parse::<f64>().map_err(|_| wrong());
            match key {
                "elo0" => sprt.elo0 = number()?,
                "elo1" => sprt.elo1 = number()?,
                "alpha" => sprt.alpha = number()?,
                "beta" => sprt.beta = number()?,
                "model" => sprt.model = value.parse()?,
                _ => return Err(SprtError::Key(key.to_string())),
            }
        }
        sprt.checked()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_read_from_words() {
        let sprt: Sprt = "elo0=-5 model=logistic elo1=0.5".parse().unwrap();
        assert_eq!(
            sprt,
            Sprt { elo0: -5.0, elo1: 0.5, model: SprtModel::Logistic, ..Sprt::default() }
        );
        assert_eq!(sprt.to_string().parse(), Ok(sprt));
        for (text, part) in [
            ("elo0", "key=value"),
            ("elo2=1", "'elo2'"),
            ("elo0=x", "elo0 is a number"),
            ("elo0=nan", "elo0 must lie between"),
            ("elo1=0", "0 is not less than 0"),
            ("alpha=0", "alpha must lie between"),
            ("beta=0.7", "beta must lie between"),
            ("model=guess", "'guess'"),
        ] {
            let error = text.parse::<Sprt>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn bayesian_elo_counts_less_the_more_draws_there_are() {
        let score = |draws| bayesian_score(20.0, &ResultCounts::of_games(100, draws, 100));
        assert!((score(0) - score_of_elo(20.0)).abs() < 1e-12);
        assert!(score(0) > score(100) && score(100) > score(1_000) && score(1_000) > 0.5);
        assert!((bayesian_score(0.0, &ResultCounts::of_games(150, 60, 90)) - 0.5).abs() < 1e-12);
        // The results have the shares that their own difference predicts.
        let (wins, losses) = (0.5_f64, 0.2_f64);
        let elo = 200.0 * ((1.0 / losses - 1.0) / (1.0 / wins - 1.0)).log10();
        let score = bayesian_score(elo, &ResultCounts::of_games(500, 300, 200));
        assert!((score - (wins + (1.0 - wins - losses) / 2.0)).abs() < 1e-12);
        let counts = ResultCounts::of_games(300, 500, 200);
        let bayesian: Sprt = "elo0=0 elo1=10 model=bayesian".parse().unwrap();
        assert!(bayesian.llr(&counts) > 0.0);
    }

    #[test]
    fn walds_bounds() {
        let (lower, upper) = Sprt::default().bounds();
        assert!((upper - 2.944_438_979_166).abs() < 1e-9 && (lower + upper).abs() < 1e-12);
        let strict = Sprt { alpha: 0.01, beta: 0.1, ..Sprt::default() };
        let (lower, upper) = strict.bounds();
        assert!((lower - (0.1_f64 / 0.99).ln()).abs() < 1e-12);
        assert!((upper - (0.9_f64 / 0.01).ln()).abs() < 1e-12);
        assert_eq!(strict.verdict_of_llr(upper), SprtVerdict::H1);
        assert_eq!(strict.verdict_of_llr(lower), SprtVerdict::H0);
        assert_eq!(strict.verdict(&ResultCounts::default()), SprtVerdict::Undecided);
    }
}
