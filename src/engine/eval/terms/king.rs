//! King danger. One attacker rarely succeeds, several together do. So attacks
//! are added up in units, and each sum of units has its own tuned weight.
//!
//! The units are set by hand, roughly in proportion to how often such an attack
//! succeeds. The scheme goes back to Crafty; weak squares in the king ring and
//! safe checks are from Stockfish and Ethereal.

use super::context::EvalContext;
use crate::chess::attacks;
use crate::chess::types::{PieceKind, Side};
use crate::engine::eval::layout::KING_DANGER;
use crate::engine::eval::tracer::EvalTracer;

/// Units of an attacked square of the king ring.
const ATTACKED: i32 = 1;
/// Additional units of such a square if only king or queen defend it.
const WEAK: i32 = 2;
/// Units of a possible safe check, by the kind of piece.
const SAFE_CHECKS: [(PieceKind, i32); 4] =
    [(PieceKind::Knight, 6), (PieceKind::Bishop, 4), (PieceKind::Rook, 7), (PieceKind::Queen, 5)];
/// Units to subtract if the attacker has no queen.
const NO_QUEEN: i32 = 8;

/// The largest number of units; more count the same.
const KING_DANGER_UNITS: usize = 40;

/// Units of a piece that attacks the king ring.
#[inline(always)]
pub const fn units(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Knight | PieceKind::Rook => 3,
        PieceKind::Bishop => 2,
        PieceKind::Queen => 4,
        PieceKind::Pawn | PieceKind::King => 0,
    }
}

/// Counts the attack of a side on the enemy king.
#[inline(always)]
pub fn count<S: Side>(context: &EvalContext, tracer: &mut impl EvalTracer) {
    let (own, enemy) = (context.own::<S>(), context.enemy::<S>());
    let by_king_or_queen = enemy.attacked_by(PieceKind::King) | enemy.attacked_by(PieceKind::Queen);
    let weak = (own.attacked - enemy.attacked_twice) & (!enemy.attacked | by_king_or_queen);

    let mut units = own.king_attack_units;
    units += (enemy.king_ring & own.attacked).count() as i32 * ATTACKED;
    units += (enemy.king_ring & weak).count() as i32 * WEAK;
    if context.pieces::<S>(PieceKind::Queen).is_empty() {
        units -= NO_QUEEN;
    }

    let safe = !own.pieces & (!enemy.attacked | weak & own.attacked_twice);
    let without_queen = context.occupied - context.pieces::<S::Enemy>(PieceKind::Queen);
    let diagonals = attacks::bishop(enemy.king, without_queen);
    let lines = attacks::rook(enemy.king, without_queen);
    for (kind, check_units) in SAFE_CHECKS {
        let from = match kind {
            PieceKind::Knight => attacks::knight(enemy.king),
            PieceKind::Bishop => diagonals,
            PieceKind::Rook => lines,
            _ => diagonals | lines,
        };
        if (from & safe & own.attacked_by(kind)).any() {
            units += check_units;
        }
    }

    if units > 0 {
        tracer.once::<S>(KING_DANGER.at((units as usize).min(KING_DANGER_UNITS) - 1));
    }
}
