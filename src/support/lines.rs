//! Lines from another program, which may be of any length and hold any bytes.

use std::io::{self, BufRead};

/// How a line ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEnd {
    /// With a line break.
    Break,
    /// The input ended.
    Input,
    /// It was longer than the limit, and the rest was dropped.
    Cut,
}

/// Reads the next line into `line`, at most `limit` bytes of it and without the
/// line break; `None` at the end of input.
///
/// # Errors
/// If the input cannot be read.
pub fn read_line(
    input: &mut impl BufRead,
    limit: usize,
    line: &mut Vec<u8>,
) -> io::Result<Option<LineEnd>> {
    line.clear();
    let (mut is_begun, mut is_cut) = (false, false);
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        let at_end = chunk.is_empty();
        is_begun |= !at_end;
        let newline = chunk.iter().position(|&byte| byte == b'\n');
        let length = newline.unwrap_or(chunk.len());
        let kept = length.min(limit - line.len());
        line.extend_from_slice(&chunk[..kept]);
        is_cut |= kept < length;
        input.consume(newline.map_or(length, |at| at + 1));
        if at_end || newline.is_some() {
            let end = if at_end { LineEnd::Input } else { LineEnd::Break };
            return Ok(is_begun.then_some(if is_cut { LineEnd::Cut } else { end }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn lines_end_anywhere_and_take_little_memory() {
        let read = |bytes: &[u8]| -> Vec<(String, LineEnd)> {
            // A buffer of three bytes: every line arrives in pieces.
            let mut input = BufReader::with_capacity(3, bytes);
            let mut line = Vec::new();
            let mut next = || {
                let end = read_line(&mut input, 5, &mut line).unwrap()?;
                Some((String::from_utf8_lossy(&line).into_owned(), end))
            };
            std::iter::from_fn(&mut next).collect()
        };
        let line = |text: &str, end| (text.to_string(), end);
        assert_eq!(read(b""), []);
        let expected =
            [line("uci\r", LineEnd::Break), line("", LineEnd::Break), line("go", LineEnd::Input)];
        assert_eq!(read(b"uci\r\n\ngo"), expected);
        assert_eq!(read(b"\xff\x00\n"), [line("\u{fffd}\0", LineEnd::Break)]);
        assert_eq!(
            read(b"12345\n123456789\nuci\n1234567"),
            [
                line("12345", LineEnd::Break),
                line("12345", LineEnd::Cut),
                line("uci", LineEnd::Break),
                line("12345", LineEnd::Cut)
            ]
        );
    }
}
