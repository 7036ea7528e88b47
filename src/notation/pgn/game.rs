//! A game with its tags and annotations, and the errors of reading one.

use crate::board::{FenError, Position, Setup};
use crate::notation::error::MoveError;
use crate::types::{Color, File, GameResult, Move, Wing};
use std::fmt;

/// The tags that every game must have, in the order in which they are written. A
/// missing one is written as `?`.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// A game with its tags and annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnGame {
    /// The tags in order, without those that follow from other fields: `Result`,
    /// `FEN`, `SetUp`, and `Variant` for Chess960.
    pub tags: Vec<(String, String)>,
    /// The starting position.
    pub start: Position,
    /// Whether the game is Chess960, which a tag says.
    pub chess960: bool,
    /// The comments before the first move.
    pub opening_comments: Vec<String>,
    /// The moves of the game.
    pub moves: Vec<AnnotatedMove>,
    /// The result of the game.
    pub result: GameResult,
}

/// A move with its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnnotatedMove {
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on.
    pub nags: Vec<u8>,
    /// The comments after the move.
    pub comments: Vec<String>,
    /// A better line, from the position before the move: written as a
    /// variation, and skipped by readers like every variation.
    pub variation: Vec<Move>,
}

impl From<Move> for AnnotatedMove {
    fn from(mv: Move) -> AnnotatedMove {
        AnnotatedMove { mv, nags: Vec::new(), comments: Vec::new(), variation: Vec::new() }
    }
}

impl PgnGame {
    /// A game without moves. It is Chess960 if a castling right starts from
    /// squares other than those of standard chess.
    pub fn new(start: Position) -> PgnGame {
        let chess960 = has_chess960_castling(&start);
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

    /// Sets the value of a tag. A new tag is added at the end.
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

/// Whether a castling right has the king outside the e-file or the rook outside
/// the corner.
pub(super) fn has_chess960_castling(position: &Position) -> bool {
    let setup = Setup::from(position);
    Color::ALL.into_iter().any(|color| {
        let [king_side, queen_side] =
            Wing::ALL.map(|wing| setup.castling[color.index()][wing.index()]);
        king_side.is_some_and(|file| file != File::H)
            || queen_side.is_some_and(|file| file != File::A)
            || (king_side.or(queen_side).is_some() && position.king(color).file() != File::E)
    })
}

/// An error in a game, and its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnError {
    /// The line of the text, counted from one.
    pub line: usize,
    /// What is wrong.
    pub kind: PgnErrorKind,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PgnErrorKind {
    /// A tag is not of the form `[Name "value"]`.
    Tag(String),
    /// The `FEN` tag is not a legal position.
    Fen(FenError),
    /// The `Variant` tag is neither chess nor Chess960.
    Variant(String),
    /// A comment in braces is not closed.
    OpenComment,
    /// A variation is not closed.
    OpenVariation,
    /// A `)` or `}` closes nothing, or another character is out of place.
    Stray(char),
    /// An annotation glyph is not a number up to 255.
    Glyph(String),
    /// A move is not legal: its number, the side to move, and the error.
    Move(u32, Color, MoveError),
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
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
