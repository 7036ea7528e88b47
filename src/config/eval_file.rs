use serde::Deserialize;
use std::fmt;
use std::path::{Path, PathBuf};

/// The word for the built-in network in the UCI protocol, where a value cannot be
/// empty.
const EMPTY: &str = "<empty>";

/// The network to evaluate with: a file, or the built-in network.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(from = "String")]
pub struct EvalFile(Option<PathBuf>);

impl EvalFile {
    /// The path of the file; `None` for the built-in network.
    pub fn path(&self) -> Option<&Path> {
        self.0.as_deref()
    }

    /// Makes a relative path count from a folder.
    pub fn resolve(&mut self, folder: Option<&Path>) {
        if let (Some(path), Some(folder)) = (&mut self.0, folder) {
            *path = folder.join(&*path);
        }
    }
}

impl From<&str> for EvalFile {
    /// The file of this path; the built-in network for an empty text and for
    /// `<empty>`.
    fn from(text: &str) -> EvalFile {
        let is_path = !text.is_empty() && text != EMPTY;
        EvalFile(is_path.then(|| PathBuf::from(text)))
    }
}

impl From<String> for EvalFile {
    fn from(text: String) -> EvalFile {
        EvalFile::from(text.as_str())
    }
}

impl fmt::Display for EvalFile {
    /// As the protocol shows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path() {
            Some(path) => path.display().fmt(f),
            None => f.write_str(EMPTY),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stands_for_the_built_in_network() {
        for text in ["", "<empty>"] {
            assert_eq!(
                (EvalFile::from(text).path(), EvalFile::from(text).to_string().as_str()),
                (None, EMPTY)
            );
        }
        let mut file = EvalFile::from("my nets/one.net");
        assert_eq!(file.to_string(), "my nets/one.net");
        file.resolve(Some(Path::new("/home/me")));
        assert_eq!(file.path(), Some(Path::new("/home/me/my nets/one.net")));
        file.resolve(Some(Path::new("/elsewhere")));
        assert_eq!(file.path(), Some(Path::new("/home/me/my nets/one.net")), "it is absolute");
    }
}
