//! Writing games as PGN.

use super::game::{AnnotatedMove, PgnGame, ROSTER, play};
use crate::chess::board::{FenStyle, Position};
use crate::chess::notation::MoveNotation;
use crate::chess::notation::move_notation::move_number;
use std::fmt;

/// The greatest length of a line of moves by the standard of PGN, in characters.
const WIDTH: usize = 79;

impl fmt::Display for PgnGame {
    /// Writes the game in the export format of PGN with an empty line after it:
    /// the seven tags of the roster, the other tags, and the moves in lines of
    /// less than 80 characters. `}` inside a comment becomes `)`, because PGN
    /// has no escape for it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_export(f, MoveNotation::San)
    }
}

impl PgnGame {
    /// The game in the export format of PGN, but for the notation of its moves.
    pub fn export(&self, notation: MoveNotation) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_export(&mut text, notation);
        text
    }

    fn write_export(&self, f: &mut impl fmt::Write, notation: MoveNotation) -> fmt::Result {
        for name in ROSTER {
            let result = self.result.to_string();
            let value = match name {
                "Result" => &result,
                "Date" => self.tag(name).unwrap_or("????.??.??"),
                _ => self.tag(name).unwrap_or("?"),
            };
            write_tag(f, name, value)?;
        }
        self.write_setup(f)?;
        let is_other = |name: &str| !ROSTER.contains(&name) && !self.is_setup(name);
        for (name, value) in self.tags.iter().filter(|(name, _)| is_other(name)) {
            write_tag(f, name, value)?;
        }
        f.write_str("\n")?;
        f.write_str(&wrap(&self.words(notation)))?;
        f.write_str("\n\n")
    }
}

/// Writes a tag. A line break in the value becomes a space, because PGN has no
/// escape for it.
fn write_tag(f: &mut impl fmt::Write, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    writeln!(f, "[{name} \"{value}\"]")
}

impl PgnGame {
    /// The game in any notation with an empty line after it: its tags without
    /// those of the roster that are unknown, and the moves in lines of less than
    /// 80 characters.
    pub fn text(&self, notation: MoveNotation) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_setup(&mut text);
        for (name, value) in self.tags.iter().filter(|(name, _)| !self.is_setup(name)) {
            let _ = write_tag(&mut text, name, value);
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text + &wrap(&self.words(notation)) + "\n\n"
    }

    /// Whether a tag follows from other fields of the game.
    fn is_setup(&self, name: &str) -> bool {
        matches!(name, "SetUp" | "FEN") || name == "Variant" && self.chess960
    }

    /// The tags without which the moves mean nothing.
    fn write_setup(&self, f: &mut impl fmt::Write) -> fmt::Result {
        if self.chess960 {
            write_tag(f, "Variant", "Chess960")?;
        }
        if self.start != Position::start() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &self.start.fen(FenStyle::Standard))?;
        }
        Ok(())
    }

    /// The move text as words, between which lines may be broken.
    fn words(&self, notation: MoveNotation) -> Vec<String> {
        let mut words = Vec::new();
        push_comments(&mut words, &self.opening_comments);
        push_line(&mut words, &self.start, &self.moves, notation);
        words.push(self.result.to_string());
        words
    }
}

/// Adds the moves of a line, each with its side lines.
fn push_line(
    words: &mut Vec<String>,
    start: &Position,
    moves: &[AnnotatedMove],
    notation: MoveNotation,
) {
    let mut position = start.clone();
    // Black's move number is written at the start and after a comment.
    let mut needs_number = true;
    for annotated in moves {
        words.extend(move_number(&position, needs_number));
        words.extend(notation.format(&position, annotated.mv).split(' ').map(str::to_string));
        words.extend(annotated.nags.iter().map(|nag| format!("${nag}")));
        push_comments(words, &annotated.comments);
        for variation in &annotated.variations {
            let first = words.len();
            push_comments(words, &variation.comments);
            push_line(words, &position, &variation.moves, notation);
            if let Some(word) = words.get_mut(first) {
                word.insert(0, '(');
            }
            if let Some(last) = words[first..].last_mut() {
                last.push(')');
            }
        }
        needs_number = !(annotated.comments.is_empty() && annotated.variations.is_empty());
        play(&mut position, annotated.mv);
    }
}

fn push_comments(words: &mut Vec<String>, comments: &[String]) {
    for comment in comments {
        let text = format!("{{{}}}", comment.replace('}', ")"));
        // A command, "[%clk 0:01:00]", stays on one line.
        for word in text.split_whitespace() {
            match words.last_mut() {
                Some(last) if is_open_command(last) => *last = format!("{last} {word}"),
                _ => words.push(word.to_string()),
            }
        }
    }
}

/// Whether a word is the beginning of a command whose `]` is missing.
fn is_open_command(word: &str) -> bool {
    word.rfind("[%").is_some_and(|start| !word[start..].contains(']') && word.len() < WIDTH / 2)
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
