//! The transposition table: what searches found out about positions, kept for
//! whoever reaches them again by another way, in another iteration or on
//! another thread.

mod entry;
mod memory;

pub use entry::{Bound, TtEntry};

use crate::types::{Depth, prefetch};
use entry::{GENERATIONS, Packed};
use memory::{Cluster, Memory};
use std::sync::atomic::{AtomicU8, Ordering};

/// Entries in a cluster.
const WAYS: usize = 3;
/// Bits of a key that an entry keeps; three of them share one word.
const SIGNATURE_BITS: u32 = 21;
const SIGNATURE_MASK: u64 = (1 << SIGNATURE_BITS) - 1;
/// The word of a cluster that holds the signatures.
const SIGNATURES: usize = 3;

/// How many plies of depth an entry loses in the contest for its place with
/// every search that it has sat through.
const AGE_PENALTY: i32 = 4;
/// An entry gives way to a new one of the same position and search unless it
/// is deeper by this.
const DEPTH_TOLERANCE: Depth = 4;
/// Clusters looked at to say how full the table is.
const SAMPLE: usize = 1000;

/// What searches know of positions, shared by all threads without locks.
///
/// A cluster is 32 bytes, so that one line of the cache holds it: three words,
/// one for each entry, and a word with three signatures of 21 bits. The low
/// bits of a position's key are the signature; its high bits choose the
/// cluster.
///
/// # Why no locks are needed
///
/// Threads read and write single words, each of them atomic, in any order. So
/// an entry is never torn, being one word; but its signature lies in another,
/// and three things can go wrong between two threads:
///
/// - A reader sees the new entry beside the old signature, or the other way
///   round, since the writer has stored only one of the two yet.
/// - Two writers choose the same place, and one's entry ends up beside the
///   other's signature.
/// - Two writers choose different places of a cluster, and the one who stores
///   the signatures last puts back an old one beside the other's entry.
///
/// In each case an entry stands beside a signature that was made for another
/// one. What is stored as signature is therefore the low bits of the key mixed
/// with a digest of the entry (R. Hyatt and T. Mann, "A lockless transposition
/// table", 2002): with another entry in the digest's place, no key is
/// recognised, except by a chance of one in two million for each look, the
/// same as for two keys whose low bits agree. The entry is lost, which is
/// harmless: tables forget.
///
/// Readers must live with that chance: scores may rarely be wrong, and a move
/// must be checked before it is played. Nothing else is read through the
/// table, so that relaxed order is enough.
pub struct TranspositionTable {
    memory: Memory,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A table of so many mebibytes (at least one), empty. `Err` says why it
    /// cannot be had.
    pub fn new(mebibytes: usize) -> Result<TranspositionTable, String> {
        let memory = Memory::zeroed(mebibytes.max(1))?;
        Ok(TranspositionTable { memory, generation: AtomicU8::new(0) })
    }

    /// Forgets everything; a large table on several threads.
    pub fn clear(&self) {
        self.memory.clear();
        self.generation.store(0, Ordering::Relaxed);
    }

    /// A new search begins: what is there grows older.
    pub fn age(&self) {
        let next = (self.generation() + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// What is known of the position of `key`, standing `ply` plies from the
    /// root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        let cluster = self.cluster(key);
        let signatures = cluster[SIGNATURES].load(Ordering::Relaxed);
        for (way, word) in cluster[..WAYS].iter().enumerate() {
            let data = Packed(word.load(Ordering::Relaxed));
            if signature_at(signatures, way) == signature(key, data) {
                return data.unpack(ply);
            }
        }
        None
    }

    /// Remembers a position that stands `ply` plies from the root. Without a
    /// move, the one known from before is kept: an old move is a better guess
    /// than none.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, entry: TtEntry) {
        let cluster = self.cluster(key);
        let generation = self.generation();
        let signatures = cluster[SIGNATURES].load(Ordering::Relaxed);
        let (way, old) = place(cluster, signatures, key, generation);

        let mut entry = entry;
        if let Some(old) = old {
            entry.mv = entry.mv.or(old.mv());
            let keeps = entry.bound != Bound::Exact
                && old.generation() == generation
                && entry.depth + DEPTH_TOLERANCE <= old.depth();
            if keeps {
                return;
            }
        }
        let data = Packed::new(&entry, ply, generation);
        let shift = way as u32 * SIGNATURE_BITS;
        let signatures = signatures & !(SIGNATURE_MASK << shift) | signature(key, data) << shift;
        cluster[way].store(data.0, Ordering::Relaxed);
        cluster[SIGNATURES].store(signatures, Ordering::Relaxed);
    }

    /// Asks the processor to fetch what [`TranspositionTable::probe`] will soon want.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// How many of a thousand places the current search has filled.
    pub fn hash_full(&self) -> u32 {
        let generation = self.generation();
        let clusters = SAMPLE.min(self.memory.clusters());
        let filled = (0..clusters)
            .flat_map(|index| &self.memory.cluster(index)[..WAYS])
            .map(|word| Packed(word.load(Ordering::Relaxed)))
            .filter(|data| !data.is_empty() && data.generation() == generation)
            .count();
        (filled * 1000 / (clusters * WAYS)) as u32
    }

    #[inline(always)]
    fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed)
    }

    /// The cluster of a key: its high half scaled to the table's length
    /// (D. Lemire, "Fast random integer generation in an interval", 2019).
    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        let clusters = self.memory.clusters() as u128;
        self.memory.cluster(((key as u128 * clusters) >> 64) as usize)
    }
}

/// What stands for a key in a cluster, beside this data.
#[inline(always)]
fn signature(key: u64, data: Packed) -> u64 {
    (key & SIGNATURE_MASK) ^ data.digest(SIGNATURE_BITS)
}

#[inline(always)]
fn signature_at(signatures: u64, way: usize) -> u64 {
    signatures >> (way as u32 * SIGNATURE_BITS) & SIGNATURE_MASK
}

/// Where to store a key: where it is already (with what is there), else in
/// the least valuable place.
#[inline(always)]
fn place(cluster: &Cluster, signatures: u64, key: u64, generation: u8) -> (usize, Option<Packed>) {
    let mut least = (0, i32::MAX);
    for (way, word) in cluster[..WAYS].iter().enumerate() {
        let data = Packed(word.load(Ordering::Relaxed));
        if data.is_empty() {
            return (way, None);
        }
        if signature_at(signatures, way) == signature(key, data) {
            return (way, Some(data));
        }
        let worth = data.depth() - AGE_PENALTY * data.age(generation);
        if worth < least.1 {
            least = (way, worth);
        }
    }
    (least.0, None)
}

#[cfg(test)]
mod tests;
