//! Checked reading of numbers from a file in memory, low byte first.

use std::io;

/// Why a table cannot be used: a clause about its file.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The system does not open the file.
    #[error("it cannot be opened: {0}")]
    Unopened(io::Error),
    /// The system does not read the file.
    #[error("it cannot be read: {0}")]
    Unread(#[from] io::Error),
    /// The content is not that of the table.
    #[error("{0}")]
    Content(&'static str),
}

impl From<&'static str> for TableError {
    fn from(why: &'static str) -> TableError {
        TableError::Content(why)
    }
}

/// What is wrong with a file that ends before its contents do.
pub const TOO_SHORT: &str = "it is truncated";

/// Bytes at a place of a file; `None` beyond its end.
pub fn bytes_at<const N: usize>(file: &[u8], at: u64) -> Option<[u8; N]> {
    let at = usize::try_from(at).ok()?;
    file.get(at..at.checked_add(N)?)?.try_into().ok()
}

/// A number of two bytes at a place of a file; `None` beyond its end.
pub fn u16_at(file: &[u8], at: u64) -> Option<u16> {
    bytes_at(file, at).map(u16::from_le_bytes)
}

/// A number of four bytes at a place of a file; `None` beyond its end.
pub fn u32_at(file: &[u8], at: u64) -> Option<u32> {
    bytes_at(file, at).map(u32::from_le_bytes)
}

/// Reads one part of a file after the other.
pub struct Reader<'f> {
    file: &'f [u8],
    at: u64,
}

impl<'f> Reader<'f> {
    /// A reader at the start of a file.
    pub fn new(file: &'f [u8]) -> Reader<'f> {
        Reader { file, at: 0 }
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], &'static str> {
        let bytes = bytes_at(self.file, self.at).ok_or(TOO_SHORT)?;
        self.at += N as u64;
        Ok(bytes)
    }

    /// The next byte.
    ///
    /// # Errors
    /// At the end of the file.
    pub fn u8(&mut self) -> Result<u8, &'static str> {
        self.bytes().map(u8::from_le_bytes)
    }

    /// The next two bytes.
    ///
    /// # Errors
    /// At the end of the file.
    pub fn u16(&mut self) -> Result<u16, &'static str> {
        self.bytes().map(u16::from_le_bytes)
    }

    /// The next four bytes.
    ///
    /// # Errors
    /// At the end of the file.
    pub fn u32(&mut self) -> Result<u32, &'static str> {
        self.bytes().map(u32::from_le_bytes)
    }

    /// Passes over `length` bytes, which may lie beyond the end, and returns
    /// where they begin.
    pub fn take(&mut self, length: u64) -> u64 {
        let start = self.at;
        self.at = self.at.saturating_add(length);
        start
    }

    /// Goes on to the next multiple of `bytes` bytes.
    pub fn align(&mut self, bytes: u64) {
        self.at = self.at.next_multiple_of(bytes);
    }

    /// Where the reader is, in bytes from the start.
    pub fn at(&self) -> u64 {
        self.at
    }
}
