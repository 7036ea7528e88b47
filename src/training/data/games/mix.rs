//! Merges and shuffles files of games, and saves games from damaged files.

use super::game::TrainingGame;
use super::layout::Version;
use super::packing;
use super::read::GameReader;
use super::record::{FORMATS, Record, SeenGames};
use crate::support::files::input::open_file;
use crate::support::random::RandomStream;
use crate::training::data::error::{DataError, FileError};
use crate::training::data::file_kind::{HEADER, LETTERS};
use crate::training::data::record_file::{NewRecords, read_header};
use crate::training::data::scan::{AtDamage, LeftOut, RecordScanner};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
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
    new.file.finish()?;
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

    let open = |path: &PathBuf| {
        let mut file = open_file(path).map_err(|error| FileError::new(path, error))?;
        let format = read_header(&mut file, &FORMATS).map_err(|why| FileError::new(path, why))?;
        Ok((file, Version::of(format)))
    };
    let mut files = inputs.iter().map(open).collect::<Result<Vec<_>, FileError>>()?;
    for place in &places {
        let index = place.file as usize;
        let game = read_game(&mut files[index], place);
        new.add(&game.map_err(|error| FileError::new(&inputs[index], error))?)?;
    }
    new.file.finish()?;
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
    let header = read_header(&mut file, &FORMATS).map(Version::of);
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
            new.file.finish()?;
            return Ok(saved);
        }
    }
    // A file of another kind is refused as such.
    let wrong = match header {
        Ok(_) | Err(DataError::Version { .. } | DataError::ShortHeader(LETTERS.., _)) => {
            DataError::NoGames
        }
        Err(error) => error,
    };
    Err(FileError::new(path, wrong))
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
    let mut records = RecordScanner::new(file, version.format(), AtDamage::Search);
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
    file: NewRecords<'p>,
    /// The text of the last head.
    head: String,
    record: Vec<u8>,
}

impl<'p> NewGames<'p> {
    /// A new file with its header.
    fn create(path: &'p Path) -> Result<NewGames<'p>, FileError> {
        let file = NewRecords::create(path, Version::Packed.format())?;
        Ok(NewGames { file, head: String::new(), record: Vec::new() })
    }

    /// Adds the head of the next game, unless it is that of the game before.
    fn add_head(&mut self, text: &str) -> Result<(), FileError> {
        if self.head == text {
            return Ok(());
        }
        self.head = text.to_string();
        self.record.clear();
        packing::encode_head(text, &mut self.record);
        self.file.write(&self.record)
    }

    fn add(&mut self, game: &TrainingGame) -> Result<(), FileError> {
        self.record.clear();
        packing::encode(game, &mut self.record)
            .map_err(|why| FileError::new(self.file.path(), why))?;
        self.file.write(&self.record)
    }
}

/// Reads the game at a place of a file.
fn read_game(
    (file, version): &mut (File, Version),
    place: &RecordPlace,
) -> Result<TrainingGame, DataError> {
    let mut bytes = vec![0; place.length as usize];
    file.seek(SeekFrom::Start(place.offset))?;
    file.read_exact(&mut bytes)?;
    let record = Record { version: *version, bytes };
    record.decode().map_err(|why| io::Error::new(io::ErrorKind::InvalidData, why).into())
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
        let mut games = GameReader::open(path)?;
        while let Some(record) = games.next_record() {
            let record = record.map_err(at_input)?;
            let (length, plies) = (record.len(), record.plies());
            let game = record
                .decode()
                .map_err(|why| at_input(DataError::IllegalGame { game: games.games(), why }))?;
            if !seen.is_new(game.identity()) {
                continue;
            }
            let offset = games.end() - length as u64;
            let place = RecordPlace { file: index as u32, length: length as u32, offset };
            action(place, &game, &games.head().text)?;
            copied.games += 1;
            copied.positions += u64::from(plies);
        }
        copied.torn_files += usize::from(games.torn() > 0);
    }
    copied.copies = seen.copies;
    Ok(copied)
}
