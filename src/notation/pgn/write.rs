//! From games to text.

use super::{PgnGame, ROSTER};
use crate::board::{FenStyle, Position};
use crate::notation::san::{self, SanStyle};
use crate::types::Color;
use std::fmt;

/// The longest line of moves, as the standard of PGN has it.
const WIDTH: usize = 79;

impl fmt::Display for PgnGame {
    /// The game in PGN's export format, an empty line after it: the seven
    /// tags of the roster, the others, then the moves in lines of less than
    /// 80 columns. `}` within a comment, for which PGN has no way, becomes
    /// `)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in ROSTER {
            let result = self.result.to_string();
            let value = match name {
                "Result" => &result,
                "Date" => self.tag(name).unwrap_or("????.??.??"),
                _ => self.tag(name).unwrap_or("?"),
            };
            write_tag(f, name, value)?;
        }
        if self.chess960 {
            write_tag(f, "Variant", "Chess960")?;
        }
        if self.start != Position::start() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &self.start.fen(FenStyle::Standard))?;
        }
        for (name, value) in self.tags.iter().filter(|(name, _)| !is_derived(name)) {
            write_tag(f, name, value)?;
        }
        f.write_str("\n")?;
        f.write_str(&wrap(&self.words()))?;
        f.write_str("\n\n")
    }
}

/// Whether a tag is written from the record itself.
fn is_derived(name: &str) -> bool {
    ROSTER.contains(&name) || matches!(name, "Variant" | "SetUp" | "FEN")
}

/// A value has no way to contain a line break; it becomes a space.
fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    writeln!(f, "[{name} \"{value}\"]")
}

impl PgnGame {
    /// The moves and all about them, in pieces that no line break may cut.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut position = self.start.clone();
        push_comments(&mut words, &self.opening_comments);
        // Black's number is written at the start and after a comment.
        let mut interrupted = true;
        for annotated in &self.moves {
            let number = position.fullmove_number();
            match position.side_to_move() {
                Color::White => words.push(format!("{number}.")),
                Color::Black if interrupted => words.push(format!("{number}...")),
                Color::Black => {}
            }
            words.push(san::format(&position, annotated.mv, SanStyle::empty()));
            words.extend(annotated.nags.iter().map(|nag| format!("${nag}")));
            push_comments(&mut words, &annotated.comments);
            interrupted = !annotated.comments.is_empty();
            position.play(annotated.mv, &mut ());
        }
        words.push(self.result.to_string());
        words
    }
}

fn push_comments(words: &mut Vec<String>, comments: &[String]) {
    for comment in comments {
        let text = format!("{{{}}}", comment.replace('}', ")"));
        words.extend(text.split_whitespace().map(str::to_string));
    }
}

/// Words in lines, with a space between.
fn wrap(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column == 0 {
            column = length;
        } else if column + 1 + length > WIDTH {
            text.push('\n');
            column = length;
        } else {
            text.push(' ');
            column += 1 + length;
        }
        text += word;
    }
    text
}
