//! From weights to values, chances, the loss, and how it slopes.
//!
//! The value is what `eval` computes, without rounding: the documents'
//! material, and the weights as often as they count, between middle game and
//! end game by the phase, made small where the scale says so. The loss is the
//! mean square of what the chance that follows from it misses.

use super::Learned;
use super::rows::{Block, Row, RowTerms};
use std::ops::Range;
use std::thread;

/// The phase of a game's start.
pub const FULL_PHASE: u8 = 24;
/// The scale of a position in which an advantage counts in full.
pub const FULL_SCALE: u8 = 64;

/// Positions that one thread looks at in one go. The sums of each go are
/// added in a fixed order, so that the number of threads changes nothing.
const SLICE: usize = 2_048;

/// How much of a position is middle game and how much end game.
#[inline]
pub fn shares(phase: u8) -> [f32; 2] {
    let middle = f32::from(phase) / f32::from(FULL_PHASE);
    [middle, 1.0 - middle]
}

/// What a position is worth, in centipawns from White's side.
#[inline]
pub fn value(row: &Row, terms: RowTerms<'_>, weights: &[Learned]) -> f32 {
    let facts = &row.facts;
    let shares = shares(facts.phase);
    let sum = terms.sum(weights);
    let tapered = f32::from(facts.material) + sum[0] * shares[0] + sum[1] * shares[1];
    tapered * f32::from(facts.scale) / f32::from(FULL_SCALE)
}

/// How far chances are off, and where it is less.
#[derive(Clone, PartialEq, Debug)]
pub struct Slope {
    /// The mean squared error.
    pub loss: f64,
    /// How the loss grows with each weight, per centipawn.
    pub by_weight: Vec<Learned>,
}

/// The weights' loss over blocks; zero over none.
pub fn loss(blocks: &[Block], weights: &[Learned], k: f64, threads: usize) -> f64 {
    let sum = |block: &Block| -> f64 {
        let square = |(row, terms)| f64::from(miss(row, terms, weights, k as f32).1).powi(2);
        in_slices(block.len(), threads, |rows| block.slice(rows).map(square).sum::<f64>())
            .into_iter()
            .sum::<f64>()
    };
    let count: usize = blocks.iter().map(Block::len).sum();
    blocks.iter().map(sum).sum::<f64>() / count.max(1) as f64
}

/// The weights' loss over a block, and its slope.
pub fn slope(block: &Block, weights: &[Learned], k: f64, threads: usize) -> Slope {
    let parts = in_slices(block.len(), threads, |rows| {
        let mut part = Slope { loss: 0.0, by_weight: vec![[0.0; 2]; weights.len()] };
        for (row, terms) in block.slice(rows) {
            let (chance, miss) = miss(row, terms, weights, k as f32);
            part.loss += f64::from(miss * miss);
            let scale = f32::from(row.facts.scale) / f32::from(FULL_SCALE);
            let by_value = 2.0 * miss * chance * (1.0 - chance) * k as f32 * scale;
            let [middle, end] = shares(row.facts.phase);
            terms.add([by_value * middle, by_value * end], &mut part.by_weight);
        }
        part
    });
    let mut whole = Slope { loss: 0.0, by_weight: vec![[0.0; 2]; weights.len()] };
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

/// The chance that follows from the weights, and how much it is too high.
#[inline]
fn miss(row: &Row, terms: RowTerms<'_>, weights: &[Learned], k: f32) -> (f32, f32) {
    let chance = 1.0 / (1.0 + (-k * value(row, terms, weights)).exp());
    (chance, chance - row.target)
}

/// Does something with so many positions, in slices on several threads; the
/// results are in the order of the slices.
fn in_slices<T: Send>(
    positions: usize,
    threads: usize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let count = positions.div_ceil(SLICE);
    let one = |number: usize| work(number * SLICE..((number + 1) * SLICE).min(positions));
    let threads = threads.clamp(1, count.max(1));
    let share = |first: usize| (first..count).step_by(threads).map(one).collect::<Vec<T>>();
    if threads == 1 {
        return share(0);
    }
    let mut shares: Vec<_> = thread::scope(|scope| {
        let share = &share;
        let others: Vec<_> = (1..threads).map(|first| scope.spawn(move || share(first))).collect();
        let own = share(0);
        let join = |thread: thread::ScopedJoinHandle<'_, Vec<T>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        std::iter::once(own).chain(others.into_iter().map(join)).map(Vec::into_iter).collect()
    });
    (0..count).filter_map(|number| shares[number % threads].next()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::rows::PositionLabel;
    use super::*;
    use crate::training::data::DecidedResult;

    /// A few positions of all phases and scales, and some weights.
    fn small() -> (Block, Vec<Learned>) {
        let mut block = Block::default();
        for (number, phase) in [0, 5, 12, 24].into_iter().enumerate() {
            let scale = [64, 16, 64, 40][number];
            let facts = PositionLabel {
                material: 100,
                score: 0,
                result: DecidedResult::Draw,
                phase,
                scale,
            };
            block.push(facts, [(number as u16, 2), (4, -1)]);
        }
        for (row, target) in block.rows_mut().iter_mut().zip([0.9, 0.2, 0.5, 0.6]) {
            row.target = target;
        }
        let weights = vec![[10.0, -20.0], [5.0, 30.0], [-70.0, 8.0], [44.0, -3.0], [25.0, -60.0]];
        (block, weights)
    }

    #[test]
    fn a_value_is_what_the_evaluation_makes_of_it() {
        let (block, weights) = small();
        let values: Vec<f32> =
            block.slice(0..4).map(|(row, terms)| value(row, terms, &weights)).collect();
        // By hand: material 1.00, twice the first weight, less the last.
        assert_eq!(values[0], 100.0 + 2.0 * -20.0 + 60.0);
        let [middle, end] = [10.0 - 25.0, 60.0 + 60.0];
        let tapered = 100.0 + (middle * 5.0 + end * 19.0) / 24.0;
        assert!((values[1] - tapered / 4.0).abs() < 1e-4, "{}", values[1]);
        assert_eq!(values[3], (100.0 + 88.0 - 25.0) * 40.0 / 64.0);
    }

    #[test]
    fn the_slope_is_that_of_the_loss() {
        const STEP: f32 = 0.5;
        let (block, weights) = small();
        let blocks = [block];
        let k = 0.01;
        let found = slope(&blocks[0], &weights, k, 1);
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
        let mut block = Block::default();
        for number in 0..3 * SLICE as u16 + 7 {
            let facts = PositionLabel {
                material: (number % 700) as i16 - 350,
                score: 0,
                result: DecidedResult::Draw,
                phase: (number % 25) as u8,
                scale: 64,
            };
            block.push(facts, [(number % 5, 1 + (number % 3) as i16)]);
        }
        let alone = slope(&block, &weights, 0.005, 1);
        for threads in [2, 3, 16] {
            assert_eq!(slope(&block, &weights, 0.005, threads), alone, "{threads}");
        }
        assert!(alone.by_weight.iter().flatten().any(|by| *by != 0.0));
    }
}
