//! What is counted, by theme: each file has the terms of one, and each term
//! is written for the side `S` and told to a tally.

mod king;
mod mobility;
mod passed;
mod pawns;
mod pieces;
mod shelter;
mod space;
mod survey;
mod threats;

#[cfg(test)]
mod tests;

use super::layout;
use super::side::{Black, White};
use super::tally::Tally;
use crate::board::Position;
use crate::types::{Bitboard, Color};
use survey::Survey;

/// Counts everything that is not a sum over the men.
pub fn count(position: &Position, tally: &mut impl Tally) {
    let passed = of_pawns_and_kings(position, tally);
    of_all(position, passed, tally);
}

/// Counts what depends on pawns and kings alone; returns the passed pawns of
/// both colours.
pub fn of_pawns_and_kings(position: &Position, tally: &mut impl Tally) -> Bitboard {
    shelter::count::<White>(position, tally);
    shelter::count::<Black>(position, tally);
    pawns::count::<White>(position, tally) | pawns::count::<Black>(position, tally)
}

/// Counts what depends on all men, given the passed pawns of both colours.
#[inline]
pub fn of_all(position: &Position, passed: Bitboard, tally: &mut impl Tally) {
    let mut survey = Survey::new(position);
    mobility::count::<White>(&mut survey, tally);
    mobility::count::<Black>(&mut survey, tally);
    pieces::count::<White>(&survey, tally);
    pieces::count::<Black>(&survey, tally);
    king::count::<White>(&survey, tally);
    king::count::<Black>(&survey, tally);
    threats::count::<White>(&survey, tally);
    threats::count::<Black>(&survey, tally);
    space::count::<White>(&survey, tally);
    space::count::<Black>(&survey, tally);
    if passed.any() {
        passed::count::<White>(&survey, passed, tally);
        passed::count::<Black>(&survey, passed, tally);
    }
    match position.side() {
        Color::White => tally.once::<White>(layout::TEMPO.only()),
        Color::Black => tally.once::<Black>(layout::TEMPO.only()),
    }
}
