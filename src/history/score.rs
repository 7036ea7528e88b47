/// What is learnt of moves: how often one has been good, weighed by how much
/// depended on it. A number good only for comparison with other merits; it is
/// no [`crate::types::Score`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct HistoryScore(pub i32);

/// One place in a table of merits: a number between −[`HistoryEntry::MAX`] and
/// [`HistoryEntry::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HistoryEntry(i16);

impl HistoryEntry {
    /// The bound of every cell.
    pub const MAX: i32 = 8192;

    /// Learns a reward, or a penalty if it is negative, of at most
    /// [`HistoryEntry::MAX`]. What confirms the cell moves it less the nearer it is
    /// to the bound, what contradicts it moves it more: recent events count
    /// most, and the bound is never passed ("gravity", an idea of
    /// Stockfish's).
    #[inline]
    pub fn learn(&mut self, reward: i32) {
        let reward = reward.clamp(-Self::MAX, Self::MAX);
        let value = self.0 as i32;
        self.0 = (value + reward - value * reward.abs() / Self::MAX) as i16;
    }

    /// As a number, for sums.
    #[inline(always)]
    pub fn get(self) -> i32 {
        self.0 as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_keeps_within_bounds() {
        let mut cell = HistoryEntry::default();
        for _ in 0..10_000 {
            cell.learn(1280);
            assert!(cell.get() <= HistoryEntry::MAX);
        }
        assert!(cell.get() > HistoryEntry::MAX * 9 / 10);
        for reward in [-HistoryEntry::MAX, HistoryEntry::MAX, -HistoryEntry::MAX] {
            cell.learn(reward);
            assert_eq!(cell.get(), reward);
        }
    }

    #[test]
    fn contradiction_weighs_more_than_confirmation() {
        let mut cell = HistoryEntry::default();
        cell.learn(1000);
        let first = cell.get();
        cell.learn(1000);
        let confirmed = cell.get() - first;
        let before = cell.get();
        cell.learn(-1000);
        let contradicted = before - cell.get();
        assert!(confirmed < first && contradicted > confirmed);
    }
}
