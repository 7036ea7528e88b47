//! The files that commands write.

use super::error::CliError;
use crate::support::files::output::{distinct, try_output, write_whole};
use std::path::Path;

/// Files by their flags, without those that are not named.
pub fn named<'a>(files: &[(&'a str, Option<&'a Path>)]) -> Vec<(&'a str, &'a Path)> {
    files.iter().filter_map(|&(flag, path)| Some((flag, path?))).collect()
}

/// Rejects outputs that would replace an input or each other.
///
/// # Errors
/// If there is one.
pub fn check_distinct(inputs: &[(&str, &Path)], outputs: &[(&str, &Path)]) -> Result<(), CliError> {
    Ok(distinct(inputs, outputs)?)
}

/// Rejects outputs that would replace an input or each other, or cannot be written.
///
/// # Errors
/// If there is one.
pub fn check_outputs(inputs: &[(&str, &Path)], outputs: &[(&str, &Path)]) -> Result<(), CliError> {
    check_distinct(inputs, outputs)?;
    Ok(outputs.iter().try_for_each(|(_, path)| try_output(path))?)
}

/// Writes a file as a whole.
///
/// # Errors
/// If it cannot be written.
pub fn save(path: &Path, content: impl AsRef<[u8]>) -> Result<(), CliError> {
    write_whole(path, content.as_ref()).map_err(|error| CliError::failed_at(path, error))
}
