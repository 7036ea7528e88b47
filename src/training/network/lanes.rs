//! A number for each neuron of a tile, and sums of them.
//!
//! The compiler splits sums into vectors of 256 bits even where there are wider ones.
//! Half as many loads and stores are a tenth of the time of a training.

/// The neurons of a tile.
pub const TILE: usize = 32;

/// A number for each neuron of a tile.
pub type TileRow = [f32; TILE];

/// Adds a row of weights to the sums of the first layer.
#[inline(always)]
pub fn add_weights(sums: &mut [i16; TILE], row: &[i16; TILE]) {
    #[cfg(target_feature = "avx512bw")]
    avx512::add_weights(sums, row);
    #[cfg(not(target_feature = "avx512bw"))]
    plain::add_weights(sums, row);
}

/// Adds a gradient to another one.
#[inline(always)]
pub fn add_gradient(sums: &mut TileRow, row: &TileRow) {
    #[cfg(target_feature = "avx512bw")]
    avx512::add_gradient(sums, row);
    #[cfg(not(target_feature = "avx512bw"))]
    plain::add_gradient(sums, row);
}

#[cfg(any(test, not(target_feature = "avx512bw")))]
mod plain {
    use super::{TILE, TileRow};

    #[inline(always)]
    pub fn add_weights(sums: &mut [i16; TILE], row: &[i16; TILE]) {
        sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.saturating_add(*weight));
    }

    #[inline(always)]
    pub fn add_gradient(sums: &mut TileRow, row: &TileRow) {
        sums.iter_mut().zip(row).for_each(|(sum, part)| *sum += part);
    }
}

#[cfg(target_feature = "avx512bw")]
mod avx512 {
    use super::{TILE, TileRow};
    use std::arch::x86_64::*;

    #[inline(always)]
    pub fn add_weights(sums: &mut [i16; TILE], row: &[i16; TILE]) {
        const { assert!(size_of::<[i16; TILE]>() == 64) };
        // SAFETY: the program is built for AVX-512, and the arrays have the 64 bytes
        // that are read and written without alignment.
        unsafe {
            let before = _mm512_loadu_epi16(sums.as_ptr());
            let after = _mm512_adds_epi16(before, _mm512_loadu_epi16(row.as_ptr()));
            _mm512_storeu_epi16(sums.as_mut_ptr(), after);
        }
    }

    #[inline(always)]
    pub fn add_gradient(sums: &mut TileRow, row: &TileRow) {
        for (sums, row) in sums.as_chunks_mut::<16>().0.iter_mut().zip(row.as_chunks::<16>().0) {
            // SAFETY: likewise, a chunk has 64 bytes.
            unsafe {
                let before = _mm512_loadu_ps(sums.as_ptr());
                let after = _mm512_add_ps(before, _mm512_loadu_ps(row.as_ptr()));
                _mm512_storeu_ps(sums.as_mut_ptr(), after);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_sums_are_those_of_the_plain_loops() {
        let weights = std::array::from_fn(|n| 1000 * n as i16 - 15_000);
        let mut sums = std::array::from_fn(|n| 900 * n as i16 + 2000);
        let mut expected = sums;
        add_weights(&mut sums, &weights);
        plain::add_weights(&mut expected, &weights);
        assert_eq!(sums, expected);
        assert_eq!((sums[0], sums[TILE - 1]), (-13_000, i16::MAX));

        let part: TileRow = std::array::from_fn(|n| 1.0 / (n as f32 - 7.5));
        let mut sums: TileRow = std::array::from_fn(|n| 0.1 * n as f32);
        let mut expected = sums;
        add_gradient(&mut sums, &part);
        plain::add_gradient(&mut expected, &part);
        assert_eq!(sums, expected);
        assert!(sums[20] > 2.0);
    }
}
