//! Passed pawns: blockers, the path ahead, rooks behind, and races that the
//! pawn wins.

use super::context::EvalContext;
use crate::chess::attacks;
use crate::chess::types::{Bitboard, PieceKind, Rank, Side, Square};
use crate::engine::eval::layout::{
    PASSED_BLOCKED, PASSED_FREE, PASSED_PATH, PASSED_ROOK_BEHIND, PASSED_UNSTOPPABLE,
};
use crate::engine::eval::masks;
use crate::engine::eval::tracer::EvalTracer;

/// Counts a side's passed pawns; `passed` has those of both sides.
#[inline(always)]
pub fn count<S: Side>(context: &EvalContext, passed: Bitboard, tracer: &mut impl EvalTracer) {
    let own = passed & context.own::<S>().pieces;
    for square in own {
        path::<S>(context, square, tracer);
    }
    let enemy = context.enemy::<S>();
    if own.any() && enemy.pieces == enemy.pawns.with(enemy.king) {
        race::<S>(context, own, tracer);
    }
}

/// Counts whether the next square and the whole path are free, and rooks behind
/// the pawn, which keep their mobility as the pawn advances.
#[inline(always)]
fn path<S: Side>(context: &EvalContext, square: Square, tracer: &mut impl EvalTracer) {
    let enemy = context.enemy::<S>();
    let rank = square.rank().relative_to(S::US).index() - Rank::Second.index();
    let next = Bitboard::of(square).forward(S::US);
    if (next & enemy.pieces).any() {
        tracer.for_piece::<S>(PASSED_BLOCKED.at(rank), square);
    } else if (next & (context.occupied | enemy.attacked)).is_empty() {
        tracer.for_piece::<S>(PASSED_FREE.at(rank), square);
    }
    if (masks::ahead(S::US, square) & (enemy.pieces | enemy.attacked)).is_empty() {
        tracer.for_piece::<S>(PASSED_PATH.at(rank), square);
    }
    let rooks = masks::ahead(S::THEM, square) & context.position.kind(PieceKind::Rook);
    if rooks.any() {
        let behind = attacks::rook(square, context.occupied) & rooks;
        if (behind & context.own::<S>().pieces).any() {
            tracer.for_piece::<S>(PASSED_ROOK_BEHIND.at(0), square);
        } else if behind.any() {
            tracer.for_piece::<S>(PASSED_ROOK_BEHIND.at(1), square);
        }
    }
}

/// Counts a pawn that the enemy king, without other non-pawn pieces, cannot
/// catch: the rule of the square.
#[inline(never)]
fn race<S: Side>(context: &EvalContext, passed: Bitboard, tracer: &mut impl EvalTracer) {
    let head_start = (context.position.side_to_move() == S::THEM) as usize;
    let is_unstoppable = |square: Square| {
        let path = masks::ahead(S::US, square);
        let steps = (path.count() as usize).min(5);
        let promotion = Square::new(square.file(), Rank::Eighth.relative_to(S::US));
        let king_distance = masks::distance(context.enemy::<S>().king, promotion);
        (path & context.occupied).is_empty() && king_distance > steps + head_start
    };
    if passed.into_iter().any(is_unstoppable) {
        tracer.once::<S>(PASSED_UNSTOPPABLE.only());
    }
}
