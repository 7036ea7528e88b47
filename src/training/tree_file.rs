//! Files of samples of search trees.
//!
//! A file begins with the letters `STAUNT` and a version of two bytes. Then
//! come blocks: the number of positions (four bytes, 1 to 4096), a checksum of
//! their bytes (FNV-1a, 32 bits), and the positions, each packed in 32 bytes
//! (see [`packed`](super::packed)). All numbers are little-endian.
//!
//! One system call writes a block. An interruption leaves at worst a torn last
//! block or zeros: a reader skips them, and a writer cuts them off. A damaged
//! number of positions that puts the end of its block beyond the end of the file
//! also looks like a torn block.

use super::packed::{PACKED, PackedPosition};
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The first bytes of a file.
pub const MAGIC: [u8; 6] = *b"STAUNT";
/// The version that is written, and the only one that is read.
pub const VERSION: u16 = 1;
/// The most positions in a block.
pub const BLOCK: usize = 4096;
/// The length of the header, in bytes.
const HEADER: usize = 8;
/// The length of the header of a block, in bytes.
const BLOCK_HEADER: usize = 8;
/// The size of the read buffer, in bytes.
const BUFFER: usize = 1 << 18;

/// What is wrong with a file of samples.
#[derive(Debug)]
pub enum SampleError {
    /// The system could not read or write.
    Io(io::Error),
    /// The file does not begin with the letters of the format.
    Magic,
    /// The file has a version of the format that this program does not read.
    Version(u16),
    /// The checksum of a block is wrong, and the block is not the last one.
    Damaged(u64),
    /// The checksum of a block is right, but a position in it is not legal.
    Impossible {
        /// The number of the block, from one.
        block: u64,
        /// What is wrong with it.
        why: String,
    },
    /// Another program writes to the file.
    Locked,
}

impl fmt::Display for SampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SampleError::Io(error) => error.fmt(f),
            SampleError::Magic => {
                f.write_str("this is not a file of samples: it does not begin with STAUNT")
            }
            SampleError::Version(version) => write!(
                f,
                "the file has version {version} of the format, but this program reads version {VERSION}"
            ),
            SampleError::Damaged(block) => {
                write!(f, "block {block} is damaged: its checksum is wrong")
            }
            SampleError::Impossible { block, why } => {
                write!(f, "block {block} has a position that is not legal: {why}")
            }
            SampleError::Locked => f.write_str("another program is writing to it"),
        }
    }
}

impl std::error::Error for SampleError {}

impl From<io::Error> for SampleError {
    fn from(error: io::Error) -> SampleError {
        SampleError::Io(error)
    }
}

/// An error and the file it is about.
#[derive(Debug)]
pub struct SampleFileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub error: SampleError,
}

impl fmt::Display for SampleFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for SampleFileError {}

/// The checksum of G. Fowler, L. Noll and K. Vo, 32 bits.
fn fnv1a(bytes: &[u8]) -> u32 {
    const BASIS: u32 = 0x811c_9dc5;
    const PRIME: u32 = 0x0100_0193;
    bytes.iter().fold(BASIS, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(PRIME))
}

/// A block that has been read.
pub struct SampleBlock<'b> {
    /// Its number in the file, from one.
    pub number: u64,
    /// Its checksum.
    pub checksum: u32,
    bytes: &'b [u8],
}

impl SampleBlock<'_> {
    /// The positions.
    pub fn positions(&self) -> impl Iterator<Item = PackedPosition> {
        self.bytes.as_chunks().0.iter().map(|&bytes| PackedPosition(bytes))
    }
}

/// Reads the blocks of a file and checks their checksums.
pub struct SampleReader<R> {
    source: R,
    buffer: Vec<u8>,
    blocks: u64,
    /// Where the last whole block ends, in bytes.
    end: u64,
    is_over: bool,
}

impl SampleReader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a file of samples.
    pub fn open(path: &Path) -> Result<Self, SampleFileError> {
        File::open(path)
            .map_err(SampleError::Io)
            .and_then(|file| SampleReader::new(BufReader::with_capacity(BUFFER, file)))
            .map_err(|error| SampleFileError { path: path.to_path_buf(), error })
    }
}

impl<R: Read> SampleReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If it is not the header of a file of samples.
    pub fn new(mut source: R) -> Result<SampleReader<R>, SampleError> {
        let mut header = Vec::with_capacity(HEADER);
        source.by_ref().take(HEADER as u64).read_to_end(&mut header)?;
        let Some((magic, version)) = header.split_first_chunk::<6>() else {
            return Err(SampleError::Magic);
        };
        match version.try_into().map(u16::from_le_bytes) {
            Ok(VERSION) if *magic == MAGIC => {}
            Ok(version) if *magic == MAGIC => return Err(SampleError::Version(version)),
            _ => return Err(SampleError::Magic),
        }
        let end = HEADER as u64;
        Ok(SampleReader { source, buffer: Vec::new(), blocks: 0, end, is_over: false })
    }

    /// The next complete block; `None` at the end of the file or at a torn end.
    /// After an error there are no more.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<Result<SampleBlock<'_>, SampleError>> {
        if self.is_over {
            return None;
        }
        let found = self.read();
        self.is_over = !matches!(found, Ok(Some(_)));
        match found {
            Ok(Some(checksum)) => {
                self.blocks += 1;
                self.end += self.buffer.len() as u64;
                let bytes = &self.buffer[BLOCK_HEADER..];
                Some(Ok(SampleBlock { number: self.blocks, checksum, bytes }))
            }
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        }
    }

    /// Reads a block and returns its checksum; `None` at the end of the file,
    /// complete or torn.
    fn read(&mut self) -> Result<Option<u32>, SampleError> {
        self.buffer.clear();
        self.fill(BLOCK_HEADER)?;
        let Some(&[c0, c1, c2, c3, s0, s1, s2, s3]) = self.buffer.first_chunk() else {
            return Ok(None);
        };
        let count = u32::from_le_bytes([c0, c1, c2, c3]) as usize;
        let checksum = u32::from_le_bytes([s0, s1, s2, s3]);
        if !(1..=BLOCK).contains(&count) {
            return self.doubt();
        }
        self.fill(count * PACKED)?;
        if self.buffer.len() < BLOCK_HEADER + count * PACKED {
            return Ok(None);
        }
        if fnv1a(&self.buffer[BLOCK_HEADER..]) == checksum {
            Ok(Some(checksum))
        } else {
            self.doubt()
        }
    }

    /// Reads so many bytes more; fewer only at the end of the file.
    fn fill(&mut self, bytes: usize) -> io::Result<()> {
        self.source.by_ref().take(bytes as u64).read_to_end(&mut self.buffer).map(drop)
    }

    /// Decides about a block that is not intact. If nothing or only zeros follow,
    /// it is a torn end.
    fn doubt(&mut self) -> Result<Option<u32>, SampleError> {
        loop {
            self.buffer.clear();
            self.fill(BUFFER)?;
            if self.buffer.is_empty() {
                return Ok(None);
            }
            if self.buffer.iter().any(|&byte| byte != 0) {
                return Err(SampleError::Damaged(self.blocks + 1));
            }
        }
    }
}

/// Adds samples to a file, block by block.
pub struct SampleWriter {
    file: File,
    /// Where the last whole block ends, in bytes.
    end: u64,
    /// The block being filled, with room for its header.
    block: Vec<u8>,
}

impl SampleWriter {
    /// Opens a file to append samples, or creates it. A torn end is cut off. The
    /// file is locked while it is open, where the system has locks.
    ///
    /// # Errors
    /// If the file cannot be written, is not a file of samples, is damaged or is
    /// locked.
    pub fn append(path: &Path) -> Result<SampleWriter, SampleFileError> {
        SampleWriter::open(path)
            .map_err(|error| SampleFileError { path: path.to_path_buf(), error })
    }

    fn open(path: &Path) -> Result<SampleWriter, SampleError> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(SampleError::Locked);
        }
        let mut start = Vec::with_capacity(HEADER);
        (&file).take(HEADER as u64).read_to_end(&mut start)?;
        file.seek(SeekFrom::Start(0))?;
        let mut header = MAGIC.to_vec();
        header.extend(VERSION.to_le_bytes());
        let end = if start.len() < HEADER && header.starts_with(&start) {
            file.set_len(0)?;
            file.write_all(&header)?;
            HEADER as u64
        } else {
            let mut reader = SampleReader::new(BufReader::new(&file))?;
            while let Some(block) = reader.next() {
                block?;
            }
            reader.end
        };
        file.set_len(end)?;
        file.seek(SeekFrom::End(0))?;
        Ok(SampleWriter { file, end, block: vec![0; BLOCK_HEADER] })
    }

    /// Adds a sample. Its block is written when it is full or when
    /// [`SampleWriter::flush`] is called.
    ///
    /// # Errors
    /// If the block cannot be written.
    pub fn add(&mut self, sample: &PackedPosition) -> io::Result<()> {
        self.block.extend(sample.0);
        if self.block.len() >= BLOCK_HEADER + BLOCK * PACKED { self.flush() } else { Ok(()) }
    }

    /// Writes the incomplete block. Dropping the writer without this call loses its
    /// samples.
    ///
    /// # Errors
    /// If the block cannot be written; then the file is as before, if the system
    /// can still shorten it, and the samples are lost.
    pub fn flush(&mut self) -> io::Result<()> {
        let count = (self.block.len() - BLOCK_HEADER) / PACKED;
        if count == 0 {
            return Ok(());
        }
        let checksum = fnv1a(&self.block[BLOCK_HEADER..]);
        self.block[..4].copy_from_slice(&(count as u32).to_le_bytes());
        self.block[4..BLOCK_HEADER].copy_from_slice(&checksum.to_le_bytes());
        let written = self.file.write_all(&self.block);
        match written {
            Ok(()) => self.end += self.block.len() as u64,
            Err(_) => {
                // If this fails too, readers skip the torn block.
                let _ = self.file.set_len(self.end);
                let _ = self.file.seek(SeekFrom::End(0));
            }
        }
        self.block.truncate(BLOCK_HEADER);
        written
    }

    /// The length of the file, in bytes, without the incomplete block.
    pub fn bytes(&self) -> u64 {
        self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(number: usize) -> PackedPosition {
        let mut bytes = [7; PACKED];
        bytes[..8].copy_from_slice(&(number as u64).to_le_bytes());
        PackedPosition(bytes)
    }

    /// The numbers of the samples, block by block.
    fn read(bytes: &[u8]) -> Result<Vec<Vec<usize>>, SampleError> {
        let mut reader = SampleReader::new(bytes)?;
        let mut blocks = Vec::new();
        while let Some(block) = reader.next() {
            let positions = block?.positions().map(|packed| packed.occupied().0 as usize).collect();
            blocks.push(positions);
        }
        Ok(blocks)
    }

    fn file(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("staunton-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    #[test]
    fn samples_are_added_and_read() {
        let path = file("samples.tree");
        let mut writer = SampleWriter::append(&path).unwrap();
        assert!(matches!(SampleWriter::open(&path), Err(SampleError::Locked)));
        (0..BLOCK + 5).for_each(|number| writer.add(&sample(number)).unwrap());
        writer.flush().unwrap();
        writer.flush().unwrap();
        drop(writer);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        let mut writer = SampleWriter::append(&path).unwrap();
        writer.add(&sample(9)).unwrap();
        writer.flush().unwrap();
        let blocks = read(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(blocks, [(0..BLOCK).collect(), vec![9]]);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn torn_ends_are_skipped_and_damage_is_told() {
        let path = file("damage.tree");
        let mut writer = SampleWriter::append(&path).unwrap();
        for number in 0..3 {
            writer.add(&sample(number)).unwrap();
            writer.flush().unwrap();
        }
        let bytes = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        for length in HEADER..bytes.len() {
            let whole = (length - HEADER) / (BLOCK_HEADER + PACKED);
            assert_eq!(read(&bytes[..length]).unwrap().len(), whole, "{length}");
        }
        for at in HEADER..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 1;
            let (block, within) =
                ((at - HEADER) / (BLOCK_HEADER + PACKED), (at - HEADER) % (BLOCK_HEADER + PACKED));
            if within < 2 {
                // The number of positions points beyond the end.
                assert!(read(&other).map_or(true, |blocks| blocks.len() == block), "byte {at}");
                continue;
            }
            match read(&other) {
                Ok(blocks) => assert!(block == 2 && blocks.len() == 2, "byte {at}"),
                Err(SampleError::Damaged(number)) => assert_eq!(number, block as u64 + 1),
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(read(&[&bytes[..], &[0; 100]].concat()).unwrap().len(), 3);
        assert!(matches!(read(b"STAUNG\x01\x00"), Err(SampleError::Magic)));
        assert!(matches!(read(b"STAUNT\x02\x00"), Err(SampleError::Version(2))));
        assert!(matches!(read(b"STAU"), Err(SampleError::Magic)));
    }
}
