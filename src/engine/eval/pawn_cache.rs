//! The cache of the pawn terms.

use super::pair::Pair;
use super::terms;
use super::tracer::WeightSum;
use crate::chess::board::Position;
use crate::chess::types::{Bitboard, prefetch};
use std::fmt;

/// The terms that depend on pawns and kings alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct PawnEntry {
    key: u64,
    /// The passed pawns of both colors.
    pub passed: Bitboard,
    /// The sum of the terms, White's less Black's.
    pub sum: Pair,
}

impl PawnEntry {
    /// An entry that matches no position, as every key contains both kings.
    const EMPTY: PawnEntry = PawnEntry { key: 0, passed: Bitboard::EMPTY, sum: Pair::ZERO };

    /// Computes the terms of a position.
    pub fn of(position: &Position) -> PawnEntry {
        let mut sum = WeightSum::default();
        let passed = terms::count_pawns_and_kings(position, &mut sum);
        PawnEntry { key: position.piece_keys().pawns_and_kings(), passed, sum: sum.0 }
    }
}

/// The number of entries, a power of two: 128 KiB, a part of a core's L2 cache.
const ENTRIES: usize = 4096;

/// A cache of the terms that depend on pawns and kings alone, by their key. In
/// a search about nine of ten probes hit. It changes the speed, never the value.
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

    /// Fetches into the processor's cache what [`PawnCache::entry`] reads.
    #[inline(always)]
    pub fn prefetch(&self, position: &Position) {
        prefetch(&self.0[slot(position.piece_keys().pawns_and_kings())]);
    }

    /// The pawn terms of a position, computed if the cache does not have them.
    #[inline]
    pub fn entry(&mut self, position: &Position) -> &PawnEntry {
        let key = position.piece_keys().pawns_and_kings();
        let entry = &mut self.0[slot(key)];
        if entry.key != key {
            *entry = PawnEntry::of(position);
        }
        entry
    }
}

/// The place of a key in the cache.
#[inline(always)]
fn slot(key: u64) -> usize {
    key as usize % ENTRIES
}
