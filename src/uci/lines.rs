//! Input, line by line, whatever it is.

use std::io::{self, BufRead};

/// The longest line that is read, in bytes: room for a game of two hundred
/// thousand moves.
const MAX_LINE: usize = 1 << 20;

/// One line of input.
#[derive(PartialEq, Eq, Debug)]
pub enum InputLine {
    /// Its text, without the end of the line; what is no UTF-8 is replaced.
    Text(String),
    /// It was too long to be kept.
    TooLong,
}

/// The next line; `None` at the end of input. A last line need not end in a
/// line break.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut line = Vec::new();
    let mut any = false;
    let mut too_long = false;
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        if chunk.is_empty() {
            break;
        }
        any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(chunk.len());
        if line.len() + length > MAX_LINE {
            too_long = true;
            line = Vec::new();
        } else if !too_long {
            line.extend_from_slice(&chunk[..length]);
        }
        input.consume(end.map_or(length, |end| end + 1));
        if end.is_some() {
            break;
        }
    }
    Ok(any.then(|| {
        if too_long {
            InputLine::TooLong
        } else {
            InputLine::Text(String::from_utf8_lossy(&line).into_owned())
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8]) -> Vec<InputLine> {
        // A buffer of three bytes: every line arrives in pieces.
        let mut input = BufReader::with_capacity(3, bytes);
        std::iter::from_fn(|| next_line(&mut input).unwrap()).collect()
    }

    #[test]
    fn lines_end_anywhere_and_may_hold_anything() {
        let text = |text: &str| InputLine::Text(text.to_string());
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"uci\r\n\ngo"), [text("uci\r"), text(""), text("go")]);
        assert_eq!(lines(b"\xff\x00\n"), [text("\u{fffd}\0")]);
    }

    #[test]
    fn a_line_without_end_is_not_kept() {
        let mut bytes = vec![b'x'; 3 * MAX_LINE];
        bytes.extend_from_slice(b"\nuci\n");
        let mut input = BufReader::new(&bytes[..]);
        assert_eq!(next_line(&mut input).unwrap(), Some(InputLine::TooLong));
        assert_eq!(next_line(&mut input).unwrap(), Some(InputLine::Text("uci".to_string())));
        assert_eq!(next_line(&mut input).unwrap(), None);
    }
}
