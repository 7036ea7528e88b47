//! How fastchess and cutechess call the ends of games, for scripts that look for
//! their words.

use crate::arena::plan::record::{Ending, ForfeitReason, Termination};
use crate::chess::game::{AdjudicationReason, Outcome};
use crate::chess::types::{Color, GameResult};

/// Why a game is over.
pub fn ending(ending: &Ending) -> String {
    let name = |color: Color| if color == Color::White { "White" } else { "Black" };
    match ending {
        Ending::Lawful(outcome) => match *outcome {
            Outcome::Checkmate { winner } => format!("{} mates", name(winner)),
            Outcome::Stalemate { .. } => "Draw by stalemate".to_string(),
            Outcome::InsufficientMaterial => "Draw by insufficient mating material".to_string(),
            Outcome::ThreefoldRepetition | Outcome::FivefoldRepetition => {
                "Draw by 3-fold repetition".to_string()
            }
            Outcome::FiftyMoves | Outcome::SeventyFiveMoves => {
                "Draw by fifty moves rule".to_string()
            }
            Outcome::Resignation { loser } => format!("{} resigns", name(loser)),
            Outcome::Agreement => "Draw by agreement".to_string(),
            Outcome::FlagFall { loser } => format!("{} loses on time", name(loser)),
            Outcome::FlagFallDraw { flagged } => {
                format!("Draw, {} is out on time but cannot be mated", name(flagged))
            }
            Outcome::Annulled => "Game interrupted".to_string(),
        },
        Ending::Forfeit { loser, reason } => {
            let what = match reason {
                ForfeitReason::Crashed => " disconnects",
                ForfeitReason::Hung => "'s connection stalls",
                ForfeitReason::IllegalMove(_) | ForfeitReason::Garbage(_) => {
                    " makes an illegal move"
                }
            };
            format!("{}{what}", name(*loser))
        }
        Ending::Adjudicated { result, why } => {
            let who = match result {
                GameResult::WhiteWins => "White wins",
                GameResult::BlackWins => "Black wins",
                GameResult::Draw | GameResult::Unknown => "Draw",
            };
            let tables = if *why == AdjudicationReason::Tablebases { ": SyzygyTB" } else { "" };
            format!("{who} by adjudication{tables}")
        }
        Ending::MarkedPawn { loser, .. } => format!("{} loses", name(*loser)),
    }
}

/// The value of PGN's tag `Termination`.
pub fn termination(ending: &Ending) -> &'static str {
    match ending.termination() {
        Termination::RulesInfraction => "illegal move",
        other => other.text(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_that_scripts_look_for() {
        let forfeit = |reason| Ending::Forfeit { loser: Color::Black, reason };
        let adjudicated = |result, why| Ending::Adjudicated { result, why };
        let flag = Outcome::FlagFall { loser: Color::White };
        for (end, words, tag) in [
            (Ending::Lawful(Outcome::Checkmate { winner: Color::White }), "White mates", "normal"),
            (Ending::Lawful(flag), "White loses on time", "time forfeit"),
            (forfeit(ForfeitReason::Crashed), "Black disconnects", "abandoned"),
            (forfeit(ForfeitReason::Hung), "Black's connection stalls", "abandoned"),
            (
                forfeit(ForfeitReason::Garbage("x".into())),
                "Black makes an illegal move",
                "illegal move",
            ),
            (
                adjudicated(GameResult::Draw, AdjudicationReason::Length),
                "Draw by adjudication",
                "adjudication",
            ),
            (
                adjudicated(GameResult::BlackWins, AdjudicationReason::Tablebases),
                "Black wins by adjudication: SyzygyTB",
                "adjudication",
            ),
        ] {
            assert_eq!((ending(&end).as_str(), termination(&end)), (words, tag));
        }
    }
}
