//! Files of samples of search trees.
//!
//! A file begins with the letters `STAUNT` and a version of two bytes. Then
//! come blocks: the number of positions (four bytes, 1 to 4096), a checksum of
//! their bytes (FNV-1a, 32 bits), and the positions, each packed in 32 bytes
//! (see [`packed`](super::packed)). All numbers are little-endian.
//!
//! A sample is an inner node of a search with the score that the search returned
//! for it: exact, at least, or at most. The side to move is not in check, and the
//! best move is quiet or there is none. Nodes of a singular verification, which
//! leaves out a move, are not sampled. The linear evaluation and the scale of the
//! end game are zero in a file: `train` fills them in.
//!
//! One system call writes a block. An interruption leaves at worst a torn last
//! block or zeros: a reader skips them, and a writer cuts them off. A reader
//! also skips a damaged block and says so: the samples do not depend on each
//! other.

mod read;
pub mod stats;
mod write;

pub use read::{SampleBlock, SampleReader};
pub use write::{CopiedSamples, SampleWriter, merge};

use super::file_kind::FileKind;
use super::packed::PACKED;
use super::record_file::fnv1a;
use super::scan::RecordFormat;

/// The most positions in a block.
pub const BLOCK: usize = 4096;
/// The length of the header of a block, in bytes.
const BLOCK_HEADER: usize = 8;
/// The greatest length of a block, in bytes.
const LONGEST_BLOCK: usize = BLOCK_HEADER + BLOCK * PACKED;

/// The only version; the lengths of header and blocks are multiples of eight.
static FORMATS: [RecordFormat; 1] = [RecordFormat {
    kind: FileKind::Samples,
    version: 1,
    length: claimed_length,
    is_intact,
    longest: LONGEST_BLOCK,
    step: 8,
}];

/// The length that these bytes claim for the block that they begin with; `None`
/// if no block begins so.
fn claimed_length(bytes: &[u8]) -> Option<usize> {
    let count = u32::from_le_bytes(*bytes.first_chunk()?) as usize;
    (1..=BLOCK).contains(&count).then_some(BLOCK_HEADER + count * PACKED)
}

/// Whether the checksum of a whole block is right.
fn is_intact(block: &[u8]) -> bool {
    block
        .split_first_chunk::<BLOCK_HEADER>()
        .is_some_and(|(header, positions)| header.ends_with(&fnv1a(positions).to_le_bytes()))
}

#[cfg(test)]
mod tests;
