//! Writes files of samples.

use super::{
    BLOCK_HEADER, HEADER, LONGEST_BLOCK, SampleError, SampleFileError, SampleReader, fnv1a, header,
};
use crate::support::files::append::{DataFile, Missing, open_data};
use crate::support::files::output::OutputFile;
use crate::training::data::packed::{PACKED, PackedPosition};
use crate::training::data::scan::LeftOut;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Adds samples to a file, block by block. A new file without a block does not
/// stay.
pub struct SampleWriter {
    file: DataFile,
    /// Where the last whole block ends, in bytes.
    end: u64,
    /// The block being filled, with room for its header.
    block: Vec<u8>,
}

impl SampleWriter {
    /// Opens a file to append samples, or creates it. A torn end is cut off. The
    /// file is locked while it is open, where the system has locks.
    ///
    /// # Errors
    /// If the file cannot be written, is not a file of samples, its end is
    /// damaged or it is locked.
    pub fn append(path: &Path) -> Result<SampleWriter, SampleFileError> {
        SampleWriter::open(path).map_err(|error| SampleFileError::new(path, error))
    }

    fn open(path: &Path) -> Result<SampleWriter, SampleError> {
        let data = open_data(path, Missing::Made)?;
        let mut file: &File = &data;
        let mut start = Vec::with_capacity(HEADER);
        file.take(HEADER as u64).read_to_end(&mut start)?;
        file.seek(SeekFrom::Start(0))?;
        let is_new = start.len() < HEADER && header().starts_with(&start);
        let end = if is_new { 0 } else { end_of_blocks(file)? };
        file.set_len(end)?;
        file.seek(SeekFrom::End(0))?;
        Ok(SampleWriter { file: data, end, block: vec![0; BLOCK_HEADER] })
    }

    /// Adds a sample. Its block is written when it is full or when
    /// [`SampleWriter::flush`] is called.
    ///
    /// # Errors
    /// If the block cannot be written.
    pub fn add(&mut self, sample: &PackedPosition) -> io::Result<()> {
        self.block.extend(sample.0);
        if self.block.len() >= LONGEST_BLOCK { self.flush() } else { Ok(()) }
    }

    /// Writes the incomplete block. Dropping the writer without this call loses its
    /// samples.
    ///
    /// # Errors
    /// If the block cannot be written; then the file is as before, if the system
    /// can still shorten it, and the samples are lost.
    pub fn flush(&mut self) -> io::Result<()> {
        let count = (self.block.len() - BLOCK_HEADER) / PACKED;
        if count == 0 {
            return Ok(());
        }
        let checksum = fnv1a(&self.block[BLOCK_HEADER..]);
        self.block[..4].copy_from_slice(&(count as u32).to_le_bytes());
        self.block[4..BLOCK_HEADER].copy_from_slice(&checksum.to_le_bytes());
        let written = self.write_block();
        if written.is_err() {
            // If this fails too, readers skip the torn block.
            let _ = self.file.set_len(self.end);
            let _ = (&*self.file).seek(SeekFrom::End(0));
        }
        self.block.truncate(BLOCK_HEADER);
        written
    }

    /// Writes the block, in a new file after the header.
    fn write_block(&mut self) -> io::Result<()> {
        let mut file: &File = &self.file;
        let mut end = self.end;
        if end == 0 {
            file.write_all(&header())?;
            end = HEADER as u64;
        }
        file.write_all(&self.block)?;
        self.end = end + self.block.len() as u64;
        Ok(())
    }

    /// The length of the file, in bytes, without the incomplete block.
    pub fn bytes(&self) -> u64 {
        self.end
    }
}

/// Where the last whole block of a file ends, in bytes.
fn end_of_blocks(file: &File) -> Result<u64, SampleError> {
    let mut reader = SampleReader::new(file)?;
    let mut end = HEADER as u64;
    let mut damaged = 0;
    while reader.next()?.is_some() {
        end = reader.offset();
        damaged = reader.left_out().places;
    }
    // After this much damage a block would be sought at the wrong bytes.
    if reader.left_out().places > damaged { Err(SampleError::DamagedEnd(end)) } else { Ok(end) }
}

/// What was copied to a new file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CopiedSamples {
    /// How many samples the new file has.
    pub samples: u64,
    /// What was left out of which file.
    pub left_out: Vec<(PathBuf, LeftOut)>,
}

/// Writes the whole blocks of several files to a new one, file after file.
///
/// # Errors
/// If an input is not a file of samples, or if the new file exists or cannot be
/// written; then no new file is made.
pub fn merge(inputs: &[PathBuf], out: &Path) -> Result<CopiedSamples, SampleFileError> {
    let at_out = |error: io::Error| SampleFileError::new(out, error);
    let mut new = OutputFile::create_new(out).map_err(at_out)?;
    new.write_all(&header()).map_err(at_out)?;
    let mut copied = CopiedSamples::default();
    for path in inputs {
        let mut reader = SampleReader::open(path)?;
        while let Some(block) = reader.next().map_err(|error| SampleFileError::new(path, error))? {
            new.write_all(block.bytes).map_err(at_out)?;
            copied.samples += (block.bytes.len() / PACKED) as u64;
        }
        if !reader.left_out().is_nothing() {
            copied.left_out.push((path.clone(), reader.left_out()));
        }
    }
    new.finish().map_err(at_out)?;
    Ok(copied)
}
