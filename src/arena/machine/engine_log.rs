//! The file that records all that the arena and the engines write to each other.

use super::stop_flag::lock;
use crate::support::files::append::AppendFile;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// A file for all lines of all engines.
#[derive(Clone, Debug)]
pub struct EngineLog(Arc<EngineLogFile>);

#[derive(Debug)]
struct EngineLogFile {
    file: Mutex<AppendFile>,
    start: Instant,
}

impl EngineLog {
    /// Opens the file to add lines to it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn open(path: &Path) -> io::Result<EngineLog> {
        let file = AppendFile::log(path)?;
        Ok(EngineLog(Arc::new(EngineLogFile { file: Mutex::new(file), start: Instant::now() })))
    }

    /// When the file was opened; its times count from then on.
    pub fn start(&self) -> Instant {
        self.0.start
    }

    /// Appends a line. A full disk must not end the match.
    pub fn write(&self, line: &str) {
        let _ = lock(&self.0.file).write_all(line.as_bytes());
    }
}

impl PartialEq for EngineLog {
    /// Whether both write to the same file.
    fn eq(&self, other: &EngineLog) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
