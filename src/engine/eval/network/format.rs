//! The file of a network, and what its numbers mean.
//!
//! A network sees the board twice, once for each side. A view has 768 inputs for
//! each of four king buckets: own or other pieces × six kinds × 64 squares. The
//! bucket is that of the square of the own king. Ranks are flipped in Black's
//! view, and files are mirrored while the king of the view stands on e–h.
//! Both views share one first layer of N neurons. Its values are clipped to
//! 0…1 and squared (SCReLU), and one output per bucket weighs the 2N results,
//! those of the side to move first. The result is a residual in units of
//! 1/scale logits: it is added to material and linear terms.
//!
//! In training, material has a factor of its own. In the file's evaluation that
//! factor is 1, so network and linear terms are divided by the factor of the
//! training. The network's output is divided already, since it counts in
//! centipawns by the scale. The linear terms have the scale that the training
//! had: they count scale / linear scale times.
//!
//! # The format, version 2
//!
//! All numbers are little-endian.
//!
//! | bytes | |
//! |---|---|
//! | 8 | the letters `STAUNNET` |
//! | 4 | the version, 2 |
//! | 4 | I, the inputs of a view: 3072, or 768 for all king buckets alike |
//! | 4 | N, the neurons of a view: a multiple of 16, at most 1024 |
//! | 4 | B, the output buckets: 1 to 8; a position with p pieces, kings counted, uses bucket (min(p, 32) − 1) · B / 32 |
//! | 4 | 255: the first layer's unit, [`QA`] |
//! | 4 | 64: the output layer's unit, [`QB`] |
//! | 4 | the scale: centipawns per logit |
//! | 4 | the linear scale: centipawns of the linear terms per logit, from half to twice the scale |
//! | 8 | a checksum of all other bytes (FNV-1a, 64 bits) |
//! | 4 | the length of the provenance in bytes |
//! | … | the provenance: UTF-8, several lines |
//! | 2 · I · N | weights of the first layer, one row of N for each input |
//! | 2 · N | its biases |
//! | 2 · B · 2 · N | output weights: for each bucket the own view, then the other |
//! | 4 · B | output biases, in units of 1 / (255 · 64) |
//!
//! Version 1 has no linear scale, which is the scale, and a checksum of what
//! follows it.

// The build script compiles this file too, so it imports nothing else.
use super::error::NetworkError;

/// How a file begins.
pub const MAGIC: [u8; 8] = *b"STAUNNET";
/// The version that is written.
pub const VERSION: u32 = 2;
/// The version before it, which is read too.
const ONE_SCALE: u32 = 1;
/// King buckets of one view.
pub const KING_BUCKETS: usize = 4;
/// Inputs of a king bucket: own and other pieces, six kinds, 64 squares.
pub const BUCKET_INPUTS: usize = 768;
/// Inputs of a king bucket for the pieces of one side.
pub const SIDE_INPUTS: usize = BUCKET_INPUTS / 2;
/// Inputs of one view.
pub const INPUTS: usize = KING_BUCKETS * BUCKET_INPUTS;
/// The integer that stands for 1.0 in a neuron.
pub const QA: i32 = 255;
/// The integer that stands for an output weight of 1.0.
pub const QB: i32 = 64;
/// The neurons of a view are a multiple of this, so that vectors fit.
pub const HIDDEN_STEP: usize = 16;
/// The most neurons of a view.
pub const MAX_HIDDEN: usize = 1024;
/// The most output buckets.
pub const MAX_BUCKETS: usize = 8;
/// The greatest weight of the first layer, 1.98: with the greatest bias 34 of
/// them fit into an `i16`, and so do the inputs of all pieces of a game.
pub const MAX_FIRST: i16 = 505;
/// The greatest bias of the first layer.
pub const MAX_FIRST_BIAS: i16 = i16::MAX - 34 * MAX_FIRST;
/// The greatest output weight: 255 times it fits into an `i16`.
pub const MAX_OUTPUT: i16 = 127;
/// The greatest scale, in centipawns per logit.
pub const MAX_SCALE: u32 = 1000;

/// The pieces of the starting position. Positions with more belong to the last
/// bucket.
const START_PIECES: usize = 32;
/// The greatest ratio between scale and linear scale.
const MAX_FACTOR: u32 = 2;

/// The output bucket of a position with this number of pieces, kings counted.
#[inline]
pub const fn output_bucket(pieces: usize, buckets: usize) -> usize {
    let pieces = if pieces < START_PIECES { pieces } else { START_PIECES };
    (pieces - 1) * buckets / START_PIECES
}

/// A network as a file holds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkFile {
    /// N, the neurons of a view.
    pub hidden: usize,
    /// B, the output buckets.
    pub buckets: usize,
    /// Centipawns per logit.
    pub scale: i32,
    /// Centipawns of the linear terms per logit.
    pub linear_scale: i32,
    /// What it was learned from, in several lines.
    pub provenance: String,
    /// Weights of the first layer, \[3072\]\[N\], in units of 1/255.
    pub first: Vec<i16>,
    /// Biases of the first layer, \[N\], in units of 1/255.
    pub first_bias: Vec<i16>,
    /// Output weights, \[B\]\[2\]\[N\], own view first, in units of 1/64.
    pub output: Vec<i16>,
    /// Output biases, \[B\], in units of 1/(255 · 64).
    pub output_bias: Vec<i32>,
}

impl NetworkFile {
    /// A network of zeros, which adds nothing to any position.
    pub fn zero(hidden: usize, buckets: usize, scale: i32) -> NetworkFile {
        NetworkFile {
            hidden,
            buckets,
            scale,
            linear_scale: scale,
            provenance: String::new(),
            first: vec![0; INPUTS * hidden],
            first_bias: vec![0; hidden],
            output: vec![0; buckets * 2 * hidden],
            output_bias: vec![0; buckets],
        }
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are not one whole, sound network that fits this program.
    pub fn read(bytes: &[u8]) -> Result<NetworkFile, NetworkError> {
        if !bytes.starts_with(&MAGIC) {
            let is_start = !bytes.is_empty() && MAGIC.starts_with(bytes);
            let short = NetworkError::Truncated { found: bytes.len(), wanted: None };
            return Err(if is_start { short } else { NetworkError::Magic });
        }
        let mut reader = ByteReader { bytes, at: MAGIC.len() };
        let version = reader.u32()?;
        if ![VERSION, ONE_SCALE].contains(&version) {
            return Err(NetworkError::Version(version));
        }
        let Sizes { inputs, hidden, buckets, scale, linear_scale } = sizes(&mut reader, version)?;
        let header = if version == ONE_SCALE { &[] } else { &bytes[..reader.at] };
        let checksum = u64::from_le_bytes(reader.array()?);
        let body = reader.at;
        let provenance = reader.u32()? as usize;

        let mut network = NetworkFile::zero(hidden, buckets, scale);
        network.linear_scale = linear_scale;
        network.first.truncate(inputs * hidden);
        let wanted = body.saturating_add(4 + network.weight_bytes()).saturating_add(provenance);
        if bytes.len() < wanted {
            return Err(NetworkError::Truncated { found: bytes.len(), wanted: Some(wanted) });
        }
        if bytes.len() > wanted {
            return Err(NetworkError::Trailing(bytes.len() - wanted));
        }
        if checksum_of(header, &bytes[body..]) != checksum {
            return Err(NetworkError::Checksum);
        }
        let text = reader.take(provenance)?.to_vec();
        network.provenance = String::from_utf8(text).map_err(|_| NetworkError::Provenance)?;
        for weights in [&mut network.first, &mut network.first_bias, &mut network.output] {
            for weight in weights {
                *weight = i16::from_le_bytes(reader.array()?);
            }
        }
        for bias in &mut network.output_bias {
            *bias = i32::from_le_bytes(reader.array()?);
        }
        network.first = network.first.repeat(INPUTS / inputs);
        network.check()?;
        Ok(network)
    }

    /// The file as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(4 + self.provenance.len() + self.weight_bytes());
        body.extend((self.provenance.len() as u32).to_le_bytes());
        body.extend(self.provenance.bytes());
        for weights in [&self.first, &self.first_bias, &self.output] {
            body.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        body.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));

        let mut bytes = MAGIC.to_vec();
        let [hidden, buckets] = [self.hidden as u32, self.buckets as u32];
        let scales = [self.scale as u32, self.linear_scale as u32];
        for number in [VERSION, INPUTS as u32, hidden, buckets, QA as u32, QB as u32]
            .into_iter()
            .chain(scales)
        {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(checksum_of(&bytes, &body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The length of all weights in a file, in bytes.
    fn weight_bytes(&self) -> usize {
        2 * (self.first.len() + self.first_bias.len() + self.output.len())
            + 4 * self.output_bias.len()
    }

    /// Checks that no sum of inference can overflow: an accumulator fits into
    /// an `i16`, a neuron times its weight as well, and the output times the
    /// scale into an `i32`.
    ///
    /// # Errors
    /// If a weight or a sum of weights is too great.
    pub fn check(&self) -> Result<(), NetworkError> {
        let bounded = |part, weights: &[i16], most: i16| {
            let found = weights.iter().map(|&weight| i64::from(weight).abs()).max().unwrap_or(0);
            let most = i64::from(most);
            if found <= most { Ok(()) } else { Err(NetworkError::Weight { part, found, most }) }
        };
        bounded("first weights", &self.first, MAX_FIRST)?;
        bounded("first biases", &self.first_bias, MAX_FIRST_BIAS)?;
        bounded("output weights", &self.output, MAX_OUTPUT)?;
        self.check_accumulators()?;
        for (weights, &bias) in self.output.chunks_exact(2 * self.hidden).zip(&self.output_bias) {
            let sum = |sign: i64| -> i64 {
                weights.iter().map(|&weight| (sign * i64::from(weight)).max(0)).sum()
            };
            let sum = sum(1).max(sum(-1)) * i64::from(QA * QA);
            let most = i64::from(i32::MAX);
            if sum > most {
                return Err(NetworkError::Weight { part: "sums of a bucket", found: sum, most });
            }
            let found = (sum / i64::from(QA) + i64::from(bias).abs()) * i64::from(self.scale);
            if found > most {
                return Err(NetworkError::Weight { part: "scaled outputs", found, most });
            }
        }
        Ok(())
    }
}

impl NetworkFile {
    /// Checks that an accumulator fits into an `i16` on any board, however full:
    /// each square has at most one piece, so that the greatest weights of all
    /// squares together are the most that a neuron can receive. Sums within an
    /// update may go beyond and come back, since they wrap.
    fn check_accumulators(&self) -> Result<(), NetworkError> {
        const SQUARES: usize = 64;
        for bucket in self.first.chunks_exact(BUCKET_INPUTS * self.hidden) {
            let mut sums: Vec<i64> =
                self.first_bias.iter().map(|&bias| i64::from(bias).abs()).collect();
            for square in 0..SQUARES {
                for (neuron, sum) in sums.iter_mut().enumerate() {
                    let inputs = (square..BUCKET_INPUTS).step_by(SQUARES);
                    let weights = inputs.map(|input| bucket[input * self.hidden + neuron]);
                    *sum += weights.map(|weight| i64::from(weight).abs()).max().unwrap_or(0);
                }
            }
            let (found, most) = (sums.into_iter().max().unwrap_or(0), i64::from(i16::MAX));
            if found > most {
                return Err(NetworkError::Weight {
                    part: "first weights of all squares",
                    found,
                    most,
                });
            }
        }
        Ok(())
    }
}

/// The numbers of a header.
struct Sizes {
    inputs: usize,
    hidden: usize,
    buckets: usize,
    scale: i32,
    linear_scale: i32,
}

fn sizes(reader: &mut ByteReader<'_>, version: u32) -> Result<Sizes, NetworkError> {
    let mut number = |what, wanted, accept: &dyn Fn(u32) -> bool| {
        let found = reader.u32()?;
        if accept(found) { Ok(found) } else { Err(NetworkError::Size { what, found, wanted }) }
    };
    let inputs = number("number of inputs", "3072 or 768", &|found| {
        [INPUTS, BUCKET_INPUTS].contains(&(found as usize))
    })?;
    let hidden = number("number of neurons", "a multiple of 16 from 16 to 1024", &|found| {
        let found = found as usize;
        (HIDDEN_STEP..=MAX_HIDDEN).contains(&found) && found.is_multiple_of(HIDDEN_STEP)
    })?;
    let buckets = number("number of output buckets", "1 to 8", &|found| {
        (1..=MAX_BUCKETS).contains(&(found as usize))
    })?;
    number("unit of the first layer", "255", &|found| found == QA as u32)?;
    number("unit of the output layer", "64", &|found| found == QB as u32)?;
    let scale = number("scale", "1 to 1000", &|found| (1..=MAX_SCALE).contains(&found))?;
    let linear_scale = if version == ONE_SCALE {
        scale
    } else {
        number("linear scale", "half to twice its scale", &|found| {
            (scale.div_ceil(MAX_FACTOR)..=scale * MAX_FACTOR).contains(&found)
        })?
    };
    let [inputs, hidden, buckets] = [inputs, hidden, buckets].map(|number| number as usize);
    let [scale, linear_scale] = [scale, linear_scale].map(|scale| scale as i32);
    Ok(Sizes { inputs, hidden, buckets, scale, linear_scale })
}

/// The checksum of G. Fowler, L. Noll and K. Vo, 64 bits.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    checksum_of(&[], bytes)
}

/// The checksum of two parts of a file, as if they followed one another.
fn checksum_of(header: &[u8], body: &[u8]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let bytes = header.iter().chain(body);
    bytes.fold(BASIS, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// Takes numbers from bytes.
struct ByteReader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> ByteReader<'b> {
    fn take(&mut self, length: usize) -> Result<&'b [u8], NetworkError> {
        let end = self.at.checked_add(length);
        let taken = end.and_then(|end| self.bytes.get(self.at..end));
        let short = NetworkError::Truncated { found: self.bytes.len(), wanted: None };
        self.at += length;
        taken.ok_or(short)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], NetworkError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn u32(&mut self) -> Result<u32, NetworkError> {
        Ok(u32::from_le_bytes(self.array()?))
    }
}

#[cfg(test)]
mod tests;
