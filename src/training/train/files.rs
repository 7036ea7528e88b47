//! Names of files: what lies beside what, and what is the same.

use std::fs;
use std::path::{Path, PathBuf};

/// The file whose name has this added at its end.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    PathBuf::from(name)
}

/// Whether two names lead to the same file, through links as well. A file that
/// is not there is compared by its folder and name.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (identity(one), identity(other)) {
        (Some(one), Some(other)) => one == other,
        (None, None) => place(one) == place(other),
        _ => false,
    }
}

/// Device and number of a file that is there.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|about| (about.dev(), about.ino()))
}

/// The full name of a file that is there.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok()
}

/// The full name that a file would have.
fn place(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
    Some(folder.join(path.file_name()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_detours_lead_to_the_same_file() {
        let folder = std::env::temp_dir().join(format!("staunton-same-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [one, other, hard] = ["one", "other", "hard"].map(|name| folder.join(name));
        assert!(is_same(&one, &folder.join(".").join("one")), "neither is there yet");
        fs::write(&one, "1").unwrap();
        fs::write(&other, "1").unwrap();
        fs::hard_link(&one, &hard).unwrap();
        assert!(is_same(&one, &hard) && is_same(&one, &folder.join(".").join("one")));
        assert!(!is_same(&one, &other) && !is_same(&one, &folder.join("new")));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn endings_are_added() {
        assert_eq!(beside(Path::new("a/b.net"), ".part"), Path::new("a/b.net.part"));
    }
}
