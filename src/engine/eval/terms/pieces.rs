//! Placement of single minor pieces and rooks, apart from mobility.

use super::context::{EvalContext, ranks};
use crate::chess::attacks;
use crate::chess::types::{Bitboard, Color, PieceKind, Rank, Side, Square};
use crate::engine::eval::layout::{
    BISHOP_LONG_DIAGONAL, BISHOP_PAIR, BISHOP_PAWNS, MINOR_BEHIND_PAWN, OUTPOST_BISHOP,
    OUTPOST_KNIGHT, OUTPOST_REACHABLE, ROOK_FILE, ROOK_SEVENTH,
};
use crate::engine::eval::masks;
use crate::engine::eval::tracer::EvalTracer;

/// Counts the placement of a side's minor pieces and rooks.
#[inline(always)]
pub fn count<S: Side>(context: &EvalContext, tracer: &mut impl EvalTracer) {
    outposts::<S>(context, tracer);
    behind_pawns::<S>(context, tracer);
    bishops::<S>(context, tracer);
    rooks::<S>(context, tracer);
}

/// Counts minor pieces on outposts: no pawn can drive them away. Protected by a
/// pawn they also withstand exchanges.
#[inline(always)]
fn outposts<S: Side>(context: &EvalContext, tracer: &mut impl EvalTracer) {
    let own = context.own::<S>();
    let supported = own.outposts & own.attacked_by(PieceKind::Pawn);
    let alone = own.outposts - supported;
    let knights = context.pieces::<S>(PieceKind::Knight);
    let bishops = context.pieces::<S>(PieceKind::Bishop);
    tracer.for_each::<S>(OUTPOST_KNIGHT.at(0), knights & alone);
    tracer.for_each::<S>(OUTPOST_KNIGHT.at(1), knights & supported);
    tracer.for_each::<S>(OUTPOST_BISHOP.at(0), bishops & alone);
    tracer.for_each::<S>(OUTPOST_BISHOP.at(1), bishops & supported);
}

/// Counts a knight that can reach a protected outpost with one move.
#[inline(always)]
pub fn knight<S: Side>(
    context: &EvalContext,
    square: Square,
    attacks: Bitboard,
    tracer: &mut impl EvalTracer,
) {
    let own = context.own::<S>();
    let targets = (own.outposts & own.attacked_by(PieceKind::Pawn)) - own.pieces;
    if !own.outposts.has(square) && (attacks & targets).any() {
        tracer.for_piece::<S>(OUTPOST_REACHABLE.only(), square);
    }
}

/// Counts minor pieces right behind a pawn, which shields them.
#[inline(always)]
fn behind_pawns<S: Side>(context: &EvalContext, tracer: &mut impl EvalTracer) {
    let behind = context.position.kind(PieceKind::Pawn).forward(S::THEM);
    let knights = context.pieces::<S>(PieceKind::Knight) & behind;
    let bishops = context.pieces::<S>(PieceKind::Bishop) & behind;
    tracer.for_each::<S>(MINOR_BEHIND_PAWN.at(0), knights);
    tracer.for_each::<S>(MINOR_BEHIND_PAWN.at(1), bishops);
}

/// Counts the bishop pair, which reaches squares of both colors; own pawns on
/// a bishop's color, which restrict it; and bishops on a long diagonal that
/// see the centre.
#[inline(always)]
fn bishops<S: Side>(context: &EvalContext, tracer: &mut impl EvalTracer) {
    let bishops = context.pieces::<S>(PieceKind::Bishop);
    if (bishops & Bitboard::LIGHT).any() && (bishops & Bitboard::DARK).any() {
        tracer.once::<S>(BISHOP_PAIR.only());
    }
    let own_pawns = context.own::<S>().pawns;
    for square in bishops {
        let color = if square.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
        let on_color = (own_pawns & color).count() as usize;
        tracer.for_piece::<S>(BISHOP_PAWNS.at_most_last(on_color), square);
        if (masks::LONG_DIAGONALS - masks::CENTRE).has(square) {
            let attacks = attacks::bishop(square, context.position.kind(PieceKind::Pawn));
            if (attacks & masks::CENTRE).several() {
                tracer.for_piece::<S>(BISHOP_LONG_DIAGONAL.only(), square);
            }
        }
    }
}

/// Counts rooks on half-open and open files, and on the seventh rank if they
/// attack pawns or confine the king there.
#[inline(always)]
fn rooks<S: Side>(context: &EvalContext, tracer: &mut impl EvalTracer) {
    let rooks = context.pieces::<S>(PieceKind::Rook);
    let (own, enemy) = (context.own::<S>(), context.enemy::<S>());
    let closed = files(own.pawns);
    let half_open = rooks - closed;
    let open = half_open - files(enemy.pawns);
    tracer.for_each::<S>(ROOK_FILE.at(0), half_open - open);
    tracer.for_each::<S>(ROOK_FILE.at(1), open);

    let seventh = ranks::<S>(Rank::Seventh, Rank::Seventh);
    let eighth = ranks::<S>(Rank::Eighth, Rank::Eighth);
    if (enemy.pawns & seventh).any() || eighth.has(enemy.king) {
        tracer.for_each::<S>(ROOK_SEVENTH.only(), rooks & seventh);
    }
}

/// All squares of the files that have a square of the set.
#[inline(always)]
fn files(set: Bitboard) -> Bitboard {
    masks::fill(Color::White, set) | masks::fill(Color::Black, set)
}
