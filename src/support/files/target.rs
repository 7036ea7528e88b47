//! What the name of an output leads to.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The longest row of links that is followed, as on Linux.
const MAX_LINKS: usize = 40;

/// What the name of an output leads to.
#[derive(Debug)]
pub enum Target {
    /// A pipe, a device, or what is open already, such as standard output under
    /// the name `/dev/stdout`. Nothing there can be kept or replaced.
    Stream(File),
    /// A regular file, which need not exist. No part of the name is a link.
    File(PathBuf),
}

/// Whether an output waits for a program that reads from a pipe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PipeReader {
    /// As the shell does.
    Awaited,
    /// A pipe that nobody reads is refused, and what does not fit into it is an
    /// error: the program must not stand still for it.
    Required,
}

impl Target {
    /// Follows the name; a pipe or a device is opened to write.
    ///
    /// # Errors
    /// If the name is that of a folder, or the system does not open it.
    pub fn of(path: &Path, reader: PipeReader) -> io::Result<Target> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) => {
                if let Some(standard) = standard_stream(&found) {
                    return Ok(Target::Stream(standard));
                }
                if !found.is_file() {
                    return open_stream(path, reader).map(Target::Stream);
                }
                match followed(path)? {
                    Some(path) => Ok(Target::File(path)),
                    None => OpenOptions::new().append(true).open(path).map(Target::Stream),
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Target::File(followed(path)?.unwrap_or_else(|| path.to_path_buf())))
            }
            Err(error) => Err(error),
        }
    }
}

/// Whether a name leads to a pipe or a device, or to what is open already: it can be
/// written twice, and nothing there is replaced.
pub fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| {
        let is_open = || standard_stream(&found).is_some() || matches!(followed(path), Ok(None));
        !found.is_dir() && (!found.is_file() || is_open())
    })
}

/// Standard output or error, if this file is the one that it goes to: another
/// file in its place would take nothing of what is printed later.
#[cfg(unix)]
fn standard_stream(found: &Metadata) -> Option<File> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let is_found = |file: &File| {
        let about = file.metadata();
        about.is_ok_and(|about| (about.dev(), about.ino()) == (found.dev(), found.ino()))
    };
    let open =
        [io::stdout().as_fd().try_clone_to_owned(), io::stderr().as_fd().try_clone_to_owned()];
    open.into_iter().flatten().map(File::from).find(is_found)
}

#[cfg(not(unix))]
fn standard_stream(_: &Metadata) -> Option<File> {
    None
}

fn open_stream(path: &Path, reader: PipeReader) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(all(unix, feature = "program"))]
    if reader == PipeReader::Required {
        use nix::libc::{ENXIO, O_NONBLOCK};
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, O_NONBLOCK);
        return options.open(path).map_err(|error| match error.raw_os_error() {
            Some(ENXIO) => io::Error::other("nothing reads from this pipe"),
            _ => error,
        });
    }
    #[cfg(not(all(unix, feature = "program")))]
    if reader == PipeReader::Required && !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it may be a pipe that nobody reads"));
    }
    options.open(path)
}

/// The name with its links followed, also to a file that does not exist; `None` if
/// it is the name of an open file of this or another process.
fn followed(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let is_link = fs::symlink_metadata(&path).is_ok_and(|about| about.is_symlink());
        if !is_link {
            return Ok(Some(path));
        }
        let folder = folder(&path).to_path_buf();
        // What links there name need not be a name.
        if fs::canonicalize(&folder)?.starts_with("/proc") {
            return Ok(None);
        }
        path = folder.join(fs::read_link(&path)?);
    }
    Err(io::Error::other("too many links lead from one to another"))
}

/// The folder of a file.
pub fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}
