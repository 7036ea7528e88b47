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

use super::games::RecordError;
use super::packed::PACKED;
use std::io;
use std::path::{Path, PathBuf};

/// The first bytes of a file.
pub const MAGIC: [u8; 6] = *b"STAUNT";
/// The version that is written, and the only one that is read.
pub const VERSION: u16 = 1;
/// The most positions in a block.
pub const BLOCK: usize = 4096;
/// The length of the header, in bytes.
const HEADER: usize = 8;
/// The length of the header of a block, in bytes.
const BLOCK_HEADER: usize = 8;
/// The greatest length of a block, in bytes.
const LONGEST_BLOCK: usize = BLOCK_HEADER + BLOCK * PACKED;

/// What is wrong with a file of samples.
#[derive(Debug, thiserror::Error)]
pub enum SampleError {
    /// The system could not read or write.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file does not begin with the letters of the format.
    #[error("this is not a file of samples: it does not begin with STAUNT")]
    Magic,
    /// The file has a version of the format that this program does not read.
    #[error("the file has version {0} of the format, but this program reads version {VERSION}")]
    Version(u16),
    /// More than an interrupted write follows the last whole block.
    #[error("the file is damaged from byte {0} on: copy what is whole with data salvage")]
    DamagedEnd(u64),
    /// The checksum of a block is right, but a position in it is not legal.
    #[error("block {block} has a position that is not legal: {why}")]
    Impossible {
        /// The place of the block in the file, from one.
        block: u64,
        /// What is wrong with it.
        why: RecordError,
    },
}

/// An error and the file it is about.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {error}")]
pub struct SampleFileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub error: SampleError,
}

impl SampleFileError {
    /// Adds the path of the file to an error.
    pub fn new(path: &Path, error: impl Into<SampleError>) -> SampleFileError {
        SampleFileError { path: path.to_path_buf(), error: error.into() }
    }
}

/// The header of a file.
fn header() -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..MAGIC.len()].copy_from_slice(&MAGIC);
    header[MAGIC.len()..].copy_from_slice(&VERSION.to_le_bytes());
    header
}

/// The checksum of G. Fowler, L. Noll and K. Vo, 32 bits.
fn fnv1a(bytes: &[u8]) -> u32 {
    const BASIS: u32 = 0x811c_9dc5;
    const PRIME: u32 = 0x0100_0193;
    bytes.iter().fold(BASIS, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests;
