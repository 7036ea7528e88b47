//! Neighbours of a file, and whether two names mean one file.

use std::fs;
use std::path::{Path, PathBuf};

/// The path with `ending` appended to the file name.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    PathBuf::from(name)
}

/// Whether two paths lead to the same file, also through links. Files that do not
/// exist are compared by folder and name.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (identity(one), identity(other)) {
        (Some(one), Some(other)) => one == other,
        (None, None) => place(one) == place(other),
        _ => false,
    }
}

/// The device and inode of a file; `None` if it does not exist.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|about| (about.dev(), about.ino()))
}

/// The canonical path of a file; `None` if it does not exist.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok()
}

/// The canonical path that a new file would have.
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
