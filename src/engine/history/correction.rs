//! Correction history: the errors of the static evaluation in positions that
//! share a feature with this one. An idea of Caissa's (2023); most of the keys
//! are Stockfish's, and so is that all threads of a search learn them together.

use super::{HistoryEntry, PieceTo, SharedHistoryEntry};
use crate::chess::board::Position;
use crate::chess::types::{Color, Depth, prefetch};

/// Entries of a table by pieces for each side to move: a power of two.
const SIZE: usize = 1 << 14;
/// Entries of a table by pieces.
const BY_PIECES: usize = Color::COUNT * SIZE;
/// Entries of a table by two moves.
const BY_MOVES: usize = PieceTo::COUNT * PieceTo::COUNT;
/// The tables by pieces come first.
const TABLES_BY_PIECES: usize = 5;
const TABLES_BY_MOVES: usize = 2;
const TABLES: usize = TABLES_BY_PIECES + TABLES_BY_MOVES;
/// The last entry is always zero. It stands for two moves of which one is none.
const ZERO: usize = TABLES_BY_PIECES * BY_PIECES + TABLES_BY_MOVES * BY_MOVES;
/// The greatest update of one node, in the unit of [`HistoryEntry`].
const MAX_UPDATE: i32 = HistoryEntry::MAX / 4;
/// The update for an error of one centipawn at a depth of one ply.
const UPDATE_PER_PLY: i32 = 2;

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

impl CorrectionWeights {
    /// The weight of each table, in the order of [`CorrectionSlots`].
    #[inline(always)]
    fn of_tables(&self) -> [i32; TABLES] {
        let &CorrectionWeights { pawns, minors, majors, non_pawns, .. } = self;
        let (continuation, far) = (self.continuation, self.far_continuation);
        [pawns, minors, majors, non_pawns, non_pawns, continuation, far]
    }
}

/// Where the errors of a position are: one entry of each table. They are found once,
/// when the position comes up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CorrectionSlots([u32; TABLES]);

impl CorrectionSlots {
    /// The slots of a position. `last` are the moves one, two and four plies before.
    #[inline]
    pub fn of(position: &Position, last: [PieceTo; 3]) -> CorrectionSlots {
        let side = position.side_to_move().index();
        let (keys, clock) = (position.piece_keys(), clock_key(position));
        let by_pieces = |table, key: u64| table * BY_PIECES + side * SIZE + key as usize % SIZE;
        let [last, before, far] = last;
        let by_moves = |table, earlier: PieceTo| {
            if last == PieceTo::NONE || earlier == PieceTo::NONE {
                return ZERO;
            }
            let first = TABLES_BY_PIECES * BY_PIECES + table * BY_MOVES;
            first + earlier.index() * PieceTo::COUNT + last.index()
        };
        let slots = [
            by_pieces(0, keys.pawns() ^ clock),
            by_pieces(1, keys.minors()),
            by_pieces(2, keys.majors()),
            by_pieces(3, keys.non_pawns(Color::White) ^ clock),
            by_pieces(4, keys.non_pawns(Color::Black) ^ clock),
            by_moves(0, before),
            by_moves(1, far),
        ];
        CorrectionSlots(slots.map(|slot| slot as u32))
    }
}

impl Default for CorrectionSlots {
    fn default() -> CorrectionSlots {
        CorrectionSlots([ZERO as u32; TABLES])
    }
}

/// The errors of the static evaluation, by features of the position. All threads of a
/// search share them (as in Stockfish and Reckless).
pub struct CorrectionHistory {
    /// The tables one after the other: by pawns, by minor pieces, by major pieces, by
    /// White's and by Black's pieces other than pawns, each for either side to move;
    /// then by the last move and the one before it, and by the last and that of four
    /// plies ago.
    entries: Box<[SharedHistoryEntry]>,
}

impl Default for CorrectionHistory {
    fn default() -> CorrectionHistory {
        let entries = (0..=ZERO).map(|_| SharedHistoryEntry::default()).collect();
        CorrectionHistory { entries }
    }
}

impl CorrectionHistory {
    #[inline(always)]
    fn entries_of(&self, slots: &CorrectionSlots) -> [&SharedHistoryEntry; TABLES] {
        slots.0.map(|slot| &self.entries[slot as usize])
    }

    /// What to add to the evaluation of a position, in centipawns for the
    /// side to move.
    #[inline]
    pub fn correction(&self, slots: &CorrectionSlots, weights: &CorrectionWeights) -> i32 {
        let weighed = self.entries_of(slots).into_iter().zip(weights.of_tables());
        weighed.map(|(entry, weight)| weight * entry.get()).sum::<i32>() / HistoryEntry::MAX
    }

    /// Fetches the entries of a position. They lie in seven separate places, and the
    /// evaluation takes as long as the fetch.
    #[inline]
    pub fn prefetch(&self, slots: &CorrectionSlots) {
        self.entries_of(slots).into_iter().for_each(prefetch);
    }

    /// Updates all tables by an error in centipawns, positive if the
    /// evaluation was too low. A search of `depth` plies has found it.
    pub fn update(&self, slots: &CorrectionSlots, error: i32, depth: Depth) {
        let bonus = (error * depth * UPDATE_PER_PLY).clamp(-MAX_UPDATE, MAX_UPDATE);
        for slot in slots.0 {
            if slot as usize != ZERO {
                self.entries[slot as usize].update(bonus);
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
        let slots = CorrectionSlots::of(&Position::start(), [PieceTo::NONE; 3]);
        assert_eq!(corrections.correction(&slots, &WEIGHTS), 0);
        let mut last = 0;
        for _ in 0..200 {
            corrections.update(&slots, 80, 8);
            let now = corrections.correction(&slots, &WEIGHTS);
            assert!(now >= last);
            last = now;
        }
        assert!((100..=140).contains(&last), "{last}");
        for _ in 0..200 {
            corrections.update(&slots, -80, 8);
        }
        assert!(corrections.correction(&slots, &WEIGHTS) < -100);
    }
}
