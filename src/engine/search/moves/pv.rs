//! Principal variations: the best moves of both sides.

use crate::chess::types::{MAX_PLY, Move};
use arrayvec::ArrayVec;

/// A line of at most [`MAX_PLY`] moves.
pub type PvLine = ArrayVec<Move, MAX_PLY>;

/// The triangular table of principal variations: the best line below each ply
/// of the current path. A node's line is its best move and its child's line.
/// A line ends where the search ended: at mate, at a draw, or in quiescence
/// search. Lines collected from the transposition table may end anywhere.
pub struct PvTable(Box<[PvLine]>);

impl PvTable {
    /// Empty lines.
    pub fn new() -> PvTable {
        PvTable((0..=MAX_PLY).map(|_| PvLine::new()).collect())
    }

    /// Empties the line of a ply when a node begins.
    #[inline(always)]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the line of a ply: `mv` and the line of the next ply.
    #[inline]
    pub fn update(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        // No line is longer than the plies below it.
        line.extend(lower.first().into_iter().flatten().copied().take(MAX_PLY - 1));
    }

    /// The best line from a ply on.
    #[inline]
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::types::{MoveKind, Square};

    #[test]
    fn a_line_is_a_move_and_the_line_below() {
        let quiet = |from, to| Move::new(from, to, MoveKind::Quiet);
        let (a, b, c) = (
            quiet(Square::A1, Square::A2),
            quiet(Square::B1, Square::B2),
            quiet(Square::C1, Square::C2),
        );
        let mut table = PvTable::new();
        table.update(2, c);
        table.update(1, b);
        table.update(0, a);
        assert_eq!(table.line(0), [a, b, c]);
        table.clear(1);
        table.update(0, c);
        assert_eq!(table.line(0), [c]);
        table.update(MAX_PLY, a);
        assert_eq!(table.line(MAX_PLY), [a]);
    }
}
