//! New files out of old ones.

use super::fault::{DataError, FileError};
use super::layout::plies;
use super::read::Records;
use super::write::NewFile;
use crate::random::RandomStream;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Keeps these random numbers apart from others.
const OF_SHUFFLE: u64 = 6;

/// What was taken out of the old files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Taken {
    /// Games.
    pub games: u64,
    /// Their positions.
    pub positions: u64,
    /// Torn ends that were left out.
    pub torn: usize,
}

/// Where a game lies.
struct RecordPlace {
    /// In which of the files.
    file: u32,
    /// Its length in bytes.
    length: u32,
    /// Where it begins in the file, in bytes.
    offset: u64,
}

/// Writes the games of several files to a new one, file after file.
///
/// # Errors
/// If a file is none, or damaged, or the new one is there already or cannot
/// be written; then it is not made.
pub fn merge(inputs: &[PathBuf], out: &Path) -> Result<Taken, FileError> {
    let mut new = NewFile::create(out)?;
    let taken = each(inputs, |_, _, record| new.add(record))?;
    new.finish()?;
    Ok(taken)
}

/// The same in random order. Only where games lie is kept in memory, 16 bytes
/// for each.
///
/// # Errors
/// As those of [`merge`].
pub fn shuffle(inputs: &[PathBuf], out: &Path, seed: u64) -> Result<Taken, FileError> {
    let mut new = NewFile::create(out)?;
    let mut places = Vec::new();
    let taken = each(inputs, |file, offset, record| {
        places.push(RecordPlace { file: file as u32, length: record.len() as u32, offset });
        Ok(())
    })?;
    RandomStream::new(seed, 0, OF_SHUFFLE).shuffle(&mut places);

    let open = |path| File::open(path).map_err(|error| FileError::new(path, error));
    let mut files: Vec<File> = inputs.iter().map(|path| open(path)).collect::<Result<_, _>>()?;
    let mut record = Vec::new();
    for place in &places {
        let index = place.file as usize;
        fetch(&mut files[index], place, &mut record)
            .map_err(|error| FileError::new(&inputs[index], error))?;
        new.add(&record)?;
    }
    new.finish()?;
    Ok(taken)
}

fn fetch(file: &mut File, place: &RecordPlace, record: &mut Vec<u8>) -> io::Result<()> {
    record.resize(place.length as usize, 0);
    file.seek(SeekFrom::Start(place.offset))?;
    file.read_exact(record)
}

/// Goes through all games: the number of the file, where the game begins in
/// it, and its record.
fn each(
    inputs: &[PathBuf],
    mut heed: impl FnMut(usize, u64, &[u8]) -> Result<(), FileError>,
) -> Result<Taken, FileError> {
    let mut taken = Taken::default();
    for (index, path) in inputs.iter().enumerate() {
        let mut records = Records::open(path)?;
        let mut offset = records.end();
        while let Some(record) = records.next() {
            let record = record.map_err(|fault: DataError| FileError::new(path, fault))?;
            heed(index, offset, record)?;
            offset += record.len() as u64;
            taken.games += 1;
            taken.positions += u64::from(plies(record));
        }
        taken.torn += usize::from(records.torn() > 0);
    }
    Ok(taken)
}
