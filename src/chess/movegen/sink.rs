//! The receivers of generated moves: a list, or a count.

use crate::chess::types::{Bitboard, Move, MoveKind, MoveList, PieceKind, Square};

/// Receives moves from the generator as sets of destinations, so that a receiver
/// that only counts moves does not have to make each of them.
pub trait MoveSink {
    /// Adds the moves of a non-pawn piece from `from` to each of `targets`. Those
    /// to a square in `enemies` are captures.
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard);
    /// Adds pawn moves to each of `targets`. The origin is `offset` squares before
    /// the destination, in the numbering of [`Square`].
    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, offset: i8, kind: MoveKind) {
        for to in targets {
            self.one(Move::new(origin(to, offset), to, kind));
        }
    }
    /// Adds the four promotions to each of `targets`. The origin is as in
    /// [`MoveSink::pawns`].
    fn promotions(&mut self, targets: Bitboard, offset: i8, captures: bool);
    /// Adds a single move.
    fn one(&mut self, mv: Move);
}

/// The square `offset` squares before `to`.
#[inline(always)]
fn origin(to: Square, offset: i8) -> Square {
    Square::wrapping((to as i8).wrapping_sub(offset) as usize & 63)
}

impl MoveSink for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        for to in targets & enemies {
            self.push(Move::new(from, to, MoveKind::Capture));
        }
        for to in targets - enemies {
            self.push(Move::new(from, to, MoveKind::Quiet));
        }
    }

    #[cold]
    #[inline(never)]
    fn promotions(&mut self, targets: Bitboard, offset: i8, captures: bool) {
        const PIECES: [PieceKind; 4] =
            [PieceKind::Queen, PieceKind::Knight, PieceKind::Rook, PieceKind::Bishop];
        for to in targets {
            for kind in PIECES.into_iter().filter_map(|piece| MoveKind::promotion(piece, captures))
            {
                self.push(Move::new(origin(to, offset), to, kind));
            }
        }
    }

    #[inline(always)]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves without listing them.
#[derive(Default)]
pub struct MoveCount(pub u32);

impl MoveSink for MoveCount {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveKind) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i8, _: bool) {
        self.0 += 4 * targets.count();
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}
