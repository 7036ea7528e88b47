//! What one move changes on the board.

use super::square_sums::SquareSums;
use crate::board::Observer;
use crate::types::{Piece, Square};

/// A piece and a square on which it is put or from which it is taken.
pub type PieceSquare = (Piece, Square);

/// The pieces that one move takes off the board and puts on it.
#[derive(Clone, Copy, Debug)]
pub struct PieceDelta {
    taken: [PieceSquare; 2],
    put: [PieceSquare; 2],
    taken_count: u8,
    put_count: u8,
}

/// The three kinds of changes that moves make.
#[derive(Clone, Copy, Debug)]
pub enum PieceChange {
    /// A piece goes from one square to another, perhaps as another piece.
    Move { from: PieceSquare, to: PieceSquare },
    /// The same, and a captured piece leaves the board.
    Capture { from: PieceSquare, captured: PieceSquare, to: PieceSquare },
    /// King and rook castle.
    Castle { from: [PieceSquare; 2], to: [PieceSquare; 2] },
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

    /// The change, which must be that of one whole move.
    #[inline(always)]
    pub fn change(&self) -> PieceChange {
        let ([from, second], [to, _]) = (self.taken, self.put);
        debug_assert!(matches!((self.taken_count, self.put_count), (1, 1) | (2, 1) | (2, 2)));
        if self.taken_count == 1 {
            PieceChange::Move { from, to }
        } else if self.put_count == 1 {
            PieceChange::Capture { from, captured: second, to }
        } else {
            PieceChange::Castle { from: self.taken, to: self.put }
        }
    }

    /// The two squares of `king`, if it moves.
    #[inline(always)]
    pub fn king_move(&self, king: Piece) -> Option<(Square, Square)> {
        // A king that castles is put on the board before its rook.
        (self.taken[0].0 == king).then_some((self.taken[0].1, self.put[0].1))
    }

    /// Updates the sums of the position before the move to those after it.
    #[inline(always)]
    pub fn apply(&self, sums: &mut SquareSums) {
        sums.take(self.taken[0].0, self.taken[0].1);
        sums.put(self.put[0].0, self.put[0].1);
        if self.taken_count > 1 {
            sums.take(self.taken[1].0, self.taken[1].1);
        }
        if self.put_count > 1 {
            sums.put(self.put[1].0, self.put[1].1);
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
