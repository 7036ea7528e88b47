//! A file that appears only when it is complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The temporary names that are tried.
const NAMES: u32 = 1_000;

/// A new file. It has a temporary name until it is complete, and is removed if
/// it never is. No existing file is replaced.
pub struct NewFile {
    path: PathBuf,
    /// The temporary name.
    part: PathBuf,
    file: BufWriter<File>,
    is_complete: bool,
}

impl NewFile {
    /// Creates the file under a temporary name in the same folder.
    ///
    /// # Errors
    /// If a file of the final name exists, or the new one cannot be written.
    pub fn create(path: &Path) -> io::Result<NewFile> {
        refuse_existing(path)?;
        let (part, file) = create_part(path)?;
        let file = BufWriter::new(file);
        Ok(NewFile { path: path.to_path_buf(), part, file, is_complete: false })
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    /// Flushes the file and gives it its final name.
    ///
    /// # Errors
    /// If the system cannot write or rename it, or if a file of this name has
    /// been created meanwhile.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        refuse_existing(&self.path)?;
        fs::rename(&self.part, &self.path)?;
        self.is_complete = true;
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.is_complete {
            // Nothing can be done if this fails.
            let _ = fs::remove_file(&self.part);
        }
    }
}

fn refuse_existing(path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Ok(_) => Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            "the file exists already; it is not replaced",
        )),
        Err(_) => Ok(()),
    }
}

/// Creates a file under a name that no file has: that of `path` with the
/// number of the process and another number.
///
/// # Errors
/// If the folder cannot be written.
pub fn create_part(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut taken = io::Error::from(io::ErrorKind::AlreadyExists);
    for number in 0..NAMES {
        let mut part = path.as_os_str().to_os_string();
        part.push(format!(".{}-{number}.part", std::process::id()));
        let part = PathBuf::from(part);
        match OpenOptions::new().write(true).create_new(true).open(&part) {
            Ok(file) => return Ok((part, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = error,
            Err(error) => return Err(error),
        }
    }
    Err(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_is_replaced_and_no_temporary_file_stays() {
        let folder = std::env::temp_dir().join(format!("staunton-new-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("out");
        let names = || fs::read_dir(&folder).unwrap().count();
        // The first temporary name is taken.
        let taken = folder.join(format!("out.{}-0.part", std::process::id()));
        fs::write(&taken, "mine").unwrap();
        let mut new = NewFile::create(&path).unwrap();
        new.add(b"new").unwrap();
        assert_eq!(names(), 2);
        new.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read(&taken).unwrap(), b"mine");

        let error = NewFile::create(&path).err().unwrap();
        assert_eq!(error.to_string(), "the file exists already; it is not replaced");
        let other = folder.join("other");
        let mut late = NewFile::create(&other).unwrap();
        late.add(b"late").unwrap();
        fs::write(&other, "early").unwrap();
        assert!(late.finish().is_err());
        assert_eq!(fs::read(&other).unwrap(), b"early");
        assert_eq!(names(), 3);
        fs::remove_dir_all(&folder).unwrap();
    }
}
