//! The memory of the transposition table.

use memmap2::{MmapMut, MmapRaw};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fmt, slice, thread};

/// Words in a cluster.
pub const CLUSTER_WORDS: usize = 4;
/// The words of one bucket of the table; they share a cache line.
pub type Cluster = [AtomicU64; CLUSTER_WORDS];
const MEBIBYTE: usize = 1 << 20;

/// Below this many clusters, one thread clears faster than several start.
const MIN_CLUSTERS_FOR_THREADS: usize = 64 * MEBIBYTE / size_of::<Cluster>();
/// The most threads that clear a table. More would only wait for memory.
const MAX_CLEARING_THREADS: usize = 8;

/// The error of a table that the system cannot allocate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TtError {
    /// The size of the table, in mebibytes.
    pub mebibytes: usize,
}

impl fmt::Display for TtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a hash of {} MB cannot be allocated", self.mebibytes)
    }
}

impl std::error::Error for TtError {}

/// The clusters of a table. The system hands out whole pages, so no cluster
/// straddles two cache lines.
pub struct Memory {
    pages: MmapRaw,
    /// The number of clusters in the pages.
    clusters: usize,
}

impl Memory {
    /// Allocates so many mebibytes, all zero. The system zeroes pages when they
    /// are first used, so a large table takes no time at the start.
    ///
    /// # Errors
    /// If the system cannot allocate it.
    pub fn zeroed(mebibytes: usize) -> Result<Memory, TtError> {
        let error = || TtError { mebibytes };
        let bytes = mebibytes.checked_mul(MEBIBYTE).ok_or_else(error)?;
        let pages = MmapRaw::from(MmapMut::map_anon(bytes).map_err(|_| error())?);
        advise_huge_pages(&pages);
        Ok(Memory { pages, clusters: bytes / size_of::<Cluster>() })
    }

    /// The number of clusters, at least one.
    #[inline(always)]
    pub fn clusters(&self) -> usize {
        self.clusters
    }

    /// A cluster by its index.
    #[inline(always)]
    pub fn cluster(&self, index: usize) -> &Cluster {
        &self.all()[index]
    }

    /// Sets everything to zero, a large table on several threads.
    pub fn clear(&self) {
        let zero = |clusters: &[Cluster]| {
            clusters.iter().flatten().for_each(|word| word.store(0, Ordering::Relaxed));
        };
        if self.clusters < MIN_CLUSTERS_FOR_THREADS {
            return zero(self.all());
        }
        let threads =
            thread::available_parallelism().map_or(1, usize::from).min(MAX_CLEARING_THREADS);
        thread::scope(|scope| {
            for part in self.all().chunks(self.clusters.div_ceil(threads)) {
                let started = thread::Builder::new().spawn_scoped(scope, move || zero(part));
                if started.is_err() {
                    zero(part);
                }
            }
        });
    }

    #[inline(always)]
    fn all(&self) -> &[Cluster] {
        let first = self.pages.as_mut_ptr().cast::<Cluster>();
        debug_assert!(
            first.is_aligned() && self.clusters * size_of::<Cluster>() <= self.pages.len()
        );
        // SAFETY: the pages are readable and writable, hold that many
        // clusters, and stay mapped until `self` is dropped. The start of a
        // page is aligned for a cluster. All access to the pages goes through
        // this slice of atomics, for which any bytes are valid.
        unsafe { slice::from_raw_parts(first, self.clusters) }
    }
}

/// Asks the system for pages of two mebibytes. Probes go to random addresses,
/// and with few large pages the processor's address translation misses less
/// often. Without such pages the table only works more slowly.
fn advise_huge_pages(pages: &MmapRaw) {
    #[cfg(target_os = "linux")]
    let _ = pages.advise(memmap2::Advice::HugePage);
    #[cfg(not(target_os = "linux"))]
    let _ = pages;
}
