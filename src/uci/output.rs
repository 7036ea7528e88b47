//! Whole lines to one place, whoever writes them.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The longest error message, in characters: some of it quotes the input.
const MAX_ERROR: usize = 300;

/// Where answers go. Copies write to the same place, one at a time, whole
/// lines only, and each is on its way when the call returns.
#[derive(Clone)]
pub struct UciOutput(Arc<Mutex<dyn Write + Send>>);

impl UciOutput {
    /// Answers go to this place.
    pub fn new(place: impl Write + Send + 'static) -> UciOutput {
        UciOutput(Arc::new(Mutex::new(place)))
    }

    /// Writes a line, or several that belong together.
    ///
    /// Ends the program if nobody reads any more: there is no one left to
    /// play for, and nobody to tell.
    pub fn line(&self, text: &str) {
        let text = format!("{text}\n");
        let mut place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let written = place.write_all(text.as_bytes()).and_then(|()| place.flush());
        if let Err(error) = written {
            let nobody_reads = error.kind() == io::ErrorKind::BrokenPipe;
            std::process::exit(if nobody_reads { 0 } else { 1 });
        }
    }

    /// Writes one line that says what was wrong and what was kept.
    pub fn error(&self, message: &str) {
        let mut shown: String =
            message.chars().take(MAX_ERROR).map(|c| if c.is_control() { '?' } else { c }).collect();
        if message.chars().nth(MAX_ERROR).is_some() {
            shown.push('…');
        }
        self.line(&format!("info string error: {shown}"));
    }
}
