//! The files that a match writes: state, PGN and reports.

use super::arguments::MatchArgs;
use super::key_values::ParsedWords;
use crate::arena::record::GameRecord;
use crate::arena::report;
use crate::arena::state::{MatchState, Resumed, StoredGames};
use serde::Serialize;
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The files that are written while games are played.
pub struct MatchFiles {
    state: Option<MatchState>,
    /// The PGN file, if there is one.
    pub games: Option<GameFile>,
}

impl MatchFiles {
    /// Opens the files that the command line names. Also returns the games of a
    /// match that is resumed; their PGN is written again as they are counted.
    /// `Err` is a sentence that names the file.
    pub fn open(
        arguments: &MatchArgs,
        definition: &Value,
    ) -> Result<(MatchFiles, StoredGames), String> {
        let mut file = GameFile::open(&arguments.pgn)?;
        let mut played = StoredGames::new();
        let state = match (&arguments.state, &arguments.resume) {
            (Some(path), _) => {
                let from = file.as_mut().map(GameFile::end).transpose()?;
                Some(MatchState::create(path, definition.clone(), from)?)
            }
            (None, Some(path)) => {
                let Resumed { state, games, pgn_from } = MatchState::resume(path, definition)?;
                if let (Some(file), Some(from)) = (&mut file, pgn_from) {
                    file.cut(from)?;
                }
                played = games;
                Some(state)
            }
            (None, None) => None,
        };
        Ok((MatchFiles { state, games: file }, played))
    }

    /// Stores a game of a part of the series in the state file, if there is one.
    pub fn store(&mut self, part: usize, record: &GameRecord) -> Result<(), String> {
        self.state.as_mut().map_or(Ok(()), |state| state.append(part, record))
    }
}

/// Whether the command line wants a report.
pub fn wants_report(arguments: &MatchArgs) -> bool {
    arguments.report.is_some() || arguments.json.is_some()
}

/// Writes the reports that the command line wants.
pub fn write_report(
    arguments: &MatchArgs,
    of: &impl Serialize,
    page: impl FnOnce() -> String,
) -> Result<(), String> {
    let write = |path: &Path, text: String| {
        std::fs::write(path, text).map_err(|error| complain(path, &error))
    };
    if let Some(path) = &arguments.report {
        write(path, page())?;
    }
    if let Some(path) = &arguments.json {
        write(path, report::json(of))?;
    }
    Ok(())
}

/// A PGN file, which may hold other games already.
pub struct GameFile {
    file: File,
    path: PathBuf,
    /// Whether to write the moves alone.
    pub bare: bool,
}

impl GameFile {
    fn open(words: &[String]) -> Result<Option<GameFile>, String> {
        let (path, bare) = match words {
            [] => return Ok(None),
            [path] if !path.contains('=') => (path.as_str(), false),
            words => {
                let words = ParsedWords::new("--pgn", words, &[])?;
                words.only(&["file", "min"])?;
                let path = words.text("file").ok_or("--pgn: file=… is missing")?;
                (path, words.get("min")?.unwrap_or(false))
            }
        };
        let path = Path::new(path).to_path_buf();
        let open = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let mut file = GameFile {
            file: open.map_err(|error| format!("--pgn: {}: {error}", path.display()))?,
            path,
            bare,
        };
        file.end()?;
        Ok(Some(file))
    }

    /// Seeks to the end and returns its offset in bytes.
    fn end(&mut self) -> Result<u64, String> {
        self.file.seek(SeekFrom::End(0)).map_err(|error| complain(&self.path, &error))
    }

    /// Removes what comes after an offset in bytes.
    fn cut(&mut self, length: u64) -> Result<(), String> {
        let end = self.end()?;
        if length < end {
            let cut =
                self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
            cut.map_err(|error| complain(&self.path, &error))?;
        }
        Ok(())
    }

    /// Appends the text of a game.
    pub fn write(&mut self, text: &str) -> Result<(), String> {
        self.file.write_all(text.as_bytes()).map_err(|error| complain(&self.path, &error))
    }
}

fn complain(path: &Path, error: &std::io::Error) -> String {
    format!("{} cannot be written: {error}", path.display())
}
