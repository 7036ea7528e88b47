//! Writes files of samples.

use super::{BLOCK_HEADER, FORMATS, LONGEST_BLOCK, SampleReader};
use crate::support::files::append::{Missing, open_data};
use crate::training::data::error::{DataError, FileError};
use crate::training::data::packed::{PACKED, PackedPosition};
use crate::training::data::record_file::{NewRecords, RecordWriter, fnv1a};
use crate::training::data::scan::LeftOut;
use std::io;
use std::path::{Path, PathBuf};

/// Adds samples to a file, block by block. A new file without a block does not
/// stay.
pub struct SampleWriter {
    records: RecordWriter,
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
    pub fn append(path: &Path) -> Result<SampleWriter, FileError> {
        SampleWriter::open(path).map_err(|error| FileError::new(path, error))
    }

    fn open(path: &Path) -> Result<SampleWriter, DataError> {
        let file = open_data(path, Missing::Made)?;
        let end = match SampleReader::new(&*file) {
            Ok(mut blocks) => {
                blocks.try_for_each(|block| block.map(drop))?;
                let end = blocks.end();
                if blocks.left_out().torn == 0 && end < file.metadata()?.len() {
                    return Err(DataError::DamagedEnd(end));
                }
                end
            }
            Err(DataError::Empty | DataError::ShortHeader(..)) => 0,
            Err(error) => return Err(error),
        };
        let records = RecordWriter::new(file, &FORMATS[0], end)?;
        Ok(SampleWriter { records, block: vec![0; BLOCK_HEADER] })
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
        let written = self.records.append(&self.block);
        self.block.truncate(BLOCK_HEADER);
        written
    }
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
pub fn merge(inputs: &[PathBuf], out: &Path) -> Result<CopiedSamples, FileError> {
    let mut new = NewRecords::create(out, &FORMATS[0])?;
    let mut copied = CopiedSamples::default();
    for path in inputs {
        let mut blocks = SampleReader::open(path)?;
        for block in &mut blocks {
            let block = block.map_err(|error| FileError::new(path, error))?;
            new.write(&block.bytes)?;
            copied.samples += (block.bytes.len() / PACKED) as u64;
        }
        if !blocks.left_out().is_nothing() {
            copied.left_out.push((path.clone(), blocks.left_out()));
        }
    }
    new.finish()?;
    Ok(copied)
}
