//! Carries out `setoption`: what the options mean for the engine and its searches.

use super::error::OptionError;
use super::options::{HashButton, NamedOption};
use super::session::Session;
use crate::chess::syzygy::Tablebases;
use crate::engine::eval::Network;
use crate::engine::options::{FilePath, Opponent, UciOption};
use crate::engine::search::{SearchOptions, TablebaseAccess};
use std::path::Path;
use std::sync::Arc;

impl Session {
    /// Sets an option.
    ///
    /// # Errors
    /// Why it stays as it is.
    pub(super) fn set_option(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        match NamedOption::of(name) {
            Some(NamedOption::Value(option)) => self.set_value(option, text),
            Some(NamedOption::Button(button)) => self.press(button),
            #[cfg(feature = "tune")]
            Some(NamedOption::Parameter(parameter)) => Ok(parameter.set(text)?),
            Some(NamedOption::ReadOnly) => Ok(()),
            None => Err(OptionError::Unknown(name.to_string())),
        }
    }

    fn set_value(&mut self, option: UciOption, text: &str) -> Result<(), OptionError> {
        let mut options = self.options.clone();
        options.set(option, text)?;
        let errors = self.output.clone();
        let stays = |error| OptionError::Job { name: option.name(), error };
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
            UciOption::SyzygyPath => self.open_tablebases(&options.syzygy_path.0)?,
            UciOption::BookFile => self.open_book(&options.book_file)?,
            UciOption::Opponent => self.tell_opponent(&options.opponent),
            UciOption::DebugLogFile => self.set_log(options.debug_log_file.path())?,
            _ => {}
        }
        self.options = options;
        self.set_search_options();
        Ok(())
    }

    fn press(&mut self, button: HashButton) -> Result<(), OptionError> {
        let output = self.output.clone();
        let file = |name| {
            let path = self.options.hash_file.path().map(Path::to_path_buf);
            let path = path.ok_or(OptionError::NoHashFile(name))?;
            Ok::<_, OptionError>((path.display().to_string(), path))
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
        pressed.map_err(|error| OptionError::Job { name, error })
    }

    fn set_eval_file(&mut self, file: &FilePath) -> Result<(), OptionError> {
        let (output, shown) = (self.output.clone(), file.clone());
        let report = move |network: &Network| {
            let name = match shown.path() {
                Some(path) => path.display().to_string(),
                None => "the built-in network".to_string(),
            };
            output.line(&format!("info string EvalFile: {name} ({})", network.description()));
        };
        Ok(self.engine.set_eval_file(file, report)?)
    }

    /// Says who plays against the engine, so that the log has it.
    fn tell_opponent(&self, opponent: &Opponent) {
        if opponent.is_known() {
            self.output.line(&format!("info string UCI_Opponent: {opponent}"));
        }
    }

    /// Adds all input and output to a file; `None` ends that.
    pub(super) fn set_log(&self, path: Option<&Path>) -> Result<(), OptionError> {
        let shown = path.map(|path| path.display().to_string()).unwrap_or_default();
        self.output.set_log(path).map_err(|error| OptionError::Log { path: shown, error })
    }

    /// Opens the tablebases in these folders, and says what was found. An empty
    /// path closes them all.
    ///
    /// # Errors
    /// If there are none; then those in use stay.
    pub(super) fn open_tablebases(&mut self, path: &str) -> Result<(), OptionError> {
        if path.is_empty() {
            self.tablebases = None;
            return Ok(());
        }
        let tables = Tablebases::open(path);
        if tables.max_pieces() == 0 {
            let nothing = || format!("there are no tables in '{path}'");
            return Err(OptionError::SyzygyPath(tables.take_damage().unwrap_or_else(nothing)));
        }
        self.output.line(&format!("info string SyzygyPath: {}", tables.description()));
        self.tablebases = Some(Arc::new(tables));
        self.report_damage();
        Ok(())
    }

    /// Hands the engine what changes later searches besides their limits.
    pub(super) fn set_search_options(&mut self) {
        let access = |tables| TablebaseAccess::new(tables, &self.options);
        self.engine.set_search_options(SearchOptions {
            tablebases: self.tablebases.as_ref().map(access),
            ..SearchOptions::from(&self.options)
        });
    }
}
