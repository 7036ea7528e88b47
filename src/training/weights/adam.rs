//! The optimiser: Adam, by D. Kingma and J. Ba (2014). The step of a weight is
//! about as long as the learning rate whatever the size of its gradient, so
//! rare terms are fitted as fast as frequent ones. It is shorter where the
//! gradient changes its sign often.

use super::FloatPair;

/// The decay of the mean gradient (β₁).
const MEAN_DECAY: f32 = 0.9;
/// The decay of the mean squared gradient (β₂).
const SQUARE_DECAY: f32 = 0.999;
/// Added to the divisor (ε), so that gradients well below it make no step. The
/// loss changes by about 1e-4 per centipawn of a frequent term, and by much
/// less for a rare one.
const EPSILON: f32 = 1e-10;

/// The state of the optimiser.
pub struct Adam {
    mean: Vec<FloatPair>,
    square: Vec<FloatPair>,
    /// β₁ᵗ and β₂ᵗ after t steps: the means start at zero and are too small by
    /// these shares.
    bias: [f32; 2],
}

impl Adam {
    /// An optimiser for `weights` weights that has made no step.
    pub fn new(weights: usize) -> Adam {
        Adam { mean: vec![[0.0; 2]; weights], square: vec![[0.0; 2]; weights], bias: [1.0; 2] }
    }

    /// Moves the weights against the gradient, each by at most about `rate`
    /// centipawns.
    pub fn step(&mut self, weights: &mut [FloatPair], gradient: &[FloatPair], rate: f32) {
        self.bias = [self.bias[0] * MEAN_DECAY, self.bias[1] * SQUARE_DECAY];
        let [mean_correction, square_correction] = self.bias.map(|bias| 1.0 / (1.0 - bias));
        let weights = weights.iter_mut().zip(gradient);
        for ((weight, gradient), (mean, square)) in
            weights.zip(self.mean.iter_mut().zip(&mut self.square))
        {
            for phase in 0..2 {
                let partial = gradient[phase];
                mean[phase] = MEAN_DECAY * mean[phase] + (1.0 - MEAN_DECAY) * partial;
                square[phase] =
                    SQUARE_DECAY * square[phase] + (1.0 - SQUARE_DECAY) * partial * partial;
                let size = (square[phase] * square_correction).sqrt() + EPSILON;
                weight[phase] -= rate * mean[phase] * mean_correction / size;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_as_long_as_the_rate_and_reach_the_minimum() {
        let mut adam = Adam::new(1);
        let mut weights = [[0.0, 0.0]];
        // Minima at 30 and at -7, one 10,000 times as steep as the other.
        let gradient = |[a, b]: FloatPair| [[1e-6 * (a - 30.0), 1e-2 * (b + 7.0)]];
        let by = gradient(weights[0]);
        adam.step(&mut weights, &by, 1.0);
        assert!((weights[0][0] - 1.0).abs() < 1e-3 && (weights[0][1] + 1.0).abs() < 1e-3);
        for _ in 0..2_000 {
            let by = gradient(weights[0]);
            adam.step(&mut weights, &by, 0.1);
        }
        let [a, b] = weights[0];
        assert!((a - 30.0).abs() < 0.05 && (b + 7.0).abs() < 0.05, "{weights:?}");
    }

    #[test]
    fn nothing_moves_without_a_gradient() {
        let mut adam = Adam::new(2);
        let mut weights = [[5.0, 6.0], [7.0, 8.0]];
        adam.step(&mut weights, &[[0.0; 2], [0.0, 1.0]], 1.0);
        assert_eq!(weights[0], [5.0, 6.0]);
        assert_eq!(weights[1], [7.0, 7.0]);
    }
}
