//! What is counted, by theme: each file has the terms of one, and each term
//! is written for the side `S` and told to a tracer.

mod context;
mod king;
mod mobility;
mod passed;
mod pawns;
mod pieces;
mod shelter;
mod space;
mod threats;

#[cfg(test)]
mod tests;

use super::layout;
use super::tracer::EvalTracer;
use crate::board::Position;
use crate::types::{Bitboard, Black, Color, White};
use context::EvalContext;

/// Counts everything that is not a sum over the men.
pub fn count(position: &Position, tracer: &mut impl EvalTracer) {
    let passed = of_pawns_and_kings(position, tracer);
    of_all(position, passed, tracer);
}

/// Counts what depends on pawns and kings alone; returns the passed pawns of
/// both colours.
pub fn of_pawns_and_kings(position: &Position, tracer: &mut impl EvalTracer) -> Bitboard {
    shelter::count::<White>(position, tracer);
    shelter::count::<Black>(position, tracer);
    pawns::count::<White>(position, tracer) | pawns::count::<Black>(position, tracer)
}

/// Counts what depends on all men, given the passed pawns of both colours.
#[inline]
pub fn of_all(position: &Position, passed: Bitboard, tracer: &mut impl EvalTracer) {
    let mut context = EvalContext::new(position);
    mobility::count::<White>(&mut context, tracer);
    mobility::count::<Black>(&mut context, tracer);
    pieces::count::<White>(&context, tracer);
    pieces::count::<Black>(&context, tracer);
    king::count::<White>(&context, tracer);
    king::count::<Black>(&context, tracer);
    threats::count::<White>(&context, tracer);
    threats::count::<Black>(&context, tracer);
    space::count::<White>(&context, tracer);
    space::count::<Black>(&context, tracer);
    if passed.any() {
        passed::count::<White>(&context, passed, tracer);
        passed::count::<Black>(&context, passed, tracer);
    }
    match position.side_to_move() {
        Color::White => tracer.once::<White>(layout::TEMPO.only()),
        Color::Black => tracer.once::<Black>(layout::TEMPO.only()),
    }
}
