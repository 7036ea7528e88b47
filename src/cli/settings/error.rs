//! What is wrong with a settings file.

use std::fmt;
use std::io;
use std::ops::Range;

/// What is wrong with a settings file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettingsError {
    origin: String,
    line: Option<usize>,
    key: Option<String>,
    message: String,
}

impl SettingsError {
    /// The file of this name cannot be read.
    pub fn unreadable(origin: String, error: &io::Error) -> SettingsError {
        let message = format!("cannot be read: {error}");
        SettingsError { origin, line: None, key: None, message }
    }

    /// Something at this place of a text is wrong.
    pub(super) fn new(
        span: Option<Range<usize>>,
        message: &str,
        text: &str,
        origin: &str,
    ) -> SettingsError {
        let start = span.map(|span| span.start.min(text.len()));
        let before = start.and_then(|start| text.get(..start));
        let line = before.map(|before| before.matches('\n').count());
        let content = line.and_then(|line| text.lines().nth(line));
        let key = content.and_then(key_of);
        let message = match content.and_then(bare_word) {
            Some(word) => format!(
                "'{word}' is no value: true, false, a number or a text in quotation marks is \
                 expected"
            ),
            None => message.lines().collect::<Vec<_>>().join("; "),
        };
        SettingsError {
            origin: origin.to_string(),
            line: line.map(|line| line + 1),
            key,
            message: shortened(message.replace("a map", "a section of keys and values")),
        }
    }
}

/// The value of a line if it is a word such as `yes`, which TOML does not have.
fn bare_word(line: &str) -> Option<&str> {
    let (_, value) = line.split_once('=')?;
    let word = value.split('#').next()?.trim();
    let is_word = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphabetic());
    (is_word && !["true", "false", "inf", "nan"].contains(&word)).then_some(word)
}

/// The key that a line sets, or the header of the section that it opens.
fn key_of(line: &str) -> Option<String> {
    let key = match line.split_once('=') {
        Some((key, _)) => key.trim(),
        None => line.trim(),
    };
    (!key.is_empty()).then(|| shortened(key.to_string()))
}

/// A text, shortened to what a message has room for.
fn shortened(text: String) -> String {
    const LONGEST: usize = 300;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.origin)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if let Some(key) = &self.key {
            write!(f, ", {key}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for SettingsError {}
