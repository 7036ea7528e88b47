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
mod written_json;

pub use analysis::{Analysis, MatchResults, PlayerRow};
pub use conditions::{EngineConditions, MatchConditions, shell_line, span};
pub use exchanges::{Exchange, Exchanges};
pub use games::{GameMoves, GameRow, MoveRow, OddGame, OddGames};
pub use openings::{LostOpening, OpeningResults};
pub use written_json::json;

#[cfg(test)]
mod number_tests;
#[cfg(test)]
mod tests;
