//! Reads files of games.

use super::error::{DataError, FileError};
use super::game::TrainingGame;
use super::layout::{COUNT, HEADER, check_header, is_intact, record_length};
use super::record::{Head, Record};
use crate::support::files::input::open_file;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// The size of the read buffer, in bytes.
pub const BUFFER: usize = 1 << 18;

/// Reads the records of a file and checks their checksums. Copying and counting
/// games needs no more than records.
pub struct RecordReader<R> {
    source: R,
    /// The last record.
    record: Record,
    /// The last head.
    head: Head,
    /// The number of whole games read so far.
    games: u64,
    /// Where the last of them ends in the file, in bytes.
    end: u64,
    /// The length of a torn end, in bytes.
    torn: u64,
    is_over: bool,
}

impl RecordReader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a file of games.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let file = open_file(path).map_err(|error| FileError::new(path, error))?;
        RecordReader::new(BufReader::with_capacity(BUFFER, file))
            .map_err(|error| FileError::new(path, error))
    }
}

impl<R: Read> RecordReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If it is not the header of a file of games.
    pub fn new(mut source: R) -> Result<RecordReader<R>, DataError> {
        let mut header = Vec::with_capacity(HEADER);
        source.by_ref().take(HEADER as u64).read_to_end(&mut header)?;
        let record = Record::new(check_header(&header)?);
        let (head, end) = (Head::default(), HEADER as u64);
        Ok(RecordReader { source, record, head, games: 0, end, torn: 0, is_over: false })
    }

    /// The head of the last game read.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The number of whole games read so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Where the last whole game read so far ends, in bytes from the beginning
    /// of the file.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// The length of the torn end, in bytes; known when
    /// [`next`](RecordReader::next) has returned `None`.
    pub fn torn(&self) -> u64 {
        self.torn
    }

    /// The record of the next whole game. After an error there are no more.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<Result<&Record, DataError>> {
        while !self.is_over {
            match self.read() {
                Ok(true) => {
                    self.end += self.record.bytes.len() as u64;
                    match self.record.head() {
                        Some(text) => self.head.replace(text),
                        None => {
                            self.games += 1;
                            return Some(Ok(&self.record));
                        }
                    }
                }
                Ok(false) => self.is_over = true,
                Err(error) => {
                    self.is_over = true;
                    return Some(Err(error));
                }
            }
        }
        None
    }

    /// Reads a record; `false` at the end of the file, whole or torn.
    fn read(&mut self) -> Result<bool, DataError> {
        self.record.bytes.clear();
        self.fill(COUNT)?;
        let Some(&count) = self.record.bytes.first_chunk() else { return Ok(self.end_torn()) };
        let length = record_length(self.record.version, count);
        let Some(length) = length else { return self.check_torn() };
        self.fill(length - COUNT)?;
        if self.record.bytes.len() < length {
            return Ok(self.end_torn());
        }
        if is_intact(&self.record.bytes) { Ok(true) } else { self.check_torn() }
    }

    /// Reads `bytes` bytes more; fewer only at the end of the file.
    fn fill(&mut self, bytes: usize) -> io::Result<()> {
        self.source.by_ref().take(bytes as u64).read_to_end(&mut self.record.bytes).map(drop)
    }

    /// Notes the torn end: what was read of a record, if anything.
    fn end_torn(&mut self) -> bool {
        self.torn = self.record.bytes.len() as u64;
        false
    }

    /// Decides about a record that is not intact. If nothing follows it, or
    /// only the zeros that some file systems leave after a power cut, it is a
    /// torn end.
    ///
    /// # Errors
    /// Otherwise the file is damaged.
    fn check_torn(&mut self) -> Result<bool, DataError> {
        let mut torn = self.record.bytes.len() as u64;
        let mut rest = [0; 4096];
        loop {
            match self.source.read(&mut rest) {
                Ok(0) => {
                    self.torn = torn;
                    return Ok(false);
                }
                Ok(length) if rest[..length].iter().all(|&byte| byte == 0) => {
                    torn += length as u64;
                }
                Ok(_) => {
                    return Err(DataError::Damaged { game: self.games + 1, offset: self.end });
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Reads the games of a file.
///
/// A torn end is not an error; [`is_torn`](GameReader::is_torn) tells of it.
/// After an error there are no more games.
pub struct GameReader<R> {
    records: RecordReader<R>,
}

impl GameReader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a file of games.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Ok(GameReader { records: RecordReader::open(path)? })
    }
}

impl<R: Read> GameReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If it is not the header of a file of games.
    pub fn new(source: R) -> Result<GameReader<R>, DataError> {
        Ok(GameReader { records: RecordReader::new(source)? })
    }

    /// Whether the file has a torn end; known after the last game.
    pub fn is_torn(&self) -> bool {
        self.records.torn() > 0
    }

    /// The length of the torn end, in bytes; known after the last game.
    pub fn torn_bytes(&self) -> u64 {
        self.records.torn()
    }

    /// Where the last game read so far ends, in bytes from the beginning of the
    /// file.
    pub fn end(&self) -> u64 {
        self.records.end()
    }

    /// The head of the last game read.
    pub fn head(&self) -> &Head {
        self.records.head()
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = io::Result<TrainingGame>;

    /// The next game. Every move of it is legal.
    fn next(&mut self) -> Option<io::Result<TrainingGame>> {
        let game = match self.records.next()? {
            Ok(record) => record.decode(),
            Err(error) => return Some(Err(error.into())),
        };
        Some(game.map_err(|why| {
            self.records.is_over = true;
            DataError::IllegalGame { game: self.records.games, why }.into()
        }))
    }
}
