//! What one move changes on the board.

use super::square_sums::SquareSums;
use crate::chess::board::Observer;
use crate::chess::types::{Piece, Square};

/// A piece and a square on which it is put or from which it is taken.
pub type PieceSquare = (Piece, Square);

/// The pieces that one move takes off the board and puts on it.
#[derive(Clone, Copy, Debug)]
pub struct PieceDelta {
    /// Those that leave their square, the moved piece first.
    pub taken: [PieceSquare; 2],
    /// Those that reach a square, a king before its rook.
    pub put: [PieceSquare; 2],
    taken_count: u8,
    put_count: u8,
}

/// How many pieces a move changes.
#[derive(Clone, Copy, Debug)]
pub enum DeltaKind {
    /// One piece goes from one square to another, perhaps as another piece.
    Move,
    /// The same, and a second piece leaves the board.
    Capture,
    /// King and rook go to other squares.
    Castle,
}

impl PieceDelta {
    /// No change.
    pub const NONE: PieceDelta = PieceDelta {
        taken: [(Piece::WhitePawn, Square::A1); 2],
        put: [(Piece::WhitePawn, Square::A1); 2],
        taken_count: 0,
        put_count: 0,
    };

    /// Forgets all changes.
    #[inline(always)]
    pub fn clear(&mut self) {
        (self.taken_count, self.put_count) = (0, 0);
    }

    /// The kind of the change, which must be that of one whole move.
    #[inline(always)]
    pub fn kind(&self) -> DeltaKind {
        debug_assert!(matches!((self.taken_count, self.put_count), (1, 1) | (2, 1) | (2, 2)));
        match (self.taken_count, self.put_count) {
            (1, _) => DeltaKind::Move,
            (_, 1) => DeltaKind::Capture,
            _ => DeltaKind::Castle,
        }
    }

    /// The two squares of `king`, if it moves.
    #[inline(always)]
    pub fn king_move(&self, king: Piece) -> Option<(Square, Square)> {
        (self.taken[0].0 == king).then_some((self.taken[0].1, self.put[0].1))
    }

    /// Updates the sums of the position before the move to those after it.
    #[inline(always)]
    pub fn apply(&self, sums: &mut SquareSums) {
        let [taken, put] = [self.taken, self.put];
        sums.take(taken[0].0, taken[0].1);
        sums.put(put[0].0, put[0].1);
        if self.taken_count > 1 {
            sums.take(taken[1].0, taken[1].1);
        }
        if self.put_count > 1 {
            sums.put(put[1].0, put[1].1);
        }
    }
}

impl Observer for PieceDelta {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.put_count < 2);
        self.put[usize::from(self.put_count & 1)] = (piece, square);
        self.put_count += 1;
    }

    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.taken_count < 2);
        self.taken[usize::from(self.taken_count & 1)] = (piece, square);
        self.taken_count += 1;
    }
}
