//! Finds the whole records of a file that may be damaged.
//!
//! A record is whole if its length and its checksum are right. Where one is
//! not, the scanner searches for the next that is, so a flipped bit costs one
//! record and not the rest of the file.

use std::fmt;
use std::io::{self, Read};

/// What a record looks like.
#[derive(Clone, Copy)]
pub struct RecordFormat {
    /// The length in bytes of the whole record that these bytes begin with;
    /// `None` if they do not begin with one.
    pub whole_length: fn(&[u8]) -> Option<usize>,
    /// The greatest length of a record, in bytes.
    pub longest: usize,
    /// After damage a record is sought at each multiple of so many bytes.
    pub step: usize,
}

/// What is left out of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LeftOut {
    /// The places at which the file is damaged. Neighbouring damaged records
    /// are one place.
    pub places: u64,
    /// Their length, in bytes.
    pub bytes: u64,
    /// The length of a torn end, in bytes: what an interrupted write leaves.
    pub torn: u64,
}

impl LeftOut {
    /// Whether nothing is left out.
    pub fn is_nothing(&self) -> bool {
        *self == LeftOut::default()
    }
}

impl fmt::Display for LeftOut {
    /// A clause: what is left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LeftOut { places, bytes, torn } = self;
        match places {
            0 => {}
            1 => write!(f, "{bytes} bytes at a damaged place are left out")?,
            _ => write!(f, "{bytes} bytes at {places} damaged places are left out")?,
        }
        match torn {
            0 => Ok(()),
            _ if *places > 0 => write!(f, ", and {torn} of a torn end"),
            _ => write!(f, "{torn} bytes of a torn end are left out"),
        }
    }
}

/// Reads whole records and skips what is between them.
pub struct RecordScanner<R> {
    source: R,
    format: RecordFormat,
    buffer: Vec<u8>,
    /// Where the bytes to read next begin in the buffer.
    at: usize,
    /// Where they begin in the file, in bytes.
    offset: u64,
    left_out: LeftOut,
}

impl<R: Read> RecordScanner<R> {
    /// A scanner of a source that is read up to `offset`, in bytes.
    pub fn new(source: R, format: RecordFormat, offset: u64) -> RecordScanner<R> {
        let left_out = LeftOut::default();
        RecordScanner { source, format, buffer: Vec::new(), at: 0, offset, left_out }
    }

    /// The next whole record; `None` at the end of the file.
    ///
    /// # Errors
    /// If the source cannot be read.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> io::Result<Option<&[u8]>> {
        let (mut skipped, mut damaged) = (0, 0);
        loop {
            self.fill()?;
            let rest = self.buffer.get(self.at..).unwrap_or_default();
            if rest.is_empty() {
                self.end(skipped, damaged);
                return Ok(None);
            }
            if let Some(length) = (self.format.whole_length)(rest) {
                if skipped > 0 {
                    self.left_out.places += 1;
                    self.left_out.bytes += skipped;
                }
                let record = self.at..self.at + length;
                self.advance(length);
                return Ok(self.buffer.get(record));
            }
            let step = self.format.step.min(rest.len());
            skipped += step as u64;
            if rest[..step].iter().any(|&byte| byte != 0) {
                damaged = skipped;
            }
            self.advance(step);
        }
    }

    /// What has been left out so far; at the end of the file, all of it.
    pub fn left_out(&self) -> LeftOut {
        self.left_out
    }

    /// Where the records read so far end in the file, in bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn advance(&mut self, bytes: usize) {
        self.at += bytes;
        self.offset += bytes as u64;
    }

    /// Reads enough for the longest record; less only at the end of the file.
    fn fill(&mut self) -> io::Result<()> {
        let longest = self.format.longest;
        if self.buffer.len() - self.at < longest {
            self.buffer.drain(..self.at);
            self.at = 0;
            let missing = 2 * longest - self.buffer.len();
            self.source.by_ref().take(missing as u64).read_to_end(&mut self.buffer)?;
        }
        Ok(())
    }

    /// Decides about what follows the last whole record: `skipped` bytes, of
    /// which the first `damaged` are not all zeros and the others are. An
    /// interrupted write leaves less than a record, or zeros.
    fn end(&mut self, skipped: u64, damaged: u64) {
        if damaged <= self.format.longest as u64 {
            self.left_out.torn = skipped;
        } else {
            self.left_out.places += 1;
            self.left_out.bytes += skipped;
        }
    }
}
