//! Good and bad places of single pieces, beyond how far they see.

use super::context::{EvalContext, ranks};
use crate::attacks;
use crate::eval::layout::{
    BISHOP_LONG_DIAGONAL, BISHOP_PAIR, BISHOP_PAWNS, MINOR_BEHIND_PAWN, OUTPOST_BISHOP,
    OUTPOST_KNIGHT, OUTPOST_REACHABLE, ROOK_FILE, ROOK_SEVENTH,
};
use crate::eval::masks;
use crate::eval::tracer::EvalTracer;
use crate::types::{Bitboard, Color, PieceKind, Rank, Side, Square};

/// Counts the places of a side's pieces.
#[inline(always)]
pub fn count<S: Side>(context: &EvalContext, tracer: &mut impl EvalTracer) {
    outposts::<S>(context, tracer);
    behind_pawns::<S>(context, tracer);
    bishops::<S>(context, tracer);
    rooks::<S>(context, tracer);
}

/// A minor piece that no pawn can drive away works for as long as it likes;
/// protected by a pawn it need not even fear its like.
#[inline(always)]
fn outposts<S: Side>(context: &EvalContext, tracer: &mut impl EvalTracer) {
    let own = context.own::<S>();
    let supported = own.outposts & own.by(PieceKind::Pawn);
    let alone = own.outposts - supported;
    let knights = context.pieces::<S>(PieceKind::Knight);
    let bishops = context.pieces::<S>(PieceKind::Bishop);
    tracer.for_each::<S>(OUTPOST_KNIGHT.at(0), knights & alone);
    tracer.for_each::<S>(OUTPOST_KNIGHT.at(1), knights & supported);
    tracer.for_each::<S>(OUTPOST_BISHOP.at(0), bishops & alone);
    tracer.for_each::<S>(OUTPOST_BISHOP.at(1), bishops & supported);
}

/// A knight that is about to reach an outpost.
#[inline(always)]
pub fn knight<S: Side>(
    context: &EvalContext,
    square: Square,
    attacks: Bitboard,
    tracer: &mut impl EvalTracer,
) {
    let own = context.own::<S>();
    let goals = (own.outposts & own.by(PieceKind::Pawn)) - own.pieces;
    if !own.outposts.has(square) && (attacks & goals).any() {
        tracer.for_piece::<S>(OUTPOST_REACHABLE.only(), square);
    }
}

/// A pawn right before a minor piece shields it, and is itself protected from
/// being run into.
#[inline(always)]
fn behind_pawns<S: Side>(context: &EvalContext, tracer: &mut impl EvalTracer) {
    let sheltered = context.position.kind(PieceKind::Pawn).forward(S::THEM);
    let knights = context.pieces::<S>(PieceKind::Knight) & sheltered;
    let bishops = context.pieces::<S>(PieceKind::Bishop) & sheltered;
    tracer.for_each::<S>(MINOR_BEHIND_PAWN.at(0), knights);
    tracer.for_each::<S>(MINOR_BEHIND_PAWN.at(1), bishops);
}

/// Two bishops leave no square out of reach; one is the worse, the more own
/// pawns stand on its squares; and on a long diagonal it sees both sides.
#[inline(always)]
fn bishops<S: Side>(context: &EvalContext, tracer: &mut impl EvalTracer) {
    let bishops = context.pieces::<S>(PieceKind::Bishop);
    if (bishops & Bitboard::LIGHT).any() && (bishops & Bitboard::DARK).any() {
        tracer.once::<S>(BISHOP_PAIR.only());
    }
    let own_pawns = context.own::<S>().pawns;
    for square in bishops {
        let shade = if square.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
        tracer.for_piece::<S>(BISHOP_PAWNS.at((own_pawns & shade).count() as usize), square);
        if (masks::LONG_DIAGONALS - masks::CENTRE).has(square) {
            let sees = attacks::bishop(square, context.position.kind(PieceKind::Pawn));
            if (sees & masks::CENTRE).several() {
                tracer.for_piece::<S>(BISHOP_LONG_DIAGONAL.only(), square);
            }
        }
    }
}

/// Rooks come into play along files that no own pawn closes, and eat pawns or
/// cut off the king from the seventh rank.
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

/// All squares of the files on which something stands.
#[inline(always)]
fn files(set: Bitboard) -> Bitboard {
    masks::fill(Color::White, set) | masks::fill(Color::Black, set)
}
