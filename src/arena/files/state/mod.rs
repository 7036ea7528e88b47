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
use std::io::{Seek, SeekFrom, Write};
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
    /// A sentence, if the file is not empty or cannot be written.
    pub fn create(path: &Path, definition: Value, start: MatchStart) -> Result<MatchState, String> {
        let (mut state, bytes) = MatchState::open(path, Missing::Made)?;
        if !is_without_games(&bytes) {
            return Err(format!(
                "{} holds a match already: --resume goes on with it",
                path.display()
            ));
        }
        let emptied = state.file.set_len(0).and_then(|()| (&*state.file).rewind());
        emptied.map_err(|error| state.complain(&error))?;
        state.line(&StateHeader { format: format!("{FORMAT} {VERSION}"), start, definition })?;
        flush_name(path);
        Ok(state)
    }

    /// Opens the state file of a match that has the same definition.
    ///
    /// # Errors
    /// A sentence, if the definition differs, or the file is damaged before its
    /// last line.
    pub fn resume(path: &Path, definition: &Value) -> Result<Resumed, String> {
        let (state, bytes) = MatchState::open(path, Missing::Refused)?;
        let broken =
            |number: usize, what: &str| format!("{}, line {number}: {what}", path.display());
        let whole = whole_lines(&bytes);
        let text = std::str::from_utf8(whole).map_err(|_| broken(1, "this is not text"))?;
        let header = header(text).map_err(|what| broken(1, &what))?;
        if let Some(what) = difference(&header.definition, definition) {
            return Err(format!("{} is of another match: {what}", path.display()));
        }
        let mut games = StoredGames::new();
        let mut journal = PgnJournal::default();
        let mut numbers = HashSet::new();
        for (index, line) in text.lines().enumerate().skip(1) {
            let number = index + 1;
            let wrong = |error: serde_json::Error| broken(number, &error.to_string());
            if line.starts_with(PGN_LINE) {
                let PgnLine { pgn } = serde_json::from_str(line).map_err(wrong)?;
                journal.add(pgn);
                continue;
            }
            let stored: StoredGame = serde_json::from_str(line).map_err(wrong)?;
            let part = stored.part;
            let game = stored.restore().map_err(|what| broken(number, &what))?;
            if !numbers.insert((part, game.number)) {
                return Err(broken(number, &format!("game {} comes twice", game.number + 1)));
            }
            games.entry(part).or_default().push(game);
        }
        // Removes an incomplete last line.
        let kept = u64::try_from(whole.len()).unwrap_or(u64::MAX);
        let cut =
            state.file.set_len(kept).and_then(|()| (&*state.file).seek(SeekFrom::Start(kept)));
        cut.map_err(|error| state.complain(&error))?;
        Ok(Resumed { state, games, journal, start: header.start })
    }

    /// How the match of a state file was started.
    ///
    /// # Errors
    /// A sentence, if the file cannot be read or is not the file of a match.
    pub fn start(path: &Path) -> Result<MatchStart, String> {
        let complain = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let bytes = input::read(path, LIMIT).map_err(|error| complain(&error))?;
        let text = std::str::from_utf8(whole_lines(&bytes));
        let text = text.map_err(|_| complain(&"this is not text"))?;
        header(text).map(|header| header.start).map_err(|what| complain(&what))
    }

    /// Appends a line about the PGN file.
    ///
    /// # Errors
    /// A sentence, if the file cannot be written.
    pub fn note_pgn(&mut self, entry: &PgnEntry) -> Result<(), String> {
        self.line(&PgnLine { pgn: entry.clone() })
    }

    /// The name of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn open(path: &Path, missing: Missing) -> Result<(MatchState, Vec<u8>), String> {
        let complain = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let file = open_data(path, missing).map_err(|error| complain(&error))?;
        let bytes = file.try_clone().and_then(|file| Input::from(file).read_all(LIMIT));
        let bytes = bytes.map_err(|error| complain(&error))?;
        let flusher = file
            .try_clone()
            .and_then(|file| Flusher::start(BETWEEN_FLUSHES, move || file.sync_data()))
            .map_err(|error| complain(&error))?;
        Ok((MatchState { file, path: path.to_path_buf(), flusher }, bytes))
    }

    /// Appends a finished game of a part.
    ///
    /// # Errors
    /// A sentence, if the file cannot be written.
    pub fn append(&mut self, part: usize, record: &GameRecord) -> Result<(), String> {
        self.line(&StoredGame::of(part, record))
    }

    /// Writes a whole line with one call: a program that is killed cannot leave
    /// a part that looks complete.
    fn line(&mut self, content: &impl Serialize) -> Result<(), String> {
        let mut line = serde_json::to_string(content).map_err(|error| self.complain(&error))?;
        line.push('\n');
        let written = (&*self.file).write_all(line.as_bytes());
        written.and_then(|()| self.flusher.written()).map_err(|error| self.complain(&error))
    }

    fn complain(&self, error: &dyn std::fmt::Display) -> String {
        format!("{} cannot be written: {error}", self.path.display())
    }
}

/// The header, the first of the lines.
fn header(text: &str) -> Result<StateHeader, String> {
    let not_a_match = || "this is not the file of a match".to_string();
    let line: Value = text
        .lines()
        .next()
        .and_then(|line| serde_json::from_str(line).ok())
        .ok_or_else(not_a_match)?;
    let format = line["format"].as_str().unwrap_or_default();
    match format.strip_prefix(FORMAT).map(str::trim) {
        Some(VERSION) => {
            let header: StateHeader =
                serde_json::from_value(line).map_err(|error| error.to_string())?;
            if !is_date(&header.start.date) {
                return Err("the date of the match is not of the form 2026.12.31".to_string());
            }
            Ok(header)
        }
        Some(number) => Err(format!(
            "this match was begun by another version of the program (its format is {number}, not \
             {VERSION}); finish it with that version"
        )),
        None => Err(not_a_match()),
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
