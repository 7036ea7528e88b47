//! Room in the own side: behind the front of the pawns pieces pass each other
//! and change wings unseen. It counts only in the middle files, and as long
//! as there are pieces to use it, which the taper sees to.

use super::context::{EvalContext, ranks};
use crate::eval::layout::SPACE;
use crate::eval::masks;
use crate::eval::tracer::EvalTracer;
use crate::types::{Bitboard, File, PieceKind, Rank, Side};

const MIDDLE_FILES: Bitboard = Bitboard(
    Bitboard::file(File::C).0
        | Bitboard::file(File::D).0
        | Bitboard::file(File::E).0
        | Bitboard::file(File::F).0,
);

/// Counts the safe squares of the side, and those behind pawns once more.
#[inline(always)]
pub fn count<S: Side>(context: &EvalContext, tracer: &mut impl EvalTracer) {
    let (own, enemy) = (context.own::<S>(), context.enemy::<S>());
    let side = const { ranks_of_camp::<S>() } & MIDDLE_FILES;
    let safe = side - own.pawns - enemy.by(PieceKind::Pawn);
    let covered = (safe & masks::fill(S::THEM, own.pawns)) - enemy.all;
    tracer.times::<S>(SPACE.only(), (safe.count() + covered.count()) as i32);
}

const fn ranks_of_camp<S: Side>() -> Bitboard {
    ranks::<S>(Rank::Second, Rank::Fourth)
}
