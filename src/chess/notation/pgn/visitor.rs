//! What readers of games are told, in the order of the text.

use crate::chess::board::Position;
use crate::chess::types::{GameResult, Move};

/// What the tags of a game say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnHeader {
    /// The tags in order, without those that follow from the other fields:
    /// `Result`, `FEN`, `SetUp`, and `Variant` for Chess960.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// Whether the game is Chess960.
    pub chess960: bool,
    /// The result by the tag.
    pub result: GameResult,
}

/// Makes something of the games of a text, one after the other. A reader of main
/// lines implements `begin`, `play` and `finish`; side lines are then passed over
/// without a look at their moves.
pub trait PgnVisitor {
    /// What a game becomes.
    type Game;

    /// A game begins.
    fn begin(&mut self, header: PgnHeader);

    /// A legal move, or `None` for a null move of a side that is not in check.
    fn play(&mut self, mv: Option<Move>);

    /// A comment on the last move, or before the first one.
    fn comment(&mut self, _text: &str) {}

    /// A numeric annotation glyph of the last move.
    fn glyph(&mut self, _number: u8) {}

    /// A side line begins, from the position before the last move. Returns whether
    /// it is to be read.
    fn begin_variation(&mut self) -> bool {
        false
    }

    /// The side line ends.
    fn end_variation(&mut self) {}

    /// The game ends.
    fn finish(&mut self, result: Option<GameResult>) -> Self::Game;
}
