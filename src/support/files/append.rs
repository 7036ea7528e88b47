//! Files that are added to: games, logs, and data that survive a kill up to the
//! last whole record.

use super::output::OutputFile;
use super::target::{PipeReader, Target};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// A file to which text is appended, also by other programs. If it does not
/// exist, the first write makes it: work that is refused leaves no empty file.
#[derive(Debug)]
pub struct AppendFile {
    path: PathBuf,
    options: OpenOptions,
    file: Option<File>,
    is_stream: bool,
}

impl AppendFile {
    /// Opens a file to which lines are added. It is never worth waiting for: a pipe
    /// that nobody reads is an error.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn log(path: &Path) -> io::Result<AppendFile> {
        AppendFile::open(path, OpenOptions::new().append(true), PipeReader::Required)
    }

    /// Opens a file to which texts are added, and which can be read.
    ///
    /// # Errors
    /// If it cannot be read and written.
    pub fn text(path: &Path) -> io::Result<AppendFile> {
        AppendFile::open(path, OpenOptions::new().read(true).append(true), PipeReader::Awaited)
    }

    fn open(path: &Path, options: &mut OpenOptions, reader: PipeReader) -> io::Result<AppendFile> {
        let options = options.create(true).clone();
        let target = Target::of(path, reader)?;
        let is_stream = matches!(target, Target::Stream(_));
        let (path, file) = match target {
            Target::Stream(file) => (path.to_path_buf(), Some(file)),
            Target::File(path) if path.exists() => {
                let file = options.open(&path)?;
                (path, Some(file))
            }
            Target::File(path) => {
                // Whether it can be made is tried now.
                drop(OutputFile::create(&path)?);
                // The folder may be another one by the time of the first write.
                (std::path::absolute(path)?, None)
            }
        };
        Ok(AppendFile { path, options, file, is_stream })
    }

    /// The file, if it exists and is more than a pipe, a device or standard output.
    pub fn existing(&self) -> Option<&File> {
        self.file.as_ref().filter(|_| !self.is_stream)
    }

    /// The file, which is made if it does not exist.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn made(&mut self) -> io::Result<&mut File> {
        if self.file.is_none() {
            self.file = Some(self.options.open(&self.path)?);
        }
        self.file.as_mut().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Cuts the file off after `length` bytes.
    ///
    /// # Errors
    /// If the system does not shorten the file.
    pub fn cut(&self, length: u64) -> io::Result<()> {
        // On this system a file that is open for appending cannot be shortened.
        OpenOptions::new().write(true).open(&self.path)?.set_len(length)
    }
}

impl Write for AppendFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.made()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), File::flush)
    }
}

/// What to do if a file of data does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    /// Make it, empty.
    Made,
    /// Report an error.
    Refused,
}

/// A file of records, locked as long as it is open, where the system has locks.
/// One that was made for nothing is removed again: work that is refused leaves no
/// file.
#[derive(Debug)]
pub struct DataFile {
    file: File,
    /// Where it is, if it was made.
    made: Option<PathBuf>,
}

impl Deref for DataFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.file
    }
}

impl Drop for DataFile {
    fn drop(&mut self) {
        let is_empty = || self.file.metadata().is_ok_and(|found| found.len() == 0);
        if let Some(path) = self.made.take()
            && is_empty()
        {
            // An empty file that stays does no harm.
            let _ = fs::remove_file(path);
        }
    }
}

/// Opens a file of records to read and to write.
///
/// # Errors
/// If it cannot be opened, is not a regular file, or another program has locked
/// it.
pub fn open_data(path: &Path, missing: Missing) -> io::Result<DataFile> {
    let found = fs::metadata(path);
    if found.as_ref().is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::other("it is not a regular file, which data need"));
    }
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).truncate(false).create(missing == Missing::Made);
    let file = options.open(path)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::Error::other("another program is writing to it")),
        // The file system has no locks: the work goes on without one.
        Ok(()) | Err(TryLockError::Error(_)) => {
            let made = if found.is_err() { path.canonicalize().ok() } else { None };
            Ok(DataFile { file, made })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_made_by_its_first_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        drop(AppendFile::text(&path).unwrap());
        assert!(!path.exists() && fs::read_dir(folder.path()).unwrap().count() == 0);
        let mut files = [AppendFile::text(&path).unwrap(), AppendFile::log(&path).unwrap()];
        files[0].write_all(b"one").unwrap();
        files[1].write_all(b"two").unwrap();
        files[0].write_all(b"three").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"onetwothree");
        files[0].cut(3).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert!(AppendFile::log(&folder.path().join("no/games")).is_err());
        assert!(AppendFile::log(folder.path()).is_err());
    }

    fn file_stays(path: &Path, content: &[u8]) {
        assert_eq!(fs::read(path).unwrap(), content);
    }

    #[test]
    fn data_are_written_by_one_program_and_in_a_regular_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data");
        assert!(open_data(&path, Missing::Refused).is_err());
        let file = open_data(&path, Missing::Made).unwrap();
        let locked = open_data(&path, Missing::Refused).unwrap_err();
        assert_eq!(locked.to_string(), "another program is writing to it");
        drop(file);
        assert!(!path.exists(), "nothing was written");
        let file = open_data(&path, Missing::Made).unwrap();
        (&*file).write_all(b"record").unwrap();
        drop(file);
        file_stays(&path, b"record");
        fs::write(&path, b"").unwrap();
        drop(open_data(&path, Missing::Made).unwrap());
        file_stays(&path, b"");
        assert!(open_data(&path, Missing::Refused).is_ok());
        assert!(open_data(folder.path(), Missing::Made).is_err());
    }

    #[cfg(all(unix, feature = "program"))]
    #[test]
    fn nobody_waits_for_the_reader_of_a_log() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        let error = AppendFile::log(&pipe).unwrap_err();
        assert_eq!(error.to_string(), "nothing reads from this pipe");
        assert!(open_data(&pipe, Missing::Made).is_err());
        let mut reading = File::options().read(true).write(true).open(&pipe).unwrap();
        AppendFile::log(&pipe).unwrap().write_all(b"line").unwrap();
        let mut line = [0; 4];
        io::Read::read_exact(&mut reading, &mut line).unwrap();
        assert_eq!(&line, b"line");
    }
}
