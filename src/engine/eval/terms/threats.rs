//! Threats: pieces attacked by cheaper ones, hanging pieces, and pawn pushes
//! that would attack. The search sees a capture on the next move; these terms
//! see double attacks and pieces tied to a defence, which pay later.

use super::context::{EvalContext, ranks};
use crate::chess::attacks;
use crate::chess::types::{Bitboard, PieceKind, Rank, Side};
use crate::engine::eval::layout::{
    THREAT_BY_KING, THREAT_BY_MINOR, THREAT_BY_PAWN, THREAT_BY_ROOK, THREAT_HANGING, THREAT_PUSH,
};
use crate::engine::eval::tracer::EvalTracer;

use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};

/// Counts the threats of a side.
#[inline(always)]
pub fn count<S: Side>(context: &EvalContext, tracer: &mut impl EvalTracer) {
    let (own, enemy) = (context.own::<S>(), context.enemy::<S>());
    // Strongly protected: by a pawn, or twice while not attacked twice.
    let strong = enemy.attacked_by(Pawn) | (enemy.attacked_twice - own.attacked_twice);
    let weak = ((enemy.pieces & own.attacked) - strong).without(enemy.king);

    by_pawns::<S>(context, tracer);
    by_pieces::<S>(context, weak, tracer);
    if (weak & own.attacked_by(King)).any() {
        tracer.once::<S>(THREAT_BY_KING.only());
    }
    let non_pawns = enemy.pieces - enemy.pawns;
    let hanging = weak & (!enemy.attacked | non_pawns & own.attacked_twice);
    tracer.times::<S>(THREAT_HANGING.only(), hanging.count() as i32);
}

/// Counts non-pawn pieces that pawns attack now or after a safe push.
#[inline(always)]
fn by_pawns<S: Side>(context: &EvalContext, tracer: &mut impl EvalTracer) {
    let (own, enemy) = (context.own::<S>(), context.enemy::<S>());
    let non_pawns = enemy.pieces - enemy.pawns;
    let safe = own.attacked | !enemy.attacked;

    let attacked = attacks::pawns(S::US, own.pawns & safe) & non_pawns;
    if attacked.any() {
        for (place, kind) in [Knight, Bishop, Rook, Queen].into_iter().enumerate() {
            let victims = attacked & context.position.kind(kind);
            tracer.times::<S>(THREAT_BY_PAWN.at(place), victims.count() as i32);
        }
    }

    let push = own.pawns.forward(S::US) - context.occupied;
    let double_push =
        (push & ranks::<S>(Rank::Third, Rank::Third)).forward(S::US) - context.occupied;
    let pushes = ((push | double_push) & safe) - enemy.attacked_by(Pawn);
    let threatened =
        ((attacks::pawns(S::US, pushes) & non_pawns) - own.attacked_by(Pawn)).without(enemy.king);
    tracer.times::<S>(THREAT_PUSH.only(), threatened.count() as i32);
}

/// Counts attacks by minor pieces and rooks on weak or more valuable pieces.
#[inline(always)]
fn by_pieces<S: Side>(context: &EvalContext, weak: Bitboard, tracer: &mut impl EvalTracer) {
    let (own, enemy) = (context.own::<S>(), context.enemy::<S>());
    let of_kind = |kind| enemy.pieces & context.position.kind(kind);
    let mut count = |weight, victims: Bitboard| tracer.times::<S>(weight, victims.count() as i32);

    let by_minors = own.attacked_by(Knight) | own.attacked_by(Bishop);
    for (place, kind) in [Pawn, Knight, Bishop].into_iter().enumerate() {
        count(THREAT_BY_MINOR.at(place), by_minors & weak & of_kind(kind));
    }
    count(THREAT_BY_MINOR.at(3), by_minors & of_kind(Rook));
    count(THREAT_BY_MINOR.at(4), by_minors & of_kind(Queen));

    let by_rooks = own.attacked_by(Rook);
    for (place, kind) in [Pawn, Knight, Bishop, Rook].into_iter().enumerate() {
        count(THREAT_BY_ROOK.at(place), by_rooks & weak & of_kind(kind));
    }
    count(THREAT_BY_ROOK.at(4), by_rooks & of_kind(Queen));
}
