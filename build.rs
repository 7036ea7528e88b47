//! Computes the tables of sliding attacks and writes them to `OUT_DIR`. A `const`
//! would work too, but the compiler would compute it at every rebuild.

use std::path::Path;
use std::{env, fs};

#[path = "src/attacks/magic_numbers.rs"]
mod magic_numbers;
#[path = "src/attacks/rays.rs"]
mod rays;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/attacks/magic_numbers.rs");
    println!("cargo:rerun-if-changed=src/attacks/rays.rs");

    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let write = |name: &str, sets: Vec<u64>| {
        let bytes: Vec<u8> = sets.into_iter().flat_map(u64::to_le_bytes).collect();
        fs::write(Path::new(&out).join(name), bytes).expect("OUT_DIR is writable");
    };
    write(
        "magic.bin",
        table(|magic, mask, subset| subset.wrapping_mul(magic) >> (64 - mask.count_ones())),
    );
    write("pext.bin", table(|_, mask, subset| extract(subset, mask)));
}

/// The attack sets of rook and bishop, square by square. Within a square each
/// set is at the index that `index_of` computes from (magic, mask, occupied).
fn table(index_of: impl Fn(u64, u64, u64) -> u64) -> Vec<u64> {
    let mut sets = Vec::new();
    for (steps, magics) in
        [(&rays::ROOK, &magic_numbers::ROOK), (&rays::BISHOP, &magic_numbers::BISHOP)]
    {
        for (square, &magic) in (0..64).zip(magics) {
            let mask = rays::relevant(steps, square);
            let start = sets.len();
            sets.resize(start + (1 << mask.count_ones()), 0);
            let mut subset = 0;
            loop {
                let index = index_of(magic, mask, subset) as usize;
                sets[start + index] = rays::attacks(steps, square, subset);
                subset = rays::next_subset(subset, mask);
                if subset == 0 {
                    break;
                }
            }
        }
    }
    sets
}

/// The bits of `value` that `mask` selects, packed at the low end.
fn extract(value: u64, mask: u64) -> u64 {
    (0..64)
        .filter(|bit| mask >> bit & 1 == 1)
        .enumerate()
        .map(|(place, bit)| (value >> bit & 1) << place)
        .sum()
}
