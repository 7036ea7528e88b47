//! What is kept of a match: who played whom from where, what was played, and
//! how it ended.

use crate::board::Position;
use crate::game::Outcome;
use crate::types::{Color, GameResult, Move, Score};
use std::time::Duration;

/// Where a game starts: a position, and moves from it that are played before
/// the players are asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position before the first of the moves.
    pub start: Position,
    /// The moves of the book.
    pub moves: Vec<Move>,
    /// Whether castling is that of Chess960.
    pub chess960: bool,
}

/// A move as it was played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// What the player thought of it, for himself, if he said so.
    pub score: Option<Score>,
    /// How deep he had looked, in plies, if he said so.
    pub depth: Option<u32>,
    /// Nodes he said he visited.
    pub nodes: Option<u64>,
    /// From writing `go` to reading `bestmove`.
    pub time: Duration,
}

/// What a player did that no player may do; it loses the game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ForfeitReason {
    /// It ended, or closed its output.
    Crashed,
    /// It neither answered nor was alive to `isready` long after its time.
    Hung,
    /// Its move is not legal.
    IllegalMove(String),
    /// Its answer is no move.
    Garbage(String),
}

/// Why a game is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the laws.
    Lawful(Outcome),
    /// A player's fault: the other one wins.
    Forfeit {
        /// Whose.
        loser: Color,
        /// Which.
        fault: ForfeitReason,
    },
    /// Both players agreed on the result long enough for the arena.
    Adjudicated {
        /// The result.
        result: GameResult,
        /// In a few words.
        why: &'static str,
    },
    /// The marked pawn was taken, or misused: a game of odds is lost by it.
    MarkedPawn {
        /// Who loses.
        loser: Color,
        /// In a few words.
        why: &'static str,
    },
}

impl Ending {
    /// How the game is scored; [`GameResult::Unknown`] if it was annulled.
    pub fn result(&self) -> GameResult {
        match *self {
            Ending::Lawful(outcome) => outcome.result(),
            Ending::Adjudicated { result, .. } => result,
            Ending::Forfeit { loser, .. } | Ending::MarkedPawn { loser, .. } => {
                GameResult::win(!loser)
            }
        }
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// Its place in the schedule, from zero; games 2n and 2n + 1 are a pair:
    /// the same opening with colours reversed.
    pub number: usize,
    /// The players, by their places in the match.
    pub players: [usize; Color::COUNT],
    /// Where it started.
    pub opening: Opening,
    /// What the players played after the opening.
    pub moves: Vec<PlayedMove>,
    /// Why it is over.
    pub ending: Ending,
    /// From the first `go` to the end.
    pub duration: Duration,
}
