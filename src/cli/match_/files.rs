//! The files that a match writes: state, PGN and reports.

use super::arguments::MatchArgs;
use super::pgn_words::pgn_words;
use super::setup::MatchSetup;
use crate::arena::files::pgn::{PgnOptions, today};
use crate::arena::files::pgn_file::PgnFile;
use crate::arena::files::state::{MatchStart, MatchState, Resumed, StoredGames};
use crate::arena::plan::record::GameRecord;
use crate::arena::plan::schedule::Schedule;
use crate::arena::report::{self, Analysis};
use crate::chess::board::FenStyle;
use crate::cli::error::CliError;
use crate::cli::files::{check_distinct, named};
use crate::cli::signals::exit_code;
use crate::support::files::append::AppendFile;
use crate::support::files::names::beside;
use crate::support::files::output::{remove, try_output, write_whole};
use serde::Serialize;
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

/// The files that are written while games are played.
pub struct MatchFiles {
    state: Option<MatchState>,
    /// Whether the user did not name the state file.
    is_default: bool,
    /// Whether this start has made the state file that the user named.
    is_new: bool,
    pgn: Option<PgnFile>,
    /// The file for the final positions.
    ends: Option<AppendFile>,
    /// The words of the command line.
    command: Vec<String>,
    /// Whether a fault was reported.
    has_faults: bool,
    /// Whether the state file has a game.
    has_games: bool,
    /// How the PGN is written.
    pub pgn_options: PgnOptions,
    /// The day on which the match began, as PGN writes it.
    pub date: String,
}

impl MatchFiles {
    /// Opens the files that the command line names. Also returns the games of a
    /// match that is resumed, after a check that they belong to it. No file is
    /// changed but the state file, and that one only at its torn end. `Err` is
    /// a sentence that names the file.
    pub fn open(
        arguments: &MatchArgs,
        setup: &MatchSetup,
        parts: usize,
    ) -> Result<(MatchFiles, StoredGames), String> {
        let definition = &setup.definition;
        let path = pgn_words(&arguments.pgn)?.map(|(path, _)| path);
        check(arguments, setup.openings.file.as_deref())?;
        let pgn = path.map(|path| PgnFile::open(&path)).transpose();
        let mut files = MatchFiles {
            state: None,
            is_default: false,
            is_new: false,
            has_games: false,
            has_faults: false,
            pgn: pgn.map_err(|what| format!("--pgn: {what}"))?,
            ends: arguments.epdout.as_deref().map(open_ends).transpose()?,
            command: arguments.command_line(),
            pgn_options: setup.pgn_options,
            date: today(),
        };
        if let Some(path) = &arguments.resume {
            let games = files.resume(path, definition)?;
            check_games(&games, setup, parts)
                .map_err(|what| format!("{}: {what}", path.display()))?;
            return Ok((files, games));
        }
        if let Some(path) = &arguments.state {
            files.is_new = !path.exists();
            let state = MatchState::create(path, definition.clone(), files.start());
            files.state = Some(state.map_err(|error| error.to_string())?);
        } else if let Some(path) = default_state() {
            // Where nothing can be kept, the match is played without a state.
            files.state = MatchState::create(&path, definition.clone(), files.start()).ok();
            files.is_default = true;
        }
        files.note_pgn()?;
        Ok((files, StoredGames::new()))
    }

    fn resume(&mut self, path: &Path, definition: &Value) -> Result<StoredGames, String> {
        let resumed = MatchState::resume(path, definition);
        let Resumed { state, games, journal, start } =
            resumed.map_err(|error| error.to_string())?;
        self.is_default = path.parent() == state_folder().as_deref();
        self.state = Some(state);
        self.has_games = !games.is_empty();
        self.date = start.date;
        let resumed = self.pgn.as_mut().map(|pgn| pgn.resume(&journal));
        if resumed.transpose().map_err(|what| format!("--pgn: {what}"))? == Some(false) {
            self.note_pgn()?;
        }
        Ok(games)
    }

    fn start(&self) -> MatchStart {
        MatchStart {
            command: self.command.clone(),
            directory: std::env::current_dir().unwrap_or_default(),
            date: self.date.clone(),
        }
    }

    /// Notes in the state file to which file the games go.
    fn note_pgn(&mut self) -> Result<(), String> {
        match (&mut self.state, &self.pgn) {
            (Some(state), Some(pgn)) => {
                let noted = pgn.entry().and_then(|entry| state.note_pgn(&entry));
                noted.map_err(|error| error.to_string())
            }
            _ => Ok(()),
        }
    }

    /// Stores a game of a part of the series in the state file, if there is one.
    pub fn store(&mut self, part: usize, record: &GameRecord) -> Result<(), String> {
        self.has_games = true;
        let Some(state) = &mut self.state else { return Ok(()) };
        state.append(part, record).map_err(|error| error.to_string())
    }

    /// Whether there is a PGN file that lacks a game of a part.
    pub fn wants_game(&self, part: usize, number: usize) -> bool {
        self.pgn.as_ref().is_some_and(|pgn| !pgn.has(part, number))
    }

    /// Writes the text of a game, given by part and number, to the PGN file.
    pub fn write_game(&mut self, game: (usize, usize), text: &str) -> Result<(), String> {
        let (Some(pgn), state) = (&mut self.pgn, &mut self.state) else { return Ok(()) };
        let written = pgn.append(game, text, &mut |entry| {
            state.as_mut().map_or(Ok(()), |state| state.note_pgn(entry))
        });
        written.map_err(|error| error.to_string())
    }

    /// Writes the final position of a game, if the command line wants it.
    pub fn write_end(&mut self, record: &GameRecord) -> Result<(), String> {
        let Some(file) = &mut self.ends else { return Ok(()) };
        let mut position = record.opening.end();
        for played in &record.moves {
            position.play(played.mv, &mut ());
        }
        let line = format!("{}\n", position.fen(FenStyle::Standard));
        file.write_all(line.as_bytes()).map_err(|error| format!("--epdout: {error}"))
    }

    /// Keeps a report on a fault beside the state file. Returns the name of the
    /// file if this is its first one.
    pub fn keep_fault(&mut self, report: &str) -> Option<PathBuf> {
        let path = beside(self.state.as_ref()?.path(), ".faults.txt");
        let file = AppendFile::log(&path);
        // A report may be lost, but not a game.
        file.and_then(|mut file| file.write_all(report.as_bytes())).ok()?;
        let is_first = !std::mem::replace(&mut self.has_faults, true);
        is_first.then_some(path)
    }

    /// Says how to go on with the match.
    pub fn resume_line(&self) -> Option<String> {
        let path = std::path::absolute(self.state.as_ref()?.path()).ok()?;
        Some(format!("To go on: staunton match --resume '{}'", path.display()))
    }

    /// Says that the match was interrupted and how to go on with it, and returns the
    /// exit status.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn interrupted(&self, out: &mut impl Write) -> Result<ExitCode, CliError> {
        writeln!(out, "Stopped before the end.")?;
        if let Some(line) = self.resume_line() {
            writeln!(out, "{line}")?;
        }
        Ok(exit_code(true))
    }

    /// The match could not begin: removes a state file without a game that this
    /// start has made.
    pub fn close_unplayed(&mut self) {
        if !self.has_games && (self.is_default || self.is_new) {
            self.remove_state();
        }
    }

    /// The match is over: removes a state file that the user did not name.
    pub fn close(&mut self) {
        if self.is_default {
            self.remove_state();
        }
    }

    fn remove_state(&mut self) {
        if let Some(state) = self.state.take() {
            // A file that stays does no harm.
            let _ = remove(state.path());
        }
    }
}

/// Opens the file for the final positions, which are added to what it has.
fn open_ends(path: &Path) -> Result<AppendFile, String> {
    AppendFile::text(path).map_err(|error| format!("--epdout: {}: {error}", path.display()))
}

/// The folder of the state files that no user has named: the system's place
/// for such files.
fn state_folder() -> Option<PathBuf> {
    let folder = |name: &str| {
        std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute())
    };
    let folder = folder("XDG_STATE_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".local").join("state")))?;
    Some(folder.join("staunton"))
}

/// The name of a new state file there. `None` if the folder cannot be made.
fn default_state() -> Option<PathBuf> {
    let folder = state_folder()?;
    std::fs::create_dir_all(&folder).ok()?;
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let process = std::process::id();
    Some(folder.join(format!("match-{}-{seconds}-{process}.jsonl", today().replace('.', "-"))))
}

/// Rejects outputs that would replace an input or each other, and those that
/// cannot be written at the end.
fn check(arguments: &MatchArgs, book: Option<&Path>) -> Result<(), String> {
    let concurrency = ("--concurrency-file", arguments.concurrency_file.as_deref());
    let inputs = named(&[("--openings", book), concurrency]);
    let outputs = outputs(arguments)?;
    let outputs: Vec<_> = outputs.iter().map(|(flag, path)| (*flag, path.as_path())).collect();
    check_distinct(&inputs, &outputs).map_err(|error| error.to_string())?;
    outputs
        .into_iter()
        .filter(|(flag, _)| ["--report", "--json"].contains(flag))
        .try_for_each(|(flag, path)| try_output(path).map_err(|what| format!("{flag}: {what}")))
}

/// The files that the command line names to be written, with their flags. `Err` is
/// a sentence about words that cannot be used.
pub fn outputs(arguments: &MatchArgs) -> Result<Vec<(&'static str, PathBuf)>, String> {
    let outputs = [
        ("--state", arguments.state.clone()),
        ("--resume", arguments.resume.clone()),
        ("--pgn", pgn_words(&arguments.pgn)?.map(|(path, _)| path)),
        ("--log", arguments.log.clone()),
        ("--epdout", arguments.epdout.clone()),
        ("--report", arguments.report.clone()),
        ("--json", arguments.json.clone()),
    ];
    Ok(outputs.into_iter().filter_map(|(flag, path)| Some((flag, path?))).collect())
}

/// Checks that the games of a state file are games of the match.
fn check_games(games: &StoredGames, setup: &MatchSetup, parts: usize) -> Result<(), String> {
    let plan = &setup.plan;
    // The number of rounds may have changed: pairings repeat in each round.
    // Colors repeat after two rounds.
    let schedule = Schedule::new(plan.format, plan.encounter, plan.players.len(), 2);
    for (&part, games) in games {
        for game in games {
            let scheduled = schedule.game(game.number % schedule.games().max(1));
            if part >= parts || scheduled.is_none_or(|found| found.players != game.players) {
                return Err(format!("game {} is not one of this match", game.number + 1));
            }
        }
    }
    Ok(())
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
        let written = write_whole(path, text.as_bytes());
        written.map_err(|error| format!("{} cannot be written: {error}", path.display()))
    };
    if let Some(path) = &arguments.report {
        write(path, page())?;
    }
    if let Some(path) = &arguments.json {
        write(path, report::json(of))?;
    }
    Ok(())
}

/// Writes the page that the command line wants, without the numbers.
pub fn write_page(arguments: &MatchArgs, of: &Analysis) -> Result<(), String> {
    let without_numbers = MatchArgs { json: None, ..arguments.clone() };
    write_report(&without_numbers, of, || of.page())
}
