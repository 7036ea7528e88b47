//! The encodings of texts of chess: bytes become characters.

use std::borrow::Cow;

/// The characters of the bytes 80 to 9F in Windows-1252. The five bytes that it
/// leaves undefined stand for the control characters of the same number, as in
/// ISO 8859-1.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// The text of a file of games or positions. UTF-16 is known by its mark. Other
/// text is UTF-8 or, where that is not valid, Windows-1252, which contains ISO
/// 8859-1, the character set of the PGN standard. Many files are glued together
/// from several sources, so the encoding is decided for each game with tags, and
/// for each line before the first tag. A carriage return alone ends a line, as on
/// old Macintoshes.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let text = match bytes {
        [0xFF, 0xFE, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes)),
        [0xFE, 0xFF, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes)),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(mixed(bytes)),
        },
    };
    let has_line_of_macintosh =
        text.match_indices('\r').any(|(at, _)| text.as_bytes().get(at + 1) != Some(&b'\n'));
    if has_line_of_macintosh {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        text
    }
}

/// Whether a character separates words and belongs to none: white space, the mark
/// of a byte order, other characters without width, and the Ctrl-Z (or NUL) with
/// which old programs end a text.
pub fn is_blank(symbol: char) -> bool {
    symbol.is_whitespace()
        || matches!(symbol, '\0' | '\u{1A}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> = bytes.as_chunks().0.iter().map(|&pair| unit(pair)).collect();
    String::from_utf16_lossy(&units)
}

/// Decodes games, each in its own encoding.
fn mixed(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut start = 0;
    let (mut in_game, mut in_tags) = (false, false);
    let mut at = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let is_tag = matches!(visible(line), [b'[', b'A'..=b'Z' | b'a'..=b'z', ..]);
        if !in_game || is_tag && !in_tags {
            text += &decoded(&bytes[start..at]);
            start = at;
        }
        in_game |= is_tag;
        in_tags = is_tag;
        at += line.len();
    }
    text + &decoded(&bytes[start..])
}

/// A line without the end of the file before it and the mark of its own.
fn visible(mut line: &[u8]) -> &[u8] {
    while let Some(rest) = line.strip_prefix(b"\x1A").or_else(|| line.strip_prefix(b"\xEF\xBB\xBF"))
    {
        line = rest;
    }
    line
}

fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| windows_1252(byte)).collect()),
    }
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9F => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_has_its_own_encoding() {
        let bytes =
            b"{ a line \xE9 }\n[White \"M\xFCller \x96 \x84J\xE1n\x93\"]\n\n1. e4 {sch\xF6n} *\n\n\
            [White \"M\xC3\xBCller\"]\n\n1. e4 {sch\xC3\xB6n} *\n\n[White \"\xDEor\"]\n";
        assert_eq!(
            decode(bytes),
            "{ a line é }\n[White \"Müller – „Ján“\"]\n\n1. e4 {schön} *\n\n\
             [White \"Müller\"]\n\n1. e4 {schön} *\n\n[White \"Þor\"]\n"
        );
        assert_eq!(decode(b"id \"\xFC\";\nid \"\xC3\xBC\";\n"), "id \"ü\";\nid \"ü\";\n");
        assert_eq!(decode(b"\x81\x8D\xFF\x80"), "\u{81}\u{8D}ÿ€");
    }

    #[test]
    fn utf_16_is_known_by_its_mark() {
        let text = "[White \"Müller ♔\"]\r\n";
        for (mark, unit) in [
            ([0xFF, 0xFE], u16::to_le_bytes as fn(u16) -> [u8; 2]),
            ([0xFE, 0xFF], u16::to_be_bytes),
        ] {
            let mut bytes = mark.to_vec();
            bytes.extend(text.encode_utf16().flat_map(unit));
            assert_eq!(decode(&bytes), text);
            bytes.push(b'x');
            assert_eq!(decode(&bytes), text, "half a character at the end");
        }
    }

    #[test]
    fn a_text_in_utf_8_stays_where_it_is() {
        assert!(matches!(decode("Müller\r\n".as_bytes()), Cow::Borrowed("Müller\r\n")));
        assert_eq!(decode(b"a\rb\r\nc\r"), "a\nb\nc\n");
    }
}
