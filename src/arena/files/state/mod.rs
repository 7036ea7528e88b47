//! The state file of a match, from which an interrupted match can be resumed.
//!
//! Matches in a row that differ in nothing but their odds share a file: they are
//! the *parts* of a series, counted from zero. A single match is a series of
//! one.
//!
//! The file holds a line for the definition of the match and a line for each
//! finished game, in the order in which games ended. A game is written before it
//! is counted. A line that was not written to its end does not count; its game
//! is played again. If the program is killed, no game is lost; a power cut loses
//! about the last second of a fast match.
//!
//! Between these lines others say which games are in the PGN file, and where, so
//! that a match that goes on appends what is missing and cuts off nothing else.

mod game;

use super::error::{FileFault, MatchFileError, StateLineError};
use super::pgn_file::{PgnEntry, PgnJournal};
use crate::arena::machine::flush::Flusher;
use crate::arena::plan::record::GameRecord;
use crate::support::files::append::{DataFile, Missing, open_data};
use crate::support::files::compressed::LIMIT;
use crate::support::files::input::{self, Input};
use crate::support::files::target::folder;
use game::StoredGame;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name of the format in the first line, without its number.
const FORMAT: &str = "staunton match";
/// The number of the format.
const VERSION: &str = "2";

/// The shortest time between two flushes to the disk.
const BETWEEN_FLUSHES: Duration = Duration::from_secs(1);

/// The first line.
#[derive(Serialize, Deserialize)]
struct StateHeader {
    format: String,
    #[serde(flatten)]
    start: MatchStart,
    definition: Value,
}

/// What is needed to start a match again: its command line, folder and day.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub struct MatchStart {
    /// The words of its command line.
    pub command: Vec<String>,
    /// The folder in which it was started.
    pub directory: PathBuf,
    /// The day, as PGN writes it.
    pub date: String,
}

/// A line about the PGN file.
#[derive(Serialize, Deserialize)]
struct PgnLine {
    pgn: PgnEntry,
}

/// How such a line begins.
const PGN_LINE: &str = "{\"pgn\":";

/// An open state file.
#[derive(Debug)]
pub struct MatchState {
    file: DataFile,
    path: PathBuf,
    flusher: Flusher,
}

/// The finished games by part of the series.
pub type StoredGames = BTreeMap<usize, Vec<GameRecord>>;

/// A match that is resumed from its state file.
#[derive(Debug)]
pub struct Resumed {
    /// The state file, open for more games.
    pub state: MatchState,
    /// The finished games, by part.
    pub games: StoredGames,
    /// The games that are in the PGN file.
    pub journal: PgnJournal,
    /// The command line, folder and day of its first start.
    pub start: MatchStart,
}

impl MatchState {
    /// Creates the state file of a new match.
    ///
    /// # Errors
    /// If the file is not empty or cannot be written.
    pub fn create(
        path: &Path,
        definition: Value,
        start: MatchStart,
    ) -> Result<MatchState, MatchFileError> {
        let (mut state, bytes) = MatchState::open(path, Missing::Made)?;
        if !is_without_games(&bytes) {
            return Err(state.complain(FileFault::Taken));
        }
        let emptied = state.file.set_len(0).and_then(|()| (&*state.file).rewind());
        emptied.map_err(|error| state.complain(error))?;
        state.line(&StateHeader { format: format!("{FORMAT} {VERSION}"), start, definition })?;
        flush_name(path);
        Ok(state)
    }

    /// Opens the state file of a match that has the same definition.
    ///
    /// # Errors
    /// If the definition differs, or the file is damaged before its last line.
    pub fn resume(path: &Path, definition: &Value) -> Result<Resumed, MatchFileError> {
        let (state, bytes) = MatchState::open(path, Missing::Refused)?;
        let broken = |number: usize, error| state.complain(FileFault::Line(number, error));
        let whole = whole_lines(&bytes);
        let text = std::str::from_utf8(whole).map_err(|_| broken(1, StateLineError::NotText))?;
        let header = header(text).map_err(|error| broken(1, error))?;
        if let Some(what) = difference(&header.definition, definition) {
            return Err(state.complain(FileFault::OtherMatch(what)));
        }
        let mut games = StoredGames::new();
        let mut journal = PgnJournal::default();
        let mut numbers = HashSet::new();
        for (index, line) in text.lines().enumerate().skip(1) {
            let number = index + 1;
            let wrong = |error: serde_json::Error| broken(number, error.into());
            if line.starts_with(PGN_LINE) {
                let PgnLine { pgn } = serde_json::from_str(line).map_err(wrong)?;
                journal.add(pgn);
                continue;
            }
            let stored: StoredGame = serde_json::from_str(line).map_err(wrong)?;
            let part = stored.part;
            let game = stored.restore().map_err(|error| broken(number, error))?;
            if !numbers.insert((part, game.number)) {
                return Err(broken(number, StateLineError::Twice(game.number + 1)));
            }
            games.entry(part).or_default().push(game);
        }
        // Removes an incomplete last line.
        let kept = u64::try_from(whole.len()).unwrap_or(u64::MAX);
        let cut =
            state.file.set_len(kept).and_then(|()| (&*state.file).seek(SeekFrom::Start(kept)));
        cut.map_err(|error| state.complain(error))?;
        Ok(Resumed { state, games, journal, start: header.start })
    }

    /// How the match of a state file was started.
    ///
    /// # Errors
    /// If the file cannot be read or is not the file of a match.
    pub fn start(path: &Path) -> Result<MatchStart, MatchFileError> {
        let start = || {
            let bytes = input::read(path, LIMIT).map_err(FileFault::Read)?;
            let text =
                std::str::from_utf8(whole_lines(&bytes)).map_err(|_| StateLineError::NotText);
            text.and_then(header).map(|header| header.start).map_err(FileFault::Header)
        };
        start().map_err(|fault| MatchFileError { path: path.to_path_buf(), fault })
    }

    /// Appends a line about the PGN file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn note_pgn(&mut self, entry: &PgnEntry) -> Result<(), MatchFileError> {
        self.line(&PgnLine { pgn: entry.clone() })
    }

    /// The name of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn open(path: &Path, missing: Missing) -> Result<(MatchState, Vec<u8>), MatchFileError> {
        let path = path.to_path_buf();
        let open = || {
            let file = open_data(&path, missing)?;
            let bytes = Input::from(file.try_clone()?).read_all(LIMIT)?;
            let synced = file.try_clone()?;
            let flusher = Flusher::start(BETWEEN_FLUSHES, move || synced.sync_data())?;
            Ok((file, bytes, flusher))
        };
        match open() {
            Ok((file, bytes, flusher)) => Ok((MatchState { file, path, flusher }, bytes)),
            Err(error) => Err(MatchFileError { path, fault: FileFault::Read(error) }),
        }
    }

    /// Appends a finished game of a part.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, part: usize, record: &GameRecord) -> Result<(), MatchFileError> {
        self.line(&StoredGame::of(part, record))
    }

    /// Writes a whole line with one call: a program that is killed cannot leave
    /// a part that looks complete.
    fn line(&mut self, content: &impl Serialize) -> Result<(), MatchFileError> {
        let line = serde_json::to_string(content).map_err(io::Error::from);
        let written = line.and_then(|line| (&*self.file).write_all((line + "\n").as_bytes()));
        written.and_then(|()| self.flusher.written()).map_err(|error| self.complain(error))
    }

    fn complain(&self, fault: impl Into<FileFault>) -> MatchFileError {
        MatchFileError { path: self.path.clone(), fault: fault.into() }
    }
}

/// The header, the first of the lines.
fn header(text: &str) -> Result<StateHeader, StateLineError> {
    let line = text.lines().next().and_then(|line| serde_json::from_str(line).ok());
    let line: Value = line.ok_or(StateLineError::NotAMatch)?;
    let format = line["format"].as_str().unwrap_or_default();
    match format.strip_prefix(FORMAT).map(str::trim) {
        Some(VERSION) => {
            let header: StateHeader = serde_json::from_value(line)?;
            if is_date(&header.start.date) { Ok(header) } else { Err(StateLineError::Date) }
        }
        Some(number) => Err(StateLineError::Version(number.to_string(), VERSION)),
        None => Err(StateLineError::NotAMatch),
    }
}

/// Whether this is a day as PGN writes it.
fn is_date(text: &str) -> bool {
    const FORM: &[u8] = b"0000.00.00";
    let fits = |(&found, &form): (&u8, &u8)| match form {
        b'0' => found.is_ascii_digit(),
        _ => found == form,
    };
    text.len() == FORM.len() && text.as_bytes().iter().zip(FORM).all(fits)
}

/// Whether a file is empty, or has the header of a match and no game: the match
/// did not begin.
fn is_without_games(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    text.is_empty()
        || (text.ends_with('\n')
            && header(text).is_ok()
            && text.lines().skip(1).all(|line| line.starts_with(PGN_LINE)))
}

/// The lines that were written to their end. After a power cut, a file system
/// may have extended the file with zeros. No line contains a zero byte, so the
/// text ends before the first one.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    let written = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    let end = written.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    &written[..end]
}

/// Flushes the folder of a new file, which holds the file's name. On systems
/// where a folder cannot be opened like a file, this is not needed.
fn flush_name(path: &Path) {
    if let Ok(folder) = File::open(folder(path)) {
        // A failure matters only if the power fails before the first game.
        let _ = folder.sync_all();
    }
}

/// Says where two definitions differ; `None` if they are equal.
fn difference(old: &Value, new: &Value) -> Option<String> {
    if old == new {
        return None;
    }
    let (Value::Object(old), Value::Object(new)) = (old, new) else {
        return Some("its definition differs".to_string());
    };
    let differing = old.keys().chain(new.keys()).find(|key| old.get(*key) != new.get(*key))?;
    let shown = |value: Option<&Value>| value.map_or("nothing".to_string(), Value::to_string);
    Some(format!(
        "its {differing} was {}, and now is {}",
        shown(old.get(differing)),
        shown(new.get(differing))
    ))
}
