//! Principal variations: the moves that both sides hold for best.

use crate::types::{MAX_PLY, Move};
use arrayvec::ArrayVec;

/// A line of moves.
pub type PvLine = ArrayVec<Move, MAX_PLY>;

/// The best line found below each ply of the current path. A node's line is
/// its best move and then its child's line, so that the whole is a triangle.
/// Unlike lines dug out of the transposition table, these end where the
/// search ended: at mate, at a draw, or in quiescence.
pub struct PvTable(Box<[PvLine]>);

impl PvTable {
    /// No lines.
    pub fn new() -> PvTable {
        PvTable((0..=MAX_PLY).map(|_| PvLine::new()).collect())
    }

    /// A node begins: nothing is known of what follows it.
    #[inline(always)]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// At this ply, `mv` is best, and what follows it is the next ply's line.
    #[inline]
    pub fn lead(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        // A line is at most as long as there are plies below it.
        line.extend(lower.first().into_iter().flatten().copied().take(MAX_PLY - 1));
    }

    /// The best line from a ply on.
    #[inline]
    pub fn from(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

    #[test]
    fn a_line_is_a_move_and_the_line_below() {
        let quiet = |from, to| Move::new(from, to, MoveKind::Quiet);
        let (a, b, c) = (
            quiet(Square::A1, Square::A2),
            quiet(Square::B1, Square::B2),
            quiet(Square::C1, Square::C2),
        );
        let mut lines = PvTable::new();
        lines.lead(2, c);
        lines.lead(1, b);
        lines.lead(0, a);
        assert_eq!(lines.from(0), [a, b, c]);
        lines.clear(1);
        lines.lead(0, c);
        assert_eq!(lines.from(0), [c]);
        lines.lead(MAX_PLY, a);
        assert_eq!(lines.from(MAX_PLY), [a]);
    }
}
