//! What the program says on its two outputs. Names, comments and sentences may
//! come from a file or an engine, so everything goes through
//! [`PrintableWriter`]. Commands that print colors of their own clean the texts
//! instead.

use crate::support::files::printable::PrintableWriter;
use std::fmt;
use std::io::{self, StdoutLock, Write};

/// Standard output, for text.
pub fn stdout() -> PrintableWriter<StdoutLock<'static>> {
    PrintableWriter::new(io::stdout().lock())
}

/// Writes a line on standard error. If it is closed, or its disk is full, the
/// line is lost, but not the work that it tells of.
pub fn message(line: impl fmt::Display) {
    let _ = writeln!(PrintableWriter::new(io::stderr().lock()), "{line}");
}
