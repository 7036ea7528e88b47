//! Files that are read. A path is opened once, and what was opened decides what
//! it is: a name may lead to a pipe that nobody writes to, or to another file a
//! moment later. Whatever is read whole is bounded.

use super::archives::refuse_archive;
use std::fs::{File, FileType};
use std::io::{self, Read};
use std::path::Path;

/// The most bytes of a text for people: settings, parameters, a saved state.
pub const MAX_TEXT: u64 = 256 << 20;

/// A file or a stream that is read from its start to its end.
#[derive(Debug)]
pub struct Input {
    /// Bytes that were peeked at and not read yet.
    start: Vec<u8>,
    file: File,
    is_stream: bool,
}

impl Input {
    /// Opens a file or a stream: a pipe, a terminal, `/dev/null`.
    ///
    /// # Errors
    /// If it cannot be opened, is a folder or the like, or is a pipe that nobody
    /// opens for writing.
    pub fn open(path: &Path) -> io::Result<Input> {
        let mut file = system::open(path)?;
        let kind = file.metadata()?.file_type();
        let is_stream = !kind.is_file();
        let mut start = Vec::new();
        if is_stream {
            if !system::is_stream(kind) {
                return Err(not_a_file(kind));
            }
            system::await_writer(&mut file, &mut start)?;
        }
        Ok(Input { start, file, is_stream })
    }

    /// Whether it is a stream, which can be read only once.
    pub fn is_stream(&self) -> bool {
        self.is_stream
    }

    /// The next bytes, which stay to be read; fewer only at the end.
    ///
    /// # Errors
    /// If the system cannot read them.
    pub fn peek(&mut self, length: usize) -> io::Result<&[u8]> {
        let missing = length.saturating_sub(self.start.len());
        (&self.file).take(missing as u64).read_to_end(&mut self.start)?;
        Ok(&self.start[..length.min(self.start.len())])
    }

    /// Everything.
    ///
    /// # Errors
    /// If the system cannot read it, or it has more than `limit` bytes.
    pub fn read_all(self, limit: u64) -> io::Result<Vec<u8>> {
        let length = if self.is_stream { 0 } else { self.file.metadata()?.len() };
        if length > limit {
            return Err(too_long(limit));
        }
        fill(Vec::with_capacity(usize::try_from(length).unwrap_or_default()), self, limit)
    }
}

impl From<File> for Input {
    /// A file that is open already.
    fn from(file: File) -> Input {
        Input { start: Vec::new(), file, is_stream: false }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.start.is_empty() {
            return self.file.read(buffer);
        }
        let length = self.start.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.start[..length]);
        self.start.drain(..length);
        Ok(length)
    }
}

/// Opens what must be a file: its length counts, or it is read twice.
///
/// # Errors
/// At once, if it cannot be opened or is something else.
pub fn open_file(path: &Path) -> io::Result<File> {
    if cfg!(no_files) {
        return Err(io::ErrorKind::Unsupported.into());
    }
    let file = system::open(path)?;
    let kind = file.metadata()?.file_type();
    if kind.is_file() { Ok(file) } else { Err(not_a_file(kind)) }
}

/// The content of a file or a stream of at most `limit` bytes.
///
/// # Errors
/// If it cannot be read, or is longer.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    Input::open(path)?.read_all(limit)
}

/// All that a source gives which is open already, such as standard input.
///
/// # Errors
/// If the system cannot read it, or it gives more than `limit` bytes.
pub fn read_from(source: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    fill(Vec::new(), source, limit)
}

/// Adds all that a source gives to an empty buffer.
fn fill(mut bytes: Vec<u8>, source: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    source.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_long(limit)) } else { Ok(bytes) }
}

fn too_long(limit: u64) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {limit} bytes"))
}

/// The text of a file or a stream of at most [`MAX_TEXT`] bytes.
///
/// # Errors
/// If it cannot be read, is longer, or is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read(path, MAX_TEXT)?;
    refuse_archive(&bytes)?;
    let no_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text");
    String::from_utf8(bytes).map_err(no_text)
}

fn not_a_file(kind: FileType) -> io::Error {
    let what = if kind.is_dir() { "folder" } else { system::name(kind) };
    io::Error::new(io::ErrorKind::InvalidInput, format!("it is a {what}, not a file"))
}

#[cfg(all(unix, feature = "program"))]
mod system {
    use nix::fcntl::{FcntlArg, OFlag, fcntl};
    use nix::poll::{PollFd, PollFlags, poll};
    use std::fs::{File, FileType, OpenOptions};
    use std::io::{self, Read};
    use std::os::fd::AsFd;
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
    use std::path::Path;

    /// How long a pipe may be without a writer, in milliseconds. A shell starts
    /// reader and writer at the same time.
    const PATIENCE: u16 = 2_000;

    /// Opens without waiting for the writer of a pipe.
    pub fn open(path: &Path) -> io::Result<File> {
        let flags = (OFlag::O_NONBLOCK | OFlag::O_NOCTTY).bits();
        OpenOptions::new().read(true).custom_flags(flags).open(path)
    }

    pub fn is_stream(kind: FileType) -> bool {
        kind.is_fifo() || kind.is_char_device()
    }

    pub fn name(kind: FileType) -> &'static str {
        if kind.is_fifo() {
            "pipe"
        } else if kind.is_socket() {
            "socket"
        } else {
            "device"
        }
    }

    /// Waits for the writer of a stream; from then on reads wait for bytes. A byte
    /// that comes meanwhile goes to `start`.
    pub fn await_writer(file: &mut File, start: &mut Vec<u8>) -> io::Result<()> {
        let ready = poll(&mut [PollFd::new(file.as_fd(), PollFlags::POLLIN)], PATIENCE)?;
        if ready == 0 {
            // The writer is slow, or there is none: the read will tell.
            let mut byte = [0];
            match file.read(&mut byte) {
                Ok(0) => {
                    return Err(io::Error::new(
                        io::ErrorKind::TimedOut,
                        "it is a pipe that nobody writes to",
                    ));
                }
                Ok(_) => start.extend(byte),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        fcntl(file.as_fd(), FcntlArg::F_SETFL(OFlag::empty()))?;
        Ok(())
    }
}

/// Without the system's own calls a pipe is refused before it is opened.
#[cfg(not(all(unix, feature = "program")))]
mod system {
    use std::fs::{File, FileType};
    use std::io;
    use std::path::Path;

    pub fn open(path: &Path) -> io::Result<File> {
        let kind = std::fs::metadata(path)?.file_type();
        if is_device(kind) { Err(super::not_a_file(kind)) } else { File::open(path) }
    }

    pub fn is_stream(kind: FileType) -> bool {
        !kind.is_dir()
    }

    #[cfg(unix)]
    fn is_device(kind: FileType) -> bool {
        !kind.is_file() && !kind.is_dir()
    }

    #[cfg(not(unix))]
    fn is_device(_: FileType) -> bool {
        false
    }

    pub fn name(_: FileType) -> &'static str {
        "device"
    }

    pub fn await_writer(_: &mut File, _: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn folder(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("staunton-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_is_read_whole_or_refused() {
        let folder = folder("input");
        let path = folder.join("file");
        fs::write(&path, "ten bytes!").unwrap();
        let mut input = Input::open(&path).unwrap();
        assert_eq!(input.peek(3).unwrap(), b"ten");
        assert_eq!(input.peek(99).unwrap(), b"ten bytes!");
        assert!(!input.is_stream());
        assert_eq!(input.read_all(10).unwrap(), b"ten bytes!");
        assert_eq!(read(&path, 9).unwrap_err().to_string(), "it has more than 9 bytes");
        assert!(open_file(&path).is_ok());
        for error in [read(&folder, 9).unwrap_err(), open_file(&folder).unwrap_err()] {
            // Windows does not even open a folder.
            assert!(cfg!(windows) || error.to_string() == "it is a folder, not a file");
        }
        assert_eq!(read_from(&b"ten bytes!"[..], 10).unwrap(), b"ten bytes!");
        let endless = read_from(io::repeat(7), 9).unwrap_err();
        assert_eq!(endless.to_string(), "it has more than 9 bytes");
        fs::write(&path, b"\xff").unwrap();
        assert!(read_text(&path).unwrap_err().to_string().contains("UTF-8"));
        assert_eq!(read(&folder.join("none"), 9).unwrap_err().kind(), io::ErrorKind::NotFound);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(all(unix, feature = "program"))]
    #[test]
    fn a_pipe_is_read_or_refused_but_never_waited_for() {
        let folder = folder("pipe");
        let path = folder.join("pipe");
        nix::unistd::mkfifo(&path, nix::sys::stat::Mode::S_IRWXU).unwrap();
        assert_eq!(open_file(&path).unwrap_err().to_string(), "it is a pipe, not a file");
        let alone = Input::open(&path).unwrap_err().to_string();
        assert_eq!(alone, "it is a pipe that nobody writes to");
        let written = std::thread::scope(|scope| {
            let reader = scope.spawn(|| read(&path, 1 << 20));
            fs::write(&path, vec![7; 300_000]).unwrap();
            reader.join().unwrap()
        });
        assert_eq!(written.unwrap(), vec![7; 300_000]);
        // Bounded, however much is written.
        assert!(read(Path::new("/dev/zero"), 9).unwrap_err().to_string().contains("more than 9"));
        assert_eq!(read(Path::new("/dev/null"), 9).unwrap(), b"");
        fs::remove_dir_all(&folder).unwrap();
    }
}
