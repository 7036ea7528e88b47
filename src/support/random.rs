//! Reproducible random numbers.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// A stream of random numbers that is the same on every machine and with every
/// version of `rand`: the output of the cipher ChaCha8, whose values `rand`
/// guarantees. `rand` does not guarantee the values of its ranges and shuffles,
/// so this type has its own.
pub struct RandomStream(ChaCha8Rng);

impl RandomStream {
    /// The stream of a seed. Each `index` and each `salt` has its own.
    pub fn new(seed: u64, index: u64, salt: u64) -> RandomStream {
        let mut key = [0; 32];
        for (part, number) in key.chunks_exact_mut(8).zip([seed, index, salt]) {
            part.copy_from_slice(&number.to_le_bytes());
        }
        RandomStream(ChaCha8Rng::from_seed(key))
    }

    /// A number below `end`, which is not zero. Some numbers are rarer than
    /// others by one part in 2⁶⁴ / `end` (the multiplication of D. Lemire,
    /// without his rejection step).
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.0.next_u64()) * end as u128) >> 64) as usize
    }

    /// Shuffles a slice, by the algorithm of R. Fisher and F. Yates from the
    /// end.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (2..=items.len()).rev() {
            let chosen = self.below(end);
            items.swap(end - 1, chosen);
        }
    }
}
