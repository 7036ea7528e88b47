//! The search for magic numbers.
//!
//! A slider's relevant squares select a few scattered bits of the occupancy.
//! Multiplication by a magic number moves those bits to the top of the word,
//! and a shift turns them into an index. No formula gives a magic number. The
//! search tries sparse random numbers until one maps no two occupancies with
//! different attacks to the same index. The technique is by Lasse Hansen and
//! Pradu Kannan (2006).

use super::rays;
use crate::chess::types::Square;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// The seed that leads to the numbers in `magic_numbers.rs`.
pub const SEED: u64 = 1849;

/// Finds the 64 magic numbers of the rook, then those of the bishop, in the
/// order of the squares. A seed leads to the same numbers on every machine.
pub fn find_magics(seed: u64) -> ([u64; 64], [u64; 64]) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut find_all =
        |steps| Square::ALL.map(|square| find_magic(&mut random, steps, square as u8));
    let rooks = find_all(&rays::ROOK);
    let bishops = find_all(&rays::BISHOP);
    (rooks, bishops)
}

fn find_magic(random: &mut ChaCha8Rng, steps: &[(i8, i8); 4], square: u8) -> u64 {
    let mask = rays::relevant(steps, square);
    let bits = mask.count_ones();

    let mut occupancies = Vec::with_capacity(1 << bits);
    let mut subset = 0;
    loop {
        occupancies.push((subset, rays::attacks(steps, square, subset)));
        subset = rays::next_subset(subset, mask);
        if subset == 0 {
            break;
        }
    }

    // A slot holds the number of the attempt that wrote it, so that no attempt
    // has to clear the table.
    let mut slots = vec![(0u32, 0u64); 1 << bits];
    for attempt in 1u32.. {
        let magic = random.next_u64() & random.next_u64() & random.next_u64();
        // A magic number needs many bits in the top byte of this product. The
        // test is cheap and rejects most candidates.
        if (mask.wrapping_mul(magic) >> 56).count_ones() < 6 {
            continue;
        }
        let fits = occupancies.iter().all(|&(occupied, attacks)| {
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
    unreachable!("every square has a magic number, found in far fewer than 2^32 attempts")
}
