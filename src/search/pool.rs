//! Threads that wait for work, each with [`ThreadData`] of its own. They live as
//! long as the searcher, since starting a thread takes longer than some moves
//! of a fast game, and what their data hold serves the next search.

use super::STACK;
use super::thread_data::ThreadData;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

type ThreadJob = Box<dyn FnOnce(&mut ThreadData) + Send>;

/// One of the threads.
struct HelperThread {
    /// `None` only while it is being dropped.
    orders: Option<Sender<ThreadJob>>,
    thread: Option<JoinHandle<()>>,
}

impl HelperThread {
    /// Starts a thread. Its data are laid out there, so that their memory
    /// is near the processor that uses them.
    fn start(number: usize) -> io::Result<HelperThread> {
        let (orders, received) = channel::<ThreadJob>();
        let thread =
            Builder::new().name(format!("helper {number}")).stack_size(STACK).spawn(move || {
                let mut data = ThreadData::default();
                for work in received {
                    work(&mut data);
                }
            })?;
        Ok(HelperThread { orders: Some(orders), thread: Some(thread) })
    }
}

impl Drop for HelperThread {
    fn drop(&mut self) {
        // Without anybody who could give orders the thread ends.
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            // One that panicked has said so itself.
            let _ = thread.join();
        }
    }
}

/// The threads, numbered from zero.
#[derive(Default)]
pub struct HelperThreads {
    members: Vec<HelperThread>,
}

/// The results of work that is being done.
pub struct Pending<T>(Receiver<(usize, T)>);

impl<T> Pending<T> {
    /// Waits until every thread is done, or has died. The results come in the
    /// order of the threads; nothing is left for a second call.
    pub fn wait(&mut self) -> Vec<T> {
        // The channel ends when the last thread has let go of its sender,
        // which even one that panics does.
        let mut results: Vec<(usize, T)> = self.0.iter().collect();
        results.sort_by_key(|&(number, _)| number);
        results.into_iter().map(|(_, result)| result).collect()
    }
}

impl HelperThreads {
    /// How many threads there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Ends or starts threads until there are so many, and returns when all
    /// are ready to work. If the system refuses one, there are as many as
    /// before.
    pub fn resize(&mut self, count: usize) -> io::Result<()> {
        self.resize_with(count, HelperThread::start)
    }

    fn resize_with(
        &mut self,
        count: usize,
        mut start: impl FnMut(usize) -> io::Result<HelperThread>,
    ) -> io::Result<()> {
        let before = self.members.len();
        self.members.truncate(count);
        for number in before..count {
            match start(number) {
                Ok(member) => self.members.push(member),
                Err(refusal) => {
                    self.members.truncate(before);
                    return Err(refusal);
                }
            }
        }
        self.on_each(|_, _| ()).wait();
        Ok(())
    }

    /// Lets every thread forget what it has learned.
    pub fn clear(&self) -> Pending<()> {
        self.on_each(|_, data| data.clear())
    }

    /// Gives all threads the same work, with their numbers and data. When
    /// the results are there, nothing that the work held is in use any more.
    pub fn on_each<T: Send + 'static>(
        &self,
        work: impl Fn(usize, &mut ThreadData) -> T + Send + Sync + 'static,
    ) -> Pending<T> {
        let (results, received) = channel();
        let work = Arc::new(work);
        for (number, member) in self.members.iter().enumerate() {
            let (work, results) = (Arc::clone(&work), results.clone());
            let order: ThreadJob = Box::new(move |data| {
                let result = work(number, data);
                drop(work);
                // Nobody need wait for it.
                let _ = results.send((number, result));
            });
            if let Some(orders) = &member.orders {
                // A thread that has died has no results.
                let _ = orders.send(order);
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
    fn every_thread_does_the_work_at_the_same_time() {
        let mut pool = HelperThreads::default();
        assert!(pool.on_each(|number, _| number).wait().is_empty());
        for count in [3, 5, 1, 2, 0, 4] {
            pool.resize(count).expect("few threads");
            assert_eq!(pool.len(), count);
            let all_here = Barrier::new(count);
            let mut pending = pool.on_each(move |number, _| {
                // Passed only if no thread waits for another's work.
                all_here.wait();
                (number, thread::current().id())
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
        let names = |pool: &HelperThreads| pool.on_each(|_, _| thread::current().id()).wait();
        let before = names(&pool);
        assert_eq!(names(&pool), before);
        pool.resize(2).expect("few threads");
        assert_eq!(names(&pool), before[..2]);
    }

    #[test]
    fn a_refusal_leaves_what_there_was() {
        let mut pool = HelperThreads::default();
        pool.resize(2).expect("few threads");
        let refused = pool.resize_with(9, |number| match number {
            5 => Err(io::Error::from(io::ErrorKind::WouldBlock)),
            _ => HelperThread::start(number),
        });
        assert_eq!(refused.unwrap_err().kind(), io::ErrorKind::WouldBlock);
        assert_eq!(pool.on_each(|number, _| number).wait(), [0, 1]);
    }

    #[test]
    fn when_the_results_are_there_the_work_is_gone() {
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
    fn nobody_waits_for_a_thread_that_has_died() {
        let mut pool = HelperThreads::default();
        pool.resize(3).expect("few threads");
        let work = |number, _: &mut ThreadData| {
            // A way to panic that prints nothing.
            if number == 1 {
                std::panic::resume_unwind(Box::new(()));
            }
            number
        };
        assert_eq!(pool.on_each(work).wait(), [0, 2]);
        assert_eq!(pool.on_each(|number, _| number).wait(), [0, 2]);
    }
}
