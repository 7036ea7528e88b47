//! From weights to values, predictions, the loss and its gradient.
//!
//! The value is that of the evaluation, without rounding: the documents'
//! material plus the weights times their counts, interpolated by the phase and
//! multiplied by the scale, and what the network adds. The prediction is the
//! logistic function of the value, and the loss is the mean squared error of the
//! predictions.

use super::FloatPair;
use super::dataset::{Row, RowTerms, TrainingBlock};
use crate::engine::eval::{FULL_PHASE, FULL_SCALE};
use crate::training::learn::parallel::on_threads;
use std::ops::Range;

/// Positions in one unit of work of a thread. The sums of the units are added
/// in a fixed order, so that the number of threads does not change the result.
const SLICE: usize = 2_048;

/// The shares of middle game and end game at a phase; they add up to one.
#[inline]
pub fn phase_shares(phase: u8) -> [f32; 2] {
    let middle = f32::from(phase) / FULL_PHASE as f32;
    [middle, 1.0 - middle]
}

/// The value of a position, in centipawns from White's side.
#[inline]
pub fn value(row: &Row, terms: RowTerms<'_>, weights: &[FloatPair]) -> f32 {
    let label = &row.label;
    let shares = phase_shares(label.phase);
    let sum = terms.sum(weights);
    let tapered = f32::from(label.material) + sum[0] * shares[0] + sum[1] * shares[1];
    tapered * f32::from(label.scale) / FULL_SCALE as f32 + f32::from(label.network)
}

/// The loss and its gradient.
#[derive(Clone, PartialEq, Debug)]
pub struct Gradient {
    /// The mean squared error.
    pub loss: f64,
    /// The derivative of the loss by each weight, per centipawn.
    pub by_weight: Vec<FloatPair>,
}

/// The mean squared error of the weights over blocks; zero over no positions.
pub fn loss(blocks: &[TrainingBlock], weights: &[FloatPair], k: f64, threads: usize) -> f64 {
    let sum = |block: &TrainingBlock| -> f64 {
        let squared = |(row, terms)| f64::from(error(row, terms, weights, k as f32).1).powi(2);
        in_slices(block.len(), threads, |rows| block.slice(rows).map(squared).sum::<f64>())
            .into_iter()
            .sum::<f64>()
    };
    let count: usize = blocks.iter().map(TrainingBlock::len).sum();
    blocks.iter().map(sum).sum::<f64>() / count.max(1) as f64
}

/// The loss of the weights over a block, and its gradient.
pub fn gradient(block: &TrainingBlock, weights: &[FloatPair], k: f64, threads: usize) -> Gradient {
    let parts = in_slices(block.len(), threads, |rows| {
        let mut part = Gradient { loss: 0.0, by_weight: vec![[0.0; 2]; weights.len()] };
        for (row, terms) in block.slice(rows) {
            let (prediction, error) = error(row, terms, weights, k as f32);
            part.loss += f64::from(error * error);
            let scale = f32::from(row.label.scale) / FULL_SCALE as f32;
            let by_value = 2.0 * error * prediction * (1.0 - prediction) * k as f32 * scale;
            let [middle, end] = phase_shares(row.label.phase);
            terms.add([by_value * middle, by_value * end], &mut part.by_weight);
        }
        part
    });
    let mut whole = Gradient { loss: 0.0, by_weight: vec![[0.0; 2]; weights.len()] };
    let share = 1.0 / block.len().max(1) as f32;
    for part in parts {
        whole.loss += part.loss * f64::from(share);
        for (sum, by) in whole.by_weight.iter_mut().zip(part.by_weight) {
            sum[0] += by[0] * share;
            sum[1] += by[1] * share;
        }
    }
    whole
}

/// The prediction that follows from the weights, and by how much it is too high.
#[inline]
fn error(row: &Row, terms: RowTerms<'_>, weights: &[FloatPair], k: f32) -> (f32, f32) {
    let prediction = 1.0 / (1.0 + (-k * value(row, terms, weights)).exp());
    (prediction, prediction - row.target)
}

/// Applies `work` to slices of [`SLICE`] positions on several threads. The
/// results are in the order of the slices.
fn in_slices<T: Send>(
    positions: usize,
    threads: usize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    on_threads(threads, positions.div_ceil(SLICE), &|number| {
        work(number * SLICE..((number + 1) * SLICE).min(positions))
    })
}

#[cfg(test)]
mod tests {
    use super::super::dataset::PositionLabel;
    use super::*;
    use crate::training::data::games::DecidedResult;

    /// A few positions of all phases and scales, and some weights.
    fn small() -> (TrainingBlock, Vec<FloatPair>) {
        let mut block = TrainingBlock::default();
        for (number, phase) in [0, 5, 12, 24].into_iter().enumerate() {
            let scale = [64, 16, 64, 40][number];
            let label = PositionLabel {
                material: 100,
                score: 0,
                result: DecidedResult::Draw,
                phase,
                scale,
                network: 0,
            };
            block.push(label, [(number as u16, 2), (4, -1)]);
        }
        for (row, target) in block.rows_mut().iter_mut().zip([0.9, 0.2, 0.5, 0.6]) {
            row.target = target;
        }
        let weights = vec![[10.0, -20.0], [5.0, 30.0], [-70.0, 8.0], [44.0, -3.0], [25.0, -60.0]];
        (block, weights)
    }

    #[test]
    fn the_value_is_linear_in_the_weights() {
        let (block, weights) = small();
        let values: Vec<f32> =
            block.slice(0..4).map(|(row, terms)| value(row, terms, &weights)).collect();
        // By hand: material 1.00, twice the first weight, less the last.
        assert_eq!(values[0], 100.0 + 2.0 * -20.0 + 60.0);
        let [middle, end] = [10.0 - 25.0, 60.0 + 60.0];
        let tapered = 100.0 + (middle * 5.0 + end * 19.0) / 24.0;
        assert!((values[1] - tapered / 4.0).abs() < 1e-4, "{}", values[1]);
        assert_eq!(values[3], (100.0 + 88.0 - 25.0) * 40.0 / 64.0);
        // The network stands beside the scale.
        let mut judged = block.clone();
        judged.rows_mut()[3].label.network = -30;
        let last = judged.slice(3..4).map(|(row, terms)| value(row, terms, &weights)).next();
        assert_eq!(last, Some(values[3] - 30.0));
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        const STEP: f32 = 0.5;
        let (block, weights) = small();
        let blocks = [block];
        let k = 0.01;
        let found = gradient(&blocks[0], &weights, k, 1);
        assert!((found.loss - loss(&blocks, &weights, k, 1)).abs() < 1e-9);
        for index in 0..weights.len() {
            for phase in 0..2 {
                let at = |by: f32| {
                    let mut moved = weights.clone();
                    moved[index][phase] += by;
                    loss(&blocks, &moved, k, 1)
                };
                let expected = (at(STEP) - at(-STEP)) / f64::from(2.0 * STEP);
                let by = f64::from(found.by_weight[index][phase]);
                assert!((by - expected).abs() < 2e-6, "{index}, {phase}: {by}, not {expected}");
            }
        }
    }

    #[test]
    fn threads_change_nothing() {
        let (_, weights) = small();
        let mut block = TrainingBlock::default();
        for number in 0..3 * SLICE as u16 + 7 {
            let label = PositionLabel {
                material: (number % 700) as i16 - 350,
                score: 0,
                result: DecidedResult::Draw,
                phase: (number % 25) as u8,
                scale: 64,
                network: (number % 90) as i16 - 45,
            };
            block.push(label, [(number % 5, 1 + (number % 3) as i16)]);
        }
        let alone = gradient(&block, &weights, 0.005, 1);
        for threads in [2, 3, 16] {
            assert_eq!(gradient(&block, &weights, 0.005, threads), alone, "{threads}");
        }
        assert!(alone.by_weight.iter().flatten().any(|by| *by != 0.0));
    }
}
