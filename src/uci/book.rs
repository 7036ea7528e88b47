//! Answers from the book of openings.

use super::error::OptionError;
use super::session::Session;
use crate::chess::types::Move;
use crate::engine::options::FilePath;
use crate::engine::search::Limits;
use crate::engine::{JobError, format_move};

impl Session {
    /// Opens the book of openings, and says what was found.
    ///
    /// # Errors
    /// Why the book stays as it is.
    pub(super) fn open_book(&mut self, file: &FilePath) -> Result<(), OptionError> {
        self.book.open(file)?;
        if let Some(entries) = self.book.entries() {
            self.output.line(&format!("info string BookFile: {file} ({entries} entries)"));
        }
        Ok(())
    }

    /// A move of the book, if it may answer a search: not while the opponent is to
    /// move, without an end, or where the user has chosen the moves.
    pub(super) fn book_move(&mut self, limits: &Limits) -> Option<Move> {
        let is_game = limits.is_bounded()
            && !limits.ponder
            && limits.mate.is_none()
            && limits.search_moves.is_empty()
            && limits.excluded_moves.is_empty()
            && !self.options.analyse_mode;
        if cfg!(no_files) || !is_game || !self.options.own_book {
            return None;
        }
        match self.book.draw(self.engine.position().ok()?) {
            Ok(mv) => mv,
            Err(error) => {
                self.output.error(&format!("BookFile: {error}; this move is searched"));
                None
            }
        }
    }

    /// Answers in turn with what was asked before.
    ///
    /// # Errors
    /// If the queue takes no more.
    pub(super) fn answer_from_book(&self, mv: Move) -> Result<(), JobError> {
        let (output, text) = (self.output.clone(), format_move(mv, self.options.chess960));
        self.engine.run(move |_| {
            output.line(&format!("info string {text} is a move of the book\nbestmove {text}"));
        })
    }
}
