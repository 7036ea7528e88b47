//! The gradient of the mean loss of a batch with respect to each parameter.
//!
//! The first pass goes over positions, and finds the gradient by the output for each
//! board. The second pass goes over tiles of neurons. It computes the first layer once
//! more, since that is faster than to keep it, and adds the gradient to the rows of the
//! active inputs. No two threads work on the same tile, so there is one gradient of
//! the first layer, whose sums run over the boards in their order.

use super::features::{Labels, sigmoid};
use super::lanes::{TILE, TileRow, add_gradient};
use super::material::{PenaltyGradient, PieceValues};
use super::model::{Boards, LossSums, Tile, Tiles};
use crate::engine::eval::network::format::INPUTS;
use crate::training::data::packed::PackedPosition;
use crate::training::learn::parallel::on_threads;

/// What the loss depends on besides the network.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LossTerms {
    /// How labels become targets.
    pub labels: Labels,
    /// The positions of a full batch, by which the gradient is divided.
    pub batch: f32,
    /// The gradient of the material penalty.
    pub penalty: PenaltyGradient,
}

/// The gradient of a batch.
pub struct BatchGradient {
    /// Of the first layer's weights: for each tile a row for each input.
    pub first: Vec<Vec<TileRow>>,
    /// Of all later parameters, in their order.
    pub later: Vec<f32>,
}

impl BatchGradient {
    /// The gradient of a batch whose slices have been learned from. The slices are summed
    /// in their order, so the number of threads does not change the result.
    pub fn of(slices: &[&Slice], network: &Tiles, threads: usize) -> BatchGradient {
        let buckets = network.buckets();
        let tiles = on_threads(threads, network.tiles.len(), &|number| {
            let mut gradient = TileGradient::new(buckets);
            slices.iter().for_each(|slice| slice.add_to(&mut gradient, &network.tiles[number]));
            gradient
        });
        let mut later: Vec<f32> = tiles.iter().flat_map(|tile| tile.bias).collect();
        for place in 0..2 * buckets {
            later.extend(tiles.iter().flat_map(|tile| tile.output[place / 2][place % 2]));
        }
        let mut output_bias = vec![0.0; buckets];
        for slice in slices {
            for ((_, bucket), by_logits) in slice.boards.iter().zip(&slice.by_logits) {
                output_bias[bucket] += by_logits;
            }
        }
        later.extend(output_bias);
        later.push(slices.iter().map(|slice| slice.by_factor).sum());
        BatchGradient { first: tiles.into_iter().map(|tile| tile.first).collect(), later }
    }
}

/// The gradient by the weights of a tile, in the same order as in [`Tile`].
struct TileGradient {
    first: Vec<TileRow>,
    bias: TileRow,
    output: Vec<[TileRow; 2]>,
}

/// What the first pass finds in a part of a batch.
#[derive(Default)]
pub struct Slice {
    boards: Boards,
    /// The gradient by the output for each board.
    by_logits: Vec<f32>,
    /// The gradient by the factor of material.
    by_factor: f32,
    /// The loss without the penalty.
    pub loss: LossSums,
    /// What the network gives to the pieces.
    pub values: PieceValues,
}

impl Slice {
    /// Learns from some positions, and forgets those before.
    pub fn learn(&mut self, network: &Tiles, terms: &LossTerms, positions: &[PackedPosition]) {
        self.boards.read(positions, network.buckets());
        self.by_logits.clear();
        self.by_factor = 0.0;
        self.loss = LossSums::default();
        self.values = PieceValues { positions: positions.len() as f64, ..PieceValues::default() };
        let scale = terms.labels.scale;
        let mut outputs = network.logits(&self.boards).into_iter();
        for (packed, &(material, removal)) in positions.iter().zip(&self.boards.positions) {
            let logits = outputs.next().unwrap_or_default();
            let prediction = sigmoid(network.linear(packed, material) / scale + logits);
            let error = terms.labels.error(packed, prediction);
            self.loss.add(packed, error);
            let by_logits = 2.0 * error * prediction * (1.0 - prediction) / terms.batch;
            self.by_factor += by_logits * material / scale;
            let Some(removal) = removal else {
                self.by_logits.push(by_logits);
                continue;
            };
            let rest = outputs.next().unwrap_or_default();
            self.values.add(removal, removal.sign * (logits - rest));
            let penalty = removal.sign * terms.penalty.at(removal) / terms.batch;
            self.by_logits.extend([by_logits + penalty, -penalty]);
        }
    }

    /// Adds the gradient by the weights of a tile.
    fn add_to(&self, gradient: &mut TileGradient, tile: &Tile) {
        for ((inputs, bucket), &by_logits) in self.boards.iter().zip(&self.by_logits) {
            // A bound that holds teaches nothing.
            if by_logits == 0.0 {
                continue;
            }
            let sums = tile.sums(inputs);
            let by_sums: [TileRow; 2] = std::array::from_fn(|view| {
                let weights = &tile.output[bucket][view];
                gradient.add_later(bucket, view, &sums[view], weights, by_logits)
            });
            for active in inputs {
                for (&input, by_sums) in active.iter().zip(&by_sums) {
                    add_gradient(&mut gradient.first[usize::from(input)], by_sums);
                }
            }
        }
    }
}

impl TileGradient {
    fn new(buckets: usize) -> TileGradient {
        let output = vec![[[0.0; TILE]; 2]; buckets];
        TileGradient { first: vec![[0.0; TILE]; INPUTS], bias: [0.0; TILE], output }
    }

    /// Adds the gradient by output weights and biases, from that by the output.
    /// Returns the gradient by the sums of the first layer.
    #[inline(always)]
    fn add_later(
        &mut self,
        bucket: usize,
        view: usize,
        sums: &TileRow,
        weights: &TileRow,
        by_logits: f32,
    ) -> TileRow {
        let by_weights = &mut self.output[bucket][view];
        let mut by_sums = [0.0; TILE];
        for neuron in 0..TILE {
            let clipped = sums[neuron].clamp(0.0, 1.0);
            by_weights[neuron] += by_logits * clipped * clipped;
            let inside = sums[neuron] > 0.0 && sums[neuron] < 1.0;
            let slope = if inside { 2.0 * clipped } else { 0.0 };
            by_sums[neuron] = by_logits * slope * weights[neuron];
            self.bias[neuron] += by_sums[neuron];
        }
        by_sums
    }
}
