//! Finds the whole records of a file that may be damaged.
//!
//! A record is whole if its length and its checksum are right. Where one is
//! not, the scanner searches for the next that is, so a flipped bit costs one
//! record and not the rest of the file.
//!
//! The search is linear in the file. A place that only looks like a record costs
//! the checksum of as many bytes as it claims. Damaged files have few such
//! places; a file made of them runs out of tries, and what follows is then found
//! where the damaged record says that it ends.

use super::file_kind::{FileKind, HEADER};
use std::fmt;
use std::io::{self, Read};

/// How many bytes are summed for each byte that is searched.
const TRIES: u64 = 1024;

/// A version of a kind of file, and how its records are recognised.
#[derive(Clone, Copy)]
pub struct RecordFormat {
    /// What the file holds.
    pub kind: FileKind,
    /// The number of the version.
    pub version: u16,
    /// The length in bytes that these bytes claim for the record that they begin
    /// with; `None` if they do not begin with one.
    pub length: fn(&[u8]) -> Option<usize>,
    /// Whether the checksum of a record of this length is right.
    pub is_intact: fn(&[u8]) -> bool,
    /// The greatest length of a record, in bytes.
    pub longest: usize,
    /// After damage a record is sought at each multiple of this number of bytes.
    pub step: usize,
}

/// The least bytes from which the length of a record can be told.
const LENGTH: usize = 4;

/// What happens at a damaged record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtDamage {
    /// The next whole record is sought.
    Search,
    /// No record follows. If only zeros follow the damaged record, it is a torn end.
    Stop,
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
    format: &'static RecordFormat,
    at_damage: AtDamage,
    buffer: Vec<u8>,
    /// Where the bytes to read next begin in the buffer.
    at: usize,
    /// Where they begin in the file, in bytes.
    offset: u64,
    /// Where the last whole record ends in the file, in bytes.
    end: u64,
    left_out: LeftOut,
    /// Whether the source has ended.
    is_read: bool,
}

/// A search for the next whole record.
#[derive(Default)]
struct RecordSearch {
    /// Bytes passed over.
    skipped: u64,
    /// Bytes whose checksum was wrong.
    tried: u64,
    /// How many bytes must be passed over for the record after the damaged one.
    expected: u64,
}

impl RecordSearch {
    /// Whether a record of this length is worth its checksum.
    fn may_try(&mut self, length: usize) -> bool {
        let length = length as u64;
        if self.skipped == self.expected {
            self.expected += length;
            return true;
        }
        self.tried += length;
        self.tried <= TRIES.saturating_mul(self.skipped)
    }
}

impl<R: Read> RecordScanner<R> {
    /// A scanner of a source whose header is read.
    pub fn new(source: R, format: &'static RecordFormat, at_damage: AtDamage) -> RecordScanner<R> {
        let (buffer, is_read, left_out) = (Vec::new(), false, LeftOut::default());
        let (at, offset, end) = (0, HEADER as u64, HEADER as u64);
        RecordScanner { source, format, at_damage, buffer, at, offset, end, left_out, is_read }
    }

    /// The format of the file.
    pub fn format(&self) -> &'static RecordFormat {
        self.format
    }

    /// The next whole record; `None` at the end of the file.
    ///
    /// # Errors
    /// If the source cannot be read.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> io::Result<Option<&[u8]>> {
        let (mut search, mut damaged) = (RecordSearch::default(), 0);
        loop {
            self.fill()?;
            let rest = self.buffer.get(self.at..).unwrap_or_default();
            if rest.is_empty() {
                self.judge_end(search.skipped, damaged);
                return Ok(None);
            }
            let length = (self.format.length)(rest);
            let record = length.and_then(|length| rest.get(..length));
            let record = record.filter(|record| search.may_try(record.len()));
            if let Some(record) = record.filter(|record| (self.format.is_intact)(record)) {
                let length = record.len();
                if search.skipped > 0 {
                    self.left_out.places += 1;
                    self.left_out.bytes += search.skipped;
                }
                let record = self.at..self.at + length;
                self.advance(length);
                self.end = self.offset;
                return Ok(self.buffer.get(record));
            }
            if self.at_damage == AtDamage::Stop {
                let claimed = length.unwrap_or(LENGTH).min(rest.len());
                self.stop(claimed)?;
                return Ok(None);
            }
            let step = self.format.step.min(rest.len());
            search.skipped += step as u64;
            if rest[..step].iter().any(|&byte| byte != 0) {
                damaged = search.skipped;
            }
            self.advance(step);
        }
    }

    /// What has been left out so far; at the end of the file, all of it.
    pub fn left_out(&self) -> LeftOut {
        self.left_out
    }

    /// Where the last whole record so far ends in the file, in bytes.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Reads to the end of the file, or to what shows that the record of `claimed`
    /// bytes is damaged and not torn.
    fn stop(&mut self, claimed: usize) -> io::Result<()> {
        self.advance(claimed);
        loop {
            self.fill()?;
            let rest = &self.buffer[self.at..];
            if rest.is_empty() {
                self.left_out.torn = self.offset - self.end;
                return Ok(());
            }
            if rest.iter().any(|&byte| byte != 0) {
                self.left_out.places += 1;
                return Ok(());
            }
            self.advance(rest.len());
        }
    }

    fn advance(&mut self, bytes: usize) {
        self.at += bytes;
        self.offset += bytes as u64;
    }

    /// Reads enough for the longest record; less only at the end of the file.
    fn fill(&mut self) -> io::Result<()> {
        let longest = self.format.longest;
        if !self.is_read && self.buffer.len() - self.at < longest {
            self.buffer.drain(..self.at);
            self.at = 0;
            let missing = 2 * longest - self.buffer.len();
            let read = self.source.by_ref().take(missing as u64).read_to_end(&mut self.buffer)?;
            self.is_read = read < missing;
        }
        Ok(())
    }

    /// Decides about what follows the last whole record: `skipped` bytes, of
    /// which the first `damaged` are not all zeros and the others are. An
    /// interrupted write leaves less than a record, or zeros.
    fn judge_end(&mut self, skipped: u64, damaged: u64) {
        if damaged <= self.format.longest as u64 {
            self.left_out.torn = skipped;
        } else {
            self.left_out.places += 1;
            self.left_out.bytes += skipped;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two bytes of length, low byte first, and bytes whose sum is zero.
    static FORMAT: RecordFormat = RecordFormat {
        kind: FileKind::Samples,
        version: 0,
        length: |bytes| Some(usize::from(u16::from_le_bytes(*bytes.first_chunk()?)).max(2)),
        is_intact: |record| {
            SUMMED.set(SUMMED.get() + record.len() as u64);
            record.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte)) == 0
        },
        longest: 1 << 16,
        step: 1,
    };

    thread_local! {
        static SUMMED: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
    }

    fn record(length: u16) -> Vec<u8> {
        let mut record = vec![7; length.into()];
        record[..2].copy_from_slice(&length.to_le_bytes());
        let sum = record.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
        record[2] = 7_u8.wrapping_sub(sum);
        record
    }

    fn lengths(bytes: &[u8]) -> Vec<usize> {
        let mut scanner = RecordScanner::new(bytes, &FORMAT, AtDamage::Search);
        let mut lengths = Vec::new();
        while let Some(record) = scanner.next().unwrap() {
            lengths.push(record.len());
        }
        lengths
    }

    #[test]
    fn a_file_of_false_beginnings_takes_linear_time() {
        // Each byte begins a long record whose sum is wrong.
        for length in [100_000, 400_000] {
            SUMMED.set(0);
            let false_ones: Vec<u8> = (0..length).map(|at| 0xf1 | (at % 7) as u8).collect();
            assert_eq!(lengths(&false_ones), Vec::<usize>::new());
            let most = TRIES * length as u64 + 2 * FORMAT.longest as u64;
            assert!(SUMMED.get() <= most, "{} of {most}", SUMMED.get());
        }
    }

    #[test]
    fn what_follows_a_damaged_record_is_found() {
        let mut bytes = [record(300), record(60_000), record(1_000)].concat();
        bytes[400] ^= 1;
        assert_eq!(lengths(&bytes), [300, 1_000]);
    }
}
