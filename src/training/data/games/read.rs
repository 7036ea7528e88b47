//! Reads files of games.

use super::game::TrainingGame;
use super::layout::Version;
use super::record::{FORMATS, Head, Record};
use crate::support::files::input::open_file;
use crate::training::data::error::{DataError, FileError};
use crate::training::data::record_file::read_header;
use crate::training::data::scan::{AtDamage, RecordScanner};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Reads the games of a file, or its records: copying and counting games needs no
/// more. A torn end is not an error; [`torn`](GameReader::torn) tells of it. After
/// an error there are no more games.
pub struct GameReader<R> {
    scanner: RecordScanner<R>,
    /// The last head.
    head: Head,
    /// The number of whole games read so far.
    games: u64,
    is_over: bool,
}

impl GameReader<File> {
    /// Opens a file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a file of games.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let opened = open_file(path).map_err(DataError::Io).and_then(GameReader::new);
        opened.map_err(|error| FileError::new(path, error))
    }
}

impl<R: Read> GameReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If it is not the header of a file of games.
    pub fn new(mut source: R) -> Result<GameReader<R>, DataError> {
        let format = read_header(&mut source, &FORMATS)?;
        let scanner = RecordScanner::new(source, format, AtDamage::Stop);
        Ok(GameReader { scanner, head: Head::default(), games: 0, is_over: false })
    }

    /// The version of the file.
    pub(super) fn version(&self) -> Version {
        Version::of(self.scanner.format())
    }

    /// The head of the last game read.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The number of whole games read so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Where the last whole record read so far ends, in bytes from the beginning of
    /// the file.
    pub fn end(&self) -> u64 {
        self.scanner.end()
    }

    /// The length of the torn end, in bytes; known after the last game.
    pub fn torn(&self) -> u64 {
        self.scanner.left_out().torn
    }

    /// The record of the next whole game.
    pub fn next_record(&mut self) -> Option<Result<Record, DataError>> {
        if self.is_over {
            return None;
        }
        let found = self.read().transpose();
        self.is_over = !matches!(found, Some(Ok(_)));
        found
    }

    fn read(&mut self) -> Result<Option<Record>, DataError> {
        let version = self.version();
        while let Some(bytes) = self.scanner.next()? {
            let record = Record { version, bytes: bytes.to_vec() };
            match record.head() {
                Some(text) => self.head.replace(text),
                None => {
                    self.games += 1;
                    return Ok(Some(record));
                }
            }
        }
        match self.scanner.left_out().places {
            0 => Ok(None),
            _ => Err(DataError::Damaged { game: self.games + 1, offset: self.end() }),
        }
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<TrainingGame, DataError>;

    /// The next game. Every move of it is legal.
    fn next(&mut self) -> Option<Result<TrainingGame, DataError>> {
        let decoded = self.next_record()?.and_then(|record| {
            record.decode().map_err(|why| DataError::IllegalGame { game: self.games, why })
        });
        self.is_over = decoded.is_err();
        Some(decoded)
    }
}
