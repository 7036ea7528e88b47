//! Carries out `setoption`, and collects what the options mean for a search.

use super::options::OptionChange;
use super::session::Session;
use crate::chess::board::Position;
use crate::chess::movegen::legal_moves;
use crate::chess::syzygy::Tablebases;
use crate::chess::types::{Depth, Move};
use crate::config::EvalFile;
use crate::engine::eval::Network;
use crate::engine::parse_move;
use crate::engine::search::{SearchOptions, TablebaseAccess};
use std::path::Path;
use std::sync::Arc;

impl Session {
    /// Sets an option.
    ///
    /// # Errors
    /// A sentence that says what is wrong and what stays.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let errors = self.output.clone();
        match self.options.set(name, value)? {
            OptionChange::Nothing => Ok(()),
            OptionChange::MultiPv(lines) => {
                self.engine.set_multi_pv(lines);
                Ok(())
            }
            OptionChange::MoveOverhead(overhead) => {
                self.engine.set_move_overhead(overhead);
                Ok(())
            }
            OptionChange::EvalFile(file) => return self.set_eval_file(file),
            OptionChange::SyzygyPath(path) => {
                self.open_tablebases(&path);
                Ok(())
            }
            OptionChange::LogFile(path) => return self.set_log(path.as_deref()),
            OptionChange::SaveHash(path) => {
                let shown = path.display().to_string();
                self.engine.save_hash(path, move |result| match result {
                    Ok(()) => errors.line(&format!("info string SaveHash: saved in '{shown}'")),
                    Err(error) => errors.error(&format!("SaveHash: '{shown}': {error}")),
                })
            }
            OptionChange::LoadHash(path) => {
                let shown = path.display().to_string();
                self.engine.load_hash(path, move |result| match result {
                    Ok(()) => errors.line(&format!("info string LoadHash: loaded from '{shown}'")),
                    Err(error) => {
                        errors.error(&format!("LoadHash: '{shown}': {error}; the hash stays"));
                    }
                })
            }
            OptionChange::ClearHash => self.engine.clear_hash(),
            OptionChange::Hash(hash) => {
                self.engine.resize_hash(hash, move |error| errors.error(&error.to_string()))
            }
            OptionChange::Threads(threads) => {
                self.engine.set_threads(threads, move |error| errors.error(&error.to_string()))
            }
        }
        .map_err(|error| format!("{name}: {error}; it stays as it is"))
    }

    fn set_eval_file(&mut self, file: EvalFile) -> Result<(), String> {
        let (output, shown) = (self.output.clone(), file.clone());
        let report = move |network: &Network| {
            let name = match shown.path() {
                Some(path) => path.display().to_string(),
                None => "the built-in network".to_string(),
            };
            output.line(&format!("info string EvalFile: {name} ({})", network.description()));
        };
        self.engine
            .set_eval_file(&file, report)
            .map_err(|error| format!("EvalFile: {error}; the network in use stays"))
    }

    fn set_log(&self, path: Option<&Path>) -> Result<(), String> {
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

    /// What changes the next search besides its limits. An analysis is without
    /// contempt.
    pub(super) fn search_options(&self) -> SearchOptions {
        let options = &self.options;
        let access = |tables: &Arc<Tablebases>| TablebaseAccess {
            tables: Arc::clone(tables),
            probe_depth: options.probe_depth.get() as Depth,
            probe_limit: options.probe_limit.get() as usize,
            fifty_move_rule: options.fifty_move_rule,
        };
        SearchOptions {
            tablebases: self.tablebases.as_ref().map(access),
            contempt: if options.analyse_mode { 0 } else { options.contempt },
            noise: None,
            // The engine knows whether a hash was loaded.
            resume: false,
        }
    }

    /// The moves that `ExcludeMoves` excludes in this position. If they leave
    /// none of the moves to search, none is excluded.
    pub(super) fn excluded_moves(&self, position: &Position, search_moves: &[Move]) -> Vec<Move> {
        let words = self.options.excluded_moves.iter();
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
