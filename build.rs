//! Lays down the tables of sliding attacks, once. The compiler could compute
//! them in `const`, but would do so again at every rebuild of the crate.

use std::path::Path;
use std::{env, fs};

#[path = "src/attacks/numbers.rs"]
mod numbers;
#[path = "src/attacks/walk.rs"]
mod walk;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/attacks/numbers.rs");
    println!("cargo:rerun-if-changed=src/attacks/walk.rs");

    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let write = |name: &str, sets: Vec<u64>| {
        let bytes: Vec<u8> = sets.into_iter().flat_map(u64::to_le_bytes).collect();
        fs::write(Path::new(&out).join(name), bytes).expect("OUT_DIR is writable");
    };
    write(
        "magic.bin",
        table(|magic, mask, subset| subset.wrapping_mul(magic) >> (64 - mask.count_ones())),
    );
    write("pext.bin", table(|_, mask, subset| gather(subset, mask)));
}

/// The attack sets of rook and bishop, square after square, each at the index
/// that `index_of` finds from (magic, mask, occupied).
fn table(index_of: impl Fn(u64, u64, u64) -> u64) -> Vec<u64> {
    let mut sets = Vec::new();
    for (steps, magics) in [(&walk::ROOK, &numbers::ROOK), (&walk::BISHOP, &numbers::BISHOP)] {
        for (square, &magic) in (0..64).zip(magics) {
            let mask = walk::relevant(steps, square);
            let start = sets.len();
            sets.resize(start + (1 << mask.count_ones()), 0);
            let mut subset = 0;
            loop {
                let index = index_of(magic, mask, subset) as usize;
                sets[start + index] = walk::attacks(steps, square, subset);
                subset = walk::next_subset(subset, mask);
                if subset == 0 {
                    break;
                }
            }
        }
    }
    sets
}

/// The bits of `value` that `mask` selects, packed together at the low end.
fn gather(value: u64, mask: u64) -> u64 {
    (0..64)
        .filter(|bit| mask >> bit & 1 == 1)
        .enumerate()
        .map(|(place, bit)| (value >> bit & 1) << place)
        .sum()
}
