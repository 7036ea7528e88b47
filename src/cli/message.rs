//! Messages on standard error.

use std::fmt;
use std::io::{self, Write};

/// Writes a line on standard error. If it is closed, or its disk is full, the
/// line is lost, but not the work that it tells of.
pub fn message(line: impl fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}
