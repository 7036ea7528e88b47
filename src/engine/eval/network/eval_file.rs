//! A network from a file, in place of the one that is compiled in.

use super::{Network, NetworkError};
use crate::support::files::input::{Input, open_file};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A limit in bytes above the size of any network of the format with its
/// provenance. Whatever a path leads to, no more than this is read.
pub const MAX_BYTES: u64 = 16 << 20;
/// The most characters of a provenance that a line shows.
const SHOWN: usize = 120;

/// Why the network of a file is not used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{path}: {reason}")]
pub struct EvalFileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: EvalFileReason,
}

/// What is wrong with the file of a network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvalFileReason {
    /// It cannot be read: the message of the system.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// Its network does not fit this program.
    #[error(transparent)]
    Misfit(NetworkError),
}

impl Network {
    /// Reads a network from a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a sound network of
    /// [`HIDDEN`](super::HIDDEN) neurons a view.
    pub fn load(path: &Path) -> Result<Arc<Network>, EvalFileError> {
        let refuse = |reason| EvalFileError { path: path.to_path_buf(), reason };
        let unreadable = |error: io::Error| refuse(EvalFileReason::Unreadable(error.to_string()));
        let file = open_file(path).map_err(unreadable)?;
        let bytes = Input::from(file).read_all(MAX_BYTES).map_err(unreadable)?;
        let network = Network::read(&bytes);
        network.map(Arc::new).map_err(|error| refuse(EvalFileReason::Misfit(error)))
    }

    /// The first line of the provenance, for people: which network this is.
    pub fn description(&self) -> String {
        let line = self.provenance().lines().next().unwrap_or("").trim();
        if line.is_empty() {
            return "without provenance".to_string();
        }
        let shown = line.chars().filter(|c| !c.is_control());
        shown.take(SHOWN).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::HIDDEN;
    use super::super::format::NetworkFile;
    use super::*;

    fn described(provenance: &str) -> String {
        let file =
            NetworkFile { provenance: provenance.to_string(), ..NetworkFile::zero(HIDDEN, 1, 110) };
        Network::new(file).expect("it fits").description()
    }

    #[test]
    fn the_description_is_one_short_line() {
        assert_eq!(described("generation 1\r\n17 positions"), "generation 1");
        assert_eq!(described("a\rb\u{1b}[31mc"), "ab[31mc");
        assert_eq!(described(""), "without provenance");
        assert_eq!(described(&"é".repeat(1000)).chars().count(), SHOWN);
    }

    #[test]
    fn what_is_no_file_is_refused() {
        let error = |path: &Path| Network::load(path).expect_err("no network").reason;
        let folder = error(&std::env::temp_dir());
        assert!(matches!(folder, EvalFileReason::Unreadable(_)), "{folder:?}");
        let missing = error(Path::new("no/such/file.net"));
        assert!(matches!(missing, EvalFileReason::Unreadable(_)), "{missing:?}");
    }
}
