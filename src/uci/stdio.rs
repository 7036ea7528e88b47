//! Standard input and output, line by line. Input may hold any bytes; output
//! comes from several threads.

use crate::support::files::append::AppendFile;
use crate::support::files::printable::printable;
use crate::support::lines::{LineEnd, read_line};
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The length of the longest line that is read, in bytes: room for a game of
/// two hundred thousand moves.
const MAX_LINE: usize = 1 << 20;
/// The length of the longest error message, in characters. A message may
/// quote the input.
const MAX_ERROR: usize = 300;

/// A line of input, if it is short enough to be kept.
#[derive(PartialEq, Eq, Debug)]
pub enum InputLine {
    /// The text without the line break. Invalid UTF-8 is replaced.
    Text(String),
    /// The line was longer than a mebibyte, and was not kept.
    TooLong,
}

/// Reads the next line; `None` at the end of input. The last line need not
/// end in a line break.
///
/// # Errors
/// If the input cannot be read.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut line = Vec::new();
    Ok(read_line(input, MAX_LINE, &mut line)?.map(|end| match end {
        LineEnd::Cut => InputLine::TooLong,
        LineEnd::Break | LineEnd::Input => {
            InputLine::Text(String::from_utf8_lossy(&line).into_owned())
        }
    }))
}

/// Where the answers go. Clones write to the same place, one at a time and
/// whole lines only. Every line is flushed before the call returns.
#[derive(Clone)]
pub struct UciOutput {
    writer: Arc<Mutex<dyn Write + Send>>,
    log: Arc<Mutex<Option<LogFile>>>,
}

/// A file that all input and output goes to, with the time in milliseconds.
struct LogFile {
    file: AppendFile,
    start: Instant,
}

impl UciOutput {
    /// An output that writes to `writer`, without a log.
    pub fn new(writer: impl Write + Send + 'static) -> UciOutput {
        UciOutput { writer: Arc::new(Mutex::new(writer)), log: Arc::default() }
    }

    /// Writes all input and output to the end of a file from now on, or no
    /// longer.
    ///
    /// # Errors
    /// If the file cannot be opened; then nothing changes.
    pub fn set_log(&self, path: Option<&Path>) -> io::Result<()> {
        if cfg!(no_files) && path.is_some() {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let file = path.map(AppendFile::log).transpose()?;
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        *log = file.map(|file| LogFile { file, start: Instant::now() });
        Ok(())
    }

    /// Writes a line of input to the log, if there is one.
    pub fn log_input(&self, line: &str) {
        self.log("<", line);
    }

    fn log(&self, mark: &str, text: &str) {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(LogFile { file, start }) = &mut *log {
            let time = start.elapsed().as_millis();
            let lines: String =
                text.lines().map(|line| format!("{time:>8} {mark} {line}\n")).collect();
            // A full disk must not end a game.
            let _ = file.write_all(lines.as_bytes());
        }
    }

    /// Writes a line, or several that belong together.
    ///
    /// If the output is closed, this ends the program: nothing reads the
    /// answers any more.
    pub fn line(&self, text: &str) {
        self.log(">", text);
        let text = format!("{}\n", printable(text));
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let written = writer.write_all(text.as_bytes()).and_then(|()| writer.flush());
        if let Err(error) = written {
            let is_closed = error.kind() == io::ErrorKind::BrokenPipe;
            std::process::exit(if is_closed { 0 } else { 1 });
        }
    }

    /// Writes an error message as one line: what was wrong and what was kept.
    pub fn error(&self, message: &str) {
        let mut shown: String =
            message.chars().take(MAX_ERROR).map(|c| if c.is_control() { '?' } else { c }).collect();
        if message.chars().nth(MAX_ERROR).is_some() {
            shown.push('…');
        }
        self.line(&format!("info string error: {shown}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn a_line_without_end_is_not_kept() {
        let mut bytes = vec![b'x'; 3 * MAX_LINE];
        bytes.extend_from_slice(b"\nuci\n");
        let mut input = BufReader::new(&bytes[..]);
        assert_eq!(next_line(&mut input).unwrap(), Some(InputLine::TooLong));
        assert_eq!(next_line(&mut input).unwrap(), Some(InputLine::Text("uci".to_string())));
        assert_eq!(next_line(&mut input).unwrap(), None);
    }
}
