//! Merges and shuffles files of games, and saves games from damaged files.

use super::error::{DataError, FileError};
use super::game::TrainingGame;
use super::layout::{self, HEADER, MAGIC, Version, check_header, header};
use super::packing;
use super::read::RecordReader;
use super::record::{Record, SeenGames};
use crate::support::files::input::open_file;
use crate::support::files::output::OutputFile;
use crate::support::random::RandomStream;
use crate::training::data::scan::{LeftOut, RecordFormat, RecordScanner};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The salt of the random numbers of [`shuffle`].
const SHUFFLE_SALT: u64 = 6;

/// What was copied to the new file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CopiedGames {
    /// How many games were written.
    pub games: u64,
    /// The number of their positions.
    pub positions: u64,
    /// The number of files whose torn end was left out.
    pub torn_files: usize,
    /// Copies of games that occur more than once; they were left out.
    pub copies: u64,
}

/// What was saved from a damaged file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SavedGames {
    /// How many games were written.
    pub games: u64,
    /// The number of their positions.
    pub positions: u64,
    /// Games left out because they are not legal although their checksums hold.
    pub illegal: u64,
    /// What else was left out.
    pub left_out: LeftOut,
}

/// The form of records. Their lengths are known, but bytes may be missing.
const fn format(version: Version) -> RecordFormat {
    let is_intact = layout::is_intact;
    match version {
        Version::Plain => RecordFormat {
            length: |bytes| layout::claimed_length(Version::Plain, bytes),
            is_intact,
            longest: layout::LONGEST,
            step: 1,
        },
        Version::Packed => RecordFormat {
            length: |bytes| layout::claimed_length(Version::Packed, bytes),
            is_intact,
            longest: packing::LONGEST,
            step: 1,
        },
    }
}

/// Where the record of a game is.
struct RecordPlace {
    /// The index of the file.
    file: u32,
    /// The length of the record, in bytes.
    length: u32,
    /// Where the record begins in the file, in bytes.
    offset: u64,
}

/// Writes the games of several files to a new one, file after file, with their
/// heads. Of a game that occurs more than once it writes the first copy.
///
/// # Errors
/// If an input is not a file of games or is damaged, or if the new file exists
/// or cannot be written; then no new file is made.
pub fn merge(inputs: &[PathBuf], out: &Path) -> Result<CopiedGames, FileError> {
    let mut new = NewGames::create(out)?;
    let copied = for_each_game(inputs, |_, game, head| {
        new.add_head(head)?;
        new.add(game)
    })?;
    new.finish()?;
    Ok(copied)
}

/// Writes the games of several files to a new one in random order, without their
/// heads. Of a game that occurs more than once it writes one copy. It keeps 16
/// bytes for each game in memory: where its record is.
///
/// # Errors
/// Those of [`merge`].
pub fn shuffle(inputs: &[PathBuf], out: &Path, seed: u64) -> Result<CopiedGames, FileError> {
    let mut new = NewGames::create(out)?;
    let mut places = Vec::new();
    let copied = for_each_game(inputs, |place, _, _| {
        places.push(place);
        Ok(())
    })?;
    RandomStream::new(seed, 0, SHUFFLE_SALT).shuffle(&mut places);

    let mut files =
        inputs.iter().map(|path| OpenGames::open(path)).collect::<Result<Vec<_>, _>>()?;
    for place in &places {
        let index = place.file as usize;
        let game =
            files[index].read(place).map_err(|error| FileError::new(&inputs[index], error))?;
        new.add(&game)?;
    }
    new.finish()?;
    Ok(copied)
}

/// Writes the games of a damaged file to a new one: each legal game whose
/// checksum holds, wherever it begins, and the heads. The header may be damaged
/// too.
///
/// # Errors
/// If the file cannot be read or has no such game, or if the new file exists or
/// cannot be written; then no new file is made.
pub fn salvage(path: &Path, out: &Path) -> Result<SavedGames, FileError> {
    let at_input = |error: io::Error| FileError::new(path, error);
    let mut file = open_file(path).map_err(at_input)?;
    let mut start = Vec::with_capacity(HEADER);
    (&file).take(HEADER as u64).read_to_end(&mut start).map_err(at_input)?;
    let header = check_header(&start);
    // The records tell the version where the header does not.
    let versions = match header {
        Ok(Version::Plain) => [Version::Plain, Version::Packed],
        _ => [Version::Packed, Version::Plain],
    };
    for version in versions {
        file.seek(SeekFrom::Start(HEADER as u64)).map_err(at_input)?;
        let mut new = NewGames::create(out)?;
        let saved = salvage_version(&file, version, path, &mut new)?;
        if saved.games > 0 {
            new.finish()?;
            return Ok(saved);
        }
    }
    // A file of another kind is refused as such.
    let wrong = header.err().filter(|_| !start.starts_with(&MAGIC));
    Err(FileError::new(path, wrong.unwrap_or(DataError::NoGames)))
}

/// Writes what is whole and legal among the records of one version.
fn salvage_version(
    file: &File,
    version: Version,
    path: &Path,
    new: &mut NewGames<'_>,
) -> Result<SavedGames, FileError> {
    let mut saved = SavedGames::default();
    let mut head = String::new();
    let mut records = RecordScanner::new(file, format(version), HEADER as u64);
    while let Some(bytes) = records.next().map_err(|error| FileError::new(path, error))? {
        let record = Record { version, bytes: bytes.to_vec() };
        if let Some(text) = record.head() {
            head = text;
            continue;
        }
        let Ok(game) = record.decode() else {
            saved.illegal += 1;
            continue;
        };
        new.add_head(&head)?;
        new.add(&game)?;
        saved.games += 1;
        saved.positions += u64::from(record.plies());
    }
    saved.left_out = records.left_out();
    Ok(saved)
}

/// A new file of games.
struct NewGames<'p> {
    path: &'p Path,
    file: OutputFile,
    /// The text of the last head.
    head: String,
    record: Vec<u8>,
}

impl<'p> NewGames<'p> {
    /// A new file with its header.
    fn create(path: &'p Path) -> Result<NewGames<'p>, FileError> {
        let created = OutputFile::create_new(path)
            .and_then(|mut file| file.write_all(&header(Version::Packed)).map(|()| file));
        let file = created.map_err(|error| FileError::new(path, error))?;
        Ok(NewGames { path, file, head: String::new(), record: Vec::new() })
    }

    /// Adds the head of the next game, unless it is that of the game before.
    fn add_head(&mut self, text: &str) -> Result<(), FileError> {
        if self.head == text {
            return Ok(());
        }
        self.head = text.to_string();
        self.record.clear();
        packing::encode_head(text, &mut self.record);
        self.write()
    }

    fn add(&mut self, game: &TrainingGame) -> Result<(), FileError> {
        self.record.clear();
        packing::encode(game, &mut self.record).map_err(|why| FileError::new(self.path, why))?;
        self.write()
    }

    fn write(&mut self) -> Result<(), FileError> {
        self.file.write_all(&self.record).map_err(|error| FileError::new(self.path, error))
    }

    fn finish(self) -> Result<(), FileError> {
        self.file.finish().map_err(|error| FileError::new(self.path, error))
    }
}

/// A file from which single games are read.
struct OpenGames {
    file: File,
    record: Record,
}

impl OpenGames {
    fn open(path: &Path) -> Result<OpenGames, FileError> {
        let at_input = |error| FileError::new(path, error);
        let mut file = open_file(path).map_err(|error| FileError::new(path, error))?;
        let mut start = [0; HEADER];
        file.read_exact(&mut start).map_err(|error| FileError::new(path, error))?;
        let version = check_header(&start).map_err(at_input)?;
        Ok(OpenGames { file, record: Record::new(version) })
    }

    fn read(&mut self, place: &RecordPlace) -> io::Result<TrainingGame> {
        let record = &mut self.record;
        record.bytes.resize(place.length as usize, 0);
        self.file.seek(SeekFrom::Start(place.offset))?;
        self.file.read_exact(&mut record.bytes)?;
        record.decode().map_err(|why| io::Error::new(io::ErrorKind::InvalidData, why))
    }
}

/// Calls `action` for each game that was not there before, with the place of its
/// record and its head.
fn for_each_game(
    inputs: &[PathBuf],
    mut action: impl FnMut(RecordPlace, &TrainingGame, &str) -> Result<(), FileError>,
) -> Result<CopiedGames, FileError> {
    let mut copied = CopiedGames::default();
    let mut seen = SeenGames::default();
    for (index, path) in inputs.iter().enumerate() {
        let at_input = |error: DataError| FileError::new(path, error);
        let mut records = RecordReader::open(path)?;
        while let Some(record) = records.next() {
            let record = record.map_err(at_input)?;
            let (length, plies) = (record.len(), record.plies());
            let game = record
                .decode()
                .map_err(|why| at_input(DataError::IllegalGame { game: records.games(), why }))?;
            if !seen.is_new(game.identity()) {
                continue;
            }
            let offset = records.end() - length as u64;
            let place = RecordPlace { file: index as u32, length: length as u32, offset };
            action(place, &game, &records.head().text)?;
            copied.games += 1;
            copied.positions += u64::from(plies);
        }
        copied.torn_files += usize::from(records.torn() > 0);
    }
    copied.copies = seen.copies;
    Ok(copied)
}
