//! Merges and shuffles files of games, and saves games from damaged files.

use super::error::{DataError, FileError};
use super::layout::{
    HEADER, MAGIC, check_header, claimed_length, decode, header, is_intact, plies,
};
use super::read::RecordReader;
use crate::files::input::open_file;
use crate::files::output::OutputFile;
use crate::random::RandomStream;
use crate::training::scan::{LeftOut, RecordFormat, RecordScanner};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The salt of the random numbers of [`shuffle`].
const SHUFFLE_SALT: u64 = 6;

/// What was copied to the new file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CopiedGames {
    /// The number of games.
    pub games: u64,
    /// The number of their positions.
    pub positions: u64,
    /// The number of files whose torn end was left out.
    pub torn_files: usize,
}

/// What was saved from a damaged file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SavedGames {
    /// The number of games.
    pub games: u64,
    /// The number of their positions.
    pub positions: u64,
    /// Games left out because they are not legal although their checksums hold.
    pub illegal: u64,
    /// What else was left out.
    pub left_out: LeftOut,
}

/// The records of games. Their lengths are multiples of four, but bytes may be
/// missing.
const FORMAT: RecordFormat =
    RecordFormat { length: claimed_length, is_intact, longest: super::layout::LONGEST, step: 1 };

/// Where the record of a game is.
struct RecordPlace {
    /// The index of the file.
    file: u32,
    /// The length of the record, in bytes.
    length: u32,
    /// Where the record begins in the file, in bytes.
    offset: u64,
}

/// Writes the games of several files to a new one, file after file.
///
/// # Errors
/// If an input is not a file of games or is damaged, or if the new file exists
/// or cannot be written; then no new file is made.
pub fn merge(inputs: &[PathBuf], out: &Path) -> Result<CopiedGames, FileError> {
    let at_out = |error: io::Error| FileError::new(out, error);
    let mut new = create(out)?;
    let copied = for_each_record(inputs, |_, _, record| new.write_all(record).map_err(at_out))?;
    new.finish().map_err(at_out)?;
    Ok(copied)
}

/// Writes the games of several files to a new one in random order. It keeps 16
/// bytes for each game in memory: where its record is.
///
/// # Errors
/// As those of [`merge`].
pub fn shuffle(inputs: &[PathBuf], out: &Path, seed: u64) -> Result<CopiedGames, FileError> {
    let at_out = |error: io::Error| FileError::new(out, error);
    let mut new = create(out)?;
    let mut places = Vec::new();
    let copied = for_each_record(inputs, |file, offset, record| {
        places.push(RecordPlace { file: file as u32, length: record.len() as u32, offset });
        Ok(())
    })?;
    RandomStream::new(seed, 0, SHUFFLE_SALT).shuffle(&mut places);

    let open = |path: &PathBuf| open_file(path).map_err(|error| FileError::new(path, error));
    let mut files: Vec<File> = inputs.iter().map(open).collect::<Result<_, _>>()?;
    let mut record = Vec::new();
    for place in &places {
        let index = place.file as usize;
        read_record(&mut files[index], place, &mut record)
            .map_err(|error| FileError::new(&inputs[index], error))?;
        new.write_all(&record).map_err(at_out)?;
    }
    new.finish().map_err(at_out)?;
    Ok(copied)
}

/// Writes the games of a damaged file to a new one: each legal game whose
/// checksum holds, wherever it begins. The header may be damaged too.
///
/// # Errors
/// If the file cannot be read or has no such game, or if the new file exists or
/// cannot be written; then no new file is made.
pub fn salvage(path: &Path, out: &Path) -> Result<SavedGames, FileError> {
    let at_input = |error: io::Error| FileError::new(path, error);
    let at_out = |error: io::Error| FileError::new(out, error);
    let file = open_file(path).map_err(at_input)?;
    let mut start = Vec::with_capacity(HEADER);
    (&file).take(HEADER as u64).read_to_end(&mut start).map_err(at_input)?;
    let mut new = create(out)?;
    let mut saved = SavedGames::default();
    let mut records = RecordScanner::new(file, FORMAT, HEADER as u64);
    while let Some(record) = records.next().map_err(at_input)? {
        if decode(record).is_err() {
            saved.illegal += 1;
            continue;
        }
        new.write_all(record).map_err(at_out)?;
        saved.games += 1;
        saved.positions += u64::from(plies(record));
    }
    saved.left_out = records.left_out();
    if saved.games == 0 {
        // A file of another kind is refused as such.
        let wrong = check_header(&start).err().filter(|_| !start.starts_with(&MAGIC));
        return Err(FileError::new(path, wrong.unwrap_or(DataError::NoGames)));
    }
    new.finish().map_err(at_out)?;
    Ok(saved)
}

/// A new file of games with its header.
fn create(out: &Path) -> Result<OutputFile, FileError> {
    let created =
        OutputFile::create_new(out).and_then(|mut new| new.write_all(&header()).map(|()| new));
    created.map_err(|error| FileError::new(out, error))
}

fn read_record(file: &mut File, place: &RecordPlace, record: &mut Vec<u8>) -> io::Result<()> {
    record.resize(place.length as usize, 0);
    file.seek(SeekFrom::Start(place.offset))?;
    file.read_exact(record)
}

/// Calls `action` for each game with the index of the file, where the record
/// begins in it in bytes, and the record.
fn for_each_record(
    inputs: &[PathBuf],
    mut action: impl FnMut(usize, u64, &[u8]) -> Result<(), FileError>,
) -> Result<CopiedGames, FileError> {
    let mut copied = CopiedGames::default();
    for (index, path) in inputs.iter().enumerate() {
        let mut records = RecordReader::open(path)?;
        let mut offset = records.end();
        while let Some(record) = records.next() {
            let record = record.map_err(|error: DataError| FileError::new(path, error))?;
            action(index, offset, record)?;
            offset += record.len() as u64;
            copied.games += 1;
            copied.positions += u64::from(plies(record));
        }
        copied.torn_files += usize::from(records.torn() > 0);
    }
    Ok(copied)
}
