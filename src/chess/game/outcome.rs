//! The outcomes of a game and the results that they lead to.

use super::material::may_mate;
use crate::chess::board::Position;
use crate::chess::types::{Color, GameResult};
use std::fmt;

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Outcome {
    /// The player to move is in check and has no legal move.
    Checkmate {
        /// The player who mates.
        winner: Color,
    },
    /// The player to move has no legal move and is not in check.
    Stalemate {
        /// The player to move.
        side: Color,
    },
    /// Neither player can mate, even with the opponent's help.
    InsufficientMaterial,
    /// The position has occurred three times, and a player claims the draw.
    ThreefoldRepetition,
    /// The position has occurred five times: a draw without a claim.
    FivefoldRepetition,
    /// Each player has made fifty moves without a capture or a pawn move, and a
    /// player claims the draw.
    FiftyMoves,
    /// Seventy-five such moves: a draw without a claim.
    SeventyFiveMoves,
    /// A player resigns.
    Resignation {
        /// The loser.
        loser: Color,
    },
    /// The players agree on a draw.
    Agreement,
    /// A player has no time left, and the opponent has material that can mate.
    FlagFall {
        /// The loser.
        loser: Color,
    },
    /// A player has no time left, but the opponent has no material that can mate.
    FlagFallDraw {
        /// The player without time.
        flagged: Color,
    },
    /// The game is null and void, "the same as if it had never been begun":
    /// it is replayed with the same colors.
    Annulled,
}

impl Outcome {
    /// The outcome when a flag falls: the game is lost, "unless his opponent does
    /// not have enough pieces to checkmate" (see [`may_mate`]).
    pub fn flag_fall(position: &Position, flagged: Color) -> Outcome {
        if may_mate(position, !flagged) {
            Outcome::FlagFall { loser: flagged }
        } else {
            Outcome::FlagFallDraw { flagged }
        }
    }

    /// The winner; `None` if there is none.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            Outcome::Resignation { loser } | Outcome::FlagFall { loser } => Some(!loser),
            _ => None,
        }
    }

    /// The result of the game; `Unknown` if it is annulled.
    pub fn result(self) -> GameResult {
        match self.winner() {
            Some(winner) => GameResult::win(winner),
            None if self == Outcome::Annulled => GameResult::Unknown,
            None => GameResult::Draw,
        }
    }

    /// Whether the players exchange colors for their next game: "the right
    /// of first move shall alternate, whether the game be won, lost or
    /// drawn", but an annulled game is replayed with the same colors.
    pub fn exchanges_colors(self) -> bool {
        self != Outcome::Annulled
    }
}

impl fmt::Display for Outcome {
    /// Writes a sentence without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Outcome::Checkmate { winner } => write!(f, "{} is checkmated", !winner),
            Outcome::Stalemate { side } => write!(f, "draw: {side} is stalemated"),
            Outcome::InsufficientMaterial => f.write_str("draw by insufficient material"),
            Outcome::ThreefoldRepetition => f.write_str("draw by threefold repetition"),
            Outcome::FivefoldRepetition => f.write_str("draw by fivefold repetition"),
            Outcome::FiftyMoves => f.write_str("draw by the fifty-move rule"),
            Outcome::SeventyFiveMoves => f.write_str("draw by the seventy-five-move rule"),
            Outcome::Resignation { loser } => write!(f, "{loser} resigns"),
            Outcome::Agreement => f.write_str("draw by agreement"),
            Outcome::FlagFall { loser } => write!(f, "{loser} loses on time"),
            Outcome::FlagFallDraw { flagged } => {
                write!(f, "draw: {flagged} has no time left, but {} cannot mate", !flagged)
            }
            Outcome::Annulled => {
                f.write_str("the game is annulled and is replayed with the same colors")
            }
        }
    }
}
