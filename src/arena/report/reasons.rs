//! Why games end, in a word or two.

use crate::arena::record::{Ending, ForfeitReason};
use crate::game::Outcome;

/// Under what a game's ending is counted.
pub fn reason(ending: &Ending) -> &'static str {
    match ending {
        Ending::Lawful(outcome) => match outcome {
            Outcome::Checkmate { .. } => "checkmate",
            Outcome::Stalemate { .. } => "stalemate",
            Outcome::InsufficientMaterial => "insufficient material",
            Outcome::ThreefoldRepetition => "threefold repetition",
            Outcome::FivefoldRepetition => "fivefold repetition",
            Outcome::FiftyMoves => "fifty-move rule",
            Outcome::SeventyFiveMoves => "seventy-five-move rule",
            Outcome::Resignation { .. } => "resignation",
            Outcome::Agreement => "agreement",
            Outcome::FlagFall { .. } => "loss on time",
            Outcome::FlagFallDraw { .. } => "draw on time",
            Outcome::Annulled => "annulled",
        },
        Ending::Forfeit { fault, .. } => match fault {
            ForfeitReason::Crashed => "forfeit: crash",
            ForfeitReason::Hung => "forfeit: hang",
            ForfeitReason::IllegalMove(_) => "forfeit: illegal move",
            ForfeitReason::Garbage(_) => "forfeit: no move",
        },
        Ending::Adjudicated { why, .. } | Ending::MarkedPawn { why, .. } => why,
    }
}

/// Whether the ending is a player's failure that has nothing to do with
/// chess: he broke down, or let his time run out.
pub fn is_failure(ending: &Ending) -> bool {
    matches!(
        ending,
        Ending::Forfeit { .. }
            | Ending::Lawful(Outcome::FlagFall { .. } | Outcome::FlagFallDraw { .. })
    )
}
