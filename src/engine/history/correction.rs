//! Correction history: the errors of the static evaluation in positions that
//! share a feature with this one. An idea of Caissa's (2023); most of the keys
//! are Stockfish's, and so is that all threads of a search learn them together.

use super::{HistoryEntry, PieceTo, SharedHistoryEntry};
use crate::chess::board::Position;
use crate::chess::types::{Color, Depth, prefetch};
use std::array::from_fn;

/// Entries of each table for each side to move: a power of two.
const SIZE: usize = 1 << 14;
/// The greatest update of one node, in the unit of [`HistoryEntry`].
const MAX_UPDATE: i32 = HistoryEntry::MAX / 4;
/// The update for an error of one centipawn at a depth of one ply.
const UPDATE_PER_PLY: i32 = 2;

type CorrectionTable = [[SharedHistoryEntry; SIZE]; Color::COUNT];

/// The most that each table may change an evaluation, in centipawns.
#[derive(Clone, Copy, Debug)]
pub struct CorrectionWeights {
    /// The table by pawn structure.
    pub pawns: i32,
    /// The table by minor pieces and kings.
    pub minors: i32,
    /// The table by major pieces and kings.
    pub majors: i32,
    /// The tables by one side's pieces other than pawns; it counts for each.
    pub non_pawns: i32,
    /// The table by the last two moves.
    pub continuation: i32,
    /// The table by the last move and that of four plies ago.
    pub far_continuation: i32,
}

/// The errors of the static evaluation, by features of the position. All threads of a
/// search share them (as in Stockfish and Reckless).
pub struct CorrectionHistory {
    pawns: Box<CorrectionTable>,
    minors: Box<CorrectionTable>,
    majors: Box<CorrectionTable>,
    non_pawns: [Box<CorrectionTable>; Color::COUNT],
    continuations: Box<[[SharedHistoryEntry; PieceTo::COUNT]]>,
    far_continuations: Box<[[SharedHistoryEntry; PieceTo::COUNT]]>,
}

impl Default for CorrectionHistory {
    fn default() -> CorrectionHistory {
        let table = || Box::new(from_fn(|_| from_fn(|_| SharedHistoryEntry::default())));
        let after_a_move = |_| from_fn(|_| SharedHistoryEntry::default());
        let moves = || (0..PieceTo::COUNT).map(after_a_move).collect();
        CorrectionHistory {
            pawns: table(),
            minors: table(),
            majors: table(),
            non_pawns: [table(), table()],
            continuations: moves(),
            far_continuations: moves(),
        }
    }
}

impl CorrectionHistory {
    /// What to add to the evaluation of a position, in centipawns for the
    /// side to move. `last` are the moves one, two and four plies before.
    #[inline]
    pub fn correction(
        &self,
        position: &Position,
        last: [PieceTo; 3],
        weights: &CorrectionWeights,
    ) -> i32 {
        let side = position.side_to_move().index();
        let (keys, clock) = (position.piece_keys(), clock_key(position));
        let at = |table: &CorrectionTable, key| table[side][index_of(key)].get();
        let mut sum = weights.pawns * at(&self.pawns, keys.pawns() ^ clock)
            + weights.minors * at(&self.minors, keys.minors())
            + weights.majors * at(&self.majors, keys.majors());
        for color in Color::ALL {
            sum += weights.non_pawns
                * at(&self.non_pawns[color.index()], keys.non_pawns(color) ^ clock);
        }
        let [last, before, far] = last;
        sum += weights.continuation * self.continuations[before.index()][last.index()].get()
            + weights.far_continuation * self.far_continuations[far.index()][last.index()].get();
        sum / HistoryEntry::MAX
    }

    /// Fetches the entries that [`CorrectionHistory::correction`] reads. They
    /// lie in seven separate places, and the evaluation takes as long as the
    /// fetch.
    #[inline]
    pub fn prefetch(&self, position: &Position, last: [PieceTo; 3]) {
        let side = position.side_to_move().index();
        let (keys, clock) = (position.piece_keys(), clock_key(position));
        let fetch = |table: &CorrectionTable, key| prefetch(&table[side][index_of(key)]);
        fetch(&self.pawns, keys.pawns() ^ clock);
        fetch(&self.minors, keys.minors());
        fetch(&self.majors, keys.majors());
        for color in Color::ALL {
            fetch(&self.non_pawns[color.index()], keys.non_pawns(color) ^ clock);
        }
        let [last, before, far] = last;
        prefetch(&self.continuations[before.index()][last.index()]);
        prefetch(&self.far_continuations[far.index()][last.index()]);
    }

    /// Updates all tables by an error in centipawns, positive if the
    /// evaluation was too low. A search of `depth` plies has found it.
    pub fn update(&self, position: &Position, last: [PieceTo; 3], error: i32, depth: Depth) {
        let bonus = (error * depth * UPDATE_PER_PLY).clamp(-MAX_UPDATE, MAX_UPDATE);
        let side = position.side_to_move().index();
        let (keys, clock) = (position.piece_keys(), clock_key(position));
        let add = |table: &CorrectionTable, key| table[side][index_of(key)].update(bonus);
        add(&self.pawns, keys.pawns() ^ clock);
        add(&self.minors, keys.minors());
        add(&self.majors, keys.majors());
        for color in Color::ALL {
            add(&self.non_pawns[color.index()], keys.non_pawns(color) ^ clock);
        }
        let [last, before, far] = last;
        for (table, earlier) in [(&self.continuations, before), (&self.far_continuations, far)] {
            if last != PieceTo::NONE && earlier != PieceTo::NONE {
                table[earlier.index()][last.index()].update(bonus);
            }
        }
    }
}

/// What the fifty-move counter adds to a key: the longer nothing has happened, the less
/// an advantage is worth (an idea of Reckless').
#[inline(always)]
fn clock_key(position: &Position) -> u64 {
    /// The plies that share a key.
    const STEP: u16 = 12;
    /// The last step has all that follow it.
    const LAST: u64 = 7;
    /// Spreads the steps over a key: 2⁶⁴ divided by the golden ratio.
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    u64::from(position.halfmove_clock() / STEP).min(LAST).wrapping_mul(SPREAD)
}

#[inline(always)]
fn index_of(key: u64) -> usize {
    key as usize % SIZE
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEIGHTS: CorrectionWeights = CorrectionWeights {
        pawns: 40,
        minors: 20,
        majors: 20,
        non_pawns: 30,
        continuation: 30,
        far_continuation: 20,
    };

    #[test]
    fn a_repeated_error_is_corrected_within_the_weights() {
        let corrections = CorrectionHistory::default();
        let position = Position::start();
        assert_eq!(corrections.correction(&position, [PieceTo::NONE; 3], &WEIGHTS), 0);
        let mut last = 0;
        for _ in 0..200 {
            corrections.update(&position, [PieceTo::NONE; 3], 80, 8);
            let now = corrections.correction(&position, [PieceTo::NONE; 3], &WEIGHTS);
            assert!(now >= last);
            last = now;
        }
        assert!((100..=140).contains(&last), "{last}");
        for _ in 0..200 {
            corrections.update(&position, [PieceTo::NONE; 3], -80, 8);
        }
        assert!(corrections.correction(&position, [PieceTo::NONE; 3], &WEIGHTS) < -100);
    }
}
