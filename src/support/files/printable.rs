//! Text from outside without the characters that act on a terminal or a page:
//! control characters, among them the escape that begins a command to the
//! terminal, and those that turn the direction of what follows.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

/// Whether a character acts instead of being shown. Line breaks and tabs do no
/// harm.
fn is_active(letter: char) -> bool {
    let turns_direction = matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    letter.is_control() && letter != '\n' && letter != '\t' || turns_direction
}

/// The text with a blank for each character that acts.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.contains(is_active) {
        Cow::Owned(text.replace(is_active, " "))
    } else {
        Cow::Borrowed(text)
    }
}

/// A writer that lets only printable text through.
pub struct PrintableWriter<W> {
    inner: W,
    /// The beginning of a character whose end has not come yet.
    begun: Vec<u8>,
}

impl<W: Write> PrintableWriter<W> {
    /// A writer before another one.
    pub fn new(inner: W) -> PrintableWriter<W> {
        PrintableWriter { inner, begun: Vec::new() }
    }

    fn write_text(&mut self, bytes: &[u8]) -> io::Result<()> {
        for chunk in bytes.utf8_chunks() {
            self.inner.write_all(printable(chunk.valid()).as_bytes())?;
            let invalid = chunk.invalid();
            // The end of a character may come with the next bytes.
            let is_begun = std::str::from_utf8(invalid).is_err_and(|e| e.error_len().is_none());
            if is_begun && bytes.ends_with(invalid) {
                self.begun = invalid.to_vec();
            } else if !invalid.is_empty() {
                write!(self.inner, "{}", char::REPLACEMENT_CHARACTER)?;
            }
        }
        Ok(())
    }
}

impl<W: Write> Write for PrintableWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let begun = std::mem::take(&mut self.begun);
        if begun.is_empty() {
            self.write_text(bytes)?;
        } else {
            self.write_text(&[&begun, bytes].concat())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<W> fmt::Debug for PrintableWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PrintableWriter")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_acts_becomes_a_blank() {
        assert_eq!(printable("Réti\t½–½\n"), "Réti\t½–½\n");
        assert!(matches!(printable("plain"), Cow::Borrowed(_)));
        assert_eq!(printable("a\x1b[31mb\x07\r\x7f"), "a [31mb   ");
        assert_eq!(printable("c\u{9b}d\u{85}e"), "c d e");
        assert_eq!(printable("\u{202e}fgp\u{2066}\u{2069}"), " fgp  ");
    }

    fn written<'b>(pieces: impl IntoIterator<Item = &'b [u8]>) -> Vec<u8> {
        let mut writer = PrintableWriter::new(Vec::new());
        pieces.into_iter().for_each(|piece| writer.write_all(piece).unwrap());
        writer.inner
    }

    #[test]
    fn a_character_may_come_in_pieces() {
        let text = "½\u{9b}\u{202e}🨀!".as_bytes();
        assert_eq!(written(text.chunks(1)), "½  🨀!".as_bytes());
        assert_eq!(written([&b"a\xff\x1bb"[..]]), "a\u{fffd} b".as_bytes());
        assert_eq!(written([&b"\xe2\x80"[..], b"x"]), "\u{fffd}x".as_bytes());
    }

    proptest! {
        #[test]
        fn nothing_that_acts_is_written(bytes: Vec<u8>, at: prop::sample::Index) {
            let (one, other) = bytes.split_at(at.index(bytes.len() + 1));
            let text = String::from_utf8(written([one, other])).unwrap();
            prop_assert!(!text.contains(is_active));
        }
    }
}
