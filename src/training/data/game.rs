//! A game to learn from.

use crate::board::Position;
use crate::types::{Color, Move, Score};
use std::fmt;
use std::slice;

/// How a game ended, for White. Games without a result are not kept, so that
/// the result of matches, which knows them, would say too much.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
pub enum GameResult {
    /// Black has won.
    Loss = 0,
    /// Nobody has won.
    Draw = 1,
    /// White has won.
    Win = 2,
}

impl GameResult {
    /// All of them, White's loss first.
    pub const ALL: [GameResult; 3] = [GameResult::Loss, GameResult::Draw, GameResult::Win];

    /// The result when this colour has won.
    pub const fn win(winner: Color) -> GameResult {
        match winner {
            Color::White => GameResult::Win,
            Color::Black => GameResult::Loss,
        }
    }

    /// The place in an array; the half points that White has got.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// White's points: 0, 0.5 or 1.
    pub const fn points(self) -> f64 {
        match self {
            GameResult::Loss => 0.0,
            GameResult::Draw => 0.5,
            GameResult::Win => 1.0,
        }
    }
}

impl fmt::Display for GameResult {
    /// As in PGN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Loss => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Win => "1-0",
        })
    }
}

/// A game with what the search thought of each position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Where it began.
    pub start: Position,
    /// How it ended, for White.
    pub result: GameResult,
    /// The moves, each legal where it was played, with the search's score of
    /// the position before it: White's, in centipawns, whoever is to move.
    pub moves: Vec<(Move, Score)>,
}

impl Game {
    /// Walks through the positions before each move.
    pub fn positions(&self) -> Positions<'_> {
        Positions { position: self.start.clone(), played: None, moves: self.moves.iter() }
    }
}

/// Walks through a game. It keeps one position and plays on it, so that it
/// lends what an [`Iterator`] would have to give away:
/// `while let Some((position, mv, score)) = positions.next()`.
pub struct Positions<'g> {
    position: Position,
    /// The move lent last.
    played: Option<Move>,
    moves: slice::Iter<'g, (Move, Score)>,
}

impl Positions<'_> {
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
