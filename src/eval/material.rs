//! Material, from the documents, and how much of it makes a middle game.
//!
//! The values are those of the handbook's table "On the relative value of the
//! chess forces": pawn 1.00, knight 3.05, bishop 3.50, rook 5.48, queen 9.94,
//! kept in [`PieceKind::value`]. They are the same in every phase of the game
//! and no tuning touches them.

use super::pair::Pair;
use crate::types::PieceKind;

/// A man's value in both phases.
pub const fn value(kind: PieceKind) -> Pair {
    Pair::new(kind.value(), kind.value())
}

/// The weight of all pieces of a game's start: the pure middle game.
pub const FULL_PHASE: i32 = 24;

/// What a man adds to the phase: about a third of its value in pawns. Pawns
/// add nothing, since an end game may have all of them.
pub const fn phase(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn | PieceKind::King => 0,
        PieceKind::Knight | PieceKind::Bishop => 1,
        PieceKind::Rook => 2,
        PieceKind::Queen => 4,
    }
}
