//! Portable Game Notation: games as text, read and written.
//!
//! [`read`] goes through the games of a text; a [`PgnGame`] is one game, with
//! its tags, its moves and what was said about them. Variations are skipped.
//! Writing a record and reading it again gives the same record, but for what
//! PGN does not keep: the order of the tags, tags of the [`ROSTER`] whose value
//! is unknown, and how a comment is laid out in lines and spaces.

mod lexer;
mod read;
mod write;

pub use read::{PgnGames, read};

use super::reject::MoveError;
use crate::board::{FenError, Position, Setup};
use crate::types::{Color, File, GameResult, Move, Wing};
use std::fmt;

/// The tags that every game has, in the order in which they are written. One
/// that a record lacks is written as `?`.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// One game in writing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnGame {
    /// The tags in order, but for those that follow from other fields:
    /// `Result`, `FEN`, `SetUp` and a `Variant` that says Chess960.
    pub tags: Vec<(String, String)>,
    /// Where the game began.
    pub start: Position,
    /// Whether it is a game of Chess960, which is then said in a tag.
    pub chess960: bool,
    /// What is said before the first move.
    pub opening_comments: Vec<String>,
    /// The moves of the game.
    pub moves: Vec<Annotated>,
    /// How it ended.
    pub result: GameResult,
}

/// A move with what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotated {
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on.
    pub nags: Vec<u8>,
    /// Comments after the move.
    pub comments: Vec<String>,
}

impl From<Move> for Annotated {
    fn from(mv: Move) -> Annotated {
        Annotated { mv, nags: Vec::new(), comments: Vec::new() }
    }
}

impl PgnGame {
    /// A game without moves yet. It is Chess960 if somebody may castle from
    /// squares that standard chess does not know.
    pub fn new(start: Position) -> PgnGame {
        let chess960 = has_strange_castling(&start);
        PgnGame {
            tags: Vec::new(),
            start,
            chess960,
            opening_comments: Vec::new(),
            moves: Vec::new(),
            result: GameResult::Unknown,
        }
    }

    /// The value of a tag, for instance `White`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag to a value, in its old place or at the end.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_string(), value.into())),
        }
    }

    /// The position after the last move.
    pub fn final_position(&self) -> Position {
        let mut position = self.start.clone();
        for annotated in &self.moves {
            position.play(annotated.mv, &mut ());
        }
        position
    }
}

fn has_strange_castling(position: &Position) -> bool {
    let setup = Setup::from(position);
    Color::ALL.into_iter().any(|color| {
        let [king_side, queen_side] =
            Wing::ALL.map(|wing| setup.castling[color.index()][wing.index()]);
        king_side.is_some_and(|file| file != File::H)
            || queen_side.is_some_and(|file| file != File::A)
            || (king_side.or(queen_side).is_some() && position.king(color).file() != File::E)
    })
}

/// What is wrong with a game, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnError {
    /// The line of the text, counted from one.
    pub line: usize,
    /// What is wrong.
    pub fault: PgnErrorKind,
}

/// What can be wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PgnErrorKind {
    /// A tag is not `[Name "value"]`.
    Tag(String),
    /// The `FEN` tag.
    Fen(FenError),
    /// A variant that is not played here.
    Variant(String),
    /// A comment in braces that nothing closes.
    OpenComment,
    /// A variation that nothing closes.
    OpenVariation,
    /// A `)` or `}` that closes nothing, or another stray character.
    Stray(char),
    /// An annotation glyph that is not a number up to 255.
    Glyph(String),
    /// A move: its number, who makes it, and what is wrong with it.
    Move(u32, Color, MoveError),
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl std::error::Error for PgnError {}

impl fmt::Display for PgnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnErrorKind::Tag(text) => {
                write!(f, "'{text}' is no tag: [Name \"value\"] is expected")
            }
            PgnErrorKind::Fen(error) => write!(f, "the FEN tag is wrong: {error}"),
            PgnErrorKind::Variant(name) => {
                write!(f, "the variant '{name}' is not played here, only chess and Chess960")
            }
            PgnErrorKind::OpenComment => f.write_str("no '}' closes the comment that begins here"),
            PgnErrorKind::OpenVariation => {
                f.write_str("no ')' closes the variation that begins here")
            }
            PgnErrorKind::Stray(symbol) => write!(f, "'{symbol}' has no meaning here"),
            PgnErrorKind::Glyph(text) => {
                write!(f, "'{text}' is no annotation glyph: $0 to $255 are expected")
            }
            PgnErrorKind::Move(number, color, error) => {
                let dots = if *color == Color::White { "." } else { "..." };
                write!(f, "move {number}{dots} {error}")
            }
        }
    }
}
