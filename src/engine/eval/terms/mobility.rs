//! Mobility: the number of squares that a piece attacks in the mobility area. A
//! piece with few squares takes no part in the game and is easily trapped. Each
//! number of squares has its own weight, as the first squares matter more than
//! the last.
//!
//! The loop over the pieces also collects their attacks for all other terms.

use super::context::EvalContext;
use super::{king, pieces};
use crate::chess::attacks;
use crate::chess::types::{Bitboard, PieceKind, Side};
use crate::engine::eval::layout::{
    MOBILITY_BISHOP, MOBILITY_KNIGHT, MOBILITY_QUEEN, MOBILITY_ROOK,
};
use crate::engine::eval::tracer::EvalTracer;

/// Counts the mobility of a side's pieces, and adds their attacks to `context`.
#[inline(always)]
pub fn count<S: Side>(context: &mut EvalContext, tracer: &mut impl EvalTracer) {
    let area = context.own::<S>().mobility_area;
    let mobility = |attacks: Bitboard| (attacks & area).count() as usize;
    let occupied = context.occupied;
    let queens = context.pieces::<S>(PieceKind::Queen);
    let rooks = context.pieces::<S>(PieceKind::Rook);

    for square in context.pieces::<S>(PieceKind::Knight) {
        let attacks = attacks::knight(square);
        add_attacks::<S>(context, PieceKind::Knight, attacks);
        tracer.for_piece::<S>(MOBILITY_KNIGHT.at(mobility(attacks)), square);
        pieces::knight::<S>(context, square, attacks, tracer);
    }
    for square in context.pieces::<S>(PieceKind::Bishop) {
        let attacks = attacks::bishop(square, occupied - queens);
        add_attacks::<S>(context, PieceKind::Bishop, attacks);
        tracer.for_piece::<S>(MOBILITY_BISHOP.at(mobility(attacks)), square);
    }
    for square in rooks {
        let attacks = attacks::rook(square, occupied - queens - rooks);
        add_attacks::<S>(context, PieceKind::Rook, attacks);
        tracer.for_piece::<S>(MOBILITY_ROOK.at(mobility(attacks)), square);
    }
    for square in queens {
        let attacks = attacks::queen(square, occupied);
        add_attacks::<S>(context, PieceKind::Queen, attacks);
        tracer.for_piece::<S>(MOBILITY_QUEEN.at(mobility(attacks)), square);
    }
}

/// Adds the attacks of a piece, and its units of attack on the enemy king.
#[inline(always)]
fn add_attacks<S: Side>(context: &mut EvalContext, kind: PieceKind, attacks: Bitboard) {
    context.add_attacks::<S>(kind, attacks);
    if (attacks & context.enemy::<S>().king_ring).any() {
        context.add_king_attack::<S>(king::units(kind));
    }
}
