//! The network's output and the loss over positions.
//!
//! The neurons are split into tiles. The rows of all inputs of a tile stay in the
//! second-level cache of a processor, those of the whole first layer do not. So many
//! boards are evaluated together, tile after tile. Sums run over fixed lanes in a
//! fixed order, so every machine computes the same bits.

use super::features::{Features, Labels, sigmoid};
use super::lanes::{TILE, TileRow, add_weights};
use super::material::{PieceValues, Removal};
use super::params::Shape;
use crate::engine::eval::FULL_SCALE;
use crate::engine::eval::network::format::{INPUTS, QA};
use crate::training::data::packed::PackedPosition;
use crate::training::learn::parallel::on_threads;
use std::ops::Range;

/// Whether a network with this many neurons can be trained: they fill tiles.
pub fn is_trainable(hidden: usize) -> bool {
    hidden.is_multiple_of(TILE) && Shape { hidden, buckets: 1 }.is_allowed()
}

/// A weight of 1 in the rounded first layer. Weights of a network file are multiples of
/// 4 in it.
pub(super) const UNIT: f32 = 4.0 * QA as f32;

/// Squared errors over positions of games and over samples of search trees.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LossSums {
    /// The sums of the squared errors: of games, of samples.
    sums: [f64; 2],
    /// The numbers of positions.
    counts: [u64; 2],
}

impl LossSums {
    /// Adds an error to the sum of games or of samples, whichever the position is
    /// from.
    #[inline(always)]
    pub(super) fn add(&mut self, packed: &PackedPosition, error: f32) {
        let kind = usize::from(packed.is_sample());
        self.sums[kind] += f64::from(error * error);
        self.counts[kind] += 1;
    }

    /// Adds the errors of other positions.
    pub fn merge(&mut self, other: &LossSums) {
        for kind in 0..2 {
            self.sums[kind] += other.sums[kind];
            self.counts[kind] += other.counts[kind];
        }
    }

    /// The means over the positions of games and over samples; 0 over none.
    pub fn means(&self) -> [f64; 2] {
        std::array::from_fn(|kind| self.sums[kind] / self.counts[kind].max(1) as f64)
    }

    /// The mean over all positions.
    pub fn mean(&self) -> f64 {
        self.sums.iter().sum::<f64>() / self.counts.iter().sum::<u64>().max(1) as f64
    }
}

/// What the network sees of some positions, and of some of them without a piece.
#[derive(Default)]
pub struct Boards {
    /// The active inputs of all boards: for each piece one in each view.
    inputs: Vec<[u16; 2]>,
    /// Where the inputs of each board end, and its output bucket.
    ends: Vec<(usize, usize)>,
    /// Of each position: its material, and the piece without which its second board is.
    pub(super) positions: Vec<(f32, Option<Removal>)>,
}

impl Boards {
    /// Replaces all boards: each position has one, and a second one if a piece is
    /// taken off it.
    pub fn read(&mut self, positions: &[PackedPosition], buckets: usize) {
        self.inputs.clear();
        self.ends.clear();
        self.positions.clear();
        for packed in positions {
            let features = Features::of(packed, buckets);
            self.push(&features);
            let removal = Removal::choose(packed, &features);
            if let Some(removal) = removal {
                self.push(&features.without(removal.index, buckets));
            }
            self.positions.push((scaled_material(packed, &features), removal));
        }
    }

    fn push(&mut self, features: &Features) {
        self.inputs.extend_from_slice(features.inputs());
        self.ends.push((self.inputs.len(), features.bucket));
    }

    /// Inputs and output bucket of each board.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = (&[[u16; 2]], usize)> {
        let mut start = 0;
        self.ends.iter().map(move |&(end, bucket)| {
            let inputs = &self.inputs[start..end];
            start = end;
            (inputs, bucket)
        })
    }
}

/// The weights of a tile of neurons.
///
/// Those of the first layer are rounded, four times as finely as in a network file: half
/// as long, they are read twice as fast. The optimizer moves the unrounded ones.
pub struct Tile {
    /// A row for each input.
    first: Vec<[i16; TILE]>,
    /// The biases of the first layer.
    bias: [i16; TILE],
    /// Output weights of both views for each bucket.
    pub output: Vec<[TileRow; 2]>,
}

impl Tile {
    /// Neighbouring tiles of a network. Its rows are read once for all of them.
    fn some(values: &[f32], shape: Shape, tiles: Range<usize>) -> Vec<Tile> {
        let parts = |range: Range<usize>| {
            values[range].chunks(shape.hidden).map(|row| &row.as_chunks().0[tiles.clone()])
        };
        let tile = |bias: &TileRow| Tile {
            first: Vec::with_capacity(INPUTS),
            bias: round(bias),
            output: Vec::with_capacity(shape.buckets),
        };
        let mut found: Vec<Tile> = parts(shape.first_bias()).flatten().map(tile).collect();
        for row in parts(shape.first()) {
            found.iter_mut().zip(row).for_each(|(tile, part)| tile.first.push(round(part)));
        }
        let output: Vec<&[TileRow]> = parts(shape.output()).collect();
        for [own, other] in output.as_chunks().0 {
            for (tile, (own, other)) in found.iter_mut().zip(own.iter().zip(*other)) {
                tile.output.push([*own, *other]);
            }
        }
        found
    }

    /// The first layer's sums of both views, before they are clipped.
    #[inline(always)]
    pub fn sums(&self, inputs: &[[u16; 2]]) -> [TileRow; 2] {
        let mut sums = [self.bias; 2];
        for &active in inputs {
            for view in 0..2 {
                add_weights(&mut sums[view], &self.first[usize::from(active[view])]);
            }
        }
        sums.map(|sums| sums.map(|sum| f32::from(sum) * (1.0 / UNIT)))
    }

    /// Adds each neuron's share of the output.
    #[inline(always)]
    fn add_output(&self, inputs: &[[u16; 2]], bucket: usize, output: &mut TileRow) {
        let sums = self.sums(inputs);
        for (sums, weights) in sums.iter().zip(&self.output[bucket]) {
            for neuron in 0..TILE {
                let clipped = sums[neuron].clamp(0.0, 1.0);
                output[neuron] += clipped * clipped * weights[neuron];
            }
        }
    }
}

/// Weights of the first layer in parts of [`UNIT`].
#[inline(always)]
fn round(row: &TileRow) -> [i16; TILE] {
    let mut rounded = [0; TILE];
    for neuron in 0..TILE {
        let most = f32::from(i16::MAX);
        rounded[neuron] = (row[neuron] * UNIT).clamp(-most, most).round_ties_even() as i32 as i16;
    }
    rounded
}

/// A network whose neurons are in tiles.
pub struct Tiles {
    /// All neurons.
    pub tiles: Vec<Tile>,
    /// A bias for each output bucket.
    output_bias: Vec<f32>,
    /// The factor of material.
    factor: f32,
}

impl Tiles {
    /// The parameters of a network.
    pub fn of(values: &[f32], shape: Shape, threads: usize) -> Tiles {
        let count = shape.hidden / TILE;
        let share = count.div_ceil(threads.max(1));
        let some = |job| Tile::some(values, shape, job * share..count.min((job + 1) * share));
        let tiles = on_threads(threads, count.div_ceil(share), &some).into_iter().flatten();
        let tiles = tiles.collect();
        let output_bias = values[shape.output_bias()].to_vec();
        Tiles { tiles, output_bias, factor: values[shape.factor()] }
    }

    /// The number of output buckets.
    pub fn buckets(&self) -> usize {
        self.output_bias.len()
    }

    /// The outputs for boards, in logits.
    pub fn logits(&self, boards: &Boards) -> Vec<f32> {
        let mut outputs = vec![[0.0; TILE]; boards.ends.len()];
        for tile in &self.tiles {
            for ((inputs, bucket), output) in boards.iter().zip(&mut outputs) {
                tile.add_output(inputs, bucket, output);
            }
        }
        let all = boards.ends.iter().zip(outputs);
        all.map(|(&(_, bucket), output)| tree_sum(output) + self.output_bias[bucket]).collect()
    }

    /// Material times its factor and linear terms, in centipawns.
    #[inline(always)]
    pub(super) fn linear(&self, packed: &PackedPosition, material: f32) -> f32 {
        f32::from(packed.linear()) + (self.factor - 1.0) * material
    }
}

/// The share of material in the linear evaluation, in centipawns.
#[inline(always)]
fn scaled_material(packed: &PackedPosition, features: &Features) -> f32 {
    features.material as f32 * (f32::from(packed.scale()) / FULL_SCALE as f32)
}

/// The sum of all lanes, added in the order of a horizontal vector sum.
#[inline(always)]
fn tree_sum(mut lanes: TileRow) -> f32 {
    let mut width = TILE / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] += lanes[lane + width];
        }
        width /= 2;
    }
    lanes[0]
}

/// The losses over held-out positions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Losses {
    /// With the network.
    pub whole: LossSums,
    /// Without it.
    pub linear: LossSums,
    /// What the network gives to the pieces.
    pub values: PieceValues,
}

impl Losses {
    /// Adds the losses over other positions.
    pub fn merge(&mut self, other: &Losses) {
        self.whole.merge(&other.whole);
        self.linear.merge(&other.linear);
        self.values.merge(&other.values);
    }
}

/// Measures the loss over some positions.
pub fn measure(network: &Tiles, labels: &Labels, positions: &[PackedPosition]) -> Losses {
    let mut boards = Boards::default();
    boards.read(positions, network.buckets());
    let mut outputs = network.logits(&boards).into_iter();
    let mut losses = Losses::default();
    for (packed, &(material, removal)) in positions.iter().zip(&boards.positions) {
        let logits = outputs.next().unwrap_or_default();
        if let Some(removal) = removal {
            let rest = outputs.next().unwrap_or_default();
            losses.values.add(removal, removal.sign * (logits - rest));
        }
        let whole = network.linear(packed, material) / labels.scale + logits;
        let linear = f32::from(packed.linear()) / labels.scale;
        losses.whole.add(packed, labels.error(packed, sigmoid(whole)));
        losses.linear.add(packed, labels.error(packed, sigmoid(linear)));
    }
    losses
}

/// The network's output for a position, in logits.
#[cfg(test)]
pub fn output(values: &[f32], shape: Shape, packed: &PackedPosition) -> f32 {
    let mut boards = Boards::default();
    boards.read(&[*packed], shape.buckets);
    Tiles::of(values, shape, 1).logits(&boards)[0]
}
