use memmap2::{MmapMut, MmapRaw};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{slice, thread};

/// Words in a cluster.
pub const CLUSTER_WORDS: usize = 4;
/// Words that are read together.
pub type Cluster = [AtomicU64; CLUSTER_WORDS];
const MEBIBYTE: usize = 1 << 20;

/// Below this many clusters one thread clears faster than several start.
const WORTH_SHARING: usize = 64 * MEBIBYTE / size_of::<Cluster>();
/// Threads that clear a large table, at most: memory is soon the limit.
const CLEANERS: usize = 8;

/// The clusters of a table. The memory comes from the system by whole pages,
/// so that no cluster straddles lines of the cache.
pub struct Memory {
    pages: MmapRaw,
    /// How many clusters the pages hold.
    clusters: usize,
}

impl Memory {
    /// So much memory, all zero. The system hands out zeroed pages as they
    /// are touched, so that a large table costs nothing at the start.
    pub fn zeroed(mebibytes: usize) -> Result<Memory, String> {
        let refusal = || format!("a hash of {mebibytes} MB cannot be allocated");
        let bytes = mebibytes.checked_mul(MEBIBYTE).ok_or_else(refusal)?;
        let pages = MmapRaw::from(MmapMut::map_anon(bytes).map_err(|_| refusal())?);
        ask_for_huge_pages(&pages);
        Ok(Memory { pages, clusters: bytes / size_of::<Cluster>() })
    }

    /// How many clusters there are, at least one.
    #[inline(always)]
    pub fn clusters(&self) -> usize {
        self.clusters
    }

    /// One of the clusters.
    #[inline(always)]
    pub fn cluster(&self, index: usize) -> &Cluster {
        &self.all()[index]
    }

    /// Zeroes everything.
    pub fn clear(&self) {
        let wipe = |clusters: &[Cluster]| {
            clusters.iter().flatten().for_each(|word| word.store(0, Ordering::Relaxed));
        };
        if self.clusters < WORTH_SHARING {
            return wipe(self.all());
        }
        let cleaners = thread::available_parallelism().map_or(1, usize::from).min(CLEANERS);
        thread::scope(|scope| {
            for part in self.all().chunks(self.clusters.div_ceil(cleaners)) {
                let started = thread::Builder::new().spawn_scoped(scope, move || wipe(part));
                if started.is_err() {
                    wipe(part);
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
        // SAFETY: the pages are readable and writable, as long as so many
        // clusters, and mapped until `self` is dropped; a page's border is
        // aligned for any cluster. Nobody else has a pointer to them, and all
        // who get one here go through atomics, of which any bytes are valid.
        unsafe { slice::from_raw_parts(first, self.clusters) }
    }
}

/// A probe goes to a random place. With pages of two mebibytes the processor
/// has less often to look up first which page that is. If the system has none,
/// nothing is lost.
fn ask_for_huge_pages(pages: &MmapRaw) {
    #[cfg(target_os = "linux")]
    let _ = pages.advise(memmap2::Advice::HugePage);
    #[cfg(not(target_os = "linux"))]
    let _ = pages;
}
