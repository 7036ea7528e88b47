//! The words of a book: moves and parts of moves, numbers, notes and tags.

use crate::chess::notation::error::{QUOTED_WORD, clip};
use crate::chess::notation::pgn::error::PgnErrorKind;
use crate::chess::notation::pgn::lexer::comment_end;
use crate::chess::notation::pgn::tags::{Tag, begins_like_tag, mend_tag, parse_tag};
use crate::chess::notation::text::is_blank;

/// A word, a comment or a tag, and its place.
pub struct Word {
    pub line: usize,
    /// Whether a blank line is before it.
    pub follows_blank_line: bool,
    pub kind: WordKind,
}

pub enum WordKind {
    Text(String),
    /// Digits: a move number, or the rank of a square.
    Number {
        digits: String,
        /// Whether dots say that Black is to move.
        of_black: bool,
    },
    /// `(`, and the index of the `)` that closes it.
    Open(Option<usize>),
    /// `)`.
    Close,
    Comment(String),
    Tag(Tag),
    /// Something out of place: a line that begins like a tag but is not one, a `}`,
    /// or a comment without an end.
    Wrong(PgnErrorKind),
}

impl Word {
    /// What may be a part of a move, or of a note.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            WordKind::Text(text) | WordKind::Number { digits: text, .. } => Some(text),
            WordKind::Open(_) => Some("("),
            WordKind::Close => Some(")"),
            WordKind::Comment(_) | WordKind::Tag(_) | WordKind::Wrong(_) => None,
        }
    }
}

/// Adds a word to a text, with a space between them where there should be one.
pub fn append(text: &mut String, word: &str) {
    if !(text.is_empty() || text.ends_with('(') || word == ")") {
        text.push(' ');
    }
    text.push_str(word);
}

/// Splits a text at white space and parentheses. Tags and comments in braces stay
/// whole.
pub fn words(text: &str) -> Vec<Word> {
    let mut reader =
        WordReader { rest: text, line: 1, follows_blank_line: false, words: Vec::new() };
    let mut may_be_tag = true;
    loop {
        may_be_tag |= reader.skip_blank();
        let Some(first) = reader.rest.chars().next() else { break };
        let is_tag = may_be_tag && begins_like_tag(reader.rest);
        match first {
            _ if is_tag => reader.tag(),
            '{' => reader.comment(),
            '(' => reader.push(1, WordKind::Open(None)),
            ')' => reader.push(1, WordKind::Close),
            '}' => reader.push(1, WordKind::Wrong(PgnErrorKind::Stray('}'))),
            _ => reader.word(),
        }
        may_be_tag = is_tag;
    }
    match_parentheses(&mut reader.words);
    reader.words
}

/// Tells each `(` where it is closed. None reaches beyond the next tag.
fn match_parentheses(words: &mut [Word]) {
    let mut open: Vec<usize> = Vec::new();
    for index in 0..words.len() {
        match words[index].kind {
            WordKind::Tag(_) => open.clear(),
            WordKind::Open(_) => open.push(index),
            WordKind::Close => {
                if let Some(opening) = open.pop() {
                    words[opening].kind = WordKind::Open(Some(index));
                }
            }
            _ => {}
        }
    }
}

struct WordReader<'t> {
    rest: &'t str,
    line: usize,
    follows_blank_line: bool,
    words: Vec<Word>,
}

impl<'t> WordReader<'t> {
    fn advance(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
        taken
    }

    /// Skips white space. Returns whether a line ends in it.
    fn skip_blank(&mut self) -> bool {
        let line = self.line;
        let blank = self.rest.len() - self.rest.trim_start_matches(is_blank).len();
        self.advance(blank);
        self.follows_blank_line = self.line > line + 1;
        self.line > line
    }

    /// Adds what the next bytes are.
    fn push(&mut self, bytes: usize, kind: WordKind) {
        let Self { line, follows_blank_line, .. } = *self;
        self.words.push(Word { line, follows_blank_line, kind });
        self.advance(bytes);
    }

    fn tag(&mut self) {
        let line = self.rest.split('\n').next().unwrap_or_default();
        match parse_tag(line).or_else(|| mend_tag(line)) {
            Some(tag) => self.push(tag.length, WordKind::Tag(tag)),
            None => {
                let text = clip(line.trim_matches(is_blank), QUOTED_WORD);
                self.push(line.len(), WordKind::Wrong(PgnErrorKind::Tag(text)));
            }
        }
    }

    fn comment(&mut self) {
        let text = &self.rest[1..];
        let end = comment_end(text);
        self.push(0, WordKind::Comment(text[..end].to_string()));
        if text[end..].starts_with('}') {
            self.advance(end + 2);
        } else {
            self.push(end + 1, WordKind::Wrong(PgnErrorKind::OpenComment));
        }
    }

    /// Adds a word. A move number is parted from the move that follows its dot.
    fn word(&mut self) {
        let ends = |symbol: char| is_blank(symbol) || "(){}".contains(symbol);
        let length = self.rest.find(ends).unwrap_or(self.rest.len());
        let word = &self.rest[..length];
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let rest = word[digits..].trim_start_matches(['.', '…']);
        let dots = &word[digits..length - rest.len()];
        let of_black = dots.starts_with("..") || dots.contains('…');
        if digits > 0 && !(dots.is_empty() && digits < length) {
            let digits = word[..digits].to_string();
            self.push(length - rest.len(), WordKind::Number { digits, of_black });
            self.follows_blank_line = false;
            return;
        }
        let text = word.trim_end_matches(';');
        if word.trim_matches(['.', '…', ';', ',']).is_empty() {
            // "2. ... P-Q4"
            if let Some(Word { kind: WordKind::Number { of_black: is_black, .. }, .. }) =
                self.words.last_mut()
            {
                *is_black |= of_black;
            }
            self.advance(length);
        } else {
            self.push(length, WordKind::Text(text.to_string()));
        }
    }
}
