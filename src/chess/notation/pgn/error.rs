//! What is wrong with a game, and where.

use crate::chess::board::FenError;
use crate::chess::notation::error::{MoveError, QUOTED_WORD, clip};
use crate::chess::types::{Color, GameResult};

/// At most this number of things are named in a game.
const MAX_ERRORS: usize = 20;

/// Something wrong in a text of games, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}, line {line}: {kind}")]
pub struct PgnError {
    /// The number of the game in the text, from one.
    pub game: usize,
    /// The line of the text, from one.
    pub line: usize,
    /// What is wrong.
    pub kind: PgnErrorKind,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PgnErrorKind {
    /// A tag is not of the form `[Name "value"]`, and its meaning is not clear.
    #[error("'{0}' is no tag: [Name \"value\"] is expected")]
    Tag(String),
    /// A tag is not of that form, but its meaning is clear.
    #[error("a tag is not written as [Name \"value\"]; it is taken for [{0}]")]
    MendedTag(String),
    /// The game has a tag of this name already.
    #[error("the game has two tags '{0}'; the first one counts")]
    RepeatedTag(String),
    /// The `Result` tag has a value that is no result.
    #[error("the result '{0}' is none of 1-0, 0-1, 1/2-1/2 and *")]
    ResultTag(String),
    /// The `Result` tag and the end of the moves differ.
    #[error("the result is {0} by the tag and {1} after the moves; the latter counts")]
    ResultConflict(GameResult, GameResult),
    /// The `FEN` tag is not a legal position: the game is left out.
    #[error("the FEN tag is wrong: {0}")]
    Fen(FenError),
    /// The `Variant` tag is neither chess nor Chess960: the game is left out.
    #[error("the variant '{0}' is not played here, only chess and Chess960")]
    Variant(String),
    /// A comment in braces is not closed; it ends before the next tag.
    #[error("no '}}' closes the comment that begins here")]
    OpenComment,
    /// A side line is not closed; it ends with its game.
    #[error("no ')' closes the side line that begins here")]
    OpenVariation,
    /// A side line follows no move, or is nested too deep: it is left out.
    #[error("a side line is left out that follows no move, or is nested too deep")]
    LostVariation,
    /// A `)` or `}` closes nothing, or another character is out of place.
    #[error("'{0}' has no meaning here")]
    Stray(char),
    /// An annotation glyph is not a number up to 255.
    #[error("'{0}' is no annotation glyph: $0 to $255 are expected")]
    Glyph(String),
    /// An annotation glyph follows no move.
    #[error("the annotation glyph ${0} follows no move, and is passed over")]
    LostGlyph(u8),
    /// A word is not a move.
    #[error("'{0}' is no move, and is passed over")]
    Word(String),
    /// A result follows no game.
    #[error("a result follows no game")]
    Result,
    /// A move is not legal: its number, the side to move, and the error. The game
    /// or side line ends before it.
    #[error("move {}{} {}", .0, dots(*.1), .2)]
    Move(u32, Color, MoveError),
    /// This number of further things like those before.
    #[error("{0} more things are wrong in this game")]
    More(usize),
}

impl PgnError {
    /// Whether a move or a game is left out. All else costs nothing but a note.
    pub fn is_loss(&self) -> bool {
        self.kind.is_loss()
    }
}

impl PgnErrorKind {
    pub(super) fn is_loss(&self) -> bool {
        use PgnErrorKind::{Fen, LostVariation, Move, OpenComment, Variant};
        matches!(self, Fen(_) | Variant(_) | Move(..) | OpenComment | LostVariation)
    }
}

/// What follows the number of a move.
fn dots(color: Color) -> &'static str {
    if color == Color::White { "." } else { "..." }
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

    /// Adds a note if the result of the tags is not that after the moves.
    pub fn results(&mut self, line: usize, tag: GameResult, moves: Option<GameResult>) {
        let moves = moves.unwrap_or_default();
        let are_known = tag != GameResult::Unknown && moves != GameResult::Unknown;
        self.add_if(are_known && tag != moves, line, PgnErrorKind::ResultConflict(tag, moves));
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
