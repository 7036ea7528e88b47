//! Carries out `setoption`, and collects what the options mean for a search.

use super::options::{HashButton, NamedOption};
use super::session::Session;
use crate::chess::board::Position;
use crate::chess::movegen::legal_moves;
use crate::chess::syzygy::Tablebases;
use crate::chess::types::Move;
use crate::engine::eval::Network;
use crate::engine::options::{FilePath, UciOption};
use crate::engine::parse_move;
use crate::engine::search::{SearchOptions, TablebaseAccess};
use std::path::Path;
use std::sync::Arc;

impl Session {
    /// Sets an option.
    ///
    /// # Errors
    /// A sentence that says what is wrong and what stays.
    pub(super) fn set_option(&mut self, name: &str, text: &str) -> Result<(), String> {
        match NamedOption::of(name) {
            Some(NamedOption::Value(option)) => self.set_value(option, text),
            Some(NamedOption::Button(button)) => self.press(button),
            #[cfg(feature = "tune")]
            Some(NamedOption::Parameter(parameter)) => {
                parameter.set(text).map_err(|error| error.to_string())
            }
            Some(NamedOption::ReadOnly) => Ok(()),
            None => Err(format!("there is no option '{name}'; nothing is set")),
        }
    }

    fn set_value(&mut self, option: UciOption, text: &str) -> Result<(), String> {
        let mut options = self.options.clone();
        options.set(option, text).map_err(|error| error.to_string())?;
        let errors = self.output.clone();
        let stays = |error| format!("{}: {error}; it stays as it is", option.name());
        match option {
            UciOption::Hash => self
                .engine
                .resize_hash(options.hash_mb, move |error| errors.error(&error.to_string()))
                .map_err(stays)?,
            UciOption::Threads => self
                .engine
                .set_threads(options.threads, move |error| errors.error(&error.to_string()))
                .map_err(stays)?,
            UciOption::EvalFile => self.set_eval_file(&options.eval_file)?,
            UciOption::SyzygyPath => self.open_tablebases(&options.syzygy_path.0),
            UciOption::DebugLogFile => self.set_log(options.debug_log_file.path())?,
            _ => {}
        }
        self.options = options;
        Ok(())
    }

    fn press(&mut self, button: HashButton) -> Result<(), String> {
        let output = self.output.clone();
        let file = |name| {
            let path = self.options.hash_file.path().map(Path::to_path_buf);
            let path = path.ok_or(format!("{name}: set HashFile to the name of a file first"))?;
            Ok::<_, String>((path.display().to_string(), path))
        };
        let (name, pressed) = match button {
            HashButton::Clear => ("Clear Hash", self.engine.clear_hash()),
            HashButton::Save => {
                let (shown, path) = file("SaveHash")?;
                let end = move |result| match result {
                    Ok(()) => output.line(&format!("info string SaveHash: saved in '{shown}'")),
                    Err(error) => output.error(&format!("SaveHash: '{shown}': {error}")),
                };
                ("SaveHash", self.engine.save_hash(path, end))
            }
            HashButton::Load => {
                let (shown, path) = file("LoadHash")?;
                let end = move |result| match result {
                    Ok(()) => output.line(&format!("info string LoadHash: loaded from '{shown}'")),
                    Err(error) => {
                        output.error(&format!("LoadHash: '{shown}': {error}; the hash stays"));
                    }
                };
                ("LoadHash", self.engine.load_hash(path, end))
            }
        };
        pressed.map_err(|error| format!("{name}: {error}; it stays as it is"))
    }

    fn set_eval_file(&mut self, file: &FilePath) -> Result<(), String> {
        let (output, shown) = (self.output.clone(), file.clone());
        let report = move |network: &Network| {
            let name = match shown.path() {
                Some(path) => path.display().to_string(),
                None => "the built-in network".to_string(),
            };
            output.line(&format!("info string EvalFile: {name} ({})", network.description()));
        };
        self.engine
            .set_eval_file(file, report)
            .map_err(|error| format!("EvalFile: {error}; the network in use stays"))
    }

    /// Adds all input and output to a file; `None` ends that.
    pub(super) fn set_log(&self, path: Option<&Path>) -> Result<(), String> {
        let shown = path.map(|path| path.display().to_string()).unwrap_or_default();
        self.output
            .set_log(path)
            .map_err(|error| format!("Debug Log File: '{shown}' cannot be opened: {error}"))
    }

    /// Opens the tablebases in these folders, and says what was found. An empty
    /// path closes them all.
    pub(super) fn open_tablebases(&mut self, path: &str) {
        if path.is_empty() {
            self.tablebases = None;
            return;
        }
        let tables = Tablebases::open(path);
        self.output.line(&format!("info string SyzygyPath: {}", tables.description()));
        self.tablebases = Some(Arc::new(tables));
        self.report_damage();
    }

    /// Says once what is wrong with the files of tablebases.
    pub(super) fn report_damage(&self) {
        if let Some(damage) = self.tablebases.as_ref().and_then(|tables| tables.take_damage()) {
            self.output.error(&format!("SyzygyPath: {damage}"));
        }
    }

    /// What changes the next search besides its limits.
    pub(super) fn search_options(&self) -> SearchOptions {
        let access = |tables| TablebaseAccess::new(tables, &self.options);
        SearchOptions {
            tablebases: self.tablebases.as_ref().map(access),
            ..SearchOptions::from(&self.options)
        }
    }

    /// The moves that `ExcludeMoves` excludes in this position. If they leave
    /// none of the moves to search, none is excluded.
    pub(super) fn excluded_moves(&self, position: &Position, search_moves: &[Move]) -> Vec<Move> {
        let words = self.options.exclude_moves.0.iter();
        let excluded: Vec<Move> =
            words.filter_map(|text| parse_move(position, text).ok()).collect();
        let all = legal_moves(position);
        let searched = if search_moves.is_empty() { all.as_slice() } else { search_moves };
        let leaves_none = searched.iter().all(|mv| excluded.contains(mv));
        if leaves_none && !excluded.is_empty() {
            self.output.error("ExcludeMoves leaves no move here; all are searched");
            return Vec::new();
        }
        excluded
    }
}
