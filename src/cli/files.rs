//! The files that commands write.

use super::error::CliError;
use super::message::stdout;
use crate::support::files::archives::{has_extension, is_archive_name};
use crate::support::files::compressed::{EXTENSIONS, TextFile};
use crate::support::files::output::{distinct, try_output, write_whole};
use crate::support::files::printable::PrintableWriter;
use std::io::{self, StdoutLock, Write};
use std::path::Path;

/// The name that stands for standard output.
pub const STANDARD: &str = "-";

/// Files by their flags, without those that are not named.
pub fn named<'a>(files: &[(&'a str, Option<&'a Path>)]) -> Vec<(&'a str, &'a Path)> {
    files.iter().filter_map(|&(flag, path)| Some((flag, path?))).collect()
}

/// Whether a name stands for standard output.
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == STANDARD
}

/// Rejects outputs that would replace an input or each other, that are no files, or
/// whose names say that they are packed.
///
/// # Errors
/// If there is one.
pub fn check_distinct(inputs: &[(&str, &Path)], outputs: &[(&str, &Path)]) -> Result<(), CliError> {
    for (flag, path) in outputs {
        if is_standard(path) {
            let why = "a file is needed here, not standard output";
            return Err(CliError::Usage(format!("{flag} {STANDARD}: {why}")));
        }
        if has_extension(path, &EXTENSIONS) || is_archive_name(path) {
            return Err(packed_name(flag, path));
        }
    }
    Ok(distinct(inputs, outputs)?)
}

/// The same for texts that are written as a whole. They may go to standard output, but
/// only one of them, and their names may say that they are compressed.
///
/// # Errors
/// If there is one that cannot be used.
pub fn check_texts(inputs: &[(&str, &Path)], outputs: &[(&str, &Path)]) -> Result<(), CliError> {
    if let Some((flag, path)) = outputs.iter().find(|(_, path)| is_archive_name(path)) {
        return Err(packed_name(flag, path));
    }
    let (standard, files): (Vec<_>, Vec<_>) =
        outputs.iter().partition(|(_, path)| is_standard(path));
    if let [(one, _), (other, _), ..] = standard[..] {
        let what = format!("{one} and {other} would both be written to standard output");
        return Err(CliError::Usage(what));
    }
    Ok(distinct(inputs, &files)?)
}

fn packed_name(flag: &str, path: &Path) -> CliError {
    let why = "the file would not be packed, as the ending of its name says";
    CliError::Usage(format!("{flag}: {}: {why}", path.display()))
}

/// Rejects outputs as [`check_distinct`] does, and those that cannot be written.
///
/// # Errors
/// If there is one.
pub fn check_outputs(inputs: &[(&str, &Path)], outputs: &[(&str, &Path)]) -> Result<(), CliError> {
    check_distinct(inputs, outputs)?;
    try_outputs(outputs)
}

/// Tries whether outputs can be written, and changes nothing.
///
/// # Errors
/// If one cannot.
pub fn try_outputs(outputs: &[(&str, &Path)]) -> Result<(), CliError> {
    let mut files = outputs.iter().filter(|(_, path)| !is_standard(path));
    Ok(files.try_for_each(|(_, path)| try_output(path))?)
}

/// Writes a file as a whole.
///
/// # Errors
/// If it cannot be written.
pub fn save(path: &Path, content: impl AsRef<[u8]>) -> Result<(), CliError> {
    write_whole(path, content.as_ref()).map_err(|error| CliError::failed_at(path, error))
}

/// A text that a command writes: to standard output, or as a whole to a file, which is
/// compressed if the ending of its name says so.
pub enum TextOutput {
    Standard(PrintableWriter<StdoutLock<'static>>),
    File(TextFile),
}

impl TextOutput {
    /// Begins to write to a file, or for `-` to standard output.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create(path: &Path) -> Result<TextOutput, CliError> {
        if is_standard(path) {
            return Ok(TextOutput::Standard(stdout()));
        }
        let file = TextFile::create(path).map_err(|error| CliError::unusable(path, error))?;
        Ok(TextOutput::File(file))
    }

    /// Completes the text. Without this call no file changes.
    ///
    /// # Errors
    /// If the system does not write it.
    pub fn finish(self) -> io::Result<()> {
        match self {
            TextOutput::Standard(mut out) => out.flush(),
            TextOutput::File(file) => file.finish(),
        }
    }
}

impl Write for TextOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            TextOutput::Standard(out) => out.write(bytes),
            TextOutput::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            TextOutput::Standard(out) => out.flush(),
            TextOutput::File(file) => file.flush(),
        }
    }
}

/// Writes a text as a whole.
///
/// # Errors
/// If it cannot be written.
pub fn save_text(path: &Path, text: &str) -> Result<(), CliError> {
    let mut output = TextOutput::create(path)?;
    let written = output.write_all(text.as_bytes()).and_then(|()| output.finish());
    match written {
        Err(error) if !is_standard(path) => Err(CliError::failed_at(path, error)),
        written => Ok(written?),
    }
}
