//! Compressed input: gzip and Zstandard, known by their first bytes.

use flate2::read::MultiGzDecoder;
use std::io::{self, Read};
use std::path::Path;

const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTANDARD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The most bytes that a file may expand to: a small file can hold a text that
/// fits no memory.
const LIMIT: u64 = 1 << 32;

/// The extensions of compressed files.
pub const EXTENSIONS: [&str; 3] = ["gz", "zst", "zstd"];

/// The content of a file or a stream, which may be compressed.
///
/// # Errors
/// If it cannot be read, is damaged, or expands to too much.
pub fn read_content(path: &Path) -> io::Result<Vec<u8>> {
    decompressed(std::fs::read(path)?)
}

/// The content of a file; a file that is not compressed stays as it is.
///
/// # Errors
/// If the file is damaged, or expands to more than 4 GiB.
pub fn decompressed(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    if bytes.starts_with(&GZIP) {
        append(&mut content, MultiGzDecoder::new(&bytes[..]), LIMIT)?;
    } else if bytes.starts_with(&ZSTANDARD) || skippable(&bytes).is_some() {
        let mut rest = &bytes[..];
        // A file may have several frames, one after the other.
        while !rest.is_empty() {
            if let Some(after) = skippable(rest) {
                rest = after;
                continue;
            }
            let decoder = ruzstd::decoding::StreamingDecoder::new(&mut rest);
            append(&mut content, decoder.map_err(io::Error::other)?, LIMIT)?;
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
        return Err(io::Error::other("it expands to more than 4 GiB"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

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
        assert!(error.to_string().contains("more than 4 GiB"));
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
