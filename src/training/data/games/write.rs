//! Writes files of games.

use super::error::{DataError, FileError};
use super::game::TrainingGame;
use super::layout::{self, HEADER, Version, check_header, header};
use super::packing;
use super::read::RecordReader;
use crate::support::files::append::{DataFile, Missing, open_data};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Appends games to a file. Each game is written as soon as it is added, so that
/// a kill of the program loses no earlier game. A new file without a game does
/// not stay.
pub struct GameWriter {
    file: DataFile,
    version: Version,
    /// Where the last whole game ends, in bytes.
    end: u64,
    /// What comes before the next game: the header of a new file, and heads.
    before: Vec<u8>,
}

/// What a file held when it was opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FileSurvey {
    /// How many heads the file has.
    pub heads: u64,
    /// The number of whole games.
    pub games: u64,
    /// The number of their positions.
    pub positions: u64,
    /// The length of the header, these heads and games, in bytes; zero if the file is
    /// new.
    pub bytes: u64,
    /// The length of the torn end that was cut off, in bytes.
    pub torn: u64,
}

impl GameWriter {
    /// Opens a file to append games, or creates it. A torn end is cut off. The
    /// file is locked while it is open, where the system has locks.
    ///
    /// # Errors
    /// If the file cannot be written, is not a file of games, is damaged or is
    /// locked.
    pub fn append(path: &Path) -> Result<(GameWriter, FileSurvey), FileError> {
        GameWriter::open(path).map_err(|error| FileError::new(path, error))
    }

    fn open(path: &Path) -> Result<(GameWriter, FileSurvey), DataError> {
        let file = open_data(path, Missing::Made)?;
        let (version, found) = survey(&file)?;
        file.set_len(found.bytes)?;
        (&*file).seek(SeekFrom::End(0))?;
        let before = if found.bytes == 0 { header(version).to_vec() } else { Vec::new() };
        Ok((GameWriter { file, version, end: found.bytes, before }, found))
    }

    /// Adds a head, which tells of the games that follow it and is written with the
    /// first of them. Files of version 1 have none.
    pub fn add_head(&mut self, text: &str) {
        if self.version == Version::Packed {
            packing::encode_head(text, &mut self.before);
        }
    }

    /// Appends a game.
    ///
    /// # Errors
    /// If the game is too long, is not legal or cannot be written; then the file
    /// is as before, if the system can still shorten it.
    pub fn add(&mut self, game: &TrainingGame) -> Result<(), DataError> {
        let mut bytes = self.before.clone();
        match self.version {
            Version::Plain => layout::encode(game, &mut bytes)?,
            Version::Packed => packing::encode(game, &mut bytes)?,
        }
        if let Err(error) = (&*self.file).write_all(&bytes) {
            // If this fails too, the next `append` cuts the torn end off.
            let _ = self.file.set_len(self.end);
            return Err(error.into());
        }
        self.end += bytes.len() as u64;
        self.before.clear();
        Ok(())
    }

    /// The length of the file, in bytes.
    pub fn bytes(&self) -> u64 {
        self.end
    }

    /// Flushes the games to the disk, where they survive a power cut.
    ///
    /// # Errors
    /// If the system cannot flush the file.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }
}

/// What a file holds and its version. A file that ends within its header counts
/// as new.
fn survey(mut file: &File) -> Result<(Version, FileSurvey), DataError> {
    let new = |torn| Ok((Version::Packed, FileSurvey { torn, ..FileSurvey::default() }));
    let mut start = Vec::with_capacity(HEADER);
    file.take(HEADER as u64).read_to_end(&mut start)?;
    let version = match check_header(&start) {
        Err(DataError::Empty) => return new(0),
        Err(DataError::ShortHeader { length, .. }) => return new(length as u64),
        other => other?,
    };
    file.seek(SeekFrom::Start(0))?;
    let mut records = RecordReader::new(BufReader::new(file))?;
    let mut positions = 0;
    while let Some(record) = records.next() {
        positions += u64::from(record?.plies());
    }
    let (heads, games) = (records.head().number, records.games());
    let (bytes, torn) = (records.end(), records.torn());
    Ok((version, FileSurvey { heads, games, positions, bytes, torn }))
}
