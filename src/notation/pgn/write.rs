//! Writing games as PGN.

use super::game::{PgnGame, ROSTER};
use crate::board::{FenStyle, Position};
use crate::notation::san::{self, SanStyle};
use crate::types::Color;
use std::fmt;

/// The greatest length of a line of moves by the standard of PGN, in characters.
const WIDTH: usize = 79;

impl fmt::Display for PgnGame {
    /// Writes the game in the export format of PGN with an empty line after it:
    /// the seven tags of the roster, the other tags, and the moves in lines of
    /// less than 80 characters. `}` inside a comment becomes `)`, because PGN
    /// has no escape for it.
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

/// Whether a tag is in the roster or follows from other fields of the game.
fn is_derived(name: &str) -> bool {
    ROSTER.contains(&name) || matches!(name, "Variant" | "SetUp" | "FEN")
}

/// Writes a tag. A line break in the value becomes a space, because PGN has no
/// escape for it.
fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    writeln!(f, "[{name} \"{value}\"]")
}

impl PgnGame {
    /// The move text as words, between which lines may be broken.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut position = self.start.clone();
        push_comments(&mut words, &self.opening_comments);
        // Black's move number is written at the start and after a comment.
        let mut needs_number = true;
        for annotated in &self.moves {
            let number = position.fullmove_number();
            match position.side_to_move() {
                Color::White => words.push(format!("{number}.")),
                Color::Black if needs_number => words.push(format!("{number}...")),
                Color::Black => {}
            }
            words.push(san::format(&position, annotated.mv, SanStyle::empty()));
            words.extend(annotated.nags.iter().map(|nag| format!("${nag}")));
            push_comments(&mut words, &annotated.comments);
            needs_number = !annotated.comments.is_empty();
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

/// Joins words with spaces into lines of at most [`WIDTH`] characters.
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
