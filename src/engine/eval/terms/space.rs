//! Space: safe squares in the own half, where pieces can regroup. Only the centre
//! files count. Space matters while there are pieces to use it; the taper takes
//! care of that.

use super::context::{EvalContext, ranks};
use crate::chess::types::{Bitboard, File, PieceKind, Rank, Side};
use crate::engine::eval::layout::SPACE;
use crate::engine::eval::masks;
use crate::engine::eval::tracer::EvalTracer;

/// Files c to f.
const CENTRE_FILES: Bitboard = Bitboard(
    Bitboard::file(File::C).0
        | Bitboard::file(File::D).0
        | Bitboard::file(File::E).0
        | Bitboard::file(File::F).0,
);

/// Counts the safe squares, and once more those behind own pawns.
#[inline(always)]
pub fn count<S: Side>(context: &EvalContext, tracer: &mut impl EvalTracer) {
    let (own, enemy) = (context.own::<S>(), context.enemy::<S>());
    let area = const { space_ranks::<S>() } & CENTRE_FILES;
    let safe = area - own.pawns - enemy.attacked_by(PieceKind::Pawn);
    let covered = (safe & masks::fill(S::THEM, own.pawns)) - enemy.attacked;
    tracer.times::<S>(SPACE.only(), (safe.count() + covered.count()) as i32);
}

/// The second to the fourth rank, seen from the side.
const fn space_ranks<S: Side>() -> Bitboard {
    ranks::<S>(Rank::Second, Rank::Fourth)
}
