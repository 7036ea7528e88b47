//! The network in training: all parameters in one vector of `f32`.

use crate::engine::eval::network::format::{
    BUCKET_INPUTS, HIDDEN_STEP, INPUTS, MAX_BUCKETS, MAX_FIRST, MAX_HIDDEN, MAX_OUTPUT,
    NetworkFile, QA, QB,
};
use crate::support::random::RandomStream;
use std::ops::Range;

/// The initial weights of the first layer lie within this distance of zero.
const FIRST_REACH: f32 = 0.1;
/// The initial biases of the first layer, chosen so that no neuron is dead.
const FIRST_BIAS: f32 = 0.2;
/// The salt of these random numbers.
const OF_WEIGHTS: u64 = 21;
/// The number of steps in the range of a random weight.
const STEPS: usize = 1 << 24;

/// The size of a network, and the ranges of its layers in the vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Neurons of a view.
    pub hidden: usize,
    /// Output buckets.
    pub buckets: usize,
}

impl Shape {
    /// Whether a network file may have this size.
    pub const fn is_allowed(self) -> bool {
        let Shape { hidden, buckets } = self;
        hidden >= HIDDEN_STEP
            && hidden <= MAX_HIDDEN
            && hidden.is_multiple_of(HIDDEN_STEP)
            && buckets >= 1
            && buckets <= MAX_BUCKETS
    }

    /// Weights of the first layer, a row for each input.
    pub const fn first(self) -> Range<usize> {
        0..INPUTS * self.hidden
    }

    /// The number of weights of the first layer for a king bucket.
    pub const fn king_bucket(self) -> usize {
        BUCKET_INPUTS * self.hidden
    }

    /// Biases of the first layer.
    pub const fn first_bias(self) -> Range<usize> {
        let start = self.first().end;
        start..start + self.hidden
    }

    /// Output weights: for each bucket the own view, then the other.
    pub const fn output(self) -> Range<usize> {
        let start = self.first_bias().end;
        start..start + self.buckets * 2 * self.hidden
    }

    /// Output biases.
    pub const fn output_bias(self) -> Range<usize> {
        let start = self.output().end;
        start..start + self.buckets
    }

    /// The factor of material.
    pub const fn factor(self) -> usize {
        self.output_bias().end
    }

    /// The length of the vector of all parameters.
    pub const fn parameters(self) -> usize {
        self.factor() + 1
    }
}

/// The output buckets of a file cannot become those that are wanted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the network has {found} output buckets, which cannot become {wanted}")]
pub struct BucketsError {
    found: usize,
    wanted: usize,
}

/// The parameters of a network; its output is in logits.
#[derive(Clone, PartialEq, Debug)]
pub struct Params {
    /// The size of the network.
    pub shape: Shape,
    /// The parameters, layer after layer.
    pub values: Vec<f32>,
}

impl Params {
    /// An untrained network: random first weights, the same for all king buckets, an
    /// output of zero, a factor of 1.
    pub fn random(shape: Shape, seed: u64) -> Params {
        let mut random = RandomStream::new(seed, 0, OF_WEIGHTS);
        let mut values = vec![0.0; shape.parameters()];
        let (bucket, others) = values[shape.first()].split_at_mut(shape.king_bucket());
        for value in &mut *bucket {
            let unit = random.below(STEPS) as f32 / STEPS as f32;
            *value = (2.0 * unit - 1.0) * FIRST_REACH;
        }
        others.chunks_mut(bucket.len()).for_each(|other| other.copy_from_slice(bucket));
        values[shape.first_bias()].fill(FIRST_BIAS);
        values[shape.factor()] = 1.0;
        Params { shape, values }
    }

    /// The parameters of a file. Outputs are scaled to `scale` centipawns of the
    /// linear terms per logit. The bucket of a file with one is copied to all `buckets`.
    ///
    /// # Errors
    /// If the file has several buckets, but not that many.
    pub fn from_file(
        file: &NetworkFile,
        buckets: usize,
        scale: f32,
    ) -> Result<Params, BucketsError> {
        if file.buckets != buckets && file.buckets != 1 {
            return Err(BucketsError { found: file.buckets, wanted: buckets });
        }
        let shape = Shape { hidden: file.hidden, buckets };
        let mut values = vec![0.0; shape.parameters()];
        let [first, neuron, output] = [QA, QB, QA * QB].map(|unit| 1.0 / unit as f32);
        let rescale = file.linear_scale as f32 / scale;
        let copy = |to: &mut [f32], from: &mut dyn Iterator<Item = f32>| {
            to.iter_mut().zip(from).for_each(|(to, from)| *to = from);
        };
        let whole = |weights: &[i16], unit: f32| -> Vec<f32> {
            weights.iter().map(|&weight| f32::from(weight) * unit).collect()
        };
        copy(&mut values[shape.first()], &mut whole(&file.first, first).into_iter());
        copy(&mut values[shape.first_bias()], &mut whole(&file.first_bias, first).into_iter());
        let weights = whole(&file.output, neuron * rescale);
        copy(&mut values[shape.output()], &mut weights.into_iter().cycle());
        let biases = file.output_bias.iter().map(|&bias| bias as f32 * output * rescale);
        copy(&mut values[shape.output_bias()], &mut biases.cycle());
        values[shape.factor()] = file.linear_scale as f32 / file.scale as f32;
        Ok(Params { shape, values })
    }

    /// The network as integers, rounded to the nearest. `scale` are the centipawns
    /// of the linear terms per logit. Material counts in full in the file's
    /// centipawns, so a logit has fewer of them the greater the factor is.
    pub fn to_file(&self, scale: i32, provenance: String) -> NetworkFile {
        let shape = self.shape;
        let whole = |range: Range<usize>, unit: i32, most: i16| -> Vec<i16> {
            let most = f32::from(most);
            let integer = |&value: &f32| (value * unit as f32).round().clamp(-most, most) as i16;
            self.values[range].iter().map(integer).collect()
        };
        let bias = |&value: &f32| (f64::from(value) * f64::from(QA * QB)).round() as i32;
        NetworkFile {
            hidden: shape.hidden,
            buckets: shape.buckets,
            scale: (scale as f32 / self.values[shape.factor()]).round() as i32,
            linear_scale: scale,
            provenance,
            first: whole(shape.first(), QA, MAX_FIRST),
            first_bias: whole(shape.first_bias(), QA, i16::MAX),
            output: whole(shape.output(), QB, MAX_OUTPUT),
            output_bias: self.values[shape.output_bias()].iter().map(bias).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_become_the_same_integers() {
        let shape = Shape { hidden: 16, buckets: 2 };
        let mut params = Params::random(shape, 3);
        params.values[shape.output()].iter_mut().zip(-32_i16..).for_each(|(value, number)| {
            *value = f32::from(number) / 32.0;
        });
        params.values[shape.output_bias()].copy_from_slice(&[0.5, -0.25]);
        let file = params.to_file(110, "x".to_string());
        assert_eq!(file.check(), Ok(()));
        let back = Params::from_file(&file, 2, 110.0).unwrap();
        assert_eq!(back.to_file(110, "x".to_string()), file);
        let half = Params::from_file(&file, 2, 220.0).unwrap();
        assert_eq!(half.values[shape.output_bias()], [0.25, -0.125]);
        assert!(Params::from_file(&file, 4, 110.0).is_err());
    }

    #[test]
    fn one_bucket_fills_several() {
        let one = Params::random(Shape { hidden: 16, buckets: 1 }, 3);
        let file = one.to_file(110, String::new());
        let two = Params::from_file(&file, 2, 110.0).unwrap().to_file(110, String::new());
        assert_eq!(two.output, [&file.output[..], &file.output].concat());
        assert_eq!(two.first, file.first);
    }
}
