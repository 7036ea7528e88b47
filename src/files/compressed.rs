//! Compressed input: gzip and Zstandard, known by their first bytes.

use flate2::read::MultiGzDecoder;
use std::io::{self, Read};

const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTANDARD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The most bytes that a file may expand to: a small file can hold a text that
/// fits no memory.
const LIMIT: u64 = 1 << 32;

/// The extensions of compressed files.
pub const EXTENSIONS: [&str; 3] = ["gz", "zst", "zstd"];

/// The content of a file; a file that is not compressed stays as it is.
///
/// # Errors
/// If the file is damaged, or expands to more than 4 GiB.
pub fn decompressed(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if bytes.starts_with(&GZIP) {
        limited(MultiGzDecoder::new(&bytes[..]))
    } else if bytes.starts_with(&ZSTANDARD) {
        let mut content = Vec::new();
        let mut rest = &bytes[..];
        // A file may have several frames, one after the other.
        while !rest.is_empty() {
            let decoder = ruzstd::decoding::StreamingDecoder::new(&mut rest);
            content.extend(limited(decoder.map_err(io::Error::other)?)?);
        }
        Ok(content)
    } else {
        Ok(bytes)
    }
}

fn limited(decoder: impl Read) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    decoder.take(LIMIT).read_to_end(&mut content)?;
    if content.len() as u64 == LIMIT {
        return Err(io::Error::other("it expands to more than 4 GiB"));
    }
    Ok(content)
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
    fn a_damaged_file_is_an_error() {
        let text = "a line of text\n".repeat(1_000).into_bytes();
        for pack in [gzip, zstandard] {
            let packed = pack(&text);
            assert!(decompressed(packed[..packed.len() / 2].to_vec()).is_err());
            assert!(decompressed(packed[..5].to_vec()).is_err());
        }
    }
}
