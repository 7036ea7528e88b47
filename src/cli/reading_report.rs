//! What is wrong in the texts that a command reads.

use super::error::CliError;
use super::message::message;
use crate::arena::openings::{Book, BookFlaw, BookFlaws};
use crate::chess::board::DroppedFields;
use crate::chess::notation::pgn::PgnError;
use std::fmt;
use std::path::Path;

/// The name of a file in messages.
pub fn file_name(path: &Path) -> String {
    match path.to_str() {
        Some("-") => "standard input".to_string(),
        _ => path.display().to_string(),
    }
}

/// At most this number of things are said.
const MOST_SAID: usize = 100;

/// Says what is wrong in texts, as far as that does not flood the screen, and
/// counts what is left out: the command does the rest of its work and then fails.
#[derive(Default)]
pub struct ReadingReport {
    said: usize,
    unsaid: usize,
    losses: usize,
    notes: usize,
}

impl ReadingReport {
    /// A move, a game or a line is left out.
    pub fn loss(&mut self, sentence: impl fmt::Display) {
        self.tell(true, sentence);
    }

    /// Something is passed over, and costs nothing else.
    pub fn note(&mut self, sentence: impl fmt::Display) {
        self.tell(false, sentence);
    }

    /// What is dropped from the FEN in a line of a file.
    pub fn dropped(&mut self, file: &str, line: usize, dropped: Option<DroppedFields>) {
        if let Some(dropped) = dropped {
            self.note(format_args!("{file}: line {line}: {dropped}"));
        }
    }

    /// What is wrong in the games of a file.
    pub fn errors(&mut self, file: &str, errors: &[PgnError]) {
        for error in errors {
            self.tell(error.is_loss(), format_args!("{file}: {error}"));
        }
    }

    /// What is wrong in a book of openings.
    pub fn flaws(&mut self, file: Option<&Path>, flaws: Option<&BookFlaws>) {
        let Some(flaws) = flaws else { return };
        let file = file.map(file_name).unwrap_or_default();
        for BookFlaw { what, is_loss } in &flaws.named {
            self.tell(*is_loss, format_args!("{file}: {what}"));
        }
        self.unsaid += flaws.unnamed_notes + flaws.unnamed_losses;
        self.losses += flaws.unnamed_losses;
        self.notes += flaws.unnamed_notes;
    }

    /// An opening that was skipped when its turn came, if there is one: of a large
    /// book only the first openings are checked before.
    pub fn skipped(&mut self, book: &Book) {
        if let Some(what) = book.take_warning() {
            self.loss(format_args!(
                "{what}; the next opening is played, here and where others cannot be read"
            ));
        }
    }

    fn tell(&mut self, is_loss: bool, sentence: impl fmt::Display) {
        self.losses += usize::from(is_loss);
        self.notes += usize::from(!is_loss);
        if self.said < MOST_SAID {
            self.said += 1;
            let what = if is_loss { "error" } else { "note" };
            message(format_args!("staunton: {what}: {sentence}"));
        } else {
            self.unsaid += 1;
        }
    }

    /// Whether nothing was left out or passed over.
    pub fn is_whole(&self) -> bool {
        self.losses + self.notes == 0
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::openings::BookOptions;

    #[test]
    fn an_opening_that_is_skipped_late_is_left_out_too() {
        /// How many openings are checked before the first game.
        const CHECKED: usize = 50_000;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("large.epd");
        let text = "4k3/8/8/8/8/8/4P3/4K3 w - -\n".repeat(CHECKED) + "nonsense\n";
        std::fs::write(&file, text).unwrap();
        let book = Book::open(&BookOptions { file: Some(file), ..Default::default() }).unwrap();
        let mut report = ReadingReport::default();
        report.flaws(None, book.flaws());
        book.opening(CHECKED - 1);
        report.skipped(&book);
        assert!(report.finish().is_ok());
        book.opening(CHECKED);
        report.skipped(&book);
        report.skipped(&book);
        assert_eq!(report.finish().unwrap_err().to_string(), "something was left out");
    }

    #[test]
    fn what_is_left_out_after_many_notes_counts_too() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("noted.pgn");
        let text = "1. e4 \u{bb} e5 *\n\n".repeat(200) + &"1. e4 Ke4 *\n\n".repeat(3);
        std::fs::write(&file, text).unwrap();
        let book = Book::open(&BookOptions { file: Some(file), ..Default::default() }).unwrap();
        let mut report = ReadingReport::default();
        report.flaws(None, book.flaws());
        let error = report.finish().unwrap_err().to_string();
        assert_eq!(error, "something was left out in 3 places");
    }
}
