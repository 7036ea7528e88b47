//! From games to files.

use super::fault::{DataError, FileError};
use super::game::Game;
use super::layout::{HEADER, check_header, encode, header, plies};
use super::read::Records;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Adds games to a file. Each is there as soon as it is added, so that a kill
/// costs nothing that was added before.
pub struct Writer {
    file: File,
    /// Where the last whole game ends, in bytes.
    end: u64,
    buffer: Vec<u8>,
}

/// What a file held before anything was added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FileSurvey {
    /// Whole games.
    pub games: u64,
    /// Their positions.
    pub positions: u64,
    /// Their length with the header, in bytes; zero if the file is new.
    pub bytes: u64,
    /// What was cut off behind them, in bytes.
    pub torn: u64,
}

impl Writer {
    /// Opens a file to add games to it, or makes a new one. A torn end is cut
    /// off. While it is open nobody else can write to it (where the system
    /// knows locks).
    ///
    /// # Errors
    /// If it cannot be written, is something else than a file of games, is
    /// damaged, or somebody else writes to it.
    pub fn append(path: &Path) -> Result<(Writer, FileSurvey), FileError> {
        Writer::open(path).map_err(|fault| FileError::new(path, fault))
    }

    fn open(path: &Path) -> Result<(Writer, FileSurvey), DataError> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(DataError::Locked);
        }
        let found = survey(&file)?;
        file.set_len(found.bytes)?;
        file.seek(SeekFrom::End(0))?;
        let mut writer = Writer { file, end: found.bytes, buffer: Vec::new() };
        if found.bytes == 0 {
            writer.write(&header())?;
        }
        Ok((writer, found))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written; then the file is as before, as far as the
    /// system lets it.
    pub fn add(&mut self, game: &Game) -> Result<(), DataError> {
        let mut record = std::mem::take(&mut self.buffer);
        record.clear();
        encode(game, &mut record)?;
        let written = self.write(&record);
        self.buffer = record;
        Ok(written?)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self.file.write_all(bytes) {
            Ok(()) => {
                self.end += bytes.len() as u64;
                Ok(())
            }
            Err(error) => {
                // What fails here is seen, and cut off, by who writes on.
                let _ = self.file.set_len(self.end);
                Err(error)
            }
        }
    }

    /// The length of the file, in bytes.
    pub fn bytes(&self) -> u64 {
        self.end
    }

    /// Brings what was added to the disk, where a power cut cannot reach it.
    ///
    /// # Errors
    /// The system's.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }
}

/// What a file holds. One that was killed within its header is new.
fn survey(mut file: &File) -> Result<FileSurvey, DataError> {
    let mut start = Vec::with_capacity(HEADER);
    file.take(HEADER as u64).read_to_end(&mut start)?;
    match check_header(&start) {
        Err(DataError::Empty) => return Ok(FileSurvey::default()),
        Err(DataError::Short(bytes)) => {
            return Ok(FileSurvey { torn: bytes as u64, ..FileSurvey::default() });
        }
        other => other?,
    }
    file.seek(SeekFrom::Start(0))?;
    let mut records = Records::new(BufReader::new(file))?;
    let mut positions = 0;
    while let Some(record) = records.next() {
        positions += u64::from(plies(record?));
    }
    Ok(FileSurvey { games: records.games(), positions, bytes: records.end(), torn: records.torn() })
}

/// A file that is there only when it is whole: until then it has another
/// name.
pub struct NewFile {
    path: PathBuf,
    part: PathBuf,
    file: BufWriter<File>,
    is_whole: bool,
}

impl NewFile {
    /// Begins a file.
    ///
    /// # Errors
    /// If it is there already or cannot be written.
    pub fn create(path: &Path) -> Result<NewFile, FileError> {
        let wrong = |fault: DataError| FileError::new(path, fault);
        if path.symlink_metadata().is_ok() {
            return Err(wrong(DataError::Exists));
        }
        let mut part = path.as_os_str().to_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        let mut file = BufWriter::new(File::create(&part).map_err(|error| wrong(error.into()))?);
        file.write_all(&header()).map_err(|error| wrong(error.into()))?;
        Ok(NewFile { path: path.to_path_buf(), part, file, is_whole: false })
    }

    /// Adds the record of a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, record: &[u8]) -> Result<(), FileError> {
        self.file.write_all(record).map_err(|error| FileError::new(&self.path, error))
    }

    /// Gives it its name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> Result<(), FileError> {
        let brought = self.file.flush().and_then(|()| self.file.get_ref().sync_all());
        brought
            .and_then(|()| fs::rename(&self.part, &self.path))
            .map_err(|error| FileError::new(&self.path, error))?;
        self.is_whole = true;
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.is_whole {
            // What could not be made is not left lying about, if possible.
            let _ = fs::remove_file(&self.part);
        }
    }
}
