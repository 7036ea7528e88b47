//! What stands in the way of passed pawns, and what drives them.

use super::context::EvalContext;
use crate::attacks;
use crate::eval::layout::{
    PASSED_BLOCKED, PASSED_FREE, PASSED_PATH, PASSED_ROOK_BEHIND, PASSED_UNSTOPPABLE,
};
use crate::eval::masks;
use crate::eval::tracer::EvalTracer;
use crate::types::{Bitboard, PieceKind, Rank, Side, Square};

/// Counts the ways of a side's passed pawns; `passed` has those of both.
#[inline(always)]
pub fn count<S: Side>(context: &EvalContext, passed: Bitboard, tracer: &mut impl EvalTracer) {
    let own = passed & context.own::<S>().pieces;
    for square in own {
        way::<S>(context, square, tracer);
    }
    let enemy = context.enemy::<S>();
    if own.any() && enemy.pieces == enemy.pawns.with(enemy.king) {
        race::<S>(context, own, tracer);
    }
}

/// A pawn is as strong as its way is free: the next square, all squares up to
/// the last. A rook pushes from behind, as it never loses room there.
#[inline(always)]
fn way<S: Side>(context: &EvalContext, square: Square, tracer: &mut impl EvalTracer) {
    let enemy = context.enemy::<S>();
    let rank = square.rank().relative_to(S::US).index() - Rank::Second.index();
    let next = Bitboard::of(square).forward(S::US);
    if (next & enemy.pieces).any() {
        tracer.for_piece::<S>(PASSED_BLOCKED.at(rank), square);
    } else if (next & (context.occupied | enemy.all)).is_empty() {
        tracer.for_piece::<S>(PASSED_FREE.at(rank), square);
    }
    if (masks::ahead(S::US, square) & (enemy.pieces | enemy.all)).is_empty() {
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

/// Whether one of the pawns outruns a king who has no piece left to help: the
/// rule of the square.
#[inline(never)]
fn race<S: Side>(context: &EvalContext, passed: Bitboard, tracer: &mut impl EvalTracer) {
    let head_start = (context.position.side_to_move() == S::THEM) as usize;
    let wins = |square: Square| {
        let path = masks::ahead(S::US, square);
        let steps = (path.count() as usize).min(5);
        let goal = Square::new(square.file(), Rank::Eighth.relative_to(S::US));
        let far = masks::distance(context.enemy::<S>().king, goal);
        (path & context.occupied).is_empty() && far > steps + head_start
    };
    if passed.into_iter().any(wins) {
        tracer.once::<S>(PASSED_UNSTOPPABLE.only());
    }
}
