//! Kinds of packed files that are not unpacked here. Their names and first bytes tell
//! them from texts.

use std::io;
use std::path::Path;

/// A kind of packed file.
struct Archive {
    name: &'static str,
    extension: &'static str,
    /// Bytes that each of them has, and where.
    mark: (usize, &'static [u8]),
}

const ARCHIVES: [Archive; 7] = [
    Archive { name: "a ZIP archive", extension: "zip", mark: (0, b"PK\x03\x04") },
    Archive { name: "a 7z archive", extension: "7z", mark: (0, b"7z\xbc\xaf\x27\x1c") },
    Archive { name: "a RAR archive", extension: "rar", mark: (0, b"Rar!\x1a\x07") },
    Archive { name: "a tar archive", extension: "tar", mark: (257, b"ustar") },
    Archive { name: "compressed by bzip2", extension: "bz2", mark: (4, b"1AY&SY") },
    Archive { name: "compressed by xz", extension: "xz", mark: (0, b"\xfd7zXZ\0") },
    Archive { name: "compressed by LZ4", extension: "lz4", mark: (0, b"\x04\x22\x4d\x18") },
];

/// Refuses the content of a packed file.
///
/// # Errors
/// A clause that says what it is.
pub fn refuse_archive(bytes: &[u8]) -> io::Result<()> {
    let is_marked = |archive: &&Archive| {
        let (place, mark) = archive.mark;
        bytes.get(place..).is_some_and(|rest| rest.starts_with(mark))
    };
    match ARCHIVES.iter().find(is_marked) {
        None => Ok(()),
        Some(archive) => {
            let what = format!("it is {}; unpack it first", archive.name);
            Err(io::Error::new(io::ErrorKind::InvalidData, what))
        }
    }
}

/// Whether the name of a file ends as those of packed files do that are not written
/// here.
pub fn is_archive_name(path: &Path) -> bool {
    has_extension(path, &ARCHIVES.map(|archive| archive.extension))
}

/// Whether the name of a file ends in one of these extensions, in upper or lower case.
pub fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|own| extensions.iter().any(|one| own.eq_ignore_ascii_case(one)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_files_are_known_by_their_bytes_and_names() {
        let mut tar = vec![b'x'; 257];
        tar.extend(b"ustar\0");
        for (bytes, what) in [
            (&b"PK\x03\x04\x14\0"[..], "it is a ZIP archive; unpack it first"),
            (b"7z\xbc\xaf\x27\x1c\0\x04", "it is a 7z archive; unpack it first"),
            (b"Rar!\x1a\x07\x01\0", "it is a RAR archive; unpack it first"),
            (&tar, "it is a tar archive; unpack it first"),
            (b"BZh91AY&SY\xd9", "it is compressed by bzip2; unpack it first"),
            (b"\xfd7zXZ\0\0\x04", "it is compressed by xz; unpack it first"),
            (b"\x04\x22\x4d\x18\x64", "it is compressed by LZ4; unpack it first"),
        ] {
            assert_eq!(refuse_archive(bytes).unwrap_err().to_string(), what);
        }
        for text in [&b""[..], b"[Event \"PK\"]", b"BZh9 is no move", b"1. e4"] {
            assert!(refuse_archive(text).is_ok());
        }
        assert!(is_archive_name(Path::new("a/games.pgn.ZIP")));
        assert!(!is_archive_name(Path::new("zip")) && !is_archive_name(Path::new("a.zip/games")));
    }
}
