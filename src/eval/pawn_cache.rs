use super::pair::Pair;
use super::terms;
use super::tracer::WeightSum;
use crate::board::Position;
use crate::types::Bitboard;
use std::fmt;

/// What depends on pawns and kings alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct PawnEntry {
    key: u64,
    /// The passed pawns of both colours.
    pub passed: Bitboard,
    /// Their weights, White's less Black's.
    pub sum: Pair,
}

impl PawnEntry {
    /// No position has it: its key would say so without the kings.
    const EMPTY: PawnEntry = PawnEntry { key: 0, passed: Bitboard::EMPTY, sum: Pair::ZERO };

    /// Of a position, counted anew.
    pub fn of(position: &Position) -> PawnEntry {
        let mut sum = WeightSum::default();
        let passed = terms::of_pawns_and_kings(position, &mut sum);
        PawnEntry { key: position.piece_keys().pawns_and_kings(), passed, sum: sum.0 }
    }
}

/// A power of two: 128 KiB, which leaves room in the second cache of a core.
const ENTRIES: usize = 4096;

/// Remembers what depends on pawns and kings alone. In a search nine times in
/// ten they stand as they stood before; the answer is the same either way.
#[derive(Clone)]
pub struct PawnCache(Box<[PawnEntry]>);

impl Default for PawnCache {
    fn default() -> PawnCache {
        PawnCache(vec![PawnEntry::EMPTY; ENTRIES].into())
    }
}

impl fmt::Debug for PawnCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PawnCache").finish_non_exhaustive()
    }
}

impl PawnCache {
    /// Empties the cache.
    pub fn clear(&mut self) {
        self.0.fill(PawnEntry::EMPTY);
    }

    /// What depends on the pawns and kings of a position.
    #[inline]
    pub fn entry(&mut self, position: &Position) -> &PawnEntry {
        let key = position.piece_keys().pawns_and_kings();
        let entry = &mut self.0[key as usize % ENTRIES];
        if entry.key != key {
            *entry = PawnEntry::of(position);
        }
        entry
    }
}
