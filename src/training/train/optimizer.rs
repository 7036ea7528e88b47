//! The optimizer: AdamW (I. Loshchilov, F. Hutter, 2017) with a cosine learning
//! rate schedule.

use super::params::Shape;
use crate::eval::network::format::{MAX_FIRST, MAX_OUTPUT, QA, QB};
use std::f64::consts::PI;

/// The weight of the old mean gradient in each step (β₁).
const KEEP_MEAN: f32 = 0.9;
/// The weight of the old mean square in each step (β₂).
const KEEP_SQUARE: f32 = 0.999;
/// Added to the root of the mean square (ε): smaller gradients hardly count.
const EPSILON: f32 = 1e-8;
/// The last learning rate as a share of the first.
const LAST_RATE: f64 = 0.01;
/// Parameters that are updated together, so that their gradients stay in the
/// first-level cache.
const STRIP: usize = 512;

/// The learning rate of a step: half a cosine from `first` to a hundredth of it.
pub fn learning_rate(first: f64, step: u64, steps: u64) -> f64 {
    let done = step as f64 / steps.max(1) as f64;
    let share = 0.5 * (1.0 + libm::cos(PI * done.min(1.0)));
    first * (LAST_RATE + (1.0 - LAST_RATE) * share)
}

/// The state of the optimizer.
#[derive(Clone, PartialEq, Debug)]
pub struct AdamW {
    /// The mean gradient.
    pub mean: Vec<f32>,
    /// The mean square of the gradient.
    pub square: Vec<f32>,
    /// Steps done.
    pub steps: u64,
}

/// The settings of one step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StepSize {
    /// The learning rate.
    pub learning_rate: f32,
    /// The decay of weights of the first layer.
    pub decay: f32,
}

impl AdamW {
    /// For a network of this shape.
    pub fn new(shape: Shape) -> AdamW {
        AdamW {
            mean: vec![0.0; shape.parameters()],
            square: vec![0.0; shape.parameters()],
            steps: 0,
        }
    }

    /// Updates all parameters. The gradients are those of the slices of a batch, summed
    /// in their order, so the number of threads does not change the result.
    pub fn step(
        &mut self,
        values: &mut [f32],
        shape: Shape,
        gradients: &[&[f32]],
        step_size: StepSize,
        threads: usize,
    ) {
        self.steps += 1;
        let full = |keep: f32| 1.0 / (1.0 - libm::pow(f64::from(keep), self.steps as f64)) as f32;
        let corrections = [full(KEEP_MEAN), full(KEEP_SQUARE)];
        let share = values.len().div_ceil(threads.max(1)).next_multiple_of(STRIP);
        std::thread::scope(|scope| {
            let parts = values.chunks_mut(share);
            let memory = self.mean.chunks_mut(share).zip(self.square.chunks_mut(share));
            let mut own = None;
            for (index, (values, (mean, square))) in parts.zip(memory).enumerate() {
                let start = index * share;
                let mut part = Part { start, shape, values, mean, square, corrections, step_size };
                if index == 0 {
                    own = Some(part);
                } else {
                    scope.spawn(move || part.step(gradients));
                }
            }
            if let Some(mut part) = own {
                part.step(gradients);
            }
        });
    }
}

/// The parameters that one thread updates.
struct Part<'v> {
    /// The place of the first of them.
    start: usize,
    shape: Shape,
    values: &'v mut [f32],
    mean: &'v mut [f32],
    square: &'v mut [f32],
    corrections: [f32; 2],
    step_size: StepSize,
}

impl Part<'_> {
    fn step(&mut self, gradients: &[&[f32]]) {
        let mut from = 0;
        while from < self.values.len() {
            let (decay, most, end) = self.region(self.start + from);
            let to = (from + STRIP).min(self.values.len()).min(end - self.start);
            let mut sums = [0.0; STRIP];
            for gradient in gradients {
                let gradient = &gradient[self.start + from..self.start + to];
                sums.iter_mut().zip(gradient).for_each(|(sum, gradient)| *sum += gradient);
            }
            self.strip(from..to, &sums, decay, most);
            from = to;
        }
    }

    /// Decay, greatest size, and end of the layer in which a parameter lies.
    fn region(&self, place: usize) -> (f32, f32, usize) {
        let first = f32::from(MAX_FIRST) / QA as f32;
        let output = f32::from(MAX_OUTPUT) / QB as f32;
        let shape = self.shape;
        if place < shape.first().end {
            (self.step_size.learning_rate * self.step_size.decay, first, shape.first().end)
        } else if place < shape.first_bias().end {
            (0.0, first, shape.first_bias().end)
        } else if place < shape.output().end {
            (0.0, output, shape.output().end)
        } else {
            (0.0, f32::MAX, shape.parameters())
        }
    }

    fn strip(&mut self, range: std::ops::Range<usize>, sums: &[f32], decay: f32, most: f32) {
        let [mean_full, square_full] = self.corrections;
        let rate = self.step_size.learning_rate;
        let memory = self.mean[range.clone()].iter_mut().zip(&mut self.square[range.clone()]);
        let values = self.values[range].iter_mut();
        for ((value, &gradient), (mean, square)) in values.zip(sums).zip(memory) {
            *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * gradient;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * gradient * gradient;
            let size = (*square * square_full).sqrt() + EPSILON;
            let moved = *value - decay * *value - rate * *mean * mean_full / size;
            *value = moved.clamp(-most, most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: Shape = Shape { hidden: 16, buckets: 1 };

    #[test]
    fn the_rate_falls_to_a_hundredth() {
        assert_eq!(learning_rate(0.5, 0, 100), 0.5);
        assert!((learning_rate(0.5, 50, 100) - 0.2525).abs() < 1e-9);
        assert!((learning_rate(0.5, 100, 100) - 0.005).abs() < 1e-9);
    }

    #[test]
    fn steps_are_as_long_as_the_rate_and_stay_in_bounds() {
        let mut adam = AdamW::new(SHAPE);
        let mut values = vec![0.5; SHAPE.parameters()];
        let gradient = vec![-1e-4; SHAPE.parameters()];
        let step_size = StepSize { learning_rate: 0.25, decay: 0.1 };
        let halves = vec![-5e-5; SHAPE.parameters()];
        adam.step(&mut values, SHAPE, &[&halves, &halves], step_size, 2);
        assert!((values[0] - 0.7375).abs() < 1e-3, "{}", values[0]);
        assert!((values[SHAPE.output().start] - 0.75).abs() < 1e-3);
        for _ in 0..40 {
            adam.step(&mut values, SHAPE, &[&gradient], step_size, 3);
        }
        assert_eq!(values[SHAPE.first_bias().start], 505.0 / 255.0);
        assert_eq!(values[SHAPE.output().start], 127.0 / 64.0);
        assert!(values[SHAPE.output_bias().start] > 5.0);
    }
}
