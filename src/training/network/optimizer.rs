//! The optimizer: AdamW (I. Loshchilov, F. Hutter, 2017) with a factoriser.
//!
//! A king bucket sees a part of the positions only. So the row of an input is a sum:
//! a row of its bucket and a row that all buckets share (the factoriser of Y. Nasu's
//! trainer for NNUE, 2018). The gradient of the shared row is the sum of those of
//! the buckets. Both take steps of half the rate. Only the sum is stored, since
//! nothing else reads the rows: it moves by both steps, and there is nothing to fold
//! at the end.

use super::gradient::BatchGradient;
use super::lanes::TILE;
use super::params::Shape;
use crate::engine::eval::network::format::{KING_BUCKETS, MAX_FIRST, MAX_OUTPUT, QA, QB};
use crate::training::learn::adam::{AdamStep, KEEP_MEAN, KEEP_SQUARE, Moments, MomentsMut};
use crate::training::learn::parallel::{lock, on_threads};
use std::sync::Mutex;

/// Added to the root of the mean square (ε): smaller gradients hardly count.
const EPSILON: f32 = 1e-8;
/// The learning rate of a bucket's row and of the shared row, as a share of the
/// whole one.
const OF_TWO: f32 = 0.5;
/// Parameters that are updated together, so that their gradients stay in the
/// first-level cache.
const STRIP: usize = 512;

/// The state of the optimizer.
#[derive(Clone, PartialEq, Debug)]
pub struct AdamW {
    /// The moments of each parameter.
    pub own: Moments,
    /// The moments of the rows that the king buckets share.
    pub shared: Moments,
    /// Steps done.
    pub steps: u64,
}

/// The settings of one step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StepSize {
    /// About how far a parameter moves, at most.
    pub learning_rate: f32,
    /// The decay of weights of the first layer.
    pub decay: f32,
}

impl AdamW {
    /// For a network of this shape.
    pub fn new(shape: Shape) -> AdamW {
        AdamW {
            own: Moments::new(shape.parameters()),
            shared: Moments::new(shape.king_bucket()),
            steps: 0,
        }
    }

    /// Updates all parameters.
    pub fn step(
        &mut self,
        values: &mut [f32],
        shape: Shape,
        gradient: &BatchGradient,
        step_size: StepSize,
        threads: usize,
    ) {
        self.steps += 1;
        let full = |keep: f32| 1.0 / (1.0 - libm::pow(f64::from(keep), self.steps as f64)) as f32;
        let step = Step {
            gradient,
            hidden: shape.hidden,
            adam: AdamStep {
                corrections: [full(KEEP_MEAN), full(KEEP_SQUARE)],
                epsilon: EPSILON,
                rate: 1.0,
            },
            rate: step_size.learning_rate,
            decay: step_size.learning_rate * step_size.decay,
        };
        let bucket = shape.king_bucket();
        let (first, layers) = values.split_at_mut(shape.first().end);
        let (own, mut layer_moments) = self.own.as_mut().split_at(shape.first().end);
        let share = bucket.div_ceil(threads.max(1)).next_multiple_of(STRIP);
        let mut values: Vec<_> = first.chunks_mut(bucket).map(|b| b.chunks_mut(share)).collect();
        let mut moments: Vec<_> = own.chunks(bucket).map(|b| b.chunks(share)).collect();
        let rows = self.shared.as_mut().chunks(share).enumerate().map(|(index, shared)| {
            let buckets = values.iter_mut().zip(&mut moments);
            let buckets = buckets.filter_map(|(values, moments)| {
                Some(Parameters { values: values.next()?, moments: moments.next()? })
            });
            Mutex::new(Rows { start: index * share, bucket, shared, buckets: buckets.collect() })
        });
        let rows: Vec<_> = rows.collect();
        on_threads(threads, rows.len(), &|index| lock(&rows[index]).update(&step));
        for (range, most) in [
            (shape.first_bias(), f32::from(MAX_FIRST) / QA as f32),
            (shape.output(), f32::from(MAX_OUTPUT) / QB as f32),
            (shape.output_bias().start..shape.parameters(), f32::MAX),
        ] {
            let place = range.start - shape.first().end;
            let moments = layer_moments.part(place..place + range.len());
            let values = &mut layers[place..place + range.len()];
            step.update_layer(place, Parameters { values, moments }, most);
        }
    }
}

/// Some parameters with their moments.
struct Parameters<'p> {
    values: &'p mut [f32],
    moments: MomentsMut<'p>,
}

/// What a step does to every parameter.
#[derive(Clone, Copy)]
struct Step<'g> {
    gradient: &'g BatchGradient,
    /// The number of neurons, which is the length of a row.
    hidden: usize,
    /// Finds the directions: steps at a rate of 1.
    adam: AdamStep,
    rate: f32,
    /// The share that weights of the first layer lose.
    decay: f32,
}

impl Step<'_> {
    /// The gradient by weights of the first layer, from a place on.
    #[inline(always)]
    fn by_weights(&self, place: usize, length: usize) -> [f32; STRIP] {
        let mut strip = [0.0; STRIP];
        let parts = strip[..length].as_chunks_mut().0;
        for (part, place) in parts.iter_mut().zip((place..).step_by(TILE)) {
            let (input, neuron) = (place / self.hidden, place % self.hidden);
            *part = self.gradient.first[neuron / TILE][input];
        }
        strip
    }

    /// Updates the parameters of a layer, which begins at a place after the weights of
    /// the first one.
    fn update_layer(&self, place: usize, mut layer: Parameters<'_>, most: f32) {
        for from in (0..layer.values.len()).step_by(STRIP) {
            let to = (from + STRIP).min(layer.values.len());
            let mut step = [0.0; STRIP];
            step[..to - from].copy_from_slice(&self.gradient.later[place + from..place + to]);
            self.adam.steps(layer.moments.part(from..to), &mut step);
            for (value, step) in layer.values[from..to].iter_mut().zip(step) {
                *value = (*value - self.rate * step).clamp(-most, most);
            }
        }
    }
}

/// Some rows of the first layer, those of all king buckets.
struct Rows<'p> {
    /// The place of the first of them in a bucket.
    start: usize,
    /// The parameters of a bucket.
    bucket: usize,
    shared: MomentsMut<'p>,
    buckets: Vec<Parameters<'p>>,
}

impl Rows<'_> {
    fn update(&mut self, step: &Step<'_>) {
        let most = f32::from(MAX_FIRST) / QA as f32;
        let (rate, count) = (step.rate * OF_TWO, self.shared.mean.len());
        for from in (0..count).step_by(STRIP) {
            let to = (from + STRIP).min(count);
            let mut shared = [0.0; STRIP];
            let mut own = [[0.0; STRIP]; KING_BUCKETS];
            for (number, own) in own.iter_mut().enumerate() {
                *own = step.by_weights(number * self.bucket + self.start + from, to - from);
                shared.iter_mut().zip(&*own).for_each(|(sum, gradient)| *sum += gradient);
            }
            step.adam.steps(self.shared.part(from..to), &mut shared);
            for (own, rows) in own.iter_mut().zip(&mut self.buckets) {
                step.adam.steps(rows.moments.part(from..to), own);
                for (value, (own, shared)) in
                    rows.values[from..to].iter_mut().zip(own.iter().zip(&shared))
                {
                    let moved = *value - step.decay * *value - rate * (own + shared);
                    *value = moved.clamp(-most, most);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: Shape = Shape { hidden: TILE, buckets: 1 };

    /// Numbers in the order of the parameters as a gradient; there is one tile.
    fn gradient(by_parameters: &[f32]) -> BatchGradient {
        let (first, later) = by_parameters.split_at(SHAPE.first().end);
        BatchGradient { first: vec![first.as_chunks().0.to_vec()], later: later.to_vec() }
    }

    #[test]
    fn steps_are_as_long_as_the_rate_and_stay_in_bounds() {
        let mut adam = AdamW::new(SHAPE);
        let mut values = vec![0.5; SHAPE.parameters()];
        let gradient = gradient(&vec![-1e-4; SHAPE.parameters()]);
        let step_size = StepSize { learning_rate: 0.25, decay: 0.1 };
        adam.step(&mut values, SHAPE, &gradient, step_size, 2);
        // A row of the first layer takes half of the step twice: for its bucket and for all.
        assert!((values[0] - 0.7375).abs() < 1e-3, "{}", values[0]);
        assert!((values[SHAPE.output().start] - 0.75).abs() < 1e-3);
        for _ in 0..40 {
            adam.step(&mut values, SHAPE, &gradient, step_size, 3);
        }
        assert_eq!(values[SHAPE.first_bias().start], 505.0 / 255.0);
        assert_eq!(values[SHAPE.output().start], 127.0 / 64.0);
        assert!(values[SHAPE.output_bias().start] > 5.0);
    }

    /// Rows of the buckets and shared rows apart, each with an optimizer of its own,
    /// summed at the end.
    #[test]
    fn the_sum_moves_as_its_two_rows_would() {
        let (bucket, step_size) =
            (SHAPE.king_bucket(), StepSize { learning_rate: 0.01, decay: 0.0 });
        let mut adam = AdamW::new(SHAPE);
        let mut values = vec![0.25; SHAPE.parameters()];
        // Value, mean and mean square: of a row of each bucket, then of the shared row.
        let mut apart = [[0.0_f64; 3]; KING_BUCKETS + 1];
        apart[KING_BUCKETS][0] = 0.25;
        for step in 1..=30_i32 {
            let mut by_bucket = [0.0; KING_BUCKETS];
            let mut by_parameters = vec![0.0; SHAPE.parameters()];
            for (number, own) in by_bucket.iter_mut().enumerate() {
                *own = ((step * 7 + number as i32 * 5) % 11 - 4) as f32 * 1e-3;
                by_parameters[number * bucket + 700] = *own;
            }
            adam.step(&mut values, SHAPE, &gradient(&by_parameters), step_size, 2);
            let shared = by_bucket.iter().sum();
            let all = by_bucket.into_iter().chain([shared]).map(f64::from);
            for ([value, mean, square], gradient) in apart.iter_mut().zip(all) {
                *mean = 0.9 * *mean + 0.1 * gradient;
                *square = 0.999 * *square + 0.001 * gradient * gradient;
                let mean = *mean / (1.0 - 0.9_f64.powi(step));
                let square = *square / (1.0 - 0.999_f64.powi(step));
                *value -= 0.005 * mean / (square.sqrt() + 1e-8);
            }
        }
        for (number, own) in apart[..KING_BUCKETS].iter().enumerate() {
            let folded = own[0] + apart[KING_BUCKETS][0];
            let found = f64::from(values[number * bucket + 700]);
            assert!((found - folded).abs() < 1e-5, "{found} and {folded}");
        }
        assert_ne!(values[700], values[bucket + 700]);
    }
}
