//! Helper threads that wait for jobs. They
//! live as long as the thread pool: starting a thread takes longer
//! than some moves of a fast game, and the data serve the next search.

use crate::engine::search::thread::data::ThreadData;
use crate::support::sort::sort_by_key;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

/// The stack size of a thread that searches, in bytes. The recursion of a
/// search is deep.
pub const STACK: usize = 16 << 20;

/// Bytes of address space, more than the data of a thread need together with the
/// allocator's reserve.
const DATA: usize = 16 << 20;

/// Checks that there are addresses for the memory of `threads` threads. A thread
/// that finds no memory for its data aborts the program. Where the address space
/// is limited, this must be known before.
///
/// # Errors
/// If the system does not reserve the addresses.
fn check_room(threads: usize) -> io::Result<()> {
    if threads == 0 {
        return Ok(());
    }
    let size = threads.saturating_mul(STACK + DATA);
    // WebAssembly reserves no addresses; its memory grows, and is not touched.
    if cfg!(target_family = "wasm") {
        let room = Vec::<u8>::new().try_reserve_exact(size);
        return room.map_err(|_| io::ErrorKind::OutOfMemory.into());
    }
    // Nothing is written to it, so it takes no memory.
    memmap2::MmapOptions::new().len(size).no_reserve_swap().map_anon().map(drop)
}

type ThreadJob = Box<dyn FnOnce(&mut ThreadData) + Send>;

struct HelperThread {
    /// Where jobs are sent; `None` only while the thread is being dropped.
    jobs: Option<Sender<ThreadJob>>,
    thread: Option<JoinHandle<()>>,
}

impl HelperThread {
    /// Starts a thread. It allocates its data itself, so that their memory is
    /// near the processor that uses them.
    fn start(index: usize) -> io::Result<HelperThread> {
        let (jobs, received) = channel::<ThreadJob>();
        let thread =
            Builder::new().name(format!("helper {index}")).stack_size(STACK).spawn(move || {
                let mut data = ThreadData::default();
                for job in received {
                    job(&mut data);
                }
            })?;
        Ok(HelperThread { jobs: Some(jobs), thread: Some(thread) })
    }
}

impl Drop for HelperThread {
    fn drop(&mut self) {
        // The thread ends when the channel does.
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has printed its message already.
            let _ = thread.join();
        }
    }
}

/// The helper threads, indexed from zero.
#[derive(Default)]
pub struct HelperThreads {
    threads: Vec<HelperThread>,
}

/// The results of a running job.
pub struct Pending<T>(Receiver<(usize, T)>);

impl<T> Pending<T> {
    /// Waits until every thread has finished or panicked. The results come in
    /// the order of the threads; a second call returns none.
    pub fn wait(&mut self) -> Vec<T> {
        // The channel ends when the last sender is dropped. A thread that
        // panics drops its sender too.
        let mut results: Vec<(usize, T)> = self.0.iter().collect();
        sort_by_key(&mut results, |&(index, _)| index);
        results.into_iter().map(|(_, result)| result).collect()
    }
}

impl HelperThreads {
    /// How many threads there are.
    pub fn len(&self) -> usize {
        self.threads.len()
    }

    /// Ends or starts threads until there are `count`, and returns when all
    /// are ready for jobs.
    ///
    /// # Errors
    /// If the system starts no further thread; then there are as many as
    /// before.
    pub fn resize(&mut self, count: usize) -> io::Result<()> {
        check_room(count.saturating_sub(self.threads.len()))?;
        self.resize_with(count, HelperThread::start)
    }

    fn resize_with(
        &mut self,
        count: usize,
        mut start: impl FnMut(usize) -> io::Result<HelperThread>,
    ) -> io::Result<()> {
        let before = self.threads.len();
        self.threads.truncate(count);
        for index in before..count {
            match start(index) {
                Ok(thread) => self.threads.push(thread),
                Err(error) => {
                    self.threads.truncate(before);
                    return Err(error);
                }
            }
        }
        self.on_each(|_, _| ()).wait();
        Ok(())
    }

    /// Clears the data of every thread.
    pub fn clear(&self) -> Pending<()> {
        self.on_each(|_, data| data.clear())
    }

    /// Runs a job on every thread, with the thread's index and data. Once the
    /// results are there, no thread holds anything that the job owns.
    pub fn on_each<T: Send + 'static>(
        &self,
        job: impl Fn(usize, &mut ThreadData) -> T + Send + Sync + 'static,
    ) -> Pending<T> {
        let (results, received) = channel();
        let job = Arc::new(job);
        for (index, thread) in self.threads.iter().enumerate() {
            let (job, results) = (Arc::clone(&job), results.clone());
            let thread_job: ThreadJob = Box::new(move |data| {
                let result = job(index, data);
                drop(job);
                // It fails if no one waits for the result.
                let _ = results.send((index, result));
            });
            if let Some(jobs) = &thread.jobs {
                // It fails if the thread has panicked; then there is no result.
                let _ = jobs.send(thread_job);
            }
        }
        Pending(received)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::thread;

    #[test]
    fn all_threads_run_the_job_at_the_same_time() {
        let mut pool = HelperThreads::default();
        assert!(pool.on_each(|index, _| index).wait().is_empty());
        for count in [3, 5, 1, 2, 0, 4] {
            pool.resize(count).expect("few threads");
            assert_eq!(pool.len(), count);
            let all_running = Barrier::new(count);
            let mut pending = pool.on_each(move |index, _| {
                // Passed only if all threads run at once.
                all_running.wait();
                (index, thread::current().id())
            });
            let results = pending.wait();
            assert!(results.iter().map(|result| result.0).eq(0..count));
            assert!(results.iter().all(|result| result.1 != thread::current().id()));
            assert!(pending.wait().is_empty());
        }
    }

    #[test]
    fn the_threads_stay_the_same() {
        let mut pool = HelperThreads::default();
        pool.resize(3).expect("few threads");
        let ids = |pool: &HelperThreads| pool.on_each(|_, _| thread::current().id()).wait();
        let before = ids(&pool);
        assert_eq!(ids(&pool), before);
        pool.resize(2).expect("few threads");
        assert_eq!(ids(&pool), before[..2]);
    }

    #[test]
    fn a_thread_that_does_not_start_changes_nothing() {
        let mut pool = HelperThreads::default();
        pool.resize(2).expect("few threads");
        let error = pool.resize_with(9, |index| match index {
            5 => Err(io::Error::from(io::ErrorKind::WouldBlock)),
            _ => HelperThread::start(index),
        });
        assert_eq!(error.unwrap_err().kind(), io::ErrorKind::WouldBlock);
        assert_eq!(pool.on_each(|index, _| index).wait(), [0, 1]);
    }

    #[test]
    fn no_thread_holds_the_job_once_the_results_are_there() {
        let mut pool = HelperThreads::default();
        pool.resize(4).expect("few threads");
        for _ in 0..200 {
            let held = Arc::new(());
            let in_use = Arc::clone(&held);
            pool.on_each(move |_, _| drop(Arc::clone(&in_use))).wait();
            assert_eq!(Arc::strong_count(&held), 1);
        }
    }

    #[test]
    fn a_thread_that_panicked_has_no_result() {
        let mut pool = HelperThreads::default();
        pool.resize(3).expect("few threads");
        let job = |index, _: &mut ThreadData| {
            // A way to panic that prints nothing.
            if index == 1 {
                std::panic::resume_unwind(Box::new(()));
            }
            index
        };
        assert_eq!(pool.on_each(job).wait(), [0, 2]);
        assert_eq!(pool.on_each(|index, _| index).wait(), [0, 2]);
    }
}
