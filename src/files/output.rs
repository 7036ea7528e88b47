//! Outputs that replace what was there: checked before the work begins, and
//! written under another name until they are complete.

use super::names::is_same;
use super::new_file::create_part;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file under a name that nobody has and then renames it. A full disk
/// or a kill leaves the old file. What is not a plain file, such as a pipe, is
/// written to directly; a link stays a link.
///
/// # Errors
/// If the system cannot write or rename it.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    let path = if old.is_some() { fs::canonicalize(path)? } else { path.to_path_buf() };
    let (part, mut file) = create_part(&path)?;
    let written = file
        .write_all(bytes)
        .and_then(|()| old.map_or(Ok(()), |old| file.set_permissions(old.permissions())))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&part, &path));
    if written.is_err() {
        // Nothing can be done if this fails.
        let _ = fs::remove_file(&part);
    }
    written
}

/// Tries whether [`write_whole`] can write a file, and changes nothing: an hour
/// of work must not end in a name that cannot be written.
///
/// # Errors
/// A sentence that names the file.
pub fn try_output(path: &Path) -> Result<(), String> {
    let attempt = || {
        match fs::metadata(path) {
            Ok(old) if old.is_dir() => return Err(io::Error::from(io::ErrorKind::IsADirectory)),
            Ok(old) if !old.is_file() => return Ok(()),
            // A file that is protected from writing stays protected.
            Ok(_) => drop(OpenOptions::new().append(true).open(path)?),
            Err(_) => {}
        }
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let (part, _) = create_part(&path)?;
        fs::remove_file(part)
    };
    attempt().map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

/// Rejects outputs that would replace an input or each other. Each file comes
/// with its flag or another word for what it is.
///
/// # Errors
/// A sentence that names both files.
pub fn distinct(inputs: &[(&str, &Path)], outputs: &[(&str, &Path)]) -> Result<(), String> {
    let mut taken = inputs.to_vec();
    for &(flag, path) in outputs {
        // Standard output, a terminal or /dev/null can be written twice.
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            continue;
        }
        if let Some((other, _)) = taken.iter().find(|(_, other)| is_same(other, path)) {
            return Err(format!(
                "{flag} and {other} name the same file, {}: nothing is written",
                path.display()
            ));
        }
        taken.push((flag, path));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn folder(name: &str) -> PathBuf {
        let name = format!("staunton-output-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_and_its_neighbours_stay() {
        let folder = folder("whole");
        let [out, part] = ["out", "out.part"].map(|name| folder.join(name));
        fs::write(&out, "old").unwrap();
        fs::write(&part, "mine").unwrap();
        write_whole(&out, b"new").unwrap();
        assert_eq!(fs::read(&out).unwrap(), b"new");
        assert_eq!(fs::read(&part).unwrap(), b"mine");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        #[cfg(unix)]
        {
            let link = folder.join("link");
            std::os::unix::fs::symlink(&out, &link).unwrap();
            write_whole(&link, b"through").unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read(&out).unwrap(), b"through");
            write_whole(Path::new("/dev/null"), b"nothing").unwrap();
            // The disk is full: the old file stays.
            if Path::new("/dev/full").exists() {
                assert!(write_whole(Path::new("/dev/full"), b"x").is_err());
            }
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn outputs_are_tried_without_a_change() {
        let folder = folder("tried");
        let out = folder.join("out");
        assert_eq!(try_output(&out), Ok(()));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::write(&out, "old").unwrap();
        assert_eq!(try_output(&out), Ok(()));
        assert_eq!(fs::read(&out).unwrap(), b"old");
        for wrong in [folder.clone(), folder.join("no").join("out"), out.join("under")] {
            let sentence = try_output(&wrong).unwrap_err();
            assert!(sentence.contains("cannot be written"), "{sentence}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn one_file_has_one_use() {
        let folder = folder("uses");
        let [one, two] = ["one", "two"].map(|name| folder.join(name));
        let detour = folder.join(".").join("one");
        assert_eq!(distinct(&[("--data", &one)], &[("--out", &two)]), Ok(()));
        for (inputs, outputs) in [
            (vec![("--data", one.as_path())], vec![("--out", detour.as_path())]),
            (vec![], vec![("--out", one.as_path()), ("--plot", detour.as_path())]),
        ] {
            let sentence = distinct(&inputs, &outputs).unwrap_err();
            assert!(sentence.contains("name the same file"), "{sentence}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
