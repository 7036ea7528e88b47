//! Threads that read what engines write.

use super::conversation::Conversation;
use super::interface::StartError;
use super::mailbox::Mailbox;
use crate::support::lines::{LineEnd, read_line};
use std::borrow::Cow;
use std::io::{BufReader, Read};
use std::thread;
use std::time::Instant;

/// The longest line that is kept, in bytes; the rest of a longer line is
/// dropped as it comes.
const MAX_LINE: usize = 1 << 16;

/// Starts a thread that reads what an engine writes.
pub fn spawn_reader(name: &str, read: impl FnOnce() + Send + 'static) -> Result<(), StartError> {
    let spawned = thread::Builder::new().name(format!("reads {name}")).spawn(read);
    spawned
        .map(drop)
        .map_err(|error| StartError::Temporary(format!("no thread to read {name}: {error}")))
}

/// Reads everything that an engine writes, and notes when each line came.
pub fn read(output: impl Read, mailbox: &Mailbox, conversation: &Conversation) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    // A line that the end of the output cuts off says nothing.
    while let Ok(Some(end @ (LineEnd::Break | LineEnd::Cut))) =
        read_line(&mut output, MAX_LINE, &mut line)
    {
        conversation.said(&deliver(mailbox, Instant::now(), &line, end));
    }
    mailbox.put(|received| {
        received.closed = true;
        true
    });
}

/// Puts a line into the mailbox. Only an answer wakes the waiting thread, not
/// each of the many `info` lines. Returns the line as text.
fn deliver<'l>(mailbox: &Mailbox, at: Instant, line: &'l [u8], end: LineEnd) -> Cow<'l, str> {
    let text = String::from_utf8_lossy(line);
    mailbox.put(|received| {
        if end == LineEnd::Cut {
            received.add_noise(&text);
            return false;
        }
        let before = (received.readyok, received.uciok);
        received.line(at, &text);
        received.best.is_some() || (received.readyok, received.uciok) != before
    });
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_takes_no_memory_and_hides_nothing_after_it() {
        let mut bytes = b"uciok\ninfo string short\n".to_vec();
        bytes.extend(std::iter::repeat_n(b'x', 3 * MAX_LINE));
        bytes.extend_from_slice(b" bestmove e2e4\nreadyok\nbestmove d2d4");
        bytes.extend_from_slice(b"\xff\xfe\n");
        let mailbox = Mailbox::default();
        read(&bytes[..], &mailbox, &Conversation::new("x", None));
        mailbox.access(|received| {
            assert!(received.uciok && received.closed && received.readyok == 1);
            assert_eq!(received.best.take().unwrap().1, "d2d4\u{fffd}\u{fffd}");
            assert!(received.noise.take().unwrap().starts_with("xxx"));
        });
    }
}
