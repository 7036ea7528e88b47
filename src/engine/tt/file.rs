//! A transposition table in a file, so that a long analysis goes on later.
//!
//! The file holds a mark, the version of the format, the size of the table and
//! of a cluster, the generation, a fingerprint of the evaluation, the words of
//! the table, and a checksum of all these; numbers have the low byte first. A
//! file is read to its end and checked before the table changes.

use super::TranspositionTable;
use super::entry::PackedEntry;
use super::memory::CLUSTER_WORDS;
use crate::support::files::input::open_file;
use crate::support::files::output::OutputFile;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::Path;
use std::sync::atomic::Ordering;

/// The first bytes of every file.
const MARK: u64 = u64::from_le_bytes(*b"STNTHASH");
/// The version of the format: it changes with the layout of an entry.
const VERSION: u64 = 1;
/// The numbers before the words of the table.
const HEADER: usize = 6;
/// Words that are read or written at once.
const CHUNK: usize = 8192;

/// Why a table is not saved or loaded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HashFileError {
    /// The system cannot read or write the file.
    #[error("{0}")]
    File(String),
    /// The file is not a saved hash.
    #[error("the file is not a saved hash")]
    NoHash,
    /// The file has another version of the format.
    #[error("the file has version {0}, this program reads {VERSION}")]
    Version(u64),
    /// The file holds a table of another size: its size and that of this table,
    /// in mebibytes.
    #[error("the file holds a hash of {0} MB and the hash has {1} MB; set Hash to {0} first")]
    Size(u64, u64),
    /// The scores in the file are those of another evaluation.
    #[error("the file was saved with another network or version of the engine")]
    Evaluation,
    /// The file is truncated, too long or damaged.
    #[error("the file is truncated or damaged")]
    Damaged,
}

impl From<io::Error> for HashFileError {
    fn from(error: io::Error) -> HashFileError {
        HashFileError::File(error.to_string())
    }
}

/// A checksum of words (the hash of G. Fowler, L. C. Noll and P. Vo, with words
/// in place of bytes and a shift that spreads the high bits).
struct Checksum(u64);

impl Checksum {
    fn new() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }
}

impl TranspositionTable {
    /// The numbers before the words.
    fn header(&self, evaluation: u64) -> [u64; HEADER] {
        let (clusters, generation) = (self.memory.clusters() as u64, u64::from(self.generation()));
        [MARK, VERSION, clusters, CLUSTER_WORDS as u64, generation, evaluation]
    }

    /// Saves the table in a file, with a fingerprint of the evaluation whose
    /// scores it holds. An old file stays until the new one is complete; one that
    /// is not a saved hash stays for good.
    ///
    /// # Errors
    /// If the file cannot be written, or something else has its name.
    pub fn save(&self, path: &Path, evaluation: u64) -> Result<(), HashFileError> {
        let mut file = OutputFile::create_over(path, &MARK.to_le_bytes())?;
        let mut checksum = Checksum::new();
        let clusters = (0..self.memory.clusters()).map(|index| self.memory.cluster(index));
        let words = clusters.flatten().map(|word| word.load(Ordering::Relaxed));
        for word in self.header(evaluation).into_iter().chain(words) {
            checksum.add(word);
            file.write_all(&word.to_le_bytes())?;
        }
        file.write_all(&checksum.0.to_le_bytes())?;
        Ok(file.finish()?)
    }

    /// Loads a table that was saved with the same size and evaluation. Entries
    /// that no search stores are left out: a checksum does not prove an honest
    /// writer. Call it while nothing searches.
    ///
    /// # Errors
    /// If the file cannot be read or does not fit; then the table does not
    /// change. If the file changes while it is read, the table is empty.
    pub fn load(&self, path: &Path, evaluation: u64) -> Result<(), HashFileError> {
        let mut file = open_file(path)?;
        let mut header = [0; HEADER];
        self.read(&file, evaluation, |place, word| {
            if let Some(slot) = header.get_mut(place) {
                *slot = word;
            }
        })?;
        self.memory.mark_written();
        file.rewind()?;
        let read = self.read(&file, evaluation, |place, word| {
            if let Some(place) = place.checked_sub(HEADER) {
                let (cluster, place) = (place / CLUSTER_WORDS, place % CLUSTER_WORDS);
                let is_sound = place == super::SIGNATURES || PackedEntry(word).is_sound();
                let word = if is_sound { word } else { 0 };
                self.memory.cluster(cluster)[place].store(word, Ordering::Relaxed);
            }
        });
        if read.is_err() {
            self.clear();
            return read;
        }
        self.generation.store((header[4] % u64::from(super::GENERATIONS)) as u8, Ordering::Relaxed);
        Ok(())
    }

    /// Checks a word of the header against the expected header.
    fn check_header(
        place: usize,
        word: u64,
        expected: &[u64; HEADER],
    ) -> Result<(), HashFileError> {
        let megabytes = |clusters: u64| clusters.saturating_mul(8 * CLUSTER_WORDS as u64) >> 20;
        match place {
            0 if word != MARK => Err(HashFileError::NoHash),
            1 if word != VERSION => Err(HashFileError::Version(word)),
            2 if megabytes(word) != megabytes(expected[2]) => {
                Err(HashFileError::Size(megabytes(word), megabytes(expected[2])))
            }
            2 if word != expected[2] => Err(HashFileError::Damaged),
            3 if word != expected[3] => Err(HashFileError::Damaged),
            5 if word != expected[5] => Err(HashFileError::Evaluation),
            _ => Ok(()),
        }
    }

    /// Reads a file to its end, tells each word and its place, and checks it.
    fn read(
        &self,
        file: &File,
        evaluation: u64,
        mut tell: impl FnMut(usize, u64),
    ) -> Result<(), HashFileError> {
        let mut file = BufReader::with_capacity(8 * CHUNK, file);
        let (mut checksum, mut place) = (Checksum::new(), 0);
        let expected = self.header(evaluation);
        let last = HEADER + self.memory.clusters() * CLUSTER_WORDS;
        let mut bytes = [0; 8];
        let mut chunk = vec![0; 8 * CHUNK];
        while place < last {
            // The header is checked before the rest is read.
            let words = if place < HEADER { 1 } else { CHUNK.min(last - place) };
            let chunk = &mut chunk[..8 * words];
            if let Err(error) = file.read_exact(chunk) {
                return Err(match (error.kind(), place) {
                    (io::ErrorKind::UnexpectedEof, 0) => HashFileError::NoHash,
                    (io::ErrorKind::UnexpectedEof, _) => HashFileError::Damaged,
                    _ => error.into(),
                });
            }
            for (word, place) in chunk.chunks_exact(8).zip(place..) {
                let word = word.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
                checksum.add(word);
                tell(place, word);
                Self::check_header(place, word, &expected)?;
            }
            place += words;
        }
        let is_complete = file.read_exact(&mut bytes).is_ok()
            && u64::from_le_bytes(bytes) == checksum.0
            && file.read(&mut bytes)? == 0;
        if is_complete { Ok(()) } else { Err(HashFileError::Damaged) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::types::Score;
    use crate::engine::tt::{Bound, TtEntry};

    fn filled() -> TranspositionTable {
        let table = TranspositionTable::new(1).expect("a small table");
        table.new_search();
        for number in 0..1000_u64 {
            let score = Score(number as i32);
            let entry = TtEntry {
                mv: None,
                score,
                eval: None,
                depth: 9,
                bound: Some(Bound::Exact),
                pv: false,
            };
            table.store(number.wrapping_mul(0x9e37_79b9_7f4a_7c15), 0, entry);
        }
        table
    }

    #[test]
    fn a_saved_table_comes_back_and_a_wrong_file_changes_nothing() {
        let name = format!("staunton-hash-{}.bin", std::process::id());
        let path = std::env::temp_dir().join(name);
        let table = filled();
        table.save(&path, 42).expect("saved");
        let bytes = std::fs::read(&path).expect("the file");
        let load = |bytes: &[u8], megabytes, evaluation| {
            std::fs::write(&path, bytes).expect("written");
            let other = TranspositionTable::new(megabytes).expect("a small table");
            (other.load(&path, evaluation), other)
        };
        let (result, loaded) = load(&bytes, 1, 42);
        assert_eq!((result, loaded.generation()), (Ok(()), table.generation()));
        let key = 7_u64.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        assert!(loaded.probe(key, 0).is_some() && loaded.probe(key, 0) == table.probe(key, 0));
        loaded.clear();
        assert_eq!(loaded.probe(key, 0), None, "a table that was loaded is not clear");

        let changed = |at: usize| {
            let mut bytes = bytes.clone();
            bytes[at] ^= 4;
            bytes
        };
        let longer = [bytes.as_slice(), &[0]].concat();
        for (bytes, megabytes, evaluation, error) in [
            (bytes.clone(), 2, 42, HashFileError::Size(1, 2)),
            (bytes.clone(), 1, 43, HashFileError::Evaluation),
            (changed(0), 1, 42, HashFileError::NoHash),
            (changed(8), 1, 42, HashFileError::Version(5)),
            (changed(16), 1, 42, HashFileError::Damaged),
            (changed(600_000), 1, 42, HashFileError::Damaged),
            (bytes[..bytes.len() - 1].to_vec(), 1, 42, HashFileError::Damaged),
            (bytes[..30].to_vec(), 1, 42, HashFileError::Damaged),
            (Vec::new(), 1, 42, HashFileError::NoHash),
            (longer, 1, 42, HashFileError::Damaged),
        ] {
            let (result, other) = load(&bytes, megabytes, evaluation);
            assert_eq!(result, Err(error));
            assert_eq!(other.probe(key, 0), None);
        }
        // A saved hash replaces a saved hash, and no other file.
        table.save(&path, 43).expect("saved");
        let part = path.with_extension("bin.part");
        for (path, text) in [(&path, "a letter"), (&part, "mine")] {
            std::fs::write(path, text).expect("written");
            let refused = table.save(path, 42);
            assert!(
                matches!(refused, Err(HashFileError::File(what)) if what.contains("another kind"))
            );
            assert_eq!(std::fs::read_to_string(path).expect("the file"), text);
        }
        std::fs::write(&path, "").expect("written");
        table.save(&path, 42).expect("an empty file is replaced");
        assert_eq!(std::fs::read_to_string(&part).expect("the neighbour"), "mine");
        std::fs::remove_file(&part).expect("removed");
        std::fs::remove_file(&path).expect("removed");
        assert!(matches!(table.load(&path, 42), Err(HashFileError::File(_))));
    }

    /// A file of a small table that is full of such words, with the right checksum.
    fn forged(table: &TranspositionTable, mut word: impl FnMut() -> u64) -> Vec<u8> {
        let words = (0..table.memory.clusters() * CLUSTER_WORDS).map(|_| word());
        let mut checksum = Checksum::new();
        let mut bytes = Vec::new();
        for word in table.header(42).into_iter().chain(words) {
            checksum.add(word);
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(checksum.0.to_le_bytes());
        bytes
    }

    #[test]
    fn entries_that_no_search_stores_are_left_out() {
        let path = std::env::temp_dir().join(format!("staunton-forged-{}", std::process::id()));
        let table = TranspositionTable::new(1).expect("a small table");
        let mut random = crate::support::random::RandomStream::new(1, 2, 3);
        let mut number = || random.below(1 << 32) as u64;
        let bytes = forged(&table, || number() << 32 | number());
        std::fs::write(&path, bytes).expect("written");
        assert_eq!(table.load(&path, 42), Ok(()));
        std::fs::remove_file(&path).expect("removed");
        let entries = (0..table.memory.clusters()).flat_map(|index| {
            let cluster = table.memory.cluster(index);
            (0..super::super::SIGNATURES).map(|slot| cluster[slot].load(Ordering::Relaxed))
        });
        let (mut kept, mut empty) = (0, 0);
        for word in entries {
            let Some(entry) = PackedEntry(word).unpack(0) else {
                assert_eq!(word, 0);
                empty += 1;
                continue;
            };
            kept += 1;
            assert!(entry.score.0.abs() <= Score::mate_in(0).0, "{entry:?}");
            assert!(entry.eval.is_none_or(|eval| eval.0.abs() <= Score::MAX_EVAL.0), "{entry:?}");
            assert!(entry.mv.is_none_or(|mv| mv.from() != mv.to()), "{entry:?}");
        }
        assert!(kept > 10_000 && empty > 10_000, "{kept} and {empty}");
    }
}
