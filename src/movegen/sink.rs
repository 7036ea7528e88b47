//! Where generated moves go: into a list, or only into a count.

use crate::types::{Bitboard, Move, MoveKind, MoveList, PieceKind, Square};

/// Takes moves from the generator, a set of squares at a time: whoever needs
/// only their number never sees a single one.
pub trait Sink {
    /// A man other than a pawn moves from `from` to any of `targets`, of which
    /// those in `enemies` are captures.
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard);
    /// Pawns reach `targets`, each from `back` squares before.
    fn pawns(&mut self, targets: Bitboard, back: i8, kind: MoveKind);
    /// Pawns reach `targets` on the last rank, each from `back` squares before.
    fn promotions(&mut self, targets: Bitboard, back: i8, captures: bool);
    /// One more move.
    fn one(&mut self, mv: Move);
}

/// The square from which a pawn came `back` squares.
#[inline(always)]
fn origin(to: Square, back: i8) -> Square {
    Square::wrapping((to as i8).wrapping_sub(back) as usize & 63)
}

impl Sink for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        for to in targets & enemies {
            self.push(Move::new(from, to, MoveKind::Capture));
        }
        for to in targets - enemies {
            self.push(Move::new(from, to, MoveKind::Quiet));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, back: i8, kind: MoveKind) {
        for to in targets {
            self.push(Move::new(origin(to, back), to, kind));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, back: i8, captures: bool) {
        const PIECES: [PieceKind; 4] =
            [PieceKind::Queen, PieceKind::Knight, PieceKind::Rook, PieceKind::Bishop];
        for to in targets {
            for kind in PIECES.into_iter().filter_map(|piece| MoveKind::promotion(piece, captures))
            {
                self.push(Move::new(origin(to, back), to, kind));
            }
        }
    }

    #[inline(always)]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves.
#[derive(Default)]
pub struct MoveCount(pub u32);

impl Sink for MoveCount {
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
