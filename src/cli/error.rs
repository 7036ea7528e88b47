//! The error of a subcommand, and the exit code it leads to.

use crate::config::ConfigError;
use crate::training::data::games::FileError;
use std::fmt;
use std::io;
use std::process::ExitCode;

/// Why a command fails.
#[derive(Debug)]
pub enum CliError {
    /// The settings cannot be used.
    Config(ConfigError),
    /// The command line cannot be used; a sentence.
    Usage(String),
    /// The command line can be used, but the command failed; a sentence.
    Failed(String),
    /// Reading or writing failed.
    Io(io::Error),
}

impl CliError {
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

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Config(error) => error.fmt(f),
            CliError::Usage(sentence) | CliError::Failed(sentence) => f.write_str(sentence),
            CliError::Io(error) => error.fmt(f),
        }
    }
}

impl From<ConfigError> for CliError {
    fn from(error: ConfigError) -> CliError {
        CliError::Config(error)
    }
}

impl From<FileError> for CliError {
    /// The file was named on the command line.
    fn from(error: FileError) -> CliError {
        CliError::Usage(error.to_string())
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> CliError {
        CliError::Io(error)
    }
}
