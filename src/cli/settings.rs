//! Which settings a command has.

use crate::config::{Config, ConfigError, FILE_NAME, VARIABLE};
use crate::support::files::input::read_text;
use std::path::{Path, PathBuf};

/// The settings that are compiled in, overridden by the first of these files:
/// `named` (by `--config`), the one that `STAUNTON_CONFIG` names, `engine.toml`
/// beside the program. Only the last may be missing.
///
/// # Errors
/// If the file cannot be read or a key or value in it is wrong.
pub fn load(named: Option<&Path>) -> Result<Config, ConfigError> {
    let by_variable =
        || std::env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from);
    if let Some(path) = named.map(Path::to_path_buf).or_else(by_variable) {
        return from_file(&path);
    }
    match std::env::current_exe().map(|program| program.with_file_name(FILE_NAME)) {
        Ok(path) if path.is_file() => from_file(&path),
        _ => Ok(Config::default()),
    }
}

fn from_file(path: &Path) -> Result<Config, ConfigError> {
    let origin = path.display().to_string();
    let text = read_text(path).map_err(|error| ConfigError::unreadable(origin.clone(), &error))?;
    let mut config = Config::overridden_by(&text, &origin)?;
    config.options.eval_file.resolve(path.parent());
    Ok(config)
}
