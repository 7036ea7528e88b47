//! A PGN file to which games are appended, and what a state file keeps about it.
//!
//! Other programs may append to the same file, at the same time or while the
//! match is interrupted. So nothing is cut off but the torn end of an own game,
//! and only where it is certain to be one.

use super::error::{FileFault, MatchFileError};
use crate::engine::eval::network::format::fnv1a;
use crate::support::files::append::AppendFile;
use crate::support::files::names::is_same;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// How many bytes at the beginning identify a file.
const FIRST_BYTES: u64 = 4096;

/// A span of bytes in a file, with their checksum.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct FileSpan {
    /// The offset of the first byte.
    at: u64,
    /// The number of bytes.
    length: u64,
    /// Their checksum: FNV-1a, 64 bits.
    checksum: u64,
}

/// What the state file notes about the PGN file.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum PgnEntry {
    /// From here on games are appended to this file, which began with these
    /// bytes.
    File {
        /// Its absolute name.
        path: PathBuf,
        /// Its first bytes.
        first: FileSpan,
    },
    /// A game is about to be written.
    Game {
        /// The part of the series.
        part: usize,
        /// The number of the game within its part.
        game: usize,
        /// Where it is.
        span: FileSpan,
    },
    /// A game that was being written when the program was killed is not in the
    /// file, and another game is written before it.
    Lost {
        /// The part of the series.
        part: usize,
        /// The number of the game within its part.
        game: usize,
    },
}

/// The games of a match that are in its PGN file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PgnJournal {
    file: Option<(PathBuf, FileSpan)>,
    /// Part and number of each game, and where it is.
    games: Vec<((usize, usize), FileSpan)>,
}

impl PgnJournal {
    /// Adds the next line of the state file.
    pub fn add(&mut self, entry: PgnEntry) {
        match entry {
            PgnEntry::File { path, first } => {
                *self = PgnJournal { file: Some((path, first)), games: Vec::new() };
            }
            PgnEntry::Game { part, game, span } => {
                // The first attempt to write it was interrupted.
                self.games.pop_if(|(last, _)| *last == (part, game));
                self.games.push(((part, game), span));
            }
            PgnEntry::Lost { part, game } => {
                self.games.pop_if(|(last, _)| *last == (part, game));
            }
        }
    }
}

/// Keeps a line for the state file.
pub type PgnNote<'n> = &'n mut dyn FnMut(&PgnEntry) -> Result<(), MatchFileError>;

/// A PGN file that is open for more games.
#[derive(Debug)]
pub struct PgnFile {
    file: AppendFile,
    path: PathBuf,
    /// Part and number of the games that it has.
    written: HashSet<(usize, usize)>,
    /// The game that was being written when the program was killed.
    torn: Option<((usize, usize), u64)>,
}

impl PgnFile {
    /// Opens a file. It is not changed, and a new one not made, before the first
    /// game is written.
    ///
    /// # Errors
    /// If it cannot be written or holds something other than PGN.
    pub fn open(path: &Path) -> Result<PgnFile, MatchFileError> {
        let open = || {
            let file = AppendFile::text(path)?;
            let path = std::path::absolute(path)?;
            Ok::<_, io::Error>(PgnFile { file, path, written: HashSet::new(), torn: None })
        };
        let complain = |fault| MatchFileError { path: path.to_path_buf(), fault };
        let file = open().map_err(|error| complain(FileFault::Read(error)))?;
        let first = file.read_span(0, file.length()?.min(FIRST_BYTES))?;
        if !may_be_pgn(&first) {
            return Err(complain(FileFault::NotPgn));
        }
        Ok(file)
    }

    /// The line of the state file that this file begins with.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn entry(&self) -> Result<PgnEntry, MatchFileError> {
        let first = self.span(0, self.length()?.min(FIRST_BYTES))?;
        Ok(PgnEntry::File { path: self.path.clone(), first })
    }

    /// Goes on with the file of an interrupted match: games that it has are not
    /// written again. Returns whether the file is that of the match; `false` if
    /// it is another one, which is empty and gets all games.
    ///
    /// # Errors
    /// If the file is not empty and not that of the match.
    pub fn resume(&mut self, journal: &PgnJournal) -> Result<bool, MatchFileError> {
        if self.length()? == 0 {
            return Ok(false);
        }
        let Some((path, first)) = &journal.file else {
            return Err(self.complain(FileFault::NotEmpty));
        };
        if !is_same(path, &self.path) {
            return Err(self.complain(FileFault::OtherPgn(path.clone())));
        }
        if !self.has_span(first)? {
            return Err(self.complain(FileFault::Changed));
        }
        if let Some((last, whole)) = journal.games.split_last() {
            for (_, span) in [whole.first(), whole.last()].into_iter().flatten() {
                if !self.has_span(span)? {
                    return Err(self.complain(FileFault::Changed));
                }
            }
            self.written = whole.iter().map(|(game, _)| *game).collect();
            let (game, span) = last;
            if self.has_span(span)? {
                self.written.insert(*game);
            } else {
                self.torn = Some((*game, span.at));
            }
        }
        Ok(true)
    }

    /// Whether a game is in the file.
    pub fn has(&self, part: usize, game: usize) -> bool {
        self.written.contains(&(part, game))
    }

    /// Appends the text of a game. `note` gets the line for the state file
    /// before the game is written.
    ///
    /// # Errors
    /// If the file cannot be written, or from `note`.
    pub fn append(
        &mut self,
        (part, game): (usize, usize),
        text: &str,
        note: PgnNote<'_>,
    ) -> Result<(), MatchFileError> {
        let made = self.file.made().map(|file| file.lock().is_ok());
        // Where the system has no locks, the game is written without one.
        let is_locked = made.map_err(|error| self.complain(error))?;
        let appended = self.append_locked((part, game), text, note);
        if let (true, Ok(file)) = (is_locked, self.file.made()) {
            // It is unlocked at the latest when it is closed.
            let _ = file.unlock();
        }
        appended
    }

    fn append_locked(
        &mut self,
        (part, game): (usize, usize),
        text: &str,
        note: PgnNote<'_>,
    ) -> Result<(), MatchFileError> {
        let mut end = self.length()?;
        if let Some((torn, at)) = self.torn.take() {
            if torn != (part, game) {
                note(&PgnEntry::Lost { part: torn.0, game: torn.1 })?;
            } else if at < end
                && end - at < text.len() as u64
                && text.as_bytes().starts_with(&self.read_span(at, end - at)?)
            {
                self.file.cut(at).map_err(|error| self.complain(error))?;
                end = at;
            }
        }
        let gap = self.gap(end)?;
        let span = FileSpan {
            at: end + gap.len() as u64,
            length: text.len() as u64,
            checksum: fnv1a(text.as_bytes()),
        };
        note(&PgnEntry::Game { part, game, span })?;
        let text = [gap.as_bytes(), text.as_bytes()].concat();
        self.file.write_all(&text).map_err(|error| self.complain(error))?;
        self.written.insert((part, game));
        Ok(())
    }

    /// What must come between the end of the file and the next game: an empty
    /// line, or what is missing of one.
    fn gap(&self, end: u64) -> Result<&'static str, MatchFileError> {
        let last = self.read_span(end.saturating_sub(2), end.min(2))?;
        Ok(match last.as_slice() {
            [] | [b'\n', b'\n'] => "",
            [.., b'\n'] => "\n",
            _ => "\n\n",
        })
    }

    /// The length of the file, in bytes; zero for a pipe and for what does not exist.
    fn length(&self) -> Result<u64, MatchFileError> {
        let about = self.file.existing().map(|file| file.metadata()).transpose();
        let about = about.map_err(|error| self.complain(error))?;
        Ok(about.map_or(0, |about| about.len()))
    }

    fn span(&self, at: u64, length: u64) -> Result<FileSpan, MatchFileError> {
        Ok(FileSpan { at, length, checksum: fnv1a(&self.read_span(at, length)?) })
    }

    /// Whether the file still has these bytes.
    fn has_span(&self, span: &FileSpan) -> Result<bool, MatchFileError> {
        let end = span.at.saturating_add(span.length);
        Ok(end <= self.length()? && self.span(span.at, span.length)? == *span)
    }

    fn read_span(&self, at: u64, length: u64) -> Result<Vec<u8>, MatchFileError> {
        let mut bytes = Vec::new();
        let Some(mut file) = self.file.existing().filter(|_| length > 0) else {
            return Ok(bytes);
        };
        file.seek(SeekFrom::Start(at))
            .and_then(|_| file.take(length).read_to_end(&mut bytes))
            .map_err(|error| self.complain(error))?;
        Ok(bytes)
    }

    fn complain(&self, fault: impl Into<FileFault>) -> MatchFileError {
        MatchFileError { path: self.path.clone(), fault: fault.into() }
    }
}

/// Whether a file with this beginning may be PGN: it begins with a tag, a
/// comment, an escaped line or the number of a move.
fn may_be_pgn(first: &[u8]) -> bool {
    let text = String::from_utf8_lossy(first);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let moves = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    text.is_empty()
        || text.starts_with([';', '%'])
        || text.strip_prefix('[').is_some_and(|tag| tag.starts_with(|c: char| c.is_alphabetic()))
        || text.strip_prefix('{').is_some_and(|comment| !comment.starts_with('"'))
        || (moves.len() < text.len() && moves.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const GAMES: [&str; 3] = ["[Event \"a\"]\n\n1. e4 *\n\n", "[Event \"b\"]\n\n*\n\n", "*\n\n"];

    fn path(name: &str) -> PathBuf {
        let name = format!("staunton-pgn-{name}-{}.pgn", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_file(&path);
        path
    }

    /// Writes these games; the journal that a state file would have.
    fn write(path: &Path, journal: &mut PgnJournal, games: &[usize]) {
        let mut file = PgnFile::open(path).unwrap();
        if !file.resume(journal).unwrap() {
            journal.add(file.entry().unwrap());
        }
        for &game in games {
            let mut note = |entry: &PgnEntry| {
                journal.add(entry.clone());
                Ok(())
            };
            if !file.has(0, game) {
                file.append((0, game), GAMES[game], &mut note).unwrap();
            }
        }
    }

    #[test]
    fn games_of_others_stay_and_only_an_own_torn_end_is_cut() {
        let path = path("torn");
        fs::write(&path, "[Event \"old\"]\n\n*").unwrap();
        let old = "[Event \"old\"]\n\n*\n\n";
        let mut journal = PgnJournal::default();
        // A file with games belongs to no match yet.
        let mut file = PgnFile::open(&path).unwrap();
        assert!(file.resume(&journal).unwrap_err().to_string().contains("without a PGN file"));
        journal.add(file.entry().unwrap());
        write(&path, &mut journal, &[0, 1]);
        let whole = fs::read(&path).unwrap();
        assert_eq!(whole, [old, GAMES[0], GAMES[1]].concat().as_bytes());
        let start = old.len() + GAMES[0].len();
        for length in start..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            write(&path, &mut journal.clone(), &[0, 1, 2]);
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(text, [old, GAMES[0], GAMES[1], GAMES[2]].concat(), "length {length}");
            // Another match has added games to the torn end.
            let other = "\n\n[Event \"other\"]\n\n*\n\n".as_bytes();
            fs::write(&path, [&whole[..length], other].concat()).unwrap();
            write(&path, &mut journal.clone(), &[0, 1, 2]);
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.contains("other") && text.contains(GAMES[1]), "{text}");
            assert_eq!(text.matches(GAMES[0]).count(), 1);
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn another_file_is_refused_and_an_empty_one_gets_all_games() {
        let (path, other) = (path("mine"), path("other"));
        let mut journal = PgnJournal::default();
        write(&path, &mut journal, &[0, 1]);
        fs::copy(&path, &other).unwrap();
        let mut file = PgnFile::open(&other).unwrap();
        assert!(
            file.resume(&journal)
                .unwrap_err()
                .to_string()
                .contains("is not the PGN file of this match")
        );
        fs::write(&path, "[Event \"x\"]\n\n1. d4 *\n\n[Event \"b\"]\n\n*\n\n").unwrap();
        let error = PgnFile::open(&path).unwrap().resume(&journal).unwrap_err();
        assert!(matches!(error.fault, FileFault::Changed), "{error}");
        fs::write(&other, "").unwrap();
        write(&other, &mut journal, &[0, 1, 2]);
        assert_eq!(fs::read_to_string(&other).unwrap(), GAMES.concat());
        fs::write(&path, "Dear friend, [this is a letter]").unwrap();
        assert!(
            PgnFile::open(&path).unwrap_err().to_string().contains("something other than games")
        );
        fs::remove_file(&path).unwrap();
        fs::remove_file(&other).unwrap();
    }

    #[test]
    fn what_may_be_pgn() {
        for text in ["", " \n", "\u{feff}[Event", "; note", "{A game}", "1. e4", "12.e4"] {
            assert!(may_be_pgn(text.as_bytes()), "{text}");
        }
        for text in ["STAUNTON", "{\"format\"", "[1, 2]", "1", "rnbqkbnr/8", "8/8/8", "Dear"] {
            assert!(!may_be_pgn(text.as_bytes()), "{text}");
        }
    }
}
