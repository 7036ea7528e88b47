//! The search for magic numbers.
//!
//! Masking the occupied squares with a slider's relevant squares leaves a few
//! scattered bits. A good odd-looking factor moves those bits, by one
//! multiplication, to the top of the word, where a shift makes an index of
//! them. No formula gives such a factor; but sparse random numbers are tried
//! until one sends no two occupancies with different attacks to the same
//! index. The technique is Lasse Hansen's and Pradu Kannan's (2006).

use super::walk;
use crate::types::Square;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// The seed from which the numbers in the source were found.
pub const SEED: u64 = 1849;

/// Finds the 64 magic numbers of each slider, rook first, in the order of the
/// squares. The same seed gives the same numbers on every machine.
pub fn find(seed: u64) -> ([u64; 64], [u64; 64]) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut all = |steps| Square::ALL.map(|square| find_one(&mut random, steps, square as u8));
    let rooks = all(&walk::ROOK);
    let bishops = all(&walk::BISHOP);
    (rooks, bishops)
}

fn find_one(random: &mut ChaCha8Rng, steps: &[(i8, i8); 4], square: u8) -> u64 {
    let mask = walk::relevant(steps, square);
    let bits = mask.count_ones();

    let mut cases = Vec::with_capacity(1 << bits);
    let mut subset = 0;
    loop {
        cases.push((subset, walk::attacks(steps, square, subset)));
        subset = walk::next_subset(subset, mask);
        if subset == 0 {
            break;
        }
    }

    // A slot belongs to the try that wrote it last, so that no try has to
    // clear the table.
    let mut slots = vec![(0u32, 0u64); 1 << bits];
    for attempt in 1u32.. {
        let magic = random.next_u64() & random.next_u64() & random.next_u64();
        // The product's top byte must be well mixed; most candidates fail here.
        if (mask.wrapping_mul(magic) >> 56).count_ones() < 6 {
            continue;
        }
        let fits = cases.iter().all(|&(occupied, attacks)| {
            let slot = &mut slots[(occupied.wrapping_mul(magic) >> (64 - bits)) as usize];
            if slot.0 != attempt {
                *slot = (attempt, attacks);
            }
            slot.1 == attacks
        });
        if fits {
            return magic;
        }
    }
    unreachable!(
        "a magic number exists for every square and is found long before four thousand million tries"
    )
}
