//! Files that need not outlive the program.

use std::fs::File;
use std::io;
use std::path::Path;

/// A file in this folder. It has no name where the system allows that, so that even a
/// kill leaves nothing behind.
///
/// # Errors
/// If the folder cannot be written.
pub fn scratch(folder: &Path) -> io::Result<File> {
    tempfile::tempfile_in(folder)
}
