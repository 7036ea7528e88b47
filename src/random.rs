//! Chance that can be repeated.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// Random numbers that are the same on every machine and in every version:
/// the cipher ChaCha with eight rounds, and no more than it between the seed
/// and the choice.
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The numbers of a seed; each `index` and each `salt` has its own.
    pub fn new(seed: u64, index: u64, salt: u64) -> Stream {
        let mut key = [0; 32];
        for (part, number) in key.chunks_exact_mut(8).zip([seed, index, salt]) {
            part.copy_from_slice(&number.to_le_bytes());
        }
        Stream(ChaCha8Rng::from_seed(key))
    }

    /// A number below `end`, which is not zero. The largest are rarer by one
    /// part in 2⁶⁴ / `end`.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.0.next_u64()) * end as u128) >> 64) as usize
    }

    /// Puts things in random order: R. Fisher and F. Yates, from the end.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for end in (2..=things.len()).rev() {
            let chosen = self.below(end);
            things.swap(end - 1, chosen);
        }
    }
}
