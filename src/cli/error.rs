//! The error of a subcommand, and the exit code it leads to.

use super::settings::SettingsError;
use crate::analysis::analyst::AnalysisError;
use crate::support::files::output::OutputError;
use crate::support::plot::PlotError;
use crate::training::data::games::FileError;
use crate::training::data::library::LibraryError;
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Why a command fails.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The settings cannot be used.
    #[error(transparent)]
    Config(#[from] SettingsError),
    /// The command line cannot be used; a sentence.
    #[error("{0}")]
    Usage(String),
    /// The command line can be used, but the command failed; a sentence.
    #[error("{0}")]
    Failed(String),
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl CliError {
    /// The command failed at a file.
    pub fn failed_at(path: &Path, why: impl Display) -> CliError {
        CliError::Failed(format!("{}: {why}", path.display()))
    }

    /// A file on the command line cannot be used.
    pub fn unusable(path: &Path, why: impl Display) -> CliError {
        CliError::Usage(format!("{}: {why}", path.display()))
    }

    /// 2 if the command line or the settings cannot be used, else 1.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            CliError::Config(_) | CliError::Usage(_) => ExitCode::from(2),
            CliError::Failed(_) | CliError::Io(_) => ExitCode::FAILURE,
        }
    }

    /// Whether the reader of the output has closed it.
    pub fn is_closed_output(&self) -> bool {
        matches!(self, CliError::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<AnalysisError> for CliError {
    /// The position was named on the command line.
    fn from(error: AnalysisError) -> CliError {
        match error {
            AnalysisError::NoLegalMove => CliError::Usage(error.to_string()),
            error => CliError::Failed(error.to_string()),
        }
    }
}

impl From<OutputError> for CliError {
    /// The file was named on the command line.
    fn from(error: OutputError) -> CliError {
        CliError::Usage(error.to_string())
    }
}

impl From<PlotError> for CliError {
    fn from(error: PlotError) -> CliError {
        CliError::Failed(error.to_string())
    }
}

impl From<FileError> for CliError {
    /// The file was named on the command line.
    fn from(error: FileError) -> CliError {
        CliError::Usage(error.to_string())
    }
}

impl From<LibraryError> for CliError {
    /// The files and folders were named on the command line.
    fn from(error: LibraryError) -> CliError {
        CliError::Usage(error.to_string())
    }
}
