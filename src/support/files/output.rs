//! Files that are written as a whole: a new file appears under its name when it is
//! complete, so that a kill or a full disk leaves the old one.

use super::names::is_same;
use super::target::{PipeReader, Target, folder, is_stream};
use std::fs::{self, File, Metadata, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufWriter, IntoInnerError, Read, Write};
use std::path::{Path, PathBuf};

/// A file that is written as a whole. It has a temporary name in the same folder
/// until it is complete, and is removed if it never is. A pipe or a device is
/// written straight.
pub struct OutputFile(BufWriter<Destination>);

enum Destination {
    Stream(File),
    Part(Box<Part>),
}

/// A file under its temporary name, which is removed when this is dropped.
struct Part {
    file: File,
    temporary: PathBuf,
    path: PathBuf,
    /// What is replaced.
    old: OldFile,
}

/// What may already have the final name.
enum OldFile {
    /// Nothing; if something appears meanwhile, it stays.
    Kept,
    /// A file, or nothing.
    Replaced(Option<Metadata>),
}

impl OutputFile {
    /// Begins to write a file that replaces an old one when it is complete. A link
    /// stays a link: the file that it leads to is replaced.
    ///
    /// # Errors
    /// If the folder or the old file cannot be written.
    pub fn create(path: &Path) -> io::Result<OutputFile> {
        let path = match Target::of(path, PipeReader::Awaited)? {
            Target::Stream(file) => return Ok(OutputFile::to(Destination::Stream(file))),
            Target::File(path) => path,
        };
        let old = match OpenOptions::new().append(true).open(&path) {
            // A file that is protected from writing stays protected.
            Ok(old) => Some(old.metadata()?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        OutputFile::part(path, OldFile::Replaced(old))
    }

    /// The same, but an old file is replaced only if it begins with these bytes, as
    /// all files of its kind do, or is empty.
    ///
    /// # Errors
    /// Likewise, and if what has the name is something else.
    pub fn create_over(path: &Path, mark: &[u8]) -> io::Result<OutputFile> {
        let is_other = match fs::metadata(path) {
            Err(_) => false,
            Ok(old) if !old.is_file() => true,
            Ok(_) => {
                let mut first = Vec::new();
                File::open(path)?.take(mark.len() as u64).read_to_end(&mut first)?;
                !first.is_empty() && first != mark
            }
        };
        if is_other {
            let what = "what has this name is a file of another kind; it is not replaced";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, what));
        }
        OutputFile::create(path)
    }

    /// Begins to write a file that replaces nothing.
    ///
    /// # Errors
    /// If something has this name, or the folder cannot be written.
    pub fn create_new(path: &Path) -> io::Result<OutputFile> {
        if path.symlink_metadata().is_ok() {
            return Err(exists());
        }
        OutputFile::part(path.to_path_buf(), OldFile::Kept)
    }

    fn part(path: PathBuf, old: OldFile) -> io::Result<OutputFile> {
        let (file, temporary) = temporary(folder(&path))?;
        Ok(OutputFile::to(Destination::Part(Box::new(Part { file, temporary, path, old }))))
    }

    fn to(destination: Destination) -> OutputFile {
        OutputFile(BufWriter::new(destination))
    }

    /// Gives the file its final name, once it is on the disk. Without this call
    /// nothing changes.
    ///
    /// # Errors
    /// If the system cannot write or rename it, or a file that is not to be
    /// replaced has appeared meanwhile.
    pub fn finish(self) -> io::Result<()> {
        match self.0.into_inner().map_err(IntoInnerError::into_error)? {
            Destination::Stream(mut file) => file.flush(),
            Destination::Part(part) => part.finish(),
        }
    }
}

impl Part {
    fn finish(&self) -> io::Result<()> {
        if let OldFile::Replaced(Some(old)) = &self.old {
            keep_owner(&self.file, old);
            self.file.set_permissions(old.permissions())?;
        }
        self.file.sync_all()?;
        match self.old {
            OldFile::Replaced(_) => fs::rename(&self.temporary, &self.path),
            OldFile::Kept => self.name_new(),
        }
    }

    /// Gives the file its name if nothing has it: a second name of a file, unlike a
    /// new one, never takes the place of another.
    fn name_new(&self) -> io::Result<()> {
        match fs::hard_link(&self.temporary, &self.path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists()),
            // Some file systems have no second names.
            Err(_) if self.path.symlink_metadata().is_err() => {
                fs::rename(&self.temporary, &self.path)
            }
            linked => linked,
        }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // After a renaming there is nothing to remove; a file that stays does no harm.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Gives a new file the owner of the old one, where that is allowed.
#[cfg(unix)]
fn keep_owner(new: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(new, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

fn exists() -> io::Error {
    let what = "the file exists already; it is not replaced";
    io::Error::new(io::ErrorKind::AlreadyExists, what)
}

/// A file under a name that no file has. It is made with the rights of any new file.
fn temporary(folder: &Path) -> io::Result<(File, PathBuf)> {
    loop {
        let number = RandomState::new().build_hasher().finish();
        let path = folder.join(format!("staunton-{number:016x}.part"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return Ok((made?, path)),
        }
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Destination::Stream(file) => file.write(bytes),
            Destination::Part(part) => part.file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Destination::Stream(file) => file.flush(),
            Destination::Part(part) => part.file.flush(),
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    /// Shows readers of a pipe what is written.
    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes a file as a whole, as [`OutputFile::create`] does.
///
/// # Errors
/// If the system cannot write or rename it.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OutputFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// Why files that are named cannot be outputs.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The system does not write the file.
    #[error("{path} cannot be written: {error}")]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The file has two uses.
    #[error("{} and {} name the same file, {path}: nothing is written", flags[0], flags[1])]
    Same {
        /// The flags that name it.
        flags: [String; 2],
        /// The file.
        path: PathBuf,
    },
}

/// Tries whether [`write_whole`] can write a file, and changes nothing: an hour
/// of work must not end in a name that cannot be written.
///
/// # Errors
/// If it cannot.
pub fn try_output(path: &Path) -> Result<(), OutputError> {
    // A pipe is opened when there is something to write: its reader may take the
    // end of what is written for the end of all.
    if is_stream(path) {
        return Ok(());
    }
    let attempt = OutputFile::create(path).map(drop);
    attempt.map_err(|error| OutputError::Unwritable { path: path.to_path_buf(), error })
}

/// Removes a file that nothing needs any more.
///
/// # Errors
/// If the system does not remove it.
pub fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
}

/// Rejects outputs that would replace an input or each other. Each file comes
/// with its flag or another word for what it is.
///
/// # Errors
/// If two names lead to the same file.
pub fn distinct(inputs: &[(&str, &Path)], outputs: &[(&str, &Path)]) -> Result<(), OutputError> {
    let mut taken = inputs.to_vec();
    for &(flag, path) in outputs {
        // Standard output, a terminal or /dev/null can be written twice.
        if is_stream(path) {
            continue;
        }
        if let Some((other, _)) = taken.iter().find(|(_, other)| is_same(other, path)) {
            return Err(OutputError::Same {
                flags: [flag, other].map(str::to_string),
                path: path.to_path_buf(),
            });
        }
        taken.push((flag, path));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let name = format!("staunton-output-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_and_its_neighbours_stay() {
        let folder = folder("whole");
        let [out, part] = ["out", "out.part"].map(|name| folder.join(name));
        fs::write(&out, "old").unwrap();
        fs::write(&part, "mine").unwrap();
        write_whole(&out, b"new").unwrap();
        assert_eq!(fs::read(&out).unwrap(), b"new");
        assert_eq!(fs::read(&part).unwrap(), b"mine");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        #[cfg(unix)]
        {
            let link = folder.join("link");
            std::os::unix::fs::symlink(&out, &link).unwrap();
            write_whole(&link, b"through").unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read(&out).unwrap(), b"through");
            // A link to a file that is not there yet.
            std::os::unix::fs::symlink("later", folder.join("early")).unwrap();
            write_whole(&folder.join("early"), b"made").unwrap();
            assert_eq!(fs::read(folder.join("later")).unwrap(), b"made");
            assert!(fs::symlink_metadata(folder.join("early")).unwrap().is_symlink());
            std::os::unix::fs::symlink("round", folder.join("round")).unwrap();
            assert!(write_whole(&folder.join("round"), b"never").is_err());
            write_whole(Path::new("/dev/null"), b"nothing").unwrap();
            if Path::new("/dev/full").exists() {
                assert!(write_whole(Path::new("/dev/full"), b"x").is_err());
            }
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_rights() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder("rights");
        let out = folder.join("out");
        fs::write(&out, "old").unwrap();
        fs::set_permissions(&out, fs::Permissions::from_mode(0o640)).unwrap();
        write_whole(&out, b"new").unwrap();
        assert_eq!(fs::metadata(&out).unwrap().permissions().mode() & 0o777, 0o640);
        // A new file has those of any other.
        write_whole(&folder.join("new"), b"new").unwrap();
        fs::write(folder.join("other"), "other").unwrap();
        let mode = |name| fs::metadata(folder.join(name)).unwrap().permissions().mode();
        assert_eq!(mode("new"), mode("other"));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn nothing_changes_before_the_end() {
        let folder = folder("unfinished");
        let out = folder.join("out");
        fs::write(&out, "old").unwrap();
        for begun in [OutputFile::create(&out), OutputFile::create_new(&folder.join("new"))] {
            let mut begun = begun.unwrap();
            begun.write_all(&[0; 100_000]).unwrap();
            assert_eq!(fs::read(&out).unwrap(), b"old");
            drop(begun);
        }
        assert_eq!(fs::read(&out).unwrap(), b"old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_new_file_replaces_none() {
        let folder = folder("new");
        let out = folder.join("out");
        let mut new = OutputFile::create_new(&out).unwrap();
        new.write_all(b"new").unwrap();
        new.finish().unwrap();
        assert_eq!(fs::read(&out).unwrap(), b"new");
        let sentence = "the file exists already; it is not replaced";
        assert_eq!(OutputFile::create_new(&out).err().unwrap().to_string(), sentence);
        let other = folder.join("other");
        let mut late = OutputFile::create_new(&other).unwrap();
        late.write_all(b"late").unwrap();
        fs::write(&other, "early").unwrap();
        assert_eq!(late.finish().unwrap_err().to_string(), sentence);
        assert_eq!(fs::read(&other).unwrap(), b"early");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn only_a_file_of_its_kind_is_replaced() {
        let folder = folder("kind");
        for (name, old, is_replaced) in [
            ("own", "MARK 1", true),
            ("empty", "", true),
            ("text", "Dear", false),
            ("cut", "M", false),
        ] {
            let out = folder.join(name);
            fs::write(&out, old).unwrap();
            let written = OutputFile::create_over(&out, b"MARK").and_then(OutputFile::finish);
            assert_eq!(written.is_ok(), is_replaced, "{name}");
            assert_eq!(fs::read_to_string(&out).unwrap(), if is_replaced { "" } else { old });
        }
        assert!(OutputFile::create_over(&folder.join("new"), b"MARK").is_ok());
        assert!(OutputFile::create_over(&folder, b"MARK").is_err());
        #[cfg(unix)]
        assert!(OutputFile::create_over(Path::new("/dev/null"), b"MARK").is_err());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn outputs_are_tried_without_a_change() {
        let folder = folder("tried");
        let out = folder.join("out");
        try_output(&out).unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::write(&out, "old").unwrap();
        try_output(&out).unwrap();
        assert_eq!(fs::read(&out).unwrap(), b"old");
        for wrong in [folder.clone(), folder.join("no").join("out"), out.join("under")] {
            let sentence = try_output(&wrong).unwrap_err().to_string();
            assert!(sentence.contains("cannot be written"), "{sentence}");
            assert!(!sentence.contains(".part"), "{sentence}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn one_file_has_one_use() {
        let folder = folder("uses");
        let [one, two] = ["one", "two"].map(|name| folder.join(name));
        let detour = folder.join(".").join("one");
        distinct(&[("--data", &one)], &[("--out", &two)]).unwrap();
        for (inputs, outputs) in [
            (vec![("--data", one.as_path())], vec![("--out", detour.as_path())]),
            (vec![], vec![("--out", one.as_path()), ("--plot", detour.as_path())]),
        ] {
            let sentence = distinct(&inputs, &outputs).unwrap_err().to_string();
            assert!(sentence.contains("name the same file"), "{sentence}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
