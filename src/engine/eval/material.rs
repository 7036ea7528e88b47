//! Material by the documents' values, the game phase, and the taper.
//!
//! The values are those of the handbook's table "On the relative value of the
//! chess forces": pawn 1.00, knight 3.05, bishop 3.50, rook 5.48, queen 9.94.
//! [`PieceKind::value`] is the only place that has the numbers. They are the
//! same in every phase of the game, and no tuner touches them.

use super::pair::Pair;
use crate::chess::board::Position;
use crate::chess::types::{Color, Piece, PieceKind};
use std::ops::{AddAssign, SubAssign};

/// The phase of the starting position: the pure middle game.
pub const FULL_PHASE: i32 = 24;

/// The linear terms have a factor of 1 when it is this number.
pub const FACTOR_UNIT: i32 = 256;

/// What a piece adds to the phase: about a third of its value in pawns. Pawns
/// add nothing, since an end game may have all of them.
pub const fn phase(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn | PieceKind::King => 0,
        PieceKind::Knight | PieceKind::Bishop => 1,
        PieceKind::Rook => 2,
        PieceKind::Queen => 4,
    }
}

/// The material balance and the phase of some pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Material {
    /// The documents' value of White's pieces less Black's, in centipawns.
    balance: i32,
    /// The sum of [`phase`] over both colors.
    phase: i32,
}

/// The material of each piece.
static MATERIAL: [Material; Piece::COUNT] = {
    let mut table = [Material { balance: 0, phase: 0 }; Piece::COUNT];
    let mut i = 0;
    while i < Piece::COUNT {
        let piece = Piece::ALL[i];
        let value = piece.kind().value();
        let balance = match piece.color() {
            Color::White => value,
            Color::Black => -value,
        };
        table[piece.index()] = Material { balance, phase: phase(piece.kind()) };
        i += 1;
    }
    table
};

impl Material {
    /// No piece at all.
    pub const NONE: Material = Material { balance: 0, phase: 0 };

    /// The material of a position, counted from scratch.
    pub fn of(position: &Position) -> Material {
        let mut material = Material::default();
        for piece in Piece::ALL {
            for _ in position.pieces(piece.color(), piece.kind()) {
                material += Material::of_piece(piece);
            }
        }
        material
    }

    /// The value and the phase of one piece.
    #[inline(always)]
    pub fn of_piece(piece: Piece) -> Material {
        MATERIAL[piece.index()]
    }

    /// White's material less Black's, in centipawns.
    #[inline(always)]
    pub fn balance(self) -> i32 {
        self.balance
    }

    /// The phase, from 0 (end game) to [`FULL_PHASE`] (middle game). With
    /// promoted pieces the sum can exceed that of the start; it is capped.
    #[inline(always)]
    pub fn phase(self) -> i32 {
        self.phase.min(FULL_PHASE)
    }

    /// Material plus `factor` / [`FACTOR_UNIT`] times the positional weights,
    /// tapered: centipawns from White's side. Both are divided as one sum, so that
    /// the value is rounded once, towards zero, and is symmetric for both colors.
    #[inline(always)]
    pub fn tapered_with(self, positional: Pair, factor: i32) -> i32 {
        tapered_sum(self.balance, positional, self.phase(), factor)
    }
}

/// Interpolates between the middle-game and the end-game value by the phase:
/// centipawns.
#[inline(always)]
pub fn taper(pair: Pair, phase: i32) -> i32 {
    mixed(pair, phase) / FULL_PHASE
}

/// Material and `factor` / [`FACTOR_UNIT`] times a pair, tapered as one sum. The
/// material stays out of the pair, whose halves have no room for a board full of
/// queens.
#[inline(always)]
pub fn tapered_sum(material: i32, pair: Pair, phase: i32, factor: i32) -> i32 {
    let parts = mixed(pair, phase) * factor;
    (material * (FULL_PHASE * FACTOR_UNIT) + parts) / (FULL_PHASE * FACTOR_UNIT)
}

/// [`FULL_PHASE`] times the value between the middle game and the end game.
#[inline(always)]
fn mixed(pair: Pair, phase: i32) -> i32 {
    pair.middle() * phase + pair.end() * (FULL_PHASE - phase)
}

impl AddAssign for Material {
    #[inline(always)]
    fn add_assign(&mut self, other: Material) {
        self.balance += other.balance;
        self.phase += other.phase;
    }
}

impl SubAssign for Material {
    #[inline(always)]
    fn sub_assign(&mut self, other: Material) {
        self.balance -= other.balance;
        self.phase -= other.phase;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(fen: &str) -> Material {
        Material::of(&fen.parse().expect("a legal position"))
    }

    #[test]
    fn the_balance_is_that_of_the_documents() {
        assert_eq!(material(Position::START_FEN).balance(), 0);
        assert_eq!(material("4k3/8/8/8/8/8/8/QR2K3 w - - 0 1").balance(), 994 + 548);
        assert_eq!(material("4k3/p7/8/8/8/8/8/1NB1K3 b - - 0 1").balance(), 305 + 350 - 100);
    }

    #[test]
    fn the_phase_runs_from_the_start_to_pawns() {
        assert_eq!(material(Position::START_FEN).phase(), FULL_PHASE);
        assert_eq!(material("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1").phase(), 0);
        let queens = "qqqqk3/8/8/8/8/8/8/QQQQK3 w - - 0 1";
        assert_eq!(material(queens).phase(), FULL_PHASE);
    }
}
