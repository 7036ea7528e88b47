//! A game to learn from.

use crate::chess::board::Position;
use crate::chess::types::{Color, Move, Score};
use std::fmt;
use std::slice;

/// The most pieces at the start of a game that is training data: those of the
/// usual starting position. Fuller boards can be played, but have no record.
pub const MAX_PIECES: u32 = 32;

/// How a game ended, for White. Unfinished games are not kept, so this type
/// has no unknown result, unlike [`GameResult`](crate::chess::types::GameResult).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
pub enum DecidedResult {
    /// Black won.
    Loss = 0,
    /// The game was drawn.
    Draw = 1,
    /// White won.
    Win = 2,
}

impl DecidedResult {
    /// All results, White's loss first.
    pub const ALL: [DecidedResult; 3] =
        [DecidedResult::Loss, DecidedResult::Draw, DecidedResult::Win];

    /// The result if this color won.
    pub const fn win(winner: Color) -> DecidedResult {
        match winner {
            Color::White => DecidedResult::Win,
            Color::Black => DecidedResult::Loss,
        }
    }

    /// The index in an array: White's half points.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// White's points: 0, 0.5 or 1.
    pub const fn points(self) -> f64 {
        match self {
            DecidedResult::Loss => 0.0,
            DecidedResult::Draw => 0.5,
            DecidedResult::Win => 1.0,
        }
    }
}

impl fmt::Display for DecidedResult {
    /// As PGN writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DecidedResult::Loss => "0-1",
            DecidedResult::Draw => "1/2-1/2",
            DecidedResult::Win => "1-0",
        })
    }
}

/// A game with the score of a search for each position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingGame {
    /// The position it began from.
    pub start: Position,
    /// How it ended, for White.
    pub result: DecidedResult,
    /// The legal moves, each with the search score of the position before it,
    /// in centipawns from White's point of view.
    pub moves: Vec<(Move, Score)>,
}

impl TrainingGame {
    /// A cursor over the positions before each move.
    pub fn positions(&self) -> PositionCursor<'_> {
        PositionCursor { position: self.start.clone(), played: None, moves: self.moves.iter() }
    }
}

/// A cursor over the positions of a game. It keeps one position, plays the
/// moves on it and lends it, which an [`Iterator`] cannot do:
/// `while let Some((position, mv, score)) = positions.next()`.
pub struct PositionCursor<'g> {
    position: Position,
    /// The move to play before the next position is lent.
    played: Option<Move>,
    moves: slice::Iter<'g, (Move, Score)>,
}

impl PositionCursor<'_> {
    /// The next position, the move played in it, and its score for White.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<(&Position, Move, Score)> {
        if let Some(mv) = self.played.take() {
            self.position.play(mv, &mut ());
        }
        let &(mv, score) = self.moves.next()?;
        self.played = Some(mv);
        Some((&self.position, mv, score))
    }
}
