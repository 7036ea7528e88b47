//! What the program says on its two outputs. Names, comments and sentences may
//! come from a file or an engine, so everything goes through
//! [`PrintableWriter`]. Commands that print colors of their own clean the texts
//! instead.

use crate::support::files::printable::PrintableWriter;
use serde::Serialize;
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

/// A value as indented JSON, the keys of each object in the order of the
/// alphabet.
pub fn json(value: &impl Serialize) -> String {
    // It cannot fail: the keys are texts.
    serde_json::to_value(value).map(|value| format!("{value:#}")).unwrap_or_default()
}
