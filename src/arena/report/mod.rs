//! The report of a match: one self-contained page of HTML for people, or JSON
//! for programs.
//!
//! Both come from an [`Analysis`], which is computed from the game records
//! alone; or, for a series of matches about the values of pieces, from
//! [`Exchanges`]. The ratings of any games,
//! [`RatingList`](crate::arena::stats::RatingList), have a page too. `charts` draws the
//! curves, `page` writes the head and the results, `game_page` the games, `sections`
//! the rest, with the building blocks of [`html`](crate::support::html).

mod analysis;
mod charts;
mod conditions;
mod course;
mod exchanges;
mod game_page;
mod games;
mod move_statistics;
mod openings;
mod page;
mod rating_page;
mod sections;

pub use analysis::{Analysis, MatchResults, PlayerRow};
pub use conditions::{EngineConditions, MatchConditions, shell_line, span};
pub use exchanges::{Exchange, Exchanges};
pub use games::{GameMoves, GameRow, MoveRow, OddGame, OddGames};
pub use openings::{LostOpening, OpeningResults};

use crate::analysis::analyst::JSON_SCHEMA;
use serde::Serialize;

/// Values and the version of their fields.
#[derive(Serialize)]
struct WithSchema<'v, V> {
    schema: u32,
    #[serde(flatten)]
    of: &'v V,
}

/// An [`Analysis`] or [`Exchanges`] as JSON, indented, with a line break at the
/// end. Infinite values (the Elo of a player who has won every game) are `null`.
/// Elo is the first player's advantage, scores and shares go from 0 to 1, times
/// are in milliseconds. `schema` is the version of the fields, [`JSON_SCHEMA`].
pub fn json(of: &impl Serialize) -> String {
    // Serialisation cannot fail: the values are numbers, texts and lists.
    let text = serde_json::to_string_pretty(&WithSchema { schema: JSON_SCHEMA, of });
    let text = text.unwrap_or_default();
    text + "\n"
}

#[cfg(test)]
mod number_tests;
#[cfg(test)]
mod tests;
