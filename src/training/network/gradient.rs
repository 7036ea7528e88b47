//! The gradient of the mean loss of a batch with respect to each parameter.
//!
//! The first pass goes over positions. It adds to the gradient of the later layers,
//! and keeps the gradient by the sums of the first layer. The second pass goes over
//! tiles of neurons, and adds what was kept to the rows of the active inputs. The
//! rows of a tile are so short that those of all inputs stay in the cache of a
//! processor. No two threads work on the same tile, so there is one gradient of the
//! first layer, whose sums run over the positions in their order.

use super::features::{Features, Labels, sigmoid};
use super::material::{PenaltyGradient, PieceValues, Removal};
use super::model::{LossSums, Rows, Views, by_size, scaled_material};
use super::params::Shape;
use crate::engine::eval::network::format::INPUTS;
use crate::training::data::packed::PackedPosition;
use crate::training::learn::parallel::on_threads;

/// The neurons of a tile: their rows have the length of a cache line.
pub const TILE: usize = 16;

/// A row of a tile.
pub type TileRow = [f32; TILE];

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
    pub fn of(slices: &[&Slice], shape: Shape, threads: usize) -> BatchGradient {
        let tiles = shape.hidden / TILE;
        let first = on_threads(threads, tiles, &|tile| {
            let mut rows = vec![[0.0; TILE]; INPUTS];
            slices.iter().for_each(|slice| slice.kept.add_to(&mut rows, tile));
            rows
        });
        let mut later = vec![0.0; shape.parameters() - shape.first().end];
        for slice in slices {
            later.iter_mut().zip(&slice.later).for_each(|(sum, part)| *sum += part);
        }
        BatchGradient { first, later }
    }
}

/// What the first pass finds in a part of a batch.
pub struct Slice {
    /// The gradient of all parameters after the first layer's weights.
    later: Vec<f32>,
    /// The gradient by the sums of the first layer.
    kept: Kept,
    /// The loss without the penalty.
    pub loss: LossSums,
    /// What the network gives to the pieces.
    pub values: PieceValues,
}

impl Slice {
    /// For a network of this shape.
    pub fn new(shape: Shape) -> Slice {
        Slice {
            later: vec![0.0; shape.parameters() - shape.first().end],
            kept: Kept { tiles: vec![Vec::new(); shape.hidden / TILE], ..Kept::default() },
            loss: LossSums::default(),
            values: PieceValues::default(),
        }
    }

    /// Learns from some positions, and forgets those before.
    pub fn learn(
        &mut self,
        values: &[f32],
        shape: Shape,
        terms: &LossTerms,
        positions: &[PackedPosition],
    ) {
        self.later.fill(0.0);
        self.kept.clear();
        self.loss = LossSums::default();
        self.values = PieceValues { positions: positions.len() as f64, ..PieceValues::default() };
        by_size!(shape.hidden, learn_rows(values, shape, terms, positions, self));
    }
}

fn learn_rows<const N: usize>(
    values: &[f32],
    shape: Shape,
    terms: &LossTerms,
    positions: &[PackedPosition],
    slice: &mut Slice,
) {
    let rows = Rows::<N>::new(values, shape);
    let mut later = Later::<N>::new(&mut slice.later, shape);
    for packed in positions {
        let features = Features::of(packed, shape.buckets);
        let (views, logits) = rows.forward(&features);
        let linear = rows.linear(packed, &features) / terms.labels.scale;
        let prediction = sigmoid(linear + logits);
        let error = terms.labels.error(packed, prediction);
        slice.loss.add(packed, error);
        let mut by_logits = 2.0 * error * prediction * (1.0 - prediction) / terms.batch;
        *later.factor += by_logits * scaled_material(packed, &features) / terms.labels.scale;

        let Some(removal) = Removal::choose(packed, &features) else {
            // A bound that holds teaches nothing.
            if by_logits != 0.0 {
                let by_sums = later.add(&rows, features.bucket, &views, by_logits);
                (0..2).for_each(|view| slice.kept.push(features.view(view), &by_sums[view]));
            }
            continue;
        };
        let (rest, rest_views, rest_logits) = rows.without(&features, &views, removal.index);
        slice.values.add(removal, removal.sign * (logits - rest_logits));
        let penalty = removal.sign * terms.penalty.at(removal) / terms.batch;
        by_logits += penalty;
        let by_sums = later.add(&rows, features.bucket, &views, by_logits);
        let by_rest = later.add(&rows, rest.bucket, &rest_views, -penalty);
        for view in 0..2 {
            slice.kept.push(&[features.inputs[view][removal.index]], &by_sums[view]);
            let both = std::array::from_fn(|neuron| by_sums[view][neuron] + by_rest[view][neuron]);
            slice.kept.push::<N>(rest.view(view), &both);
        }
    }
}

/// The gradient by parameters after the first layer's weights, as rows.
struct Later<'g, const N: usize> {
    bias: &'g mut [f32; N],
    output: &'g mut [[f32; N]],
    output_bias: &'g mut [f32],
    factor: &'g mut f32,
}

impl<'g, const N: usize> Later<'g, N> {
    fn new(gradient: &'g mut [f32], shape: Shape) -> Later<'g, N> {
        let (bias, rest) = gradient.split_at_mut(N);
        let (output, rest) = rest.split_at_mut(shape.output().len());
        let (output_bias, factor) = rest.split_at_mut(shape.buckets);
        Later {
            bias: &mut bias.as_chunks_mut().0[0],
            output: output.as_chunks_mut().0,
            output_bias,
            factor: &mut factor[0],
        }
    }

    /// Adds the gradient of a position, from that by its output. Returns the
    /// gradient by the sums of the first layer.
    #[inline(always)]
    fn add(
        &mut self,
        rows: &Rows<'_, N>,
        bucket: usize,
        views: &Views<N>,
        by_logits: f32,
    ) -> Views<N> {
        self.output_bias[bucket] += by_logits;
        let mut by_sums = [[0.0; N]; 2];
        for (view, (sums, by_sums)) in views.iter().zip(&mut by_sums).enumerate() {
            let place = 2 * bucket + view;
            let weights = &rows.output[place];
            let by_weights = &mut self.output[place];
            for neuron in 0..N {
                let clipped = sums[neuron].clamp(0.0, 1.0);
                by_weights[neuron] += by_logits * clipped * clipped;
                let inside = sums[neuron] > 0.0 && sums[neuron] < 1.0;
                let slope = if inside { 2.0 * clipped } else { 0.0 };
                by_sums[neuron] = by_logits * slope * weights[neuron];
                self.bias[neuron] += by_sums[neuron];
            }
        }
        by_sums
    }
}

/// Gradients by the sums of the first layer, each with the inputs to whose rows it
/// belongs.
#[derive(Default)]
struct Kept {
    /// For each tile its part of every gradient.
    tiles: Vec<Vec<TileRow>>,
    /// The inputs of all gradients.
    inputs: Vec<u16>,
    /// For each gradient where its inputs end.
    ends: Vec<usize>,
}

impl Kept {
    fn clear(&mut self) {
        self.tiles.iter_mut().for_each(Vec::clear);
        self.inputs.clear();
        self.ends.clear();
    }

    #[inline(always)]
    fn push<const N: usize>(&mut self, inputs: &[u16], by_sums: &[f32; N]) {
        self.inputs.extend_from_slice(inputs);
        self.ends.push(self.inputs.len());
        let parts = by_sums.as_chunks().0;
        self.tiles.iter_mut().zip(parts).for_each(|(tile, part)| tile.push(*part));
    }

    /// Adds the part of a tile to its rows.
    fn add_to(&self, rows: &mut [TileRow], tile: usize) {
        let mut start = 0;
        for (by_sums, &end) in self.tiles[tile].iter().zip(&self.ends) {
            for &input in &self.inputs[start..end] {
                let row = &mut rows[usize::from(input)];
                row.iter_mut().zip(by_sums).for_each(|(sum, part)| *sum += part);
            }
            start = end;
        }
    }
}
