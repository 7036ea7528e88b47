//! The likeliest distribution of scores under a hypothesis.
//!
//! A hypothesis about strength fixes one number: the mean score, or the mean
//! divided by the standard deviation. It leaves the rest of the distribution
//! open (the share of draws, the bias of the openings). The likelihood of the
//! games under the hypothesis is therefore taken at the likeliest of all
//! distributions that have this number. The logarithm of the quotient of two
//! such likelihoods is the statistic of the generalised sequential test (M. Van
//! den Bergh, "The generalized maximum likelihood ratio for the expectation value
//! of a distribution", 2019).

/// The count of a result that did not occur. With a count of zero, the result
/// would be impossible under any hypothesis.
const UNSEEN: f64 = 1e-3;

/// The largest number of steps; more than needed, since the error falls by a
/// factor at each step.
const MOST_STEPS: usize = 100;
/// The iteration ends when probabilities change by less than this.
const CLOSE_ENOUGH: f64 = 1e-12;
/// Halvings of an interval: enough to reach the precision of `f64`.
const HALVINGS: usize = 100;

/// The observed distribution: the possible scores and the share of each.
pub struct Observed {
    scores: Vec<f64>,
    shares: Vec<f64>,
    /// The number of observations, including those counted for unseen results.
    size: f64,
}

/// The number that a hypothesis fixes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fixed {
    /// The mean score `μ`.
    Mean(f64),
    /// `t = (μ − ½) / σ`.
    T(f64),
}

impl Observed {
    /// The distribution of scores with these counts.
    pub fn new(outcomes: &[(f64, f64)]) -> Observed {
        let count = |count: f64| if count == 0.0 { UNSEEN } else { count };
        let size = outcomes.iter().map(|&(_, n)| count(n)).sum();
        Observed {
            scores: outcomes.iter().map(|&(score, _)| score).collect(),
            shares: outcomes.iter().map(|&(_, n)| count(n) / size).collect(),
            size,
        }
    }

    /// The logarithm of how much likelier the observations are under one
    /// hypothesis than under another: `N Σ p̂ᵢ ln(pᵢ/qᵢ)`.
    pub fn log_ratio(&self, likelier: Fixed, than: Fixed) -> f64 {
        let (p, q) = (self.likeliest(likelier), self.likeliest(than));
        let terms = self.shares.iter().zip(p.iter().zip(&q));
        self.size * terms.map(|(share, (p, q))| share * (p / q).ln()).sum::<f64>()
    }

    fn likeliest(&self, fixed: Fixed) -> Vec<f64> {
        match fixed {
            Fixed::Mean(mean) => {
                let off: Vec<f64> = self.scores.iter().map(|score| score - mean).collect();
                self.likeliest_with_zero_mean(&off)
            }
            Fixed::T(t) => self.likeliest_with_t(t),
        }
    }

    /// The likeliest distribution under which the mean of `values` is zero.
    /// By Lagrange multipliers it is `pᵢ = p̂ᵢ / (1 + x vᵢ)`, with the `x` at which
    /// the mean vanishes. The mean falls as `x` grows, so bisection finds `x`. If
    /// all values have one sign there is no solution, and the observed
    /// distribution is returned.
    fn likeliest_with_zero_mean(&self, values: &[f64]) -> Vec<f64> {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !(least < 0.0 && greatest > 0.0) {
            return self.shares.clone();
        }
        let pairs = || self.shares.iter().zip(values);
        let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
        for _ in 0..HALVINGS {
            let x = (low + high) / 2.0;
            let mean: f64 = pairs().map(|(share, value)| share * value / (1.0 + x * value)).sum();
            if mean > 0.0 {
                low = x;
            } else {
                high = x;
            }
        }
        let x = (low + high) / 2.0;
        pairs().map(|(share, value)| share / (1.0 + x * value)).collect()
    }

    /// The likeliest distribution with this `t`. The condition
    /// `μ − ½ − tσ = 0` is not linear in the probabilities, but its derivative
    /// with respect to `pᵢ` is, up to a constant,
    /// `aᵢ − ½ − tσ(1 + ((aᵢ − μ)/σ)²)/2`, whose own mean vanishes where the
    /// condition holds. So this linear condition is solved with `μ` and `σ` of
    /// the last distribution, and the steps are repeated until nothing changes
    /// (M. Van den Bergh, "Comments on Normalized Elo", 2020).
    fn likeliest_with_t(&self, t: f64) -> Vec<f64> {
        let mut p = vec![1.0 / self.scores.len() as f64; self.scores.len()];
        for _ in 0..MOST_STEPS {
            let mean: f64 = self.scores.iter().zip(&p).map(|(score, p)| score * p).sum();
            let squares = self.scores.iter().zip(&p).map(|(score, p)| (score - mean).powi(2) * p);
            let deviation = squares.sum::<f64>().sqrt();
            let slopes: Vec<f64> = (self.scores.iter())
                .map(|score| {
                    let off = (score - mean) / deviation;
                    score - 0.5 - t * deviation * (1.0 + off * off) / 2.0
                })
                .collect();
            let next = self.likeliest_with_zero_mean(&slopes);
            let change = p.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            p = next;
            if change < CLOSE_ENOUGH {
                break;
            }
        }
        p
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(observed: &Observed, p: &[f64]) -> (f64, f64, f64) {
        let sum = |f: &dyn Fn(f64) -> f64| -> f64 {
            observed.scores.iter().zip(p).map(|(&score, p)| f(score) * p).sum()
        };
        let mean = sum(&|score| score);
        (sum(&|_| 1.0), mean, sum(&|score| (score - mean).powi(2)).sqrt())
    }

    #[test]
    fn what_is_fixed_holds() {
        let counts = [(0.0, 12.0), (0.25, 80.0), (0.5, 141.0), (0.75, 90.0), (1.0, 0.0)];
        let observed = Observed::new(&counts);
        for mean in [0.2, 0.45, 0.5, 0.7] {
            let (all, found, _) = moments(&observed, &observed.likeliest(Fixed::Mean(mean)));
            assert!((all - 1.0).abs() < 1e-9 && (found - mean).abs() < 1e-9, "{mean}: {found}");
        }
        for t in [-0.5, -0.01, 0.0, 0.04, 0.6] {
            let (all, mean, deviation) = moments(&observed, &observed.likeliest(Fixed::T(t)));
            let found = (mean - 0.5) / deviation;
            assert!((all - 1.0).abs() < 1e-9 && (found - t).abs() < 1e-9, "{t}: {found}");
        }
    }

    #[test]
    fn what_was_observed_is_the_likeliest_of_all() {
        let observed = Observed::new(&[(0.0, 30.0), (0.5, 50.0), (1.0, 40.0)]);
        let (_, mean, _) = moments(&observed, &observed.shares);
        let p = observed.likeliest(Fixed::Mean(mean));
        assert!(p.iter().zip(&observed.shares).all(|(p, share)| (p - share).abs() < 1e-9));
        for other in [0.3, 0.5, 0.6] {
            assert!(observed.log_ratio(Fixed::Mean(other), Fixed::Mean(mean)) < 0.0);
        }
    }
}
