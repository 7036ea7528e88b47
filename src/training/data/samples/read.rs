//! Reads files of samples.

use super::{
    BLOCK, BLOCK_HEADER, HEADER, LONGEST_BLOCK, MAGIC, SampleError, SampleFileError, VERSION, fnv1a,
};
use crate::support::files::input::open_file;
use crate::training::data::packed::{PACKED, PackedPosition};
use crate::training::data::scan::{LeftOut, RecordFormat, RecordScanner};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Blocks after the header; the lengths of all of them are multiples of eight.
const FORMAT: RecordFormat =
    RecordFormat { length: claimed_length, is_intact, longest: LONGEST_BLOCK, step: 8 };

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

/// A block that has been read.
pub struct SampleBlock<'b> {
    /// Its number in the file, from one; damaged blocks have none.
    pub number: u64,
    /// The checksum of its positions, as the file states it.
    pub checksum: u32,
    /// The whole block.
    pub bytes: &'b [u8],
}

impl SampleBlock<'_> {
    /// The positions, in the order of the file.
    pub fn positions(&self) -> impl Iterator<Item = PackedPosition> {
        let positions = self.bytes.get(BLOCK_HEADER..).unwrap_or_default();
        positions.as_chunks().0.iter().map(|&bytes| PackedPosition(bytes))
    }
}

/// Reads the blocks of a file whose checksums are right.
pub struct SampleReader<R> {
    blocks: RecordScanner<R>,
    number: u64,
}

impl SampleReader<File> {
    /// Opens a file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a file of samples.
    pub fn open(path: &Path) -> Result<Self, SampleFileError> {
        let opened = open_file(path).map_err(SampleError::Io).and_then(SampleReader::new);
        opened.map_err(|error| SampleFileError::new(path, error))
    }
}

impl<R: Read> SampleReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If it is not the header of a file of samples.
    pub fn new(mut source: R) -> Result<SampleReader<R>, SampleError> {
        let mut header = Vec::with_capacity(HEADER);
        source.by_ref().take(HEADER as u64).read_to_end(&mut header)?;
        let Some((magic, version)) = header.split_first_chunk::<6>() else {
            return Err(SampleError::Magic);
        };
        match version.try_into().map(u16::from_le_bytes) {
            Ok(VERSION) if *magic == MAGIC => {}
            Ok(version) if *magic == MAGIC => return Err(SampleError::Version(version)),
            _ => return Err(SampleError::Magic),
        }
        let blocks = RecordScanner::new(source, FORMAT, HEADER as u64);
        Ok(SampleReader { blocks, number: 0 })
    }

    /// The next whole block; `None` at the end of the file. Damaged blocks are
    /// left out.
    ///
    /// # Errors
    /// If the file cannot be read.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Option<SampleBlock<'_>>, SampleError> {
        let Some(bytes) = self.blocks.next()? else { return Ok(None) };
        self.number += 1;
        let checksum = match bytes.first_chunk() {
            Some(&[_, _, _, _, s0, s1, s2, s3]) => u32::from_le_bytes([s0, s1, s2, s3]),
            None => 0,
        };
        Ok(Some(SampleBlock { number: self.number, checksum, bytes }))
    }

    /// What has been left out so far; after the last block, all of it.
    pub fn left_out(&self) -> LeftOut {
        self.blocks.left_out()
    }

    /// Where what has been read so far ends in the file, in bytes.
    pub fn offset(&self) -> u64 {
        self.blocks.offset()
    }
}
