//! By how much the evaluation was wrong in positions that have something in
//! common with this one. An idea of Caissa's (2023), with most of the keys
//! from Stockfish's descendants of it.

use super::{HistoryEntry, PieceTo};
use crate::board::Position;
use crate::types::{Color, Depth, prefetch};

/// Places for each colour and kind of key: a power of two.
const SIZE: usize = 1 << 14;
/// The error that is learnt at most from one node, and the unit in which
/// cells keep it.
const MAX_LESSON: i32 = HistoryEntry::MAX / 4;
/// The weight of an error of one centipawn one ply deep.
const LESSON_PER_PLY: i32 = 2;

type CorrectionTable = [[HistoryEntry; SIZE]; Color::COUNT];

/// The most that each kind of likeness may change an evaluation, in
/// centipawns.
#[derive(Clone, Copy, Debug)]
pub struct CorrectionWeights {
    /// The same pawns.
    pub pawns: i32,
    /// The same minor pieces and kings.
    pub minors: i32,
    /// The same major pieces and kings.
    pub majors: i32,
    /// The same pieces of one side; it counts for each.
    pub pieces: i32,
    /// The same last two moves.
    pub continuation: i32,
}

/// What is learnt of the evaluation's errors.
#[derive(Clone)]
pub struct CorrectionHistory {
    pawns: Box<CorrectionTable>,
    minors: Box<CorrectionTable>,
    majors: Box<CorrectionTable>,
    pieces: [Box<CorrectionTable>; Color::COUNT],
    continuations: Box<[[HistoryEntry; PieceTo::COUNT]]>,
}

impl Default for CorrectionHistory {
    fn default() -> CorrectionHistory {
        let table = || Box::new([[HistoryEntry::default(); SIZE]; Color::COUNT]);
        CorrectionHistory {
            pawns: table(),
            minors: table(),
            majors: table(),
            pieces: [table(), table()],
            continuations: vec![[HistoryEntry::default(); PieceTo::COUNT]; PieceTo::COUNT].into(),
        }
    }
}

impl CorrectionHistory {
    /// What to add to the evaluation of a position, in centipawns for the
    /// side to move. `last` are the last two moves, the nearest first.
    #[inline]
    pub fn of(&self, position: &Position, last: [PieceTo; 2], weights: &CorrectionWeights) -> i32 {
        let side = position.side_to_move().index();
        let keys = position.piece_keys();
        let at = |table: &CorrectionTable, key| table[side][place(key)].get();
        let mut sum = weights.pawns * at(&self.pawns, keys.pawns())
            + weights.minors * at(&self.minors, keys.minors())
            + weights.majors * at(&self.majors, keys.majors());
        for color in Color::ALL {
            sum += weights.pieces * at(&self.pieces[color.index()], keys.non_pawns(color));
        }
        let [last, before] = last;
        sum += weights.continuation * self.continuations[before.index()][last.index()].get();
        sum / HistoryEntry::MAX
    }

    /// Asks for what [`CorrectionHistory::of`] will soon want: six places all over
    /// the memory, and evaluating takes as long as fetching them.
    #[inline]
    pub fn prefetch(&self, position: &Position, last: [PieceTo; 2]) {
        let side = position.side_to_move().index();
        let keys = position.piece_keys();
        let ask = |table: &CorrectionTable, key| prefetch(&table[side][place(key)]);
        ask(&self.pawns, keys.pawns());
        ask(&self.minors, keys.minors());
        ask(&self.majors, keys.majors());
        for color in Color::ALL {
            ask(&self.pieces[color.index()], keys.non_pawns(color));
        }
        let [last, before] = last;
        prefetch(&self.continuations[before.index()][last.index()]);
    }

    /// Learns that a search of so many plies has found the evaluation too low
    /// by so many centipawns, or too high if negative.
    pub fn learn(&mut self, position: &Position, last: [PieceTo; 2], error: i32, depth: Depth) {
        let lesson = (error * depth * LESSON_PER_PLY).clamp(-MAX_LESSON, MAX_LESSON);
        let side = position.side_to_move().index();
        let keys = position.piece_keys();
        let teach = |table: &mut CorrectionTable, key| table[side][place(key)].learn(lesson);
        teach(&mut self.pawns, keys.pawns());
        teach(&mut self.minors, keys.minors());
        teach(&mut self.majors, keys.majors());
        for color in Color::ALL {
            teach(&mut self.pieces[color.index()], keys.non_pawns(color));
        }
        let [last, before] = last;
        if last != PieceTo::NOTHING && before != PieceTo::NOTHING {
            self.continuations[before.index()][last.index()].learn(lesson);
        }
    }
}

#[inline(always)]
fn place(key: u64) -> usize {
    key as usize % SIZE
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEIGHTS: CorrectionWeights =
        CorrectionWeights { pawns: 40, minors: 20, majors: 20, pieces: 30, continuation: 30 };

    #[test]
    fn an_error_seen_often_is_corrected_within_the_weights() {
        let mut corrections = CorrectionHistory::default();
        let position = Position::start();
        assert_eq!(corrections.of(&position, [PieceTo::NOTHING; 2], &WEIGHTS), 0);
        let mut last = 0;
        for _ in 0..200 {
            corrections.learn(&position, [PieceTo::NOTHING; 2], 80, 8);
            let now = corrections.of(&position, [PieceTo::NOTHING; 2], &WEIGHTS);
            assert!(now >= last);
            last = now;
        }
        assert!((100..=140).contains(&last), "{last}");
        for _ in 0..200 {
            corrections.learn(&position, [PieceTo::NOTHING; 2], -80, 8);
        }
        assert!(corrections.of(&position, [PieceTo::NOTHING; 2], &WEIGHTS) < -100);
    }
}
