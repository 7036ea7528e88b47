//! What a match came to, for people and for programs: one page of HTML that
//! needs nothing beside it, or one JSON text.
//!
//! Both are made of an [`Analysis`], which is made of the records of the games
//! alone, or, for a series of matches about the worth of men, of
//! [`Exchanges`]; `charts` draws, `page` writes in the words of `html`.

mod analysis;
mod charts;
mod diagram;
mod exchanges;
mod html;
mod page;
mod reasons;

pub use analysis::Analysis;
pub use exchanges::{Exchange, Exchanges};

use super::record::GameRecord;
use super::stats::Sprt;
use serde::Serialize;

/// A match as the report needs it.
#[derive(Clone, Debug)]
pub struct Match<'a> {
    /// What it is called.
    pub title: &'a str,
    /// The players' names, in the order of their numbers in the records.
    pub players: &'a [String],
    /// What else should be said of how it was played: a name and a text each,
    /// for instance "clock" and "8+0.08".
    pub conditions: &'a [(String, String)],
    /// The test that was made, if one was.
    pub sprt: Option<Sprt>,
    /// The games, in any order.
    pub games: &'a [GameRecord],
}

/// An [`Analysis`] or [`Exchanges`] as JSON, indented, with a line break at the
/// end. What is infinite (the Elo of one who has won every game) is `null`; Elo
/// is that of a player over the other, scores and shares go from 0 to 1, times
/// are in milliseconds.
pub fn json(of: &impl Serialize) -> String {
    // A tree of numbers and texts always has a form in JSON.
    let text = serde_json::to_string_pretty(of).unwrap_or_default();
    text + "\n"
}

#[cfg(test)]
mod tests;
