//! Compressed files, gzip and Zstandard: input is known by its first bytes, output by
//! the ending of its name.

use super::archives::{has_extension, refuse_archive};
use super::input::{read, read_from};
use super::output::OutputFile;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::{self, Read, Write};
use std::path::Path;

const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTANDARD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The most bytes of a file that is read whole, also after expansion.
pub const LIMIT: u64 = 1 << 32;
/// How many times its length a file may expand. Games shrink to a tenth; a file
/// made to fill the memory shrinks to a thousandth.
const MAX_RATIO: u64 = 64;
/// What any file may expand to, in bytes: a short text may repeat itself.
const ALWAYS: u64 = 16 << 20;

/// The extensions of compressed files.
pub const EXTENSIONS: [&str; 3] = ["gz", "zst", "zstd"];
const GZIP_EXTENSIONS: [&str; 1] = [EXTENSIONS[0]];

/// The content of a file or a stream, which may be compressed.
///
/// # Errors
/// If it cannot be read, is damaged, or holds or expands to too much.
pub fn read_content(path: &Path) -> io::Result<Vec<u8>> {
    decompressed(read(path, LIMIT)?)
}

/// The content of a source that is open already, such as standard input; it may
/// be compressed.
///
/// # Errors
/// Those of [`read_content`].
pub fn read_content_from(source: impl Read) -> io::Result<Vec<u8>> {
    decompressed(read_from(source, LIMIT)?)
}

/// The content of a file; a file that is not compressed stays as it is.
///
/// # Errors
/// If the file is damaged, expands to more than 4 GiB or 64 times its length (16 MiB
/// for a short one), or is packed in a way that is not known here.
pub fn decompressed(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    let content = expanded(bytes)?;
    refuse_archive(&content)?;
    Ok(content)
}

fn expanded(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    let limit = (bytes.len() as u64).saturating_mul(MAX_RATIO).clamp(ALWAYS, LIMIT);
    if bytes.starts_with(&GZIP) {
        append(&mut content, MultiGzDecoder::new(&bytes[..]), limit)?;
    } else if bytes.starts_with(&ZSTANDARD) || skippable(&bytes).is_some() {
        let mut rest = &bytes[..];
        // A file may have several frames, one after the other.
        while !rest.is_empty() {
            if let Some(after) = skippable(rest) {
                rest = after;
                continue;
            }
            let decoder = ruzstd::decoding::StreamingDecoder::new(&mut rest);
            append(&mut content, decoder.map_err(io::Error::other)?, limit)?;
        }
    } else {
        return Ok(bytes);
    }
    Ok(content)
}

/// What follows the frame in front, if that is a Zstandard frame for programs of
/// other kinds: a number, a length, and bytes that are not content. Tools that
/// compress on several threads, or for reading from anywhere, write them.
fn skippable(bytes: &[u8]) -> Option<&[u8]> {
    let (head, rest) = bytes.split_first_chunk::<8>()?;
    let [kind, 0x2a, 0x4d, 0x18, length @ ..] = *head else { return None };
    let length = u32::from_le_bytes(length) as usize;
    rest.get(length..).filter(|_| kind & 0xf0 == 0x50)
}

/// Adds what the decoder gives, up to `limit` bytes in all.
fn append(content: &mut Vec<u8>, decoder: impl Read, limit: u64) -> io::Result<()> {
    let left = limit.saturating_sub(content.len() as u64);
    decoder.take(left).read_to_end(content)?;
    if content.len() as u64 >= limit {
        let sentence = format!("it expands to {limit} bytes or more, which no text of games does");
        return Err(io::Error::other(sentence));
    }
    Ok(())
}

/// A text that is written as a whole, as [`OutputFile`] does it, and compressed if the
/// ending of its name says so.
pub enum TextFile {
    /// As it is.
    Plain(OutputFile),
    /// For names in `.gz`.
    Gzip(Box<GzEncoder<OutputFile>>),
    /// For names in `.zst`: the text so far, which is compressed at the end.
    Zstandard(Vec<u8>, OutputFile),
}

impl TextFile {
    /// Begins to write a file.
    ///
    /// # Errors
    /// Those of [`OutputFile::create`].
    pub fn create(path: &Path) -> io::Result<TextFile> {
        let file = OutputFile::create(path)?;
        Ok(if has_extension(path, &GZIP_EXTENSIONS) {
            TextFile::Gzip(Box::new(GzEncoder::new(file, flate2::Compression::default())))
        } else if has_extension(path, &EXTENSIONS) {
            TextFile::Zstandard(Vec::new(), file)
        } else {
            TextFile::Plain(file)
        })
    }

    /// Gives the file its final name. Without this call nothing changes.
    ///
    /// # Errors
    /// Those of [`OutputFile::finish`].
    pub fn finish(self) -> io::Result<()> {
        match self {
            TextFile::Plain(file) => file.finish(),
            TextFile::Gzip(encoder) => encoder.finish()?.finish(),
            TextFile::Zstandard(text, mut file) => {
                file.write_all(&compress_to_vec(&text[..], CompressionLevel::Fastest))?;
                file.finish()
            }
        }
    }
}

impl Write for TextFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            TextFile::Plain(file) => file.write(bytes),
            TextFile::Gzip(encoder) => encoder.write(bytes),
            TextFile::Zstandard(text, _) => text.write(bytes),
        }
    }

    /// Shows readers of a pipe what is written; what is compressed they see at the end.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            TextFile::Plain(file) => file.flush(),
            TextFile::Gzip(_) | TextFile::Zstandard(..) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn zstandard(text: &[u8]) -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
    }

    #[test]
    fn content_comes_back_also_from_several_parts() {
        let text = "a line of text\n".repeat(1_000).into_bytes();
        assert_eq!(decompressed(text.clone()).unwrap(), text);
        assert_eq!(decompressed(Vec::new()).unwrap(), b"");
        for pack in [gzip, zstandard] {
            assert!(pack(&text).len() < text.len());
            assert_eq!(decompressed(pack(&text)).unwrap(), text);
            let twice = [pack(&text), pack(b"more")].concat();
            assert_eq!(decompressed(twice).unwrap(), [&text[..], b"more"].concat());
        }
    }

    #[test]
    fn what_is_written_is_what_its_name_says() {
        let folder = tempfile::tempdir().unwrap();
        let text = "a line of text\n".repeat(1_000);
        for (name, mark) in [
            ("a.pgn", &b"a line"[..]),
            ("a.pgn.gz", &GZIP),
            ("a.pgn.GZ", &GZIP),
            ("a.pgn.zst", &ZSTANDARD),
            ("a.zstd", &ZSTANDARD),
        ] {
            let path = folder.path().join(name);
            let mut file = TextFile::create(&path).unwrap();
            for line in text.split_inclusive('\n') {
                file.write_all(line.as_bytes()).and_then(|()| file.flush()).unwrap();
            }
            assert!(!path.exists(), "it is not complete");
            file.finish().unwrap();
            let bytes = std::fs::read(&path).unwrap();
            assert!(bytes.starts_with(mark), "{name}");
            assert_eq!(decompressed(bytes).unwrap(), text.as_bytes(), "{name}");
        }
    }

    #[test]
    fn archives_are_refused_also_within_a_compressed_file() {
        for bytes in [b"PK\x03\x04 and so on".to_vec(), gzip(b"PK\x03\x04 and so on")] {
            let error = decompressed(bytes).unwrap_err().to_string();
            assert_eq!(error, "it is a ZIP archive; unpack it first");
        }
    }

    #[test]
    fn frames_without_content_are_skipped() {
        let skipped = [&[0x5e, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"abc"].concat();
        let frame = zstandard(b"text");
        for parts in [[&skipped[..], &frame], [&frame, &skipped]] {
            assert_eq!(decompressed(parts.concat()).unwrap(), b"text");
        }
        let mut cut = [&frame[..], &skipped].concat();
        cut.pop();
        assert!(decompressed(cut).is_err());
    }

    #[test]
    fn the_limit_holds_for_all_parts_together() {
        let mut content = Vec::new();
        append(&mut content, &b"12345"[..], 8).unwrap();
        let error = append(&mut content, &b"678"[..], 8).unwrap_err();
        assert!(error.to_string().contains("8 bytes or more"), "{error}");
    }

    #[test]
    fn a_file_made_to_fill_the_memory_is_refused() {
        let zeros = vec![0; ALWAYS as usize];
        let half = &zeros[..zeros.len() / 2];
        for pack in [gzip, zstandard] {
            // Every file may expand to this, however short it is.
            assert_eq!(decompressed(pack(half)).unwrap().len(), half.len());
            for parts in [1, 20] {
                let error = decompressed(pack(&zeros).repeat(parts)).unwrap_err().to_string();
                assert!(error.contains("bytes or more"), "{error}");
            }
        }
    }

    #[test]
    fn a_damaged_file_is_an_error() {
        let text = "a line of text\n".repeat(1_000).into_bytes();
        for pack in [gzip, zstandard] {
            let packed = pack(&text);
            assert!(decompressed(packed[..packed.len() / 2].to_vec()).is_err());
            assert!(decompressed(packed[..5].to_vec()).is_err());
        }
    }
}
