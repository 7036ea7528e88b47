//! Endings in words, and in the few that PGN has for them.

use super::record::{Ending, ForfeitReason};
use crate::game::Outcome;
use crate::types::GameResult;
use std::fmt;

impl fmt::Display for ForfeitReason {
    /// What the player did, to follow the player's name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ForfeitReason::Crashed => f.write_str("crashed"),
            ForfeitReason::Hung => f.write_str("does not react any more"),
            ForfeitReason::IllegalMove(text) => write!(f, "made the illegal move '{text}'"),
            ForfeitReason::Garbage(text) => write!(f, "answered '{text}', which is no move"),
        }
    }
}

impl fmt::Display for Ending {
    /// A plain sentence, without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Lawful(outcome) => outcome.fmt(f),
            Ending::Forfeit { loser, fault } => write!(f, "{loser} {fault}"),
            Ending::Adjudicated { result: GameResult::Draw, why } => {
                write!(f, "draw by adjudication: {why}")
            }
            Ending::Adjudicated { result, why } => {
                let winner = if *result == GameResult::WhiteWins { "White" } else { "Black" };
                write!(f, "{winner} wins by adjudication: {why}")
            }
            Ending::MarkedPawn { loser, why } => write!(f, "{loser} loses: {why}"),
        }
    }
}

impl Ending {
    /// The value of PGN's tag `Termination`.
    pub fn termination(&self) -> &'static str {
        match self {
            Ending::Lawful(Outcome::FlagFall { .. } | Outcome::FlagFallDraw { .. }) => {
                "time forfeit"
            }
            Ending::Lawful(Outcome::Annulled) => "unterminated",
            Ending::Lawful(_) | Ending::MarkedPawn { .. } => "normal",
            Ending::Forfeit { fault: ForfeitReason::Crashed | ForfeitReason::Hung, .. } => {
                "abandoned"
            }
            Ending::Forfeit { .. } => "rules infraction",
            Ending::Adjudicated { .. } => "adjudication",
        }
    }
}
