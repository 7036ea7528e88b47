//! Reproducible random numbers.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// A stream of random numbers that is the same on every machine and in every
/// version of the program: the output of the ChaCha cipher with eight rounds.
/// No distribution of the `rand` crate is used, because those may change.
pub struct RandomStream(ChaCha8Rng);

impl RandomStream {
    /// The stream of a seed, an index and a salt. Different arguments lead to
    /// independent streams.
    pub fn new(seed: u64, index: u64, salt: u64) -> RandomStream {
        let mut key = [0; 32];
        for (part, number) in key.chunks_exact_mut(8).zip([seed, index, salt]) {
            part.copy_from_slice(&number.to_le_bytes());
        }
        RandomStream(ChaCha8Rng::from_seed(key))
    }

    /// A random number from 0 to `end` - 1; `end` is not zero. The bias is at
    /// most one part in 2⁶⁴ / `end`.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.0.next_u64()) * end as u128) >> 64) as usize
    }

    /// Shuffles a slice, with the method of R. Fisher and F. Yates.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (2..=items.len()).rev() {
            let chosen = self.below(end);
            items.swap(end - 1, chosen);
        }
    }
}
