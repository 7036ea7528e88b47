//! The key of the continuation history.

use crate::chess::board::Position;
use crate::chess::types::{Move, Piece, Square};

/// The piece and the destination of a move, the key of the continuation
/// history; or [`PieceTo::NONE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(u16);

impl PieceTo {
    /// The number of different values.
    pub(super) const COUNT: usize = Piece::COUNT * Square::COUNT + 1;
    /// No move: before the root, or a null move. Its entries are never updated,
    /// so they stay zero and a lookup needs no special case.
    pub const NONE: PieceTo = PieceTo((Self::COUNT - 1) as u16);

    /// The piece and the destination of a legal move.
    #[inline(always)]
    pub fn of(position: &Position, mv: Move) -> PieceTo {
        let piece = position.on(mv.from()).map_or(0, Piece::index);
        PieceTo((piece * Square::COUNT + mv.to().index()) as u16)
    }

    #[inline(always)]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Default for PieceTo {
    fn default() -> PieceTo {
        PieceTo::NONE
    }
}
