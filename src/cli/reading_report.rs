//! What is wrong in the texts that a command reads.

use super::error::CliError;
use super::message::message;
use crate::arena::openings::BookFlaw;
use crate::notation::pgn::PgnError;
use std::fmt;
use std::path::Path;

/// The name of a file in messages.
pub fn file_name(path: &Path) -> String {
    match path.to_str() {
        Some("-") => "standard input".to_string(),
        _ => path.display().to_string(),
    }
}

/// The most things that are said.
const MOST_SAID: usize = 100;

/// Says what is wrong in texts, as far as that does not flood the screen, and
/// counts what is left out: the command does the rest of its work and then fails.
#[derive(Default)]
pub struct ReadingReport {
    said: usize,
    unsaid: usize,
    losses: usize,
}

impl ReadingReport {
    /// Something is wrong, but nothing is left out.
    pub fn note(&mut self, sentence: impl fmt::Display) {
        self.say("note", sentence);
    }

    /// A move, a game or a line is left out.
    pub fn loss(&mut self, sentence: impl fmt::Display) {
        self.losses += 1;
        self.say("error", sentence);
    }

    /// What is wrong in the games of a file.
    pub fn errors(&mut self, file: &str, errors: &[PgnError]) {
        for error in errors {
            if error.is_loss() {
                self.loss(format_args!("{file}: {error}"));
            } else {
                self.note(format_args!("{file}: {error}"));
            }
        }
    }

    /// What is wrong in a book of openings.
    pub fn flaws(&mut self, file: Option<&Path>, flaws: &[BookFlaw]) {
        let file = file.map(file_name).unwrap_or_default();
        for BookFlaw { what, is_loss } in flaws {
            if *is_loss {
                self.loss(format_args!("{file}: {what}"));
            } else {
                self.note(format_args!("{file}: {what}"));
            }
        }
    }

    fn say(&mut self, what: &str, sentence: impl fmt::Display) {
        if self.said < MOST_SAID {
            self.said += 1;
            message(format_args!("staunton: {what}: {sentence}"));
        } else {
            self.unsaid += 1;
        }
    }

    /// Whether nothing was left out.
    pub fn is_whole(&self) -> bool {
        self.losses == 0
    }

    /// Ends the report.
    ///
    /// # Errors
    /// If anything was left out.
    pub fn finish(&self) -> Result<(), CliError> {
        if self.unsaid > 0 {
            message(format_args!("staunton: note: {} more things are wrong", self.unsaid));
        }
        match self.losses {
            0 => Ok(()),
            1 => Err(CliError::Failed("something was left out".to_string())),
            count => Err(CliError::Failed(format!("something was left out in {count} places"))),
        }
    }
}
