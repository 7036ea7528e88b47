//! The lexer: splits a text into the tokens of PGN.

use super::game::{PgnError, PgnErrorKind};
use crate::notation::error::{QUOTED_WORD, clip};
use crate::types::GameResult;

/// A token of PGN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A tag: its name and its value.
    Tag(String, String),
    /// A comment, in braces or after `;`.
    Comment(String),
    /// A numeric annotation glyph.
    Glyph(u8),
    /// The `(` that opens a variation.
    Open,
    /// The `)` that closes a variation.
    Close,
    /// A result of the game.
    Result(GameResult),
    /// Any other word, which should be a move.
    Move(String),
}

/// Reads a text token by token.
pub(super) struct Lexer<'t> {
    rest: &'t str,
    line: usize,
    /// Whether `rest` begins at the start of a line.
    at_line_start: bool,
}

const RESULTS: [(&str, GameResult); 12] = [
    ("1-0", GameResult::WhiteWins),
    ("0-1", GameResult::BlackWins),
    ("1/2-1/2", GameResult::Draw),
    ("½-½", GameResult::Draw),
    ("1/2", GameResult::Draw),
    ("1–0", GameResult::WhiteWins),
    ("0–1", GameResult::BlackWins),
    ("½–½", GameResult::Draw),
    ("1/2–1/2", GameResult::Draw),
    ("1:0", GameResult::WhiteWins),
    ("0:1", GameResult::BlackWins),
    ("*", GameResult::Unknown),
];

/// The result that a text states, in any of the [`RESULTS`] forms.
pub(super) fn result(text: &str) -> Option<GameResult> {
    RESULTS.iter().find(|(form, _)| *form == text.trim()).map(|&(_, result)| result)
}

/// The annotation marks, longest first, and the numbers of their glyphs.
const MARKS: [(&str, u8); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

/// The glyph of the marks at the end of a text; 0 if it has none.
pub(super) fn mark_of(text: &str) -> u8 {
    let marks = &text[text.trim_end_matches(['!', '?']).len()..];
    MARKS.iter().find(|(mark, _)| marks.starts_with(mark)).map_or(0, |&(_, number)| number)
}

/// Words that add nothing to the move before them.
const REDUNDANT: [&str; 9] = ["e.p.", "ep", "e.p", "mate", "ch", "+", "++", "#", "(=)"];

impl<'t> Lexer<'t> {
    /// A lexer at the start of a text. It skips a byte order mark.
    pub fn new(text: &'t str) -> Lexer<'t> {
        let rest = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        Lexer { rest, line: 1, at_line_start: true }
    }

    /// The line of the next token, counted from one.
    pub fn line(&mut self) -> usize {
        self.skip_blank();
        self.line
    }

    /// The next token; `None` at the end of the text.
    pub fn next(&mut self) -> Option<Result<Token, PgnError>> {
        loop {
            self.skip_blank();
            let line = self.line;
            let error = |kind| Some(Err(PgnError { line, kind }));
            let token = match self.rest.chars().next()? {
                '[' => match self.tag() {
                    Ok((name, value)) => Token::Tag(name, value),
                    Err(text) => return error(PgnErrorKind::Tag(text)),
                },
                '{' => match self.braces() {
                    Some(comment) => Token::Comment(comment),
                    None => return error(PgnErrorKind::OpenComment),
                },
                ';' => Token::Comment(words(&self.take_line()[1..])),
                '(' => self.symbol(Token::Open),
                ')' => self.symbol(Token::Close),
                '$' => match self.glyph() {
                    Ok(number) => Token::Glyph(number),
                    Err(text) => return error(PgnErrorKind::Glyph(text)),
                },
                '!' | '?' => self.mark(),
                stray @ ('}' | ']' | '"' | '<' | '>') => {
                    self.advance(1);
                    return error(PgnErrorKind::Stray(stray));
                }
                _ => match self.word() {
                    Some(token) => token,
                    None => continue,
                },
            };
            return Some(Ok(token));
        }
    }

    /// Skips to the likely start of the next game after an error: the first tag
    /// after a line that is no tag. `in_tags`: the error is in a tag.
    pub fn skip_game(&mut self, mut in_tags: bool) {
        while !self.rest.is_empty() {
            let rest = self.take_line();
            self.skip_newline();
            let tag_follows = begins_like_tag(self.rest);
            if tag_follows && !in_tags {
                return;
            }
            in_tags = tag_follows || in_tags && rest.trim().is_empty();
        }
    }

    fn advance(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        if !taken.is_empty() {
            self.at_line_start = taken.ends_with('\n');
        }
        self.rest = rest;
        taken
    }

    fn skip_newline(&mut self) {
        if self.rest.starts_with('\n') {
            self.advance(1);
        }
    }

    fn take_line(&mut self) -> &'t str {
        self.advance(self.rest.find('\n').unwrap_or(self.rest.len()))
    }

    /// Skips white space, and lines that begin with `%`, the escape mechanism of
    /// PGN.
    fn skip_blank(&mut self) {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.advance(blank);
            if !(self.at_line_start && self.rest.starts_with('%')) {
                return;
            }
            self.take_line();
        }
    }

    fn symbol(&mut self, token: Token) -> Token {
        self.advance(1);
        token
    }

    /// Reads `[Name "value"]`, in which `\"` and `\\` stand for `"` and `\`. If it
    /// is no tag, the error is the text up to the end of the line.
    fn tag(&mut self) -> Result<(String, String), String> {
        let line = &self.rest[..self.rest.find('\n').unwrap_or(self.rest.len())];
        match parse_tag(line) {
            Some((name, value, length)) => {
                self.advance(length);
                Ok((name, value))
            }
            None => Err(clip(self.take_line().trim(), QUOTED_WORD)),
        }
    }

    fn braces(&mut self) -> Option<String> {
        match self.rest.find('}') {
            Some(end) => {
                let comment = self.advance(end + 1);
                Some(words(&comment[1..end]))
            }
            None => {
                self.advance(1);
                None
            }
        }
    }

    fn glyph(&mut self) -> Result<u8, String> {
        let digits = self.rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let text = self.advance(1 + digits);
        text[1..].parse().map_err(|_| clip(text, QUOTED_WORD))
    }

    /// Reads a mark such as `!?`. Of a longer run of signs only the longest known
    /// mark at its start counts.
    fn mark(&mut self) -> Token {
        let signs = self.rest.bytes().take_while(|byte| matches!(byte, b'!' | b'?')).count();
        let text = self.advance(signs);
        Token::Glyph(mark_of(text))
    }

    /// Reads a result or a move; `None` for a move number or a redundant word.
    fn word(&mut self) -> Option<Token> {
        let word = &self.rest[..word_length(self.rest)];
        if let Some(result) = result(word) {
            self.advance(word.len());
            return Some(Token::Result(result));
        }
        // No space is needed between a move number and its move. Castling with
        // zeros is no move number.
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let dots = word[digits..].trim_start_matches(['.', '…']);
        let number = word.len() - dots.len();
        if number > digits || digits == word.len() && word != "0000" {
            self.advance(number);
            return None;
        }
        self.advance(word.len());
        (!REDUNDANT.contains(&word)).then(|| Token::Move(word.to_string()))
    }
}

/// The length in bytes of the word at the start of a text, up to white space or a
/// sign. A promotion in parentheses, `c8(Q)`, is part of the word.
fn word_length(text: &str) -> usize {
    let mut end = 0;
    while let Some(symbol) = text[end..].chars().next() {
        if text[..end].ends_with(|c: char| c.is_ascii_digit()) && is_promotion(&text[end..]) {
            end += "(Q)".len();
            continue;
        }
        if end > 0 && (symbol.is_whitespace() || "(){}[]<>;$\"!?".contains(symbol)) {
            break;
        }
        end += symbol.len_utf8();
    }
    end
}

/// Whether a text begins with a promotion piece in parentheses.
fn is_promotion(text: &str) -> bool {
    matches!(text.as_bytes(), [b'(', b'Q' | b'R' | b'B' | b'N', b')', ..])
}

pub(super) fn begins_like_tag(text: &str) -> bool {
    matches!(text.as_bytes(), [b'[', b'A'..=b'Z' | b'a'..=b'z', ..])
}

/// Replaces each run of white space in a comment by one space.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Name, value and length in bytes of the tag at the start of a line.
pub(super) fn parse_tag(line: &str) -> Option<(String, String, usize)> {
    let inner = line.strip_prefix('[')?.trim_start();
    let name_end = inner.find(|c: char| c.is_whitespace() || c == '"')?;
    let (name, rest) = inner.split_at(name_end);
    let rest = rest.trim_start().strip_prefix('"')?;

    let mut value = String::new();
    let mut symbols = rest.char_indices();
    let end = loop {
        match symbols.next()? {
            (at, '"') => break at + 1,
            (_, '\\') => value.push(symbols.next()?.1),
            (_, symbol) => value.push(symbol),
        }
    };
    let rest = rest[end..].trim_start().strip_prefix(']')?;
    (!name.is_empty()).then(|| (name.to_string(), value, line.len() - rest.len()))
}
