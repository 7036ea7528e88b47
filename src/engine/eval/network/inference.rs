//! Inference in integers: the first layer kept up to date from move to move,
//! the output computed at each evaluation.
//!
//! The loops run over arrays of fixed size, which the compiler turns into the
//! widest vectors of the processor it builds for. Sums of integers do not
//! depend on their order, so every build computes the same.

use super::NetworkError;
use super::format::{self, NetworkFile, QA, QB};
use super::inputs::{Perspective, ROWS, input_of_row};
use crate::chess::board::Position;
use crate::chess::types::Color;
use crate::engine::eval::delta::{DeltaKind, PieceDelta, PieceSquare};
use crate::engine::eval::material::FACTOR_UNIT;
use once_cell::sync::Lazy;
use std::fmt;
use std::sync::Arc;

include!(concat!(env!("OUT_DIR"), "/network_size.rs"));

/// One value for each neuron of a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Neurons([i16; HIDDEN]);

impl Neurons {
    const ZERO: Neurons = Neurons([0; HIDDEN]);

    fn from_slice(values: &[i16]) -> Neurons {
        let mut neurons = Neurons::ZERO;
        neurons.0.copy_from_slice(values);
        neurons
    }

    /// Adds a row of weights. Nothing overflows: see [`NetworkFile::check`].
    #[inline(always)]
    fn add(&mut self, row: &Neurons) {
        for (value, weight) in self.0.iter_mut().zip(&row.0) {
            *value = value.wrapping_add(*weight);
        }
    }

    /// Takes the values of `before` with some rows subtracted and others added,
    /// in one pass.
    #[inline(always)]
    fn follow<const TAKEN: usize, const PUT: usize>(
        &mut self,
        before: &Neurons,
        taken: [&Neurons; TAKEN],
        put: [&Neurons; PUT],
    ) {
        for neuron in 0..HIDDEN {
            let mut value = before.0[neuron];
            taken.iter().for_each(|row| value = value.wrapping_sub(row.0[neuron]));
            put.iter().for_each(|row| value = value.wrapping_add(row.0[neuron]));
            self.0[neuron] = value;
        }
    }
}

/// The first layer's sums of a position, for White's view and for Black's.
pub type Accumulator = [Neurons; Color::COUNT];

/// An accumulator that nothing has been computed for.
pub const EMPTY: Accumulator = [Neurons::ZERO; Color::COUNT];

/// A network, ready to run.
pub struct Network {
    /// The weights of the inputs: see [`Perspective::row`].
    first: Box<[Neurons; ROWS]>,
    first_bias: Neurons,
    /// For each output bucket the weights of the own view, then of the other.
    output: Vec<[Neurons; 2]>,
    output_bias: Vec<i32>,
    /// Centipawns per logit.
    scale: i32,
    linear_factor: i32,
    provenance: String,
}

static BUILT_IN: Lazy<Arc<Network>> = Lazy::new(|| {
    let bytes = include_bytes!(concat!(env!("OUT_DIR"), "/network.net"));
    let network = Network::read(bytes).expect("the build script has checked the network");
    Arc::new(network)
});

impl Network {
    /// The network that is compiled into the program.
    pub fn built_in() -> &'static Arc<Network> {
        &BUILT_IN
    }

    /// Reads the bytes of a network file.
    ///
    /// # Errors
    /// If they are not a sound network of [`HIDDEN`] neurons a view.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        Network::new(NetworkFile::read(bytes)?)
    }

    /// Lays a network out for inference.
    ///
    /// # Errors
    /// If it does not have [`HIDDEN`] neurons a view.
    pub fn new(file: NetworkFile) -> Result<Network, NetworkError> {
        if file.hidden != HIDDEN {
            return Err(NetworkError::Hidden { found: file.hidden, wanted: HIDDEN });
        }
        let mut first = vec![Neurons::ZERO; ROWS];
        for (row, weights) in first.iter_mut().enumerate() {
            if let Some(input) = input_of_row(row) {
                *weights = Neurons::from_slice(&file.first[input * HIDDEN..][..HIDDEN]);
            }
        }
        let rows: Vec<Neurons> =
            file.output.chunks_exact(HIDDEN).map(Neurons::from_slice).collect();
        Ok(Network {
            first: first.into_boxed_slice().try_into().expect("the length is that of the array"),
            first_bias: Neurons::from_slice(&file.first_bias),
            output: rows.chunks_exact(2).map(|views| [views[0], views[1]]).collect(),
            output_bias: file.output_bias,
            scale: file.scale,
            linear_factor: (file.scale * FACTOR_UNIT + file.linear_scale / 2) / file.linear_scale,
            provenance: file.provenance,
        })
    }

    /// What it was learned from, in several lines.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// How often the linear terms count beside this network, in parts of
    /// [`FACTOR_UNIT`].
    #[inline(always)]
    pub fn linear_factor(&self) -> i32 {
        self.linear_factor
    }

    /// What the network adds to a position for the side to move, computed
    /// from scratch, in centipawns.
    pub fn evaluate(&self, position: &Position) -> i32 {
        let views = Color::ALL.map(|view| {
            let mut neurons = Neurons::ZERO;
            self.refresh(&mut neurons, position, view);
            neurons
        });
        self.output(position, &views)
    }

    /// Computes a view of a position from scratch.
    pub fn refresh(&self, neurons: &mut Neurons, position: &Position, view: Color) {
        let perspective = Perspective::of(view, position.king(view));
        let mut sum = self.first_bias;
        for square in position.occupied() {
            if let Some(piece) = position.on(square) {
                sum.add(self.row(perspective, (piece, square)));
            }
        }
        *neurons = sum;
    }

    /// Computes a view after a move from the view before it. The perspective must
    /// be the same before and after.
    #[inline(always)]
    pub fn update(
        &self,
        after: &mut Neurons,
        before: &Neurons,
        perspective: Perspective,
        delta: &PieceDelta,
    ) {
        let row = |at: PieceSquare| self.row(perspective, at);
        let ([from, captured], [to, _]) = (delta.taken, delta.put);
        match delta.kind() {
            DeltaKind::Move => after.follow(before, [row(from)], [row(to)]),
            DeltaKind::Capture => after.follow(before, [row(from), row(captured)], [row(to)]),
            DeltaKind::Castle => after.follow(before, delta.taken.map(row), delta.put.map(row)),
        }
    }

    #[inline(always)]
    fn row(&self, perspective: Perspective, (piece, square): PieceSquare) -> &Neurons {
        &self.first[perspective.row(piece, square) % ROWS]
    }

    /// The output for the side to move, in centipawns.
    #[inline]
    pub fn output(&self, position: &Position, views: &Accumulator) -> i32 {
        let us = position.side_to_move();
        let pieces = position.occupied().count() as usize;
        let bucket = format::output_bucket(pieces, self.output.len());
        let [own, other] = &self.output[bucket];
        let sum = squared_sum(&views[us.index()], own) + squared_sum(&views[(!us).index()], other);
        (sum / QA + self.output_bias[bucket]) * self.scale / (QA * QB)
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").field("provenance", &self.provenance).finish_non_exhaustive()
    }
}

/// Σ clamp(neuron)² · weight. A clipped neuron times a weight fits into an
/// `i16`, so that one multiply-and-add instruction does the rest (an idea of
/// the engine Lizard).
#[inline(always)]
fn squared_sum(neurons: &Neurons, weights: &Neurons) -> i32 {
    #[cfg(target_feature = "avx2")]
    let sum = avx2::squared_sum(&neurons.0, &weights.0);
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
    let sum = sse2::squared_sum(&neurons.0, &weights.0);
    #[cfg(target_feature = "simd128")]
    let sum = simd128::squared_sum(&neurons.0, &weights.0);
    #[cfg(not(any(target_arch = "x86_64", target_feature = "simd128")))]
    let sum = plain_squared_sum(&neurons.0, &weights.0);
    sum
}

/// The same for any processor.
#[inline(always)]
#[cfg_attr(any(target_arch = "x86_64", target_feature = "simd128"), cfg(test))]
fn plain_squared_sum(neurons: &[i16], weights: &[i16]) -> i32 {
    let mut sum = 0_i32;
    for (&neuron, &weight) in neurons.iter().zip(weights) {
        let clipped = neuron.clamp(0, QA as i16);
        sum = sum.wrapping_add(i32::from(clipped) * i32::from(clipped.wrapping_mul(weight)));
    }
    sum
}

/// Vectors of 256 bits. The compiler turns the plain loop into vectors of 128
/// bits even where there are wider ones.
#[cfg(target_feature = "avx2")]
mod avx2 {
    use super::QA;
    use std::arch::x86_64::*;

    /// Numbers of 16 bits in a vector.
    const LANES: usize = 16;

    /// What `plain_squared_sum` computes, for a multiple of 16 neurons.
    #[inline(always)]
    pub fn squared_sum(neurons: &[i16], weights: &[i16]) -> i32 {
        let (neurons, rest) = neurons.as_chunks::<LANES>();
        let weights = weights.as_chunks::<LANES>().0;
        debug_assert!(rest.is_empty() && neurons.len() == weights.len());
        // SAFETY: the program is built for AVX2, and an array of a chunk has the
        // 32 bytes that a load without alignment reads.
        unsafe {
            let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA as i16));
            let mut sums = zero;
            for (neurons, weights) in neurons.iter().zip(weights) {
                let neurons = _mm256_loadu_si256(neurons.as_ptr().cast());
                let weights = _mm256_loadu_si256(weights.as_ptr().cast());
                let clipped = _mm256_min_epi16(_mm256_max_epi16(neurons, zero), one);
                let products = _mm256_mullo_epi16(clipped, weights);
                sums = _mm256_add_epi32(sums, _mm256_madd_epi16(clipped, products));
            }
            let (low, high) = (_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
            let sums = _mm_add_epi32(low, high);
            let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b1110>(sums));
            let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b01>(sums));
            _mm_cvtsi128_si32(sums)
        }
    }
}

/// Vectors of 128 bits, which every x86-64 has. The compiler turns the plain loop into
/// vectors too, but widens before it multiplies.
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
mod sse2 {
    use super::QA;
    use std::arch::x86_64::*;

    /// Numbers of 16 bits in a vector.
    const LANES: usize = 8;

    /// What `plain_squared_sum` computes, for a multiple of 8 neurons.
    #[inline(always)]
    pub fn squared_sum(neurons: &[i16], weights: &[i16]) -> i32 {
        let (neurons, rest) = neurons.as_chunks::<LANES>();
        let weights = weights.as_chunks::<LANES>().0;
        debug_assert!(rest.is_empty() && neurons.len() == weights.len());
        // SAFETY: every x86-64 has SSE2, and an array of a chunk has the 16 bytes
        // that a load without alignment reads.
        unsafe {
            let (zero, one) = (_mm_setzero_si128(), _mm_set1_epi16(QA as i16));
            let mut sums = zero;
            for (neurons, weights) in neurons.iter().zip(weights) {
                let neurons = _mm_loadu_si128(neurons.as_ptr().cast());
                let weights = _mm_loadu_si128(weights.as_ptr().cast());
                let clipped = _mm_min_epi16(_mm_max_epi16(neurons, zero), one);
                let products = _mm_mullo_epi16(clipped, weights);
                sums = _mm_add_epi32(sums, _mm_madd_epi16(clipped, products));
            }
            let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b1110>(sums));
            let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b01>(sums));
            _mm_cvtsi128_si32(sums)
        }
    }
}

/// Vectors of WebAssembly, of 128 bits. The compiler turns the plain loop into
/// vectors too, but widens before it multiplies.
#[cfg(target_feature = "simd128")]
mod simd128 {
    use super::QA;
    use std::arch::wasm32::*;

    /// Numbers of 16 bits in a vector.
    const LANES: usize = 8;

    /// What `plain_squared_sum` computes, for a multiple of 8 neurons.
    #[inline(always)]
    pub fn squared_sum(neurons: &[i16], weights: &[i16]) -> i32 {
        let (neurons, rest) = neurons.as_chunks::<LANES>();
        let weights = weights.as_chunks::<LANES>().0;
        debug_assert!(rest.is_empty() && neurons.len() == weights.len());
        let (zero, one) = (i16x8_splat(0), i16x8_splat(QA as i16));
        let mut sums = zero;
        for (neurons, weights) in neurons.iter().zip(weights) {
            // SAFETY: an array of a chunk has the 16 bytes that a load reads, at
            // any alignment.
            let (neurons, weights) =
                unsafe { (v128_load(neurons.as_ptr().cast()), v128_load(weights.as_ptr().cast())) };
            let clipped = i16x8_min(i16x8_max(neurons, zero), one);
            let products = i16x8_mul(clipped, weights);
            sums = i32x4_add(sums, i32x4_dot_i16x8(clipped, products));
        }
        let sums = i32x4_add(sums, i32x4_shuffle::<2, 3, 0, 1>(sums, sums));
        let sums = i32x4_add(sums, i32x4_shuffle::<1, 0, 3, 2>(sums, sums));
        i32x4_extract_lane::<0>(sums)
    }
}

#[cfg(test)]
mod vector_tests {
    use super::*;
    use crate::support::random::RandomStream;

    #[test]
    fn vectors_sum_what_the_plain_loop_sums() {
        let mut random = RandomStream::new(5, 0, 0);
        for _ in 0..10_000 {
            let mut numbers = |most: usize| -> Vec<i16> {
                (0..HIDDEN)
                    .map(|_| (random.below(2 * most + 1) as i32 - most as i32) as i16)
                    .collect()
            };
            let (neurons, weights) = (numbers(32_000), numbers(127));
            let sum = squared_sum(&Neurons::from_slice(&neurons), &Neurons::from_slice(&weights));
            assert_eq!(sum, plain_squared_sum(&neurons, &weights));
        }
    }
}
