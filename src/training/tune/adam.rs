//! One step downhill: Adam, by D. Kingma and J. Ba (2014). Every weight's step
//! is about as long as the rate whatever its slope, so that rare terms learn
//! as fast as frequent ones, and shorter the more the slope changes its mind.

use super::Learned;

/// How much of the old mean slope is kept at each step.
const KEEP_MEAN: f32 = 0.9;
/// How much of the old mean square is kept.
const KEEP_SQUARE: f32 = 0.999;
/// Slopes well below this are taken for none. The loss changes by about one in
/// ten thousand per centipawn of a frequent term, of a rare one by much less.
const LEAST: f32 = 1e-10;

/// What is remembered of the slopes so far.
pub struct Adam {
    mean: Vec<Learned>,
    square: Vec<Learned>,
    /// What is missing in the means, since they began at zero.
    missing: [f32; 2],
}

impl Adam {
    /// For so many weights.
    pub fn new(weights: usize) -> Adam {
        Adam { mean: vec![[0.0; 2]; weights], square: vec![[0.0; 2]; weights], missing: [1.0; 2] }
    }

    /// Moves the weights downhill, each by about `rate` centipawns at most.
    pub fn step(&mut self, weights: &mut [Learned], slope: &[Learned], rate: f32) {
        self.missing = [self.missing[0] * KEEP_MEAN, self.missing[1] * KEEP_SQUARE];
        let [mean_full, square_full] = self.missing.map(|missing| 1.0 / (1.0 - missing));
        let weights = weights.iter_mut().zip(slope);
        for ((weight, by), (mean, square)) in
            weights.zip(self.mean.iter_mut().zip(&mut self.square))
        {
            for phase in 0..2 {
                let by = by[phase];
                mean[phase] = KEEP_MEAN * mean[phase] + (1.0 - KEEP_MEAN) * by;
                square[phase] = KEEP_SQUARE * square[phase] + (1.0 - KEEP_SQUARE) * by * by;
                let size = (square[phase] * square_full).sqrt() + LEAST;
                weight[phase] -= rate * mean[phase] * mean_full / size;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_as_long_as_the_rate_and_end_at_the_bottom() {
        let mut adam = Adam::new(1);
        let mut weights = [[0.0, 0.0]];
        // Valleys at 30 and at -7, one 10,000 times as steep as the other.
        let slope = |[a, b]: Learned| [[1e-6 * (a - 30.0), 1e-2 * (b + 7.0)]];
        let by = slope(weights[0]);
        adam.step(&mut weights, &by, 1.0);
        assert!((weights[0][0] - 1.0).abs() < 1e-3 && (weights[0][1] + 1.0).abs() < 1e-3);
        for _ in 0..2_000 {
            let by = slope(weights[0]);
            adam.step(&mut weights, &by, 0.1);
        }
        let [a, b] = weights[0];
        assert!((a - 30.0).abs() < 0.05 && (b + 7.0).abs() < 0.05, "{weights:?}");
    }

    #[test]
    fn nothing_moves_without_a_slope() {
        let mut adam = Adam::new(2);
        let mut weights = [[5.0, 6.0], [7.0, 8.0]];
        adam.step(&mut weights, &[[0.0; 2], [0.0, 1.0]], 1.0);
        assert_eq!(weights[0], [5.0, 6.0]);
        assert_eq!(weights[1], [7.0, 7.0]);
    }
}
