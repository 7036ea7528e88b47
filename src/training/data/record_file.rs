//! The one door to files of records: header, checksum, and whoever writes them.
//!
//! A file begins with the letters of its [kind](super::file_kind::FileKind) and a
//! version of two bytes, the low one first. Records follow, each with its length and
//! a checksum. One system call appends a record, so that an interruption leaves at
//! worst a torn record at the end, or zeros.

use super::error::{DataError, FileError};
use super::file_kind::{HEADER, LETTERS};
use super::scan::RecordFormat;
use crate::support::files::append::DataFile;
use crate::support::files::output::OutputFile;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The checksum FNV-1a of G. Fowler, L. Noll and K. Vo, 32 bits. It is short and
/// fast enough. It finds accidents of disks, not forgeries.
pub fn fnv1a(bytes: &[u8]) -> u32 {
    const BASIS: u32 = 0x811c_9dc5;
    const PRIME: u32 = 0x0100_0193;
    bytes.iter().fold(BASIS, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(PRIME))
}

/// The header of a file.
pub fn header(format: &RecordFormat) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..LETTERS].copy_from_slice(format.kind.letters().as_bytes());
    header[LETTERS..].copy_from_slice(&format.version.to_le_bytes());
    header
}

/// Reads the header of a file of one of these formats, which are of one kind.
///
/// # Errors
/// If it cannot be read, or is not a whole header of a known version.
pub fn read_header(
    source: &mut impl Read,
    formats: &'static [RecordFormat],
) -> Result<&'static RecordFormat, DataError> {
    let kind = formats[0].kind;
    let mut start = Vec::with_capacity(HEADER);
    source.by_ref().take(HEADER as u64).read_to_end(&mut start)?;
    let (letters, version) = start.split_at(start.len().min(LETTERS));
    match version.try_into().map(u16::from_le_bytes) {
        _ if start.is_empty() => Err(DataError::Empty),
        _ if !kind.letters().as_bytes().starts_with(letters) => Err(DataError::OtherKind(kind)),
        Err(_) => Err(DataError::ShortHeader(start.len(), kind)),
        Ok(found) => {
            let read = if formats.len() > 1 { "1 and 2" } else { "version 1" };
            let format = formats.iter().find(|format| format.version == found);
            format.ok_or(DataError::Version { found, read })
        }
    }
}

/// Adds records to a file. One without a record does not stay.
pub struct RecordWriter {
    file: DataFile,
    format: &'static RecordFormat,
    /// Where the last whole record ends, in bytes; zero without a header.
    end: u64,
}

impl RecordWriter {
    /// Cuts off what follows the last whole record, which ends at `end`, in bytes.
    ///
    /// # Errors
    /// If the file cannot be shortened.
    pub fn new(
        file: DataFile,
        format: &'static RecordFormat,
        end: u64,
    ) -> io::Result<RecordWriter> {
        file.set_len(end)?;
        (&*file).seek(SeekFrom::End(0))?;
        Ok(RecordWriter { file, format, end })
    }

    /// The format of the file.
    pub fn format(&self) -> &'static RecordFormat {
        self.format
    }

    /// Appends records, and the header of a new file before them.
    ///
    /// # Errors
    /// If they cannot be written; then the file is as before, if the system can
    /// still shorten it.
    pub fn append(&mut self, records: &[u8]) -> io::Result<()> {
        let header = header(self.format);
        let bytes = [if self.end == 0 { &header[..] } else { &[] }, records].concat();
        let written = (&*self.file).write_all(&bytes);
        match written {
            Ok(()) => self.end += bytes.len() as u64,
            Err(_) => {
                // If this fails too, the torn end is cut off the next time.
                let _ = self.file.set_len(self.end);
                let _ = (&*self.file).seek(SeekFrom::End(0));
            }
        }
        written
    }

    /// Flushes the records to the disk, where they survive a power cut.
    ///
    /// # Errors
    /// If the system cannot flush the file.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }
}

/// A new file of records, which has its name when it is finished.
pub struct NewRecords<'p> {
    path: &'p Path,
    file: OutputFile,
}

impl<'p> NewRecords<'p> {
    /// A new file with its header.
    ///
    /// # Errors
    /// If it exists or cannot be written.
    pub fn create(path: &'p Path, format: &RecordFormat) -> Result<NewRecords<'p>, FileError> {
        let file = OutputFile::create_new(path).map_err(|error| FileError::new(path, error))?;
        let mut new = NewRecords { path, file };
        new.write(&header(format))?;
        Ok(new)
    }

    /// Adds records.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, records: &[u8]) -> Result<(), FileError> {
        self.file.write_all(records).map_err(|error| FileError::new(self.path, error))
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> Result<(), FileError> {
        self.file.finish().map_err(|error| FileError::new(self.path, error))
    }

    /// Where it will be.
    pub fn path(&self) -> &'p Path {
        self.path
    }
}
