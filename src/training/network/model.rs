//! The network's output and the loss over positions.
//!
//! Only the rows of active inputs are read. Loops run over arrays of constant
//! length, so that the compiler vectorises them. Sums run over fixed lanes in a
//! fixed order, so every machine computes the same bits.

use super::features::{Features, Labels, sigmoid};
use super::material::{PieceValues, Removal};
use super::params::Shape;
use crate::engine::eval::FULL_SCALE;
use crate::training::data::packed::PackedPosition;

/// Lanes of a sum over neurons.
pub(super) const LANES: usize = 16;

/// The numbers of neurons that can be trained. Each has its own machine code.
pub const SIZES: [usize; 7] = [16, 32, 64, 128, 256, 512, 1024];

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

/// The first layer's sums of both views, before they are clipped.
pub(super) type Views<const N: usize> = [[f32; N]; 2];

/// The parameters of a network as rows.
pub(super) struct Rows<'p, const N: usize> {
    pub(super) first: &'p [[f32; N]],
    bias: &'p [f32; N],
    pub(super) output: &'p [[f32; N]],
    output_bias: &'p [f32],
    factor: f32,
}

impl<'p, const N: usize> Rows<'p, N> {
    pub(super) fn new(values: &'p [f32], shape: Shape) -> Rows<'p, N> {
        Rows {
            first: values[shape.first()].as_chunks().0,
            bias: &values[shape.first_bias()].as_chunks().0[0],
            output: values[shape.output()].as_chunks().0,
            output_bias: &values[shape.output_bias()],
            factor: values[shape.factor()],
        }
    }

    /// Material times its factor and linear terms, in centipawns.
    #[inline(always)]
    pub(super) fn linear(&self, packed: &PackedPosition, features: &Features) -> f32 {
        f32::from(packed.linear()) + (self.factor - 1.0) * scaled_material(packed, features)
    }

    /// The first layer of a view. A few neurons at a time, so that their sums stay
    /// in registers.
    #[inline(always)]
    fn accumulate(&self, inputs: &[u16]) -> [f32; N] {
        let mut sums = *self.bias;
        for (part, sums) in sums.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            *sums = inputs.iter().fold(*sums, |sums, &input| {
                let row = &self.first[usize::from(input)].as_chunks::<LANES>().0[part];
                std::array::from_fn(|lane| sums[lane] + row[lane])
            });
        }
        sums
    }

    /// Both views and the output in logits.
    #[inline(always)]
    pub(super) fn forward(&self, features: &Features) -> (Views<N>, f32) {
        let views = [self.accumulate(features.view(0)), self.accumulate(features.view(1))];
        let logits = self.logits(&views, features.bucket);
        (views, logits)
    }

    /// Features, views and output in logits without a piece.
    #[inline(always)]
    pub(super) fn without(
        &self,
        features: &Features,
        views: &Views<N>,
        piece: usize,
    ) -> (Features, Views<N>, f32) {
        let rest = features.without(piece, self.output_bias.len());
        let mut views = *views;
        for (sums, inputs) in views.iter_mut().zip(&features.inputs) {
            let row = &self.first[usize::from(inputs[piece])];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum -= weight);
        }
        let logits = self.logits(&views, rest.bucket);
        (rest, views, logits)
    }

    /// The output in logits.
    #[inline(always)]
    fn logits(&self, views: &Views<N>, bucket: usize) -> f32 {
        let mut lanes = [0.0; LANES];
        for (view, sums) in views.iter().enumerate() {
            let weights = self.output[2 * bucket + view].as_chunks::<LANES>().0;
            for (sums, weights) in sums.as_chunks::<LANES>().0.iter().zip(weights) {
                for lane in 0..LANES {
                    let clipped = sums[lane].clamp(0.0, 1.0);
                    lanes[lane] += clipped * clipped * weights[lane];
                }
            }
        }
        tree_sum(lanes) + self.output_bias[bucket]
    }
}

/// The share of material in the linear evaluation, in centipawns.
#[inline(always)]
pub(super) fn scaled_material(packed: &PackedPosition, features: &Features) -> f32 {
    features.material as f32 * (f32::from(packed.scale()) / FULL_SCALE as f32)
}

/// The sum of all lanes, added in the order of a horizontal vector sum.
#[inline(always)]
fn tree_sum(mut lanes: [f32; LANES]) -> f32 {
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] += lanes[lane + width];
        }
        width /= 2;
    }
    lanes[0]
}

/// Runs `$function::<N>` for the number of neurons.
macro_rules! by_size {
    ($hidden:expr, $function:ident($($argument:expr),*)) => {
        match $hidden {
            16 => $function::<16>($($argument),*),
            32 => $function::<32>($($argument),*),
            64 => $function::<64>($($argument),*),
            128 => $function::<128>($($argument),*),
            256 => $function::<256>($($argument),*),
            512 => $function::<512>($($argument),*),
            1024 => $function::<1024>($($argument),*),
            // Settings are checked before anything is trained.
            other => unreachable!("{other} neurons"),
        }
    };
}
pub(super) use by_size;

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
pub fn measure(
    values: &[f32],
    shape: Shape,
    labels: &Labels,
    positions: &[PackedPosition],
) -> Losses {
    by_size!(shape.hidden, measure_rows(values, shape, labels, positions))
}

fn measure_rows<const N: usize>(
    values: &[f32],
    shape: Shape,
    labels: &Labels,
    positions: &[PackedPosition],
) -> Losses {
    let rows = Rows::<N>::new(values, shape);
    let mut losses = Losses::default();
    for packed in positions {
        let features = Features::of(packed, shape.buckets);
        let (views, logits) = rows.forward(&features);
        if let Some(removal) = Removal::choose(packed, &features) {
            let (.., without) = rows.without(&features, &views, removal.index);
            losses.values.add(removal, removal.sign * (logits - without));
        }
        let whole = rows.linear(packed, &features) / labels.scale + logits;
        let linear = f32::from(packed.linear()) / labels.scale;
        losses.whole.add(packed, labels.error(packed, sigmoid(whole)));
        losses.linear.add(packed, labels.error(packed, sigmoid(linear)));
    }
    losses
}

/// The network's output for a position, in logits.
pub fn output(values: &[f32], shape: Shape, packed: &PackedPosition) -> f32 {
    fn logits<const N: usize>(values: &[f32], shape: Shape, packed: &PackedPosition) -> f32 {
        Rows::<N>::new(values, shape).forward(&Features::of(packed, shape.buckets)).1
    }
    by_size!(shape.hidden, logits(values, shape, packed))
}
