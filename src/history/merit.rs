use crate::types::Depth;

/// How often a move has been good, weighed by how much depends on it: a
/// number between −[`Merit::MAX`] and [`Merit::MAX`], good only for comparison
/// with other merits. It is no [`crate::types::Score`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Merit(i16);

impl Merit {
    /// The bound of every merit.
    pub const MAX: i32 = 8192;

    /// The reward, or taken negatively the penalty, for a cutoff with so many
    /// plies to go: deeper cutoffs save more.
    #[inline]
    pub fn reward(depth: Depth) -> i32 {
        const PER_PLY: i32 = 128;
        const OFFSET: i32 = -64;
        const MAX_REWARD: i32 = 1280;
        (PER_PLY * depth + OFFSET).clamp(0, MAX_REWARD)
    }

    /// Learns a reward or penalty of at most [`Merit::MAX`]. What confirms
    /// the merit moves it less the nearer it is to the bound, what contradicts
    /// it moves it more: recent events count most, and the bound is never
    /// passed ("gravity", an idea of Stockfish's).
    #[inline]
    pub fn learn(&mut self, reward: i32) {
        debug_assert!(reward.abs() <= Self::MAX);
        let value = self.0 as i32;
        self.0 = (value + reward - value * reward.abs() / Self::MAX) as i16;
    }

    /// As a number, for sums and comparisons.
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
        let mut merit = Merit::default();
        for _ in 0..10_000 {
            merit.learn(Merit::reward(100));
            assert!(merit.get() <= Merit::MAX);
        }
        assert!(merit.get() > Merit::MAX * 9 / 10);
        for reward in [-Merit::MAX, Merit::MAX, -Merit::MAX] {
            merit.learn(reward);
            assert_eq!(merit.get(), reward);
        }
    }

    #[test]
    fn contradiction_weighs_more_than_confirmation() {
        let mut merit = Merit::default();
        merit.learn(1000);
        let first = merit.get();
        merit.learn(1000);
        let confirmed = merit.get() - first;
        let before = merit.get();
        merit.learn(-1000);
        let contradicted = before - merit.get();
        assert!(confirmed < first && contradicted > confirmed);
    }

    #[test]
    fn deeper_is_worth_more_up_to_a_limit() {
        assert!(Merit::reward(1) > 0);
        assert!(Merit::reward(5) > Merit::reward(4));
        assert_eq!(Merit::reward(0), 0);
        assert_eq!(Merit::reward(50), Merit::reward(200));
    }
}
