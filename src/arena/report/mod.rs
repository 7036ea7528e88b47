//! The report of a match: one self-contained page of HTML for people, or JSON
//! for programs.
//!
//! Both come from an [`Analysis`], which is computed from the game records
//! alone; or, for a series of matches about the values of pieces, from
//! [`Exchanges`]. `charts` draws the curves, `page` writes the sections with the
//! building blocks of [`html`](crate::support::html).

mod analysis;
mod charts;
mod exchanges;
mod move_statistics;
mod page;

pub use analysis::{Analysis, MatchResults};
pub use exchanges::{Exchange, Exchanges};

use serde::Serialize;

/// An [`Analysis`] or [`Exchanges`] as JSON, indented, with a line break at the
/// end. Infinite values (the Elo of a player who has won every game) are `null`.
/// Elo is the first player's advantage, scores and shares go from 0 to 1, times
/// are in milliseconds.
pub fn json(of: &impl Serialize) -> String {
    // Serialisation cannot fail: the values are numbers, texts and lists.
    let text = serde_json::to_string_pretty(of).unwrap_or_default();
    text + "\n"
}

#[cfg(test)]
mod tests;
