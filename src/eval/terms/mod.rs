use super::layout;
use super::side::{Black, White};
use super::tally::Tally;
use crate::board::Position;
use crate::types::Color;

pub fn count(position: &Position, tally: &mut impl Tally) {
    match position.side() {
        Color::White => tally.once::<White>(layout::TEMPO.only()),
        Color::Black => tally.once::<Black>(layout::TEMPO.only()),
    }
}
