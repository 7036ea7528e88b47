//! Writes files of games.

use super::game::TrainingGame;
use super::layout::{self, Version};
use super::packing;
use super::read::GameReader;
use crate::support::files::append::{Missing, open_data};
use crate::training::data::error::{DataError, FileError};
use crate::training::data::record_file::RecordWriter;
use std::io;
use std::path::Path;

/// Appends games to a file. Each game is written as soon as it is added, so that
/// a kill of the program loses no earlier game. A new file without a game does
/// not stay.
pub struct GameWriter {
    records: RecordWriter,
    /// The heads that come before the next game.
    heads: Vec<u8>,
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
        let mut found = FileSurvey::default();
        let version = match GameReader::new(&*file) {
            Ok(mut games) => {
                while let Some(record) = games.next_record() {
                    found.positions += u64::from(record?.plies());
                }
                (found.heads, found.games) = (games.head().number, games.games());
                found.bytes = games.end();
                games.version()
            }
            Err(DataError::Empty | DataError::ShortHeader(..)) => Version::Packed,
            Err(error) => return Err(error),
        };
        found.torn = file.metadata()?.len() - found.bytes;
        let records = RecordWriter::new(file, version.format(), found.bytes)?;
        Ok((GameWriter { records, heads: Vec::new() }, found))
    }

    /// Adds a head, which tells of the games that follow it and is written with the
    /// first of them. Files of version 1 have none.
    pub fn add_head(&mut self, text: &str) {
        if Version::of(self.records.format()) == Version::Packed {
            packing::encode_head(text, &mut self.heads);
        }
    }

    /// Appends a game.
    ///
    /// # Errors
    /// If the game is too long, is not legal or cannot be written; then the file
    /// is as before, if the system can still shorten it.
    pub fn add(&mut self, game: &TrainingGame) -> Result<(), DataError> {
        let mut bytes = self.heads.clone();
        match Version::of(self.records.format()) {
            Version::Plain => layout::encode(game, &mut bytes)?,
            Version::Packed => packing::encode(game, &mut bytes)?,
        }
        self.records.append(&bytes)?;
        self.heads.clear();
        Ok(())
    }

    /// Flushes the games to the disk, where they survive a power cut.
    ///
    /// # Errors
    /// If the system cannot flush the file.
    pub fn sync(&self) -> io::Result<()> {
        self.records.sync()
    }
}
