//! The loss over positions, and its gradient with respect to each parameter.
//!
//! Only the rows of active inputs are read, and only their rows of the gradient
//! are written. Loops run over arrays of constant length, so that the compiler
//! vectorises them. Sums run over fixed lanes in a fixed order, so every machine
//! computes the same bits.

use super::features::{Features, Labels, sigmoid};
use super::material::{PenaltyGradient, PieceValues, Removal};
use super::params::Shape;
use crate::engine::eval::FULL_SCALE;
use crate::training::data::packed::PackedPosition;

/// Lanes of a sum over neurons.
const LANES: usize = 16;

/// The numbers of neurons that can be trained. Each has its own machine code.
pub const SIZES: [usize; 7] = [16, 32, 64, 128, 256, 512, 1024];

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
    fn add(&mut self, packed: &PackedPosition, error: f32) {
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

/// The gradient and the loss of a part of a batch.
#[derive(Clone, PartialEq, Debug)]
pub struct Slice {
    /// The gradient of the mean loss with respect to each parameter.
    pub gradient: Vec<f32>,
    /// The loss without the penalty.
    pub loss: LossSums,
    /// What the network gives to the pieces.
    pub values: PieceValues,
}

impl Slice {
    /// For a network of this shape.
    pub fn new(shape: Shape) -> Slice {
        let values = PieceValues::default();
        Slice { gradient: vec![0.0; shape.parameters()], loss: LossSums::default(), values }
    }
}

/// The parameters of a network as rows.
struct Rows<'p, const N: usize> {
    first: &'p [[f32; N]],
    bias: &'p [f32; N],
    output: &'p [[f32; N]],
    output_bias: &'p [f32],
    factor: f32,
}

impl<'p, const N: usize> Rows<'p, N> {
    fn new(values: &'p [f32], shape: Shape) -> Rows<'p, N> {
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
    fn linear(&self, packed: &PackedPosition, features: &Features) -> f32 {
        f32::from(packed.linear()) + (self.factor - 1.0) * scaled_material(packed, features)
    }

    /// The first layer of a view, before it is clipped.
    #[inline(always)]
    fn accumulate(&self, inputs: &[u16]) -> [f32; N] {
        let mut sums = *self.bias;
        for &input in inputs {
            let row = &self.first[usize::from(input)];
            for neuron in 0..N {
                sums[neuron] += row[neuron];
            }
        }
        sums
    }

    /// Both views and the output in logits.
    #[inline(always)]
    fn forward(&self, features: &Features) -> ([[f32; N]; 2], f32) {
        let views = [self.accumulate(features.view(0)), self.accumulate(features.view(1))];
        let mut lanes = [0.0; LANES];
        for (view, sums) in views.iter().enumerate() {
            let weights = &self.output[2 * features.bucket + view];
            let weights = weights.as_chunks::<LANES>().0;
            for (sums, weights) in sums.as_chunks::<LANES>().0.iter().zip(weights) {
                for lane in 0..LANES {
                    let clipped = sums[lane].clamp(0.0, 1.0);
                    lanes[lane] += clipped * clipped * weights[lane];
                }
            }
        }
        (views, tree_sum(lanes) + self.output_bias[features.bucket])
    }
}

/// The share of material in the linear evaluation, in centipawns.
#[inline(always)]
fn scaled_material(packed: &PackedPosition, features: &Features) -> f32 {
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

/// Computes the gradient of the loss over some positions of a batch.
pub fn learn(
    values: &[f32],
    shape: Shape,
    terms: &LossTerms,
    positions: &[PackedPosition],
    slice: &mut Slice,
) {
    slice.gradient.fill(0.0);
    slice.loss = LossSums::default();
    slice.values = PieceValues::default();
    slice.values.positions = positions.len() as f64;
    by_size!(shape.hidden, learn_rows(values, shape, terms, positions, slice));
}

fn learn_rows<const N: usize>(
    values: &[f32],
    shape: Shape,
    terms: &LossTerms,
    positions: &[PackedPosition],
    slice: &mut Slice,
) {
    let rows = Rows::<N>::new(values, shape);
    let mut gradient = GradientRows::<N>::new(&mut slice.gradient, shape);
    for packed in positions {
        let features = Features::of(packed, shape.buckets);
        let (views, logits) = rows.forward(&features);
        let linear = rows.linear(packed, &features) / terms.labels.scale;
        let prediction = sigmoid(linear + logits);
        let error = terms.labels.error(packed, prediction);
        slice.loss.add(packed, error);
        let mut by_logits = 2.0 * error * prediction * (1.0 - prediction) / terms.batch;
        *gradient.factor += by_logits * scaled_material(packed, &features) / terms.labels.scale;

        if let Some(removal) = Removal::choose(packed, &features) {
            let without = features.without(removal.index, shape.buckets);
            let (views, logits_without) = rows.forward(&without);
            slice.values.add(removal, removal.sign * (logits - logits_without));
            let penalty = removal.sign * terms.penalty.at(removal) / terms.batch;
            by_logits += penalty;
            gradient.add(&rows, &without, &views, -penalty);
        }
        // A bound that holds teaches nothing.
        if by_logits != 0.0 {
            gradient.add(&rows, &features, &views, by_logits);
        }
    }
}

/// The gradient by the parameters of a network, as rows.
struct GradientRows<'g, const N: usize> {
    first: &'g mut [[f32; N]],
    bias: &'g mut [f32; N],
    output: &'g mut [[f32; N]],
    output_bias: &'g mut [f32],
    factor: &'g mut f32,
}

impl<'g, const N: usize> GradientRows<'g, N> {
    fn new(gradient: &'g mut [f32], shape: Shape) -> GradientRows<'g, N> {
        let (first, rest) = gradient.split_at_mut(shape.first().end);
        let (bias, rest) = rest.split_at_mut(N);
        let (output, rest) = rest.split_at_mut(shape.output().len());
        let (output_bias, factor) = rest.split_at_mut(shape.buckets);
        GradientRows {
            first: first.as_chunks_mut().0,
            bias: &mut bias.as_chunks_mut().0[0],
            output: output.as_chunks_mut().0,
            output_bias,
            factor: &mut factor[0],
        }
    }

    /// Adds the gradient of a position, from that by its output.
    #[inline(always)]
    fn add(
        &mut self,
        rows: &Rows<'_, N>,
        features: &Features,
        views: &[[f32; N]; 2],
        by_logits: f32,
    ) {
        self.output_bias[features.bucket] += by_logits;
        for (view, sums) in views.iter().enumerate() {
            let place = 2 * features.bucket + view;
            let weights = &rows.output[place];
            let by_weight = &mut self.output[place];
            let mut by_sum = [0.0; N];
            for neuron in 0..N {
                let clipped = sums[neuron].clamp(0.0, 1.0);
                by_weight[neuron] += by_logits * clipped * clipped;
                let inside = sums[neuron] > 0.0 && sums[neuron] < 1.0;
                let factor = if inside { 2.0 * clipped } else { 0.0 };
                by_sum[neuron] = by_logits * factor * weights[neuron];
                self.bias[neuron] += by_sum[neuron];
            }
            for &input in features.view(view) {
                let row = &mut self.first[usize::from(input)];
                for neuron in 0..N {
                    row[neuron] += by_sum[neuron];
                }
            }
        }
    }
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
        let (_, logits) = rows.forward(&features);
        if let Some(removal) = Removal::choose(packed, &features) {
            let (_, without) = rows.forward(&features.without(removal.index, shape.buckets));
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
