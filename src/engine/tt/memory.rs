//! The memory of the transposition table.

#[cfg(any(unix, windows))]
use memmap2::{MmapMut, MmapRaw};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

/// Words in a cluster: 32 bytes.
pub const CLUSTER_WORDS: usize = 4;
/// The words of one bucket of the table; they share a cache line.
pub type Cluster = [AtomicU64; CLUSTER_WORDS];
const MEBIBYTE: usize = 1 << 20;

/// Below this many clusters, one thread clears faster than several start.
const MIN_CLUSTERS_FOR_THREADS: usize = 64 * MEBIBYTE / size_of::<Cluster>();
/// The most threads that clear a table unless more are asked for: most machines
/// have no faster memory.
const CLEARING_THREADS: usize = 8;

/// The system cannot allocate a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a hash of {mebibytes} MB cannot be allocated")]
pub struct TtError {
    /// The size of the table, in mebibytes.
    pub mebibytes: usize,
}

/// The clusters of a table. The system hands out whole pages, so no cluster
/// straddles two cache lines.
pub struct Memory {
    pages: Pages,
    /// Whether anything has been written since all words were zero.
    is_written: AtomicBool,
}

impl Memory {
    /// Allocates `mebibytes` MiB, all zero. The system zeroes pages when they are
    /// first used, so a large table takes no time at the start.
    ///
    /// # Errors
    /// If the system cannot allocate it.
    pub fn zeroed(mebibytes: usize) -> Result<Memory, TtError> {
        let error = || TtError { mebibytes };
        let bytes = mebibytes.checked_mul(MEBIBYTE).ok_or_else(error)?;
        let pages = Pages::zeroed(bytes / size_of::<Cluster>()).ok_or_else(error)?;
        Ok(Memory { pages, is_written: AtomicBool::new(false) })
    }

    /// The number of clusters, at least one.
    #[inline(always)]
    pub fn clusters(&self) -> usize {
        self.pages.clusters()
    }

    /// A cluster by its index. Whoever writes to it says so with
    /// [`Memory::mark_written`].
    #[inline(always)]
    pub fn cluster(&self, index: usize) -> &Cluster {
        &self.all()[index]
    }

    /// Takes note of a write. The flag is written once, so that the threads need
    /// not pass its cache line around.
    #[inline(always)]
    pub fn mark_written(&self) {
        if !self.is_written.load(Ordering::Relaxed) {
            self.is_written.store(true, Ordering::Relaxed);
        }
    }

    /// Sets everything to zero while nothing else writes: a large table on
    /// `threads` threads, or on more if the machine has them. Memory that is
    /// still zero is not touched, since the system would have to find pages for it.
    pub fn clear(&self, threads: usize) {
        let zero = |clusters: &[Cluster]| {
            clusters.iter().flatten().for_each(|word| word.store(0, Ordering::Relaxed));
        };
        match self.clearing_threads(threads) {
            0 => {}
            1 => zero(self.all()),
            threads => thread::scope(|scope| {
                for part in self.all().chunks(self.clusters().div_ceil(threads)) {
                    let started = thread::Builder::new().spawn_scoped(scope, move || zero(part));
                    if started.is_err() {
                        zero(part);
                    }
                }
            }),
        }
        self.is_written.store(false, Ordering::Relaxed);
    }

    /// How many threads clear the memory for a search on `threads` threads; none
    /// if it is zero already.
    fn clearing_threads(&self, threads: usize) -> usize {
        if !self.is_written.load(Ordering::Relaxed) {
            return 0;
        }
        if self.clusters() < MIN_CLUSTERS_FOR_THREADS {
            return 1;
        }
        let processors = thread::available_parallelism().map_or(1, usize::from);
        threads.max(processors.min(CLEARING_THREADS))
    }

    #[inline(always)]
    fn all(&self) -> &[Cluster] {
        self.pages.all()
    }
}

/// Pages of the system, which zeroes them when they are first used.
#[cfg(any(unix, windows))]
struct Pages {
    map: MmapRaw,
    /// The number of clusters in the pages.
    clusters: usize,
}

#[cfg(any(unix, windows))]
impl Pages {
    fn zeroed(clusters: usize) -> Option<Pages> {
        let map = MmapRaw::from(MmapMut::map_anon(clusters * size_of::<Cluster>()).ok()?);
        // Probes go to random addresses, and with few large pages the processor's
        // address translation misses less often. Without such pages the table only
        // works more slowly.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Pages { map, clusters })
    }

    #[inline(always)]
    fn clusters(&self) -> usize {
        self.clusters
    }

    #[inline(always)]
    fn all(&self) -> &[Cluster] {
        let first = self.map.as_mut_ptr().cast::<Cluster>();
        debug_assert!(first.is_aligned() && self.clusters * size_of::<Cluster>() <= self.map.len());
        // SAFETY: the pages are readable and writable, hold that many
        // clusters, and stay mapped until `self` is dropped. The start of a
        // page is aligned for a cluster. All access to the pages goes through
        // this slice of atomics, for which any bytes are valid.
        unsafe { std::slice::from_raw_parts(first, self.clusters) }
    }
}

/// A cache line of memory.
#[cfg(not(any(unix, windows)))]
#[derive(Default)]
#[repr(C, align(64))]
struct Line([Cluster; CLUSTERS_OF_LINE]);

#[cfg(not(any(unix, windows)))]
const CLUSTERS_OF_LINE: usize = 64 / size_of::<Cluster>();

/// Memory of the allocator, where a system has no pages to give.
#[cfg(not(any(unix, windows)))]
struct Pages(Vec<Line>);

#[cfg(not(any(unix, windows)))]
impl Pages {
    fn zeroed(clusters: usize) -> Option<Pages> {
        let lines = clusters / CLUSTERS_OF_LINE;
        let mut all = Vec::new();
        all.try_reserve_exact(lines).ok()?;
        all.resize_with(lines, Line::default);
        Some(Pages(all))
    }

    #[inline(always)]
    fn clusters(&self) -> usize {
        self.0.len() * CLUSTERS_OF_LINE
    }

    #[inline(always)]
    fn all(&self) -> &[Cluster] {
        // SAFETY: a line is so many clusters and nothing else.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.clusters()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_written_is_cleared_and_on_all_threads() {
        // The system finds pages only for what is touched.
        let large = Memory::zeroed(128).expect("address space");
        assert_eq!(large.clearing_threads(3), 0, "it is fresh");
        large.cluster(large.clusters() - 1)[2].store(7, Ordering::Relaxed);
        large.mark_written();
        for threads in [3, 16, 64] {
            assert!(large.clearing_threads(threads) >= threads, "{threads}");
        }
        large.clear(3);
        assert_eq!(large.cluster(large.clusters() - 1)[2].load(Ordering::Relaxed), 0);
        assert_eq!(large.clearing_threads(3), 0, "it is clear");

        let small = Memory::zeroed(1).expect("a megabyte");
        small.mark_written();
        assert_eq!(small.clearing_threads(16), 1);
    }
}
