use std::alloc::{Layout, alloc_zeroed};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Words in a cluster.
pub const CLUSTER_WORDS: usize = 4;
const CLUSTER_BYTES: usize = CLUSTER_WORDS * size_of::<AtomicU64>();
const MEBIBYTE: usize = 1 << 20;

/// Below this many words one thread clears faster than several start.
const WORTH_SHARING: usize = 64 * MEBIBYTE / size_of::<AtomicU64>();
/// Threads that clear a large table, at most: memory is soon the limit.
const CLEANERS: usize = 8;

/// The words of a table, in clusters that do not straddle cache lines.
pub struct Memory {
    words: Box<[AtomicU64]>,
    /// The first word of the first cluster.
    start: usize,
    clusters: usize,
}

impl Memory {
    /// So much memory, all zero. The system hands out zeroed pages as they
    /// are touched, so that a large table costs nothing at the start.
    pub fn zeroed(mebibytes: usize) -> Result<Memory, String> {
        let refusal = || format!("a hash of {mebibytes} MB cannot be allocated");
        let bytes = mebibytes.checked_mul(MEBIBYTE).ok_or_else(refusal)?;
        let clusters = bytes / CLUSTER_BYTES;
        // One cluster more than needed leaves room for moving the first one
        // to the border of a cache line. (Asking for the alignment itself
        // would make the allocator write all the zeros at once.)
        let words = zeroed_words((clusters + 1) * CLUSTER_WORDS).ok_or_else(refusal)?;
        let start = words.as_ptr().align_offset(CLUSTER_BYTES);
        let start = if start < CLUSTER_WORDS { start } else { 0 };
        Ok(Memory { words, start, clusters })
    }

    /// How many clusters there are, at least one.
    #[inline(always)]
    pub fn clusters(&self) -> usize {
        self.clusters
    }

    /// One of the clusters.
    #[inline(always)]
    pub fn cluster(&self, index: usize) -> &[AtomicU64; CLUSTER_WORDS] {
        let first = self.start + index * CLUSTER_WORDS;
        match self.words[first..].first_chunk() {
            Some(cluster) => cluster,
            None => unreachable!("the memory ends with a whole cluster"),
        }
    }

    /// Zeroes everything.
    pub fn clear(&self) {
        let wipe = |words: &[AtomicU64]| {
            words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        };
        if self.words.len() < WORTH_SHARING {
            return wipe(&self.words);
        }
        let cleaners = thread::available_parallelism().map_or(1, usize::from).min(CLEANERS);
        thread::scope(|scope| {
            for part in self.words.chunks(self.words.len().div_ceil(cleaners)) {
                let started = thread::Builder::new().spawn_scoped(scope, move || wipe(part));
                if started.is_err() {
                    wipe(part);
                }
            }
        });
    }
}

/// So many zeros, or `None` if the system has not so much memory. (A `Vec`
/// either aborts when there is not enough, or writes every zero itself.)
fn zeroed_words(count: usize) -> Option<Box<[AtomicU64]>> {
    debug_assert!(count > 0);
    let layout = Layout::array::<AtomicU64>(count).ok()?;
    // SAFETY: the layout is not of size zero, as count is not.
    let words = unsafe { alloc_zeroed(layout) }.cast::<AtomicU64>();
    if words.is_null() {
        return None;
    }
    // SAFETY: the memory comes from the global allocator with the layout of
    // just this slice, nobody else has it, and zero bytes are valid atomics.
    Some(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(words, count)) })
}
