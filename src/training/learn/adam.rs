//! Adam, by D. Kingma and J. Ba (2014). The step of a parameter is about as long as
//! the learning rate whatever the size of its gradient, so what is rare is learned as
//! fast as what is frequent. It is shorter where the gradient changes its sign often.

use std::f64::consts::PI;
use std::ops::Range;

/// The weight of the old mean gradient in each step (β₁).
pub const KEEP_MEAN: f32 = 0.9;
/// The weight of the old mean square in each step (β₂).
pub const KEEP_SQUARE: f32 = 0.999;
/// The last learning rate as a share of the first: small enough that the noise of
/// single batches averages out.
const LAST_RATE: f64 = 0.01;

/// The learning rate when a share of the training is done: half a cosine from `first`
/// to a hundredth of it.
pub fn learning_rate(first: f64, done: f64) -> f64 {
    let share = 0.5 * (1.0 + libm::cos(PI * done.min(1.0)));
    first * (LAST_RATE + (1.0 - LAST_RATE) * share)
}

/// The running means that the optimizer keeps for some parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Moments {
    /// The mean gradient.
    pub mean: Vec<f32>,
    /// The mean square of the gradient.
    pub square: Vec<f32>,
}

impl Moments {
    /// The moments of this number of parameters, before the first step.
    pub fn new(count: usize) -> Moments {
        Moments { mean: vec![0.0; count], square: vec![0.0; count] }
    }

    /// Both as slices.
    pub fn as_mut(&mut self) -> MomentsMut<'_> {
        MomentsMut { mean: &mut self.mean, square: &mut self.square }
    }
}

/// The moments of some parameters.
pub struct MomentsMut<'m> {
    /// The mean gradient.
    pub mean: &'m mut [f32],
    /// The mean square of the gradient.
    pub square: &'m mut [f32],
}

impl<'m> MomentsMut<'m> {
    /// Those before a place, and the others.
    pub fn split_at(self, place: usize) -> (MomentsMut<'m>, MomentsMut<'m>) {
        let (mean, later_mean) = self.mean.split_at_mut(place);
        let (square, later_square) = self.square.split_at_mut(place);
        (MomentsMut { mean, square }, MomentsMut { mean: later_mean, square: later_square })
    }

    /// Parts of this length.
    pub fn chunks(self, length: usize) -> impl Iterator<Item = MomentsMut<'m>> {
        let parts = self.mean.chunks_mut(length).zip(self.square.chunks_mut(length));
        parts.map(|(mean, square)| MomentsMut { mean, square })
    }

    /// Some of them.
    pub fn part(&mut self, range: Range<usize>) -> MomentsMut<'_> {
        MomentsMut { mean: &mut self.mean[range.clone()], square: &mut self.square[range] }
    }
}

/// What a step of the optimizer does to every parameter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AdamStep {
    /// By how much the mean and the mean square are too small, since they began at
    /// zero: 1 / (1 − βᵗ) after t steps.
    pub corrections: [f32; 2],
    /// Added to the root of the mean square (ε): smaller gradients hardly count.
    pub epsilon: f32,
    /// About how far a parameter moves, at most.
    pub rate: f32,
}

impl AdamStep {
    /// Updates moments by gradients, which become what is to be subtracted from the
    /// parameters.
    #[inline(always)]
    pub fn steps(&self, moments: MomentsMut<'_>, gradients: &mut [f32]) {
        let [mean_full, square_full] = self.corrections;
        let moments = moments.mean.iter_mut().zip(moments.square);
        for (gradient, (mean, square)) in gradients.iter_mut().zip(moments) {
            *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * *gradient;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * *gradient * *gradient;
            let size = (*square * square_full).sqrt() + self.epsilon;
            *gradient = self.rate * *mean * mean_full / size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_falls_to_a_hundredth() {
        assert_eq!(learning_rate(0.5, 0.0), 0.5);
        assert!((learning_rate(0.5, 0.5) - 0.2525).abs() < 1e-9);
        assert!((learning_rate(0.5, 1.0) - 0.005).abs() < 1e-9);
    }

    /// The parameters after steps against gradients that depend on them.
    fn moved(
        mut values: [f32; 2],
        steps: i32,
        rate: f32,
        gradient: fn([f32; 2]) -> [f32; 2],
    ) -> [f32; 2] {
        let mut moments = Moments::new(2);
        for step in 1..=steps {
            let corrections = [KEEP_MEAN, KEEP_SQUARE].map(|keep| 1.0 / (1.0 - keep.powi(step)));
            let mut by = gradient(values);
            AdamStep { corrections, epsilon: 1e-10, rate }.steps(moments.as_mut(), &mut by);
            values = std::array::from_fn(|index| values[index] - by[index]);
        }
        values
    }

    #[test]
    fn steps_are_as_long_as_the_rate_and_reach_the_minimum() {
        // Minima at 30 and at -7, one 10,000 times as steep as the other.
        let gradient = |[a, b]: [f32; 2]| [1e-6 * (a - 30.0), 1e-2 * (b + 7.0)];
        let [a, b] = moved([0.0; 2], 1, 1.0, gradient);
        assert!((a - 1.0).abs() < 1e-3 && (b + 1.0).abs() < 1e-3);
        let [a, b] = moved([1.0, -1.0], 2_000, 0.1, gradient);
        assert!((a - 30.0).abs() < 0.05 && (b + 7.0).abs() < 0.05, "{a} {b}");
    }

    #[test]
    fn nothing_moves_without_a_gradient() {
        assert_eq!(moved([5.0, 8.0], 1, 1.0, |_| [0.0, 1.0]), [5.0, 7.0]);
    }
}
