//! The documents' claims beside measured scores. The *giver* is the player who
//! gives the odds; a *price* is what the documents say that the odds are worth.

use super::handicap::{DocumentedOdds, Handicap};
use crate::arena::stats::{Estimates, ResultCounts, without_minus_zero};
use serde::Serialize;
use std::fmt::{self, Write};

/// The largest distance from one half at which a score counts as "about half":
/// some 35 Elo, a third of a pawn.
const ABOUT_HALF: f64 = 0.05;

/// Whether the games confirm the documents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Agreement {
    /// The games confirm the claim.
    Agrees,
    /// The games contradict the claim.
    Differs,
    /// The games are too few to tell.
    Open,
}

impl fmt::Display for Agreement {
    /// One word: `agrees`, `differs` or `open`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Agreement::Agrees => "agrees",
            Agreement::Differs => "differs",
            Agreement::Open => "open",
        })
    }
}

/// Compares a claim with the giver's score. "More" and "less" agree if the
/// whole 95 % interval of the score lies on the right side of one half. "As much"
/// agrees if the score is within 0.05 of one half, "at least as much" if it is at
/// most one half.
pub fn agreement(claim: DocumentedOdds, result_counts: &ResultCounts) -> Agreement {
    let Some(estimates) = Estimates::of(result_counts) else { return Agreement::Open };
    let score = estimates.score;
    if !score.is_known() {
        return Agreement::Open;
    }
    let (below, above) = (score.high < 0.5, score.low > 0.5);
    let of = |agrees: bool, differs: bool| match (agrees, differs) {
        (true, _) => Agreement::Agrees,
        (_, true) => Agreement::Differs,
        _ => Agreement::Open,
    };
    match claim {
        DocumentedOdds::GivesMore => of(below, above),
        DocumentedOdds::GivesLess => of(above, below),
        DocumentedOdds::GivesNoLess => of(score.value <= 0.5 && !above, above),
        DocumentedOdds::GivesTheSame => of((score.value - 0.5).abs() <= ABOUT_HALF, below || above),
    }
}

/// The documents' sentence beside the giver's score, one block of lines for each
/// handicap:
///
/// ```text
/// exchange                       price    games      score of the giver     Elo   claim
/// knight-and-bishop-for-rook     +1.07      400   38.2 % ± 3.1    -83.5 ± 23.0   agrees
///   “to give a knight and a bishop is to give rather more than a rook”
/// ```
///
/// The price is the material that the giver plays without, less what the
/// opponent plays without, by the documents' values in pawns.
pub fn claim_table(results: &[(&Handicap, ResultCounts)]) -> String {
    let mut text = claim_head() + "\n";
    for (handicap, result_counts) in results {
        text += &claim_entry(handicap, result_counts);
        text.push('\n');
    }
    text
}

/// The heads of the columns of the [`claim_table`].
pub fn claim_head() -> String {
    format!(
        "{:<29} {:>6} {:>7}   {:<13} {:>16}   {}",
        "exchange", "price", "games", "giver's score", "Elo", "claim"
    )
}

/// One entry of the [`claim_table`].
pub fn claim_entry(handicap: &Handicap, result_counts: &ResultCounts) -> String {
    let mut text = format!(
        "{:<29} {:>+6.2}",
        handicap.name,
        without_minus_zero(handicap.balance() / 100.0, 2)
    );
    // Writing to a string cannot fail.
    let _ = write!(text, " {:>7}", result_counts.games());
    match Estimates::of(result_counts) {
        None => text += "   not played",
        Some(found) => {
            let (score, error) = (100.0 * found.score.value, found.score.error_text(1, 100.0));
            let _ = write!(text, "   {score:>4.1} % ± {error:<4} {:>16}", found.elo_text());
        }
    }
    if let Some(claim) = handicap.claim {
        let _ = write!(text, "   {}", agreement(claim, result_counts));
    }
    if let Some(says) = handicap.says {
        let _ = write!(text, "\n  “{says}”");
    }
    text
}
