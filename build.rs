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
    network(Path::new(&out));
}

/// Takes the network that is compiled in: the file that EVALFILE names, or the
/// project's own. Its number of neurons becomes a constant, so that the loops
/// of inference have a fixed length.
fn network(out: &Path) {
    println!("cargo:rerun-if-env-changed=EVALFILE");
    let file = match env::var("EVALFILE") {
        Ok(file) if !file.is_empty() => file,
        _ => "src/eval/network.net".to_string(),
    };
    println!("cargo:rerun-if-changed={file}");
    let bytes = fs::read(&file).unwrap_or_else(|why| refuse(&file, &why.to_string()));
    let number = |at: usize| {
        let bytes = bytes.get(at..at + 4).unwrap_or_else(|| refuse(&file, "it is cut off"));
        u32::from_le_bytes(bytes.try_into().expect("four bytes"))
    };
    if !bytes.starts_with(b"STAUNNET") || number(8) != 1 {
        refuse(&file, "it is no network of this program");
    }
    let checksum = bytes.get(36..44).unwrap_or_else(|| refuse(&file, "it is cut off"));
    let sum = bytes[44..].iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    if checksum != sum.to_le_bytes() {
        refuse(&file, "it does not fit its checksum");
    }
    let size = format!(
        "/// Neurons of a view of the network that this program is built for.\n\
         pub const HIDDEN: usize = {};\n",
        number(16)
    );
    fs::write(out.join("network_size.rs"), size).expect("OUT_DIR is writable");
    fs::write(out.join("network.net"), bytes).expect("OUT_DIR is writable");
}

fn refuse(file: &str, why: &str) -> ! {
    println!("cargo::error=the network {file} cannot be built in: {why}");
    std::process::exit(1)
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
