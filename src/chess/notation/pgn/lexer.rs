//! The lexer: splits a text into the tokens of PGN.

use super::error::PgnErrorKind;
use super::signs;
use super::tags::{Tag, is_tag_line, mend_tag, parse_tag};
use crate::chess::notation::error::{QUOTED_WORD, clip};
use crate::chess::notation::text::is_blank;
use crate::chess::types::GameResult;

/// A token of PGN. Words are parts of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    Tag(Tag),
    /// A comment, in braces or after `;`, without these.
    Comment {
        text: &'t str,
        /// Whether the `}` is missing.
        is_open: bool,
    },
    /// A numeric annotation glyph, or a sign that stands for one.
    Glyph(u8),
    /// The `(` that opens a side line.
    Open,
    /// The `)` that closes a side line.
    Close,
    /// The number of a move.
    Number {
        number: u32,
        /// Whether dots say that Black is to move.
        of_black: bool,
    },
    Result(GameResult),
    /// Any other word, which should be a move.
    Word(&'t str),
    /// Something out of place, which is passed over.
    Flaw(PgnErrorKind),
}

/// A token and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lexeme<'t> {
    pub line: usize,
    /// Whether a blank line is before it.
    pub follows_blank_line: bool,
    pub token: Token<'t>,
}

/// Reads a text token by token.
pub(super) struct Lexer<'t> {
    rest: &'t str,
    line: usize,
    /// Whether `rest` begins at the start of a line.
    at_line_start: bool,
    /// Whether only blanks or tags are before `rest` on its line.
    may_be_tag: bool,
}

/// Words that add nothing to the move before them.
const REDUNDANT: [&str; 11] =
    ["e.p.", "ep", "e.p", "mate", "ch", "ch.", "dis", "dbl", "+", "++", "#"];
/// The most bytes of a line that are searched for a tag. The standard allows 255.
const MAX_TAG_LENGTH: usize = 4_096;
/// This number of dots after a move number, or more, means that Black is to move.
const DOTS_OF_BLACK: usize = 2;
/// The length of two squares written as digits, `5254` for e2e4.
const SQUARES_LENGTH: usize = 4;

impl<'t> Lexer<'t> {
    pub fn new(text: &'t str) -> Lexer<'t> {
        Lexer { rest: text, line: 1, at_line_start: true, may_be_tag: true }
    }

    /// The next token; `None` at the end of the text.
    pub fn next(&mut self) -> Option<Lexeme<'t>> {
        let mut follows_blank_line = false;
        loop {
            follows_blank_line |= self.skip_blank();
            let line = self.line;
            let first = self.rest.chars().next()?;
            let may_be_tag = std::mem::replace(&mut self.may_be_tag, false);
            let token = match first {
                '[' => self.bracket(may_be_tag),
                '{' => self.braces(),
                ';' => Token::Comment { text: &self.take_line()[1..], is_open: false },
                '(' => self.symbol(Token::Open),
                ')' => self.symbol(Token::Close),
                '$' => self.glyph(),
                ',' => {
                    self.advance(1);
                    continue;
                }
                stray @ ('}' | ']' | '"' | '<' | '>') => {
                    self.symbol(Token::Flaw(PgnErrorKind::Stray(stray)))
                }
                _ => match self.word() {
                    Some(token) => token,
                    None => continue,
                },
            };
            return Some(Lexeme { line, follows_blank_line, token });
        }
    }

    fn advance(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        if !taken.is_empty() {
            self.at_line_start = taken.ends_with('\n');
        }
        self.rest = rest;
        taken
    }

    fn take_line(&mut self) -> &'t str {
        let end = self.rest.find('\n');
        self.advance(end.unwrap_or(self.rest.len()))
    }

    /// Skips blanks, and lines that begin with `%`, the escape mechanism of PGN.
    /// Returns whether there was a blank line.
    fn skip_blank(&mut self) -> bool {
        let mut is_blank_line = false;
        loop {
            let line = self.line;
            let began_line = self.at_line_start;
            let blank = self.rest.len() - self.rest.trim_start_matches(is_blank).len();
            self.advance(blank);
            let newlines = self.line - line + usize::from(began_line);
            self.may_be_tag |= newlines > 0;
            is_blank_line |= newlines > 1;
            if !(self.at_line_start && self.rest.starts_with('%')) {
                return is_blank_line;
            }
            self.take_line();
        }
    }

    fn symbol(&mut self, token: Token<'t>) -> Token<'t> {
        self.advance(1);
        token
    }

    /// Reads a tag, or passes over what is in brackets.
    fn bracket(&mut self, may_be_tag: bool) -> Token<'t> {
        let most = self.rest.floor_char_boundary(MAX_TAG_LENGTH);
        let line = self.rest[..most].split('\n').next().unwrap_or_default();
        let tag = parse_tag(line).or_else(|| may_be_tag.then(|| mend_tag(line)).flatten());
        if let Some(tag) = tag {
            self.advance(tag.length);
            self.may_be_tag = true;
            return Token::Tag(tag);
        }
        let end = line.find(']').map_or(line.len(), |at| at + 1);
        let text = clip(self.advance(end).trim(), QUOTED_WORD);
        Token::Flaw(PgnErrorKind::Tag(text))
    }

    fn braces(&mut self) -> Token<'t> {
        let text = &self.rest[1..];
        let end = comment_end(text);
        let is_open = !text[end..].starts_with('}');
        self.advance(1 + end + usize::from(!is_open));
        Token::Comment { text: &text[..end], is_open }
    }

    fn glyph(&mut self) -> Token<'t> {
        let digits = self.rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let text = self.advance(1 + digits);
        match text[1..].parse() {
            Ok(number) => Token::Glyph(number),
            Err(_) => Token::Flaw(PgnErrorKind::Glyph(clip(text, QUOTED_WORD))),
        }
    }

    /// Reads a sign, a result, a number or a move; `None` for a redundant word.
    fn word(&mut self) -> Option<Token<'t>> {
        if let Some((length, glyph)) = signs::leading(self.rest) {
            self.advance(length);
            return Some(Token::Glyph(glyph));
        }
        if let Some((length, result)) = signs::leading_result(self.rest) {
            self.advance(length);
            return Some(Token::Result(result));
        }
        let word = &self.rest[..word_length(self.rest)];
        if let Some((length, number)) = move_number(word) {
            self.advance(length);
            return Some(number);
        }
        let word = signs::trailing(word).map_or(word, |end| &word[..end]);
        // "e4...e5" is two moves; "e4." may end a sentence, but "e.p." has dots.
        let word = word.split("..").next().unwrap_or(word);
        let word = if word.ends_with("p.") { word } else { word.trim_end_matches('.') };
        if word.is_empty() {
            self.advance(1);
            return None;
        }
        self.advance(word.len());
        if let Some(glyph) = signs::of_word(word) {
            return Some(Token::Glyph(glyph));
        }
        (!REDUNDANT.contains(&word)).then_some(Token::Word(word))
    }
}

/// Where a comment ends whose text begins here: at the first `}`. Without one before
/// it, it ends at a line of tags after a blank line, so that it does not swallow the
/// games that follow. A line that only begins like a tag may be part of a comment.
pub(super) fn comment_end(text: &str) -> usize {
    let (mut start, mut follows_blank_line) = (0, false);
    loop {
        let line = &text[start..];
        if follows_blank_line && is_tag_line(line) {
            return start;
        }
        let Some(length) = line.find(['}', '\n']) else { return text.len() };
        if line[length..].starts_with('}') {
            return start + length;
        }
        follows_blank_line = start > 0 && line[..length].trim_matches(is_blank).is_empty();
        start += length + 1;
    }
}

/// The move number at the start of a word, and its length. No space is needed
/// between it and its move. Castling with zeros is not a move number, nor are four
/// digits alone: they may name two squares.
fn move_number(word: &str) -> Option<(usize, Token<'_>)> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = word[digits..].trim_start_matches(['.', '…']);
    let dots = &word[digits..word.len() - rest.len()];
    let is_castling_or_null = matches!(word, "00" | "000");
    let is_long = digits >= SQUARES_LENGTH;
    if dots.is_empty() && (digits < word.len() || is_castling_or_null || is_long) {
        return None;
    }
    let of_black = dots.len() >= DOTS_OF_BLACK;
    let number = word[..digits].parse().unwrap_or(0);
    Some((digits + dots.len(), Token::Number { number, of_black }))
}

/// The length in bytes of the word at the start of a text, up to a blank or a
/// sign. A promotion in parentheses, `c8(Q)`, is part of the word.
fn word_length(text: &str) -> usize {
    let mut end = 0;
    while let Some(symbol) = text[end..].chars().next() {
        if text[..end].ends_with(|c: char| c.is_ascii_digit()) && is_promotion(&text[end..]) {
            end += "(Q)".len();
            continue;
        }
        if end > 0 && (is_blank(symbol) || signs::ends_word(symbol)) {
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
