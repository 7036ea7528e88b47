//! What is wrong with a game, and where.

use crate::chess::board::FenError;
use crate::chess::notation::error::{MoveError, QUOTED_WORD, clip};
use crate::chess::types::Color;
use std::fmt;

/// At most this number of things are named in a game.
const MAX_ERRORS: usize = 20;

/// Something wrong in a text of games, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnError {
    /// The number of the game in the text, from one.
    pub game: usize,
    /// The line of the text, from one.
    pub line: usize,
    /// What is wrong.
    pub kind: PgnErrorKind,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PgnErrorKind {
    /// A tag is not of the form `[Name "value"]`, and its meaning is not clear.
    Tag(String),
    /// A tag is not of that form, but its meaning is clear.
    MendedTag(String),
    /// The game has a tag of this name already.
    RepeatedTag(String),
    /// The `FEN` tag is not a legal position: the game is left out.
    Fen(FenError),
    /// The `Variant` tag is neither chess nor Chess960: the game is left out.
    Variant(String),
    /// A comment in braces is not closed; it ends before the next tag.
    OpenComment,
    /// A side line is not closed; it ends with its game.
    OpenVariation,
    /// A side line follows no move, or is nested too deep: it is left out.
    LostVariation,
    /// A `)` or `}` closes nothing, or another character is out of place.
    Stray(char),
    /// An annotation glyph is not a number up to 255.
    Glyph(String),
    /// A word is not a move.
    Word(String),
    /// A result follows no game.
    Result,
    /// A move is not legal: its number, the side to move, and the error. The game
    /// or side line ends before it.
    Move(u32, Color, MoveError),
    /// This number of further things like those before.
    More(usize),
}

impl PgnError {
    /// Whether a move or a game is left out. All else costs nothing but a note.
    pub fn is_loss(&self) -> bool {
        use PgnErrorKind::{Fen, LostVariation, Move, OpenComment, Variant};
        matches!(self.kind, Fen(_) | Variant(_) | Move(..) | OpenComment | LostVariation)
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: {}", self.game, self.line, self.kind)
    }
}

impl std::error::Error for PgnError {}

impl fmt::Display for PgnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnErrorKind::Tag(text) => {
                write!(f, "'{text}' is no tag: [Name \"value\"] is expected")
            }
            PgnErrorKind::MendedTag(text) => {
                write!(f, "a tag is not written as [Name \"value\"]; it is taken for [{text}]")
            }
            PgnErrorKind::RepeatedTag(name) => {
                write!(f, "the game has two tags '{name}'; the first one counts")
            }
            PgnErrorKind::Fen(error) => write!(f, "the FEN tag is wrong: {error}"),
            PgnErrorKind::Variant(name) => {
                write!(f, "the variant '{name}' is not played here, only chess and Chess960")
            }
            PgnErrorKind::OpenComment => f.write_str("no '}' closes the comment that begins here"),
            PgnErrorKind::OpenVariation => {
                f.write_str("no ')' closes the side line that begins here")
            }
            PgnErrorKind::LostVariation => {
                f.write_str("a side line is left out that follows no move, or is nested too deep")
            }
            PgnErrorKind::Stray(symbol) => write!(f, "'{symbol}' has no meaning here"),
            PgnErrorKind::Glyph(text) => {
                write!(f, "'{text}' is no annotation glyph: $0 to $255 are expected")
            }
            PgnErrorKind::Word(text) => write!(f, "'{text}' is no move, and is passed over"),
            PgnErrorKind::Result => f.write_str("a result follows no game"),
            PgnErrorKind::Move(number, color, error) => {
                let dots = if *color == Color::White { "." } else { "..." };
                write!(f, "move {number}{dots} {error}")
            }
            PgnErrorKind::More(count) => write!(f, "{count} more things are wrong in this game"),
        }
    }
}

/// What is wrong with a game that is being read.
pub(super) struct ErrorList {
    game: usize,
    list: Vec<PgnError>,
    /// How many things are wrong beyond those in the list.
    more: usize,
}

impl ErrorList {
    /// An empty list for the game of this number.
    pub fn new(game: usize) -> ErrorList {
        ErrorList { game, list: Vec::new(), more: 0 }
    }

    pub fn game(&self) -> usize {
        self.game
    }

    pub fn add(&mut self, line: usize, kind: PgnErrorKind) {
        self.push(PgnError { game: self.game, line, kind });
    }

    pub fn add_if(&mut self, is_wrong: bool, line: usize, kind: PgnErrorKind) {
        if is_wrong {
            self.add(line, kind);
        }
    }

    /// Adds the note that a word is not a move.
    pub fn word(&mut self, line: usize, word: &str) {
        self.add(line, PgnErrorKind::Word(clip(word, QUOTED_WORD)));
    }

    /// Adds an error, if there are not too many. The first loss is always named.
    pub fn push(&mut self, error: PgnError) {
        let is_first_loss = error.is_loss() && !self.list.iter().any(PgnError::is_loss);
        if self.list.len() < MAX_ERRORS || is_first_loss {
            self.list.push(error);
        } else {
            self.more += 1;
        }
    }

    /// The errors; the last one tells of those that are not in the list.
    pub fn finish(mut self) -> Vec<PgnError> {
        if let (1.., Some(last)) = (self.more, self.list.last()) {
            let kind = PgnErrorKind::More(self.more);
            self.list.push(PgnError { kind, ..last.clone() });
        }
        self.list
    }
}
