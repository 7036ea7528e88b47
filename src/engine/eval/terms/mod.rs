//! The positional terms, one file by theme. Each term is written once, for the
//! side `S`, and reports to a tracer.

mod context;
mod king;
mod mobility;
mod passed;
mod pawns;
mod pieces;
mod shelter;
mod threats;

#[cfg(test)]
mod tests;

use super::layout;
use super::tracer::EvalTracer;
use crate::chess::board::Position;
use crate::chess::types::{Bitboard, Black, Color, White};
use context::EvalContext;

/// Counts all terms except the square tables.
pub fn count(position: &Position, tracer: &mut impl EvalTracer) {
    let passed = count_pawns_and_kings(position, tracer);
    count_all(position, passed, tracer);
}

/// Counts the terms that depend on pawns and kings alone, and returns the
/// passed pawns of both colors.
pub fn count_pawns_and_kings(position: &Position, tracer: &mut impl EvalTracer) -> Bitboard {
    shelter::count::<White>(position, tracer);
    shelter::count::<Black>(position, tracer);
    pawns::count::<White>(position, tracer) | pawns::count::<Black>(position, tracer)
}

/// Counts the terms that depend on all pieces, given the passed pawns of both
/// colors.
#[inline]
pub fn count_all(position: &Position, passed: Bitboard, tracer: &mut impl EvalTracer) {
    let mut context = EvalContext::new(position);
    mobility::count::<White>(&mut context, tracer);
    mobility::count::<Black>(&mut context, tracer);
    pieces::count::<White>(&context, tracer);
    pieces::count::<Black>(&context, tracer);
    king::count::<White>(&context, tracer);
    king::count::<Black>(&context, tracer);
    threats::count::<White>(&context, tracer);
    threats::count::<Black>(&context, tracer);
    if passed.any() {
        passed::count::<White>(&context, passed, tracer);
        passed::count::<Black>(&context, passed, tracer);
    }
    match position.side_to_move() {
        Color::White => tracer.once::<White>(layout::TEMPO.only()),
        Color::Black => tracer.once::<Black>(layout::TEMPO.only()),
    }
}
