//! How much the kings have to fear. One attacker can be held off, several at
//! once cannot: so attacks are counted in units, and what so many units are
//! worth together is learned, a weight for each sum.
//!
//! The units themselves are set by hand, roughly in proportion to how often
//! such an attack gets through. The scheme is as old as Crafty's; that squares
//! which only king or queen defend count, and checks that cannot be punished,
//! is from Stockfish and Ethereal.

use super::context::EvalContext;
use crate::attacks;
use crate::eval::layout::KING_DANGER;
use crate::eval::tracer::EvalTracer;
use crate::types::{PieceKind, Side};

/// Units of a square near the king that is attacked.
const ATTACKED: i32 = 1;
/// Units of one, beside, that nobody but king or queen defends.
const WEAK: i32 = 2;
/// Units of a check that would cost nothing, by the kind of piece.
const CHECKS: [(PieceKind, i32); 4] =
    [(PieceKind::Knight, 6), (PieceKind::Bishop, 4), (PieceKind::Rook, 7), (PieceKind::Queen, 5)];
/// Units by which an attack without a queen is weaker.
const NO_QUEEN: i32 = 8;

/// Units of a piece that attacks a square near the king.
#[inline(always)]
pub const fn units(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Knight | PieceKind::Rook => 3,
        PieceKind::Bishop => 2,
        PieceKind::Queen => 4,
        PieceKind::Pawn | PieceKind::King => 0,
    }
}

/// Counts a side's attack on the enemy king.
#[inline(always)]
pub fn count<S: Side>(context: &EvalContext, tracer: &mut impl EvalTracer) {
    let (own, enemy) = (context.own::<S>(), context.enemy::<S>());
    let by_royals = enemy.by(PieceKind::King) | enemy.by(PieceKind::Queen);
    let weak = (own.all - enemy.twice) & (!enemy.all | by_royals);

    let mut units = own.assault;
    units += (enemy.ring & own.all).count() as i32 * ATTACKED;
    units += (enemy.ring & weak).count() as i32 * WEAK;
    if context.pieces::<S>(PieceKind::Queen).is_empty() {
        units -= NO_QUEEN;
    }

    let safe = !own.pieces & (!enemy.all | weak & own.twice);
    let through = context.occupied - context.pieces::<S::Enemy>(PieceKind::Queen);
    let diagonals = attacks::bishop(enemy.king, through);
    let lines = attacks::rook(enemy.king, through);
    for (kind, worth) in CHECKS {
        let from = match kind {
            PieceKind::Knight => attacks::knight(enemy.king),
            PieceKind::Bishop => diagonals,
            PieceKind::Rook => lines,
            _ => diagonals | lines,
        };
        if (from & safe & own.by(kind)).any() {
            units += worth;
        }
    }

    if units > 0 {
        tracer.once::<S>(KING_DANGER.at((units as usize).min(KING_DANGER_UNITS) - 1));
    }
}

/// More units than this make no difference.
const KING_DANGER_UNITS: usize = 40;
