//! The transposition table: the results of searched positions, for when another
//! path, iteration or thread reaches the same position again.

mod entry;
mod file;
mod memory;

pub use entry::{Bound, TtEntry};
pub use file::HashFileError;
pub use memory::TtError;

use crate::chess::types::{Depth, prefetch};
use entry::{GENERATIONS, PackedEntry};
use memory::{Cluster, Memory};
use std::sync::atomic::{AtomicU8, Ordering};

/// Entries in a cluster.
const ENTRIES: usize = 3;
/// Bits of a signature; three signatures share one word.
const SIGNATURE_BITS: u32 = 21;
const SIGNATURE_MASK: u64 = (1 << SIGNATURE_BITS) - 1;
/// The index of the word of a cluster that holds the signatures.
const SIGNATURES: usize = 3;

/// How many plies of depth an entry loses for each search since it was stored
/// when the least valuable entry is replaced.
const AGE_PENALTY: i32 = 4;
/// An entry is kept if it is deeper by at least this number of plies than a new
/// one of the same position and search.
const KEPT_DEPTH_MARGIN: Depth = 4;
/// Clusters that are counted to tell how full the table is.
const FULLNESS_SAMPLE: usize = 1000;

/// The results of searched positions, shared by all threads without locks.
///
/// A cluster has 32 bytes and lies in one cache line: three words, one for each
/// entry, and a word with three signatures of 21 bits. The high bits of a
/// position's key choose the cluster; the low bits go into the signature.
///
/// # Why no locks are needed
///
/// Threads read and write single atomic words in any order. An entry is one
/// word, so it is never torn. Its signature is in another word, and three races
/// between two threads can separate the two:
///
/// - A reader sees a new entry with an old signature, or an old entry with a new
///   signature, because the writer has stored only one of the two so far.
/// - Two writers choose the same slot, and the entry of one ends up with the
///   signature of the other.
/// - Two writers choose different slots of a cluster. The one that stores the
///   signatures last restores an old signature for the entry of the other.
///
/// In each case the signature was made for another entry. Therefore a signature
/// is the low bits of the key mixed with a digest of the entry (R. Hyatt and
/// T. Mann, "A lockless transposition table", 2002). With another entry the
/// digest is another, and a probe does not find the entry. The chance that it
/// does is one in two million for each probe, the same as for two keys with
/// equal low bits. The entry is lost, which only costs its search.
///
/// So a probe may rarely return the entry of another position: its score may be
/// wrong, and its move must be checked before it is played. The table publishes
/// no other memory, so relaxed ordering is enough.
pub struct TranspositionTable {
    memory: Memory,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// An empty table of `mebibytes` MiB, at least one.
    ///
    /// # Errors
    /// If the system cannot allocate it.
    pub fn new(mebibytes: usize) -> Result<TranspositionTable, TtError> {
        let memory = Memory::zeroed(mebibytes.max(1))?;
        Ok(TranspositionTable { memory, generation: AtomicU8::new(0) })
    }

    /// Empties the table, as a search on one thread would need it.
    pub fn clear(&self) {
        self.clear_on(1);
    }

    /// Empties the table while nothing searches, a large one on at least
    /// `threads` threads. A table without entries costs nothing.
    pub fn clear_on(&self, threads: usize) {
        self.memory.clear(threads);
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Starts a new generation: all entries grow older by one search.
    pub fn new_search(&self) {
        let next = (self.generation() + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// The entry of the position with this key, `ply` plies from the root. Its
    /// mate scores count from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        let cluster = self.cluster(key);
        let signatures = cluster[SIGNATURES].load(Ordering::Relaxed);
        for (slot, word) in cluster[..ENTRIES].iter().enumerate() {
            let data = PackedEntry(word.load(Ordering::Relaxed));
            if signature_at(signatures, slot) == signature(key, data) {
                return data.unpack(ply);
            }
        }
        None
    }

    /// Stores an entry for the position with this key, `ply` plies from the
    /// root. If it has no move, the old entry's move is kept: an old move is a
    /// better guess than none. If the old entry is much deeper, it stays, but
    /// gets the new move.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, entry: TtEntry) {
        let cluster = self.cluster(key);
        let generation = self.generation();
        let signatures = cluster[SIGNATURES].load(Ordering::Relaxed);
        let (slot, old) = find_slot(cluster, signatures, key, generation);

        let data = match old {
            Some(old) => {
                let mv = entry.mv.or(old.mv());
                let keeps_old = entry.bound != Some(Bound::Exact)
                    && old.generation() == generation
                    && entry.depth + KEPT_DEPTH_MARGIN <= old.depth();
                if keeps_old {
                    old.with_move(mv)
                } else {
                    PackedEntry::new(&TtEntry { mv, ..entry }, ply, generation)
                }
            }
            None => PackedEntry::new(&entry, ply, generation),
        };
        let shift = slot as u32 * SIGNATURE_BITS;
        let signatures = signatures & !(SIGNATURE_MASK << shift) | signature(key, data) << shift;
        self.memory.mark_written();
        cluster[slot].store(data.0, Ordering::Relaxed);
        cluster[SIGNATURES].store(signatures, Ordering::Relaxed);
    }

    /// Fetches into the cache what [`TranspositionTable::probe`] reads. In
    /// WebAssembly that would be a load, which costs more than it saves: most of the
    /// moves that are looked at ahead are never searched.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        if cfg!(not(target_arch = "wasm32")) {
            prefetch(self.cluster(key));
        }
    }

    /// How many of a thousand slots the current search has filled.
    pub fn hash_full(&self) -> u32 {
        let generation = self.generation();
        let clusters = FULLNESS_SAMPLE.min(self.memory.clusters());
        let filled = (0..clusters)
            .flat_map(|index| &self.memory.cluster(index)[..ENTRIES])
            .map(|word| PackedEntry(word.load(Ordering::Relaxed)))
            .filter(|data| !data.is_empty() && data.generation() == generation)
            .count();
        (filled * 1000 / (clusters * ENTRIES)) as u32
    }

    #[inline(always)]
    fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed)
    }

    /// The cluster of a key: the key scaled to the number of clusters
    /// (D. Lemire, "Fast random integer generation in an interval", 2019).
    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        self.memory.cluster(scaled(key, self.memory.clusters()))
    }
}

/// The upper half of the product of a key and a number.
#[inline(always)]
fn scaled(key: u64, count: usize) -> usize {
    match u32::try_from(count) {
        // Here a product of 128 bits would be a call.
        Ok(count) if cfg!(target_pointer_width = "32") => scaled_by_halves(key, count),
        _ => ((u128::from(key) * count as u128) >> 64) as usize,
    }
}

/// The same by products of 64 bits.
#[inline(always)]
fn scaled_by_halves(key: u64, count: u32) -> usize {
    let count = u64::from(count);
    let (high, low) = (key >> 32, key & u64::from(u32::MAX));
    ((high * count + ((low * count) >> 32)) >> 32) as usize
}

#[inline(always)]
fn signature(key: u64, data: PackedEntry) -> u64 {
    (key & SIGNATURE_MASK) ^ data.digest(SIGNATURE_BITS)
}

#[inline(always)]
fn signature_at(signatures: u64, slot: usize) -> u64 {
    signatures >> (slot as u32 * SIGNATURE_BITS) & SIGNATURE_MASK
}

/// The slot in which to store a key: the one that has it, with its entry, else
/// an empty one, else the least valuable.
#[inline(always)]
fn find_slot(
    cluster: &Cluster,
    signatures: u64,
    key: u64,
    generation: u8,
) -> (usize, Option<PackedEntry>) {
    let mut least = (0, i32::MAX);
    for (slot, word) in cluster[..ENTRIES].iter().enumerate() {
        let data = PackedEntry(word.load(Ordering::Relaxed));
        if data.is_empty() {
            return (slot, None);
        }
        if signature_at(signatures, slot) == signature(key, data) {
            return (slot, Some(data));
        }
        let value = data.depth() - AGE_PENALTY * data.age(generation);
        if value < least.1 {
            least = (slot, value);
        }
    }
    (least.0, None)
}

#[cfg(test)]
mod tests;
