//! How far the pieces can go. A piece is worth its squares: one that has few
//! takes no part in the game and is easily caught. Each number of squares has
//! a weight of its own, as the first squares matter more than the last.
//!
//! Going through the pieces also finds what they attack, for all other terms.

use super::context::EvalContext;
use super::{king, pieces};
use crate::attacks;
use crate::eval::layout::{MOBILITY_BISHOP, MOBILITY_KNIGHT, MOBILITY_QUEEN, MOBILITY_ROOK};
use crate::eval::tracer::EvalTracer;
use crate::types::{Bitboard, PieceKind, Side};

/// Counts the mobility of a side's pieces, and fills in its attacks.
#[inline(always)]
pub fn count<S: Side>(context: &mut EvalContext, tracer: &mut impl EvalTracer) {
    let area = context.own::<S>().area;
    let room = |attacks: Bitboard| (attacks & area).count() as usize;
    let occupied = context.occupied;
    let queens = context.pieces::<S>(PieceKind::Queen);
    let rooks = context.pieces::<S>(PieceKind::Rook);

    for square in context.pieces::<S>(PieceKind::Knight) {
        let attacks = attacks::knight(square);
        note::<S>(context, PieceKind::Knight, attacks);
        tracer.for_piece::<S>(MOBILITY_KNIGHT.at(room(attacks)), square);
        pieces::knight::<S>(context, square, attacks, tracer);
    }
    for square in context.pieces::<S>(PieceKind::Bishop) {
        let attacks = attacks::bishop(square, occupied - queens);
        note::<S>(context, PieceKind::Bishop, attacks);
        tracer.for_piece::<S>(MOBILITY_BISHOP.at(room(attacks)), square);
    }
    for square in rooks {
        let attacks = attacks::rook(square, occupied - queens - rooks);
        note::<S>(context, PieceKind::Rook, attacks);
        tracer.for_piece::<S>(MOBILITY_ROOK.at(room(attacks)), square);
    }
    for square in queens {
        let attacks = attacks::queen(square, occupied);
        note::<S>(context, PieceKind::Queen, attacks);
        tracer.for_piece::<S>(MOBILITY_QUEEN.at(room(attacks)), square);
    }
}

#[inline(always)]
fn note<S: Side>(context: &mut EvalContext, kind: PieceKind, attacks: Bitboard) {
    context.add::<S>(kind, attacks);
    if (attacks & context.enemy::<S>().ring).any() {
        context.assault::<S>(king::units(kind));
    }
}
