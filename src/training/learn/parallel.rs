//! Jobs on several threads. Their results come in the order of the jobs, so the
//! number of threads changes nothing.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Runs jobs on several threads, each on the next free one; the results are in
/// the order of the jobs.
pub fn on_threads<T: Send>(
    threads: usize,
    jobs: usize,
    work: &(dyn Fn(usize) -> T + Sync),
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<T>>> = (0..jobs).map(|_| Mutex::new(None)).collect();
    let share = || {
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            let Some(result) = results.get(job) else { break };
            let found = work(job);
            *lock(result) = Some(found);
        }
    };
    thread::scope(|scope| {
        (1..threads.min(jobs)).for_each(|_| drop(scope.spawn(share)));
        share();
    });
    results.into_iter().filter_map(|result| result.into_inner().ok().flatten()).collect()
}

/// Locks a mutex. A thread that panicked with it ends the program anyway.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_jobs() {
        for (threads, jobs) in [(0, 3), (1, 5), (2, 1), (3, 100), (9, 4), (4, 0)] {
            let squares: Vec<usize> = (0..jobs).map(|job| job * job).collect();
            assert_eq!(on_threads(threads, jobs, &|job| job * job), squares, "{threads}");
        }
    }
}
