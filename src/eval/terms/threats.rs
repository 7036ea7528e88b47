//! What may be taken, or soon: men attacked by cheaper ones, men that nobody
//! protects, and pawn steps that would attack. The search sees what is taken
//! next move; that two things are attacked at once, or that protecting one
//! ties pieces down, shows only later.

use super::context::{EvalContext, ranks};
use crate::attacks;
use crate::eval::layout::{
    THREAT_BY_KING, THREAT_BY_MINOR, THREAT_BY_PAWN, THREAT_BY_ROOK, THREAT_HANGING, THREAT_PUSH,
    THREAT_QUEEN_DEFENDS, THREAT_RESTRICTED,
};
use crate::eval::tracer::EvalTracer;
use crate::types::{Bitboard, PieceKind, Rank, Side};

use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};

/// Counts what a side threatens.
#[inline(always)]
pub fn count<S: Side>(context: &EvalContext, tracer: &mut impl EvalTracer) {
    let (own, enemy) = (context.own::<S>(), context.enemy::<S>());
    // Well protected: by a pawn, or more often than attacked twice.
    let strong = enemy.by(Pawn) | (enemy.twice - own.twice);
    let weak = ((enemy.pieces & own.all) - strong).without(enemy.king);

    by_pawns::<S>(context, tracer);
    by_pieces::<S>(context, weak, tracer);
    if (weak & own.by(King)).any() {
        tracer.once::<S>(THREAT_BY_KING.only());
    }
    let pieces = enemy.pieces - enemy.pawns;
    let hanging = weak & (!enemy.all | pieces & own.twice);
    tracer.times::<S>(THREAT_HANGING.only(), hanging.count() as i32);
    let overloaded = (weak & enemy.by(Queen)) - enemy.twice;
    tracer.times::<S>(THREAT_QUEEN_DEFENDS.only(), overloaded.count() as i32);
    let restricted = (enemy.all & own.all) - strong;
    tracer.times::<S>(THREAT_RESTRICTED.only(), restricted.count() as i32);
}

/// Pawns that attack pieces, now or after a step that cannot be punished.
#[inline(always)]
fn by_pawns<S: Side>(context: &EvalContext, tracer: &mut impl EvalTracer) {
    let (own, enemy) = (context.own::<S>(), context.enemy::<S>());
    let pieces = enemy.pieces - enemy.pawns;
    let safe = own.all | !enemy.all;

    let attacked = attacks::pawns(S::US, own.pawns & safe) & pieces;
    if attacked.any() {
        for (place, kind) in [Knight, Bishop, Rook, Queen].into_iter().enumerate() {
            let victims = attacked & context.position.kind(kind);
            tracer.times::<S>(THREAT_BY_PAWN.at(place), victims.count() as i32);
        }
    }

    let step = own.pawns.forward(S::US) - context.occupied;
    let hop = (step & ranks::<S>(Rank::Third, Rank::Third)).forward(S::US) - context.occupied;
    let steps = ((step | hop) & safe) - enemy.by(Pawn);
    let soon = ((attacks::pawns(S::US, steps) & pieces) - own.by(Pawn)).without(enemy.king);
    tracer.times::<S>(THREAT_PUSH.only(), soon.count() as i32);
}

/// Minor pieces and rooks that attack what is weak, or worth more than they.
#[inline(always)]
fn by_pieces<S: Side>(context: &EvalContext, weak: Bitboard, tracer: &mut impl EvalTracer) {
    let (own, enemy) = (context.own::<S>(), context.enemy::<S>());
    let of_kind = |kind| enemy.pieces & context.position.kind(kind);
    let mut count = |weight, victims: Bitboard| tracer.times::<S>(weight, victims.count() as i32);

    let by_minors = own.by(Knight) | own.by(Bishop);
    for (place, kind) in [Pawn, Knight, Bishop].into_iter().enumerate() {
        count(THREAT_BY_MINOR.at(place), by_minors & weak & of_kind(kind));
    }
    count(THREAT_BY_MINOR.at(3), by_minors & of_kind(Rook));
    count(THREAT_BY_MINOR.at(4), by_minors & of_kind(Queen));

    let by_rooks = own.by(Rook);
    for (place, kind) in [Pawn, Knight, Bishop, Rook].into_iter().enumerate() {
        count(THREAT_BY_ROOK.at(place), by_rooks & weak & of_kind(kind));
    }
    count(THREAT_BY_ROOK.at(4), by_rooks & of_kind(Queen));
}
