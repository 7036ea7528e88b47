//! From files to games.

use super::fault::{DataError, FileError};
use super::game::Game;
use super::layout::{COUNT, HEADER, check_header, decode, is_sound, record_length};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// How much is asked of the system at once, in bytes.
const BUFFER: usize = 1 << 18;

/// The games of a file as bytes, each found sound by its checksum: for who
/// copies and counts them.
pub struct Records<R> {
    source: R,
    /// The record read last.
    record: Vec<u8>,
    /// How many whole games have been read.
    games: u64,
    /// Where the last of them ends in the file, in bytes.
    end: u64,
    /// The length of a torn end, in bytes.
    torn: u64,
    is_over: bool,
}

impl Records<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read or is no file of games.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let file = File::open(path).map_err(|error| FileError::new(path, error))?;
        Records::new(BufReader::with_capacity(BUFFER, file))
            .map_err(|fault| FileError::new(path, fault))
    }
}

impl<R: Read> Records<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If it is that of no file of games.
    pub fn new(mut source: R) -> Result<Records<R>, DataError> {
        let mut header = Vec::with_capacity(HEADER);
        source.by_ref().take(HEADER as u64).read_to_end(&mut header)?;
        check_header(&header)?;
        let end = HEADER as u64;
        Ok(Records { source, record: Vec::new(), games: 0, end, torn: 0, is_over: false })
    }

    /// How many whole games have been read.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Where the last whole game that has been read ends, in bytes from the
    /// beginning of the file.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// The length of what is left behind the last whole game, in bytes; known
    /// once that has been read.
    pub fn torn(&self) -> u64 {
        self.torn
    }

    /// The next whole game. After an error there is no other.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<Result<&[u8], DataError>> {
        if self.is_over {
            return None;
        }
        let found = self.read();
        self.is_over = !matches!(found, Ok(true));
        match found {
            Ok(true) => {
                self.games += 1;
                self.end += self.record.len() as u64;
                Some(Ok(&self.record))
            }
            Ok(false) => None,
            Err(fault) => Some(Err(fault)),
        }
    }

    /// Reads a record. False at the end, whole or torn.
    fn read(&mut self) -> Result<bool, DataError> {
        self.record.clear();
        self.fill(COUNT)?;
        let Some(&count) = self.record.first_chunk() else { return Ok(self.tear()) };
        let Some(length) = record_length(count) else { return self.doubt() };
        self.fill(length - COUNT)?;
        if self.record.len() < length {
            return Ok(self.tear());
        }
        if is_sound(&self.record) { Ok(true) } else { self.doubt() }
    }

    /// Reads so many bytes more, less only at the end of the file.
    fn fill(&mut self, bytes: usize) -> io::Result<()> {
        self.source.by_ref().take(bytes as u64).read_to_end(&mut self.record).map(drop)
    }

    /// The file ends within a record, or exactly before it.
    fn tear(&mut self) -> bool {
        self.torn = self.record.len() as u64;
        false
    }

    /// A record is not sound. If nothing follows it, or only the zeros that
    /// some file systems leave after a power cut, it is a torn end.
    fn doubt(&mut self) -> Result<bool, DataError> {
        let mut torn = self.record.len() as u64;
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

/// The games of a file.
///
/// A torn end is not an error but the end; [`Games::torn`] tells of it. After
/// an error there are no more games.
pub struct Games<R> {
    records: Records<R>,
}

impl Games<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read or is no file of games.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Ok(Games { records: Records::open(path)? })
    }
}

impl<R: Read> Games<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If it is that of no file of games.
    pub fn new(source: R) -> Result<Games<R>, DataError> {
        Ok(Games { records: Records::new(source)? })
    }

    /// Whether the file has turned out to end within a game.
    pub fn torn(&self) -> bool {
        self.records.torn() > 0
    }

    /// How much of it is left behind the last whole game, in bytes.
    pub fn torn_bytes(&self) -> u64 {
        self.records.torn()
    }

    /// Where the last game that has been read ends, in bytes from the
    /// beginning of the file.
    pub fn end(&self) -> u64 {
        self.records.end()
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = io::Result<Game>;

    /// The next game, every move of it legal.
    fn next(&mut self) -> Option<io::Result<Game>> {
        let game = match self.records.next()? {
            Ok(record) => decode(record),
            Err(fault) => return Some(Err(fault.into())),
        };
        Some(game.map_err(|why| {
            self.records.is_over = true;
            DataError::Impossible { game: self.records.games, why }.into()
        }))
    }
}
