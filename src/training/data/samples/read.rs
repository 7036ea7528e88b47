//! Reads files of samples.

use super::{BLOCK_HEADER, FORMATS};
use crate::support::files::input::open_file;
use crate::training::data::error::{DataError, FileError};
use crate::training::data::packed::PackedPosition;
use crate::training::data::record_file::read_header;
use crate::training::data::scan::{AtDamage, LeftOut, RecordScanner};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A block that has been read.
pub struct SampleBlock {
    /// Its number in the file, from one; damaged blocks have none.
    pub number: u64,
    /// The whole block.
    pub bytes: Vec<u8>,
}

impl SampleBlock {
    /// The checksum of its positions, as the file states it.
    pub fn checksum(&self) -> u32 {
        let checksum = self.bytes[..BLOCK_HEADER].last_chunk();
        checksum.map_or(0, |&checksum| u32::from_le_bytes(checksum))
    }

    /// The positions, in the order of the file.
    pub fn positions(&self) -> impl Iterator<Item = PackedPosition> {
        let positions = self.bytes[BLOCK_HEADER..].as_chunks().0;
        positions.iter().map(|&bytes| PackedPosition(bytes))
    }
}

/// Reads the blocks of a file whose checksums are right, and leaves out the others.
pub struct SampleReader<R> {
    blocks: RecordScanner<R>,
    number: u64,
}

impl SampleReader<File> {
    /// Opens a file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a file of samples.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let opened = open_file(path).map_err(DataError::Io).and_then(SampleReader::new);
        opened.map_err(|error| FileError::new(path, error))
    }
}

impl<R: Read> SampleReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If it is not the header of a file of samples.
    pub fn new(mut source: R) -> Result<SampleReader<R>, DataError> {
        let format = read_header(&mut source, &FORMATS)?;
        let blocks = RecordScanner::new(source, format, AtDamage::Search);
        Ok(SampleReader { blocks, number: 0 })
    }

    /// What has been left out so far; after the last block, all of it.
    pub fn left_out(&self) -> LeftOut {
        self.blocks.left_out()
    }

    /// Where the last whole block so far ends in the file, in bytes.
    pub fn end(&self) -> u64 {
        self.blocks.end()
    }
}

impl<R: Read> Iterator for SampleReader<R> {
    type Item = Result<SampleBlock, DataError>;

    /// The next whole block.
    fn next(&mut self) -> Option<Result<SampleBlock, DataError>> {
        let bytes = self.blocks.next().transpose()?.map(<[u8]>::to_vec);
        self.number += u64::from(bytes.is_ok());
        Some(bytes.map(|bytes| SampleBlock { number: self.number, bytes }).map_err(DataError::Io))
    }
}
