//! A folder for readers that take the name of a file.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder in memory, where the system has such folders: each input is a file.
const IN_MEMORY: &str = "/dev/shm";

/// An empty folder that is removed at the end.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new folder.
    pub fn new() -> Scratch {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let memory = Path::new(IN_MEMORY);
        let parent = if memory.is_dir() { memory.into() } else { std::env::temp_dir() };
        let path = parent.join(format!("staunton-fuzz-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the inputs");
        Scratch(path)
    }

    /// Where the folder is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, and returns where it is.
    pub fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).expect("the file of an input");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
