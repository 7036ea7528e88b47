//! The values of the history tables.

use std::sync::atomic::{AtomicI16, Ordering};

/// How often a move has been good, weighed by how much depended on it. It
/// compares only with other history scores, never with a
/// [`crate::chess::types::Score`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct HistoryScore(pub i32);

/// One entry of a history table: a number between −[`HistoryEntry::MAX`] and
/// [`HistoryEntry::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HistoryEntry(i16);

impl HistoryEntry {
    /// The greatest value of an entry.
    pub const MAX: i32 = 8192;

    /// Adds a bonus, or a malus if it is negative, clamped to
    /// ±[`HistoryEntry::MAX`]. The nearer the entry is to its bound, the less a
    /// bonus in the same direction changes it and the more one in the other
    /// direction. So recent results count most, and the entry stays within its
    /// bounds ("gravity", an idea of Stockfish's).
    #[inline]
    pub fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-Self::MAX, Self::MAX);
        let value = self.0 as i32;
        self.0 = (value + bonus - value * bonus.abs() / Self::MAX) as i16;
    }

    /// The value as a number, for sums.
    #[inline(always)]
    pub fn get(self) -> i32 {
        self.0 as i32
    }
}

/// An entry of a table that several threads share. Two of them may update it at the
/// same time; then one of the updates is lost, which costs less than to prevent it.
#[derive(Default, Debug)]
pub struct SharedHistoryEntry(AtomicI16);

impl SharedHistoryEntry {
    /// Like [`HistoryEntry::update`].
    #[inline]
    pub fn update(&self, bonus: i32) {
        let mut entry = HistoryEntry(self.0.load(Ordering::Relaxed));
        entry.update(bonus);
        self.0.store(entry.0, Ordering::Relaxed);
    }

    /// The value as a number, for sums.
    #[inline(always)]
    pub fn get(&self) -> i32 {
        self.0.load(Ordering::Relaxed).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_keeps_an_entry_within_its_bounds() {
        let mut entry = HistoryEntry::default();
        for _ in 0..10_000 {
            entry.update(1280);
            assert!(entry.get() <= HistoryEntry::MAX);
        }
        assert!(entry.get() > HistoryEntry::MAX * 9 / 10);
        for bonus in [-HistoryEntry::MAX, HistoryEntry::MAX, -HistoryEntry::MAX] {
            entry.update(bonus);
            assert_eq!(entry.get(), bonus);
        }
    }

    #[test]
    fn a_malus_after_bonuses_changes_more_than_another_bonus() {
        let mut entry = HistoryEntry::default();
        entry.update(1000);
        let first = entry.get();
        entry.update(1000);
        let second = entry.get() - first;
        let before = entry.get();
        entry.update(-1000);
        let malus = before - entry.get();
        assert!(second < first && malus > first);
    }
}
