//! Flushes a file to the disk in the background.
//!
//! What the program has written survives the end of the program at once, but
//! survives a power cut only after a flush. A flush can take as long as a fast
//! game, so a thread of its own does it: at once after a pause, and at most once
//! per interval while much is written.

use super::stop_flag::lock;
use std::io;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A thread that flushes what was written; when dropped, it flushes a last
/// time.
#[derive(Debug)]
pub struct Flusher {
    shared: Arc<FlushState>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default, Debug)]
struct FlushState {
    work: Mutex<FlushJob>,
    changed: Condvar,
}

#[derive(Default, Debug)]
struct FlushJob {
    /// Something was written since the last flush.
    is_dirty: bool,
    /// Nothing more will be written.
    is_over: bool,
    /// The first error that was not reported yet.
    error: Option<io::Error>,
}

impl Flusher {
    /// Starts a thread that calls `flush` after something was written, with at
    /// least `interval` between two calls.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn start(
        interval: Duration,
        flush: impl FnMut() -> io::Result<()> + Send + 'static,
    ) -> io::Result<Flusher> {
        let shared = Arc::new(FlushState::default());
        let of_thread = Arc::clone(&shared);
        let thread = thread::Builder::new()
            .name("flushes games".to_string())
            .spawn(move || of_thread.run(interval, flush))?;
        Ok(Flusher { shared, thread: Some(thread) })
    }

    /// Tells the thread that something was written.
    ///
    /// # Errors
    /// If an earlier flush failed.
    pub fn written(&self) -> io::Result<()> {
        let mut work = lock(&self.shared.work);
        work.is_dirty = true;
        self.shared.changed.notify_all();
        work.error.take().map_or(Ok(()), Err)
    }
}

impl FlushState {
    fn run(&self, interval: Duration, mut flush: impl FnMut() -> io::Result<()>) {
        let mut work = lock(&self.work);
        loop {
            let waited = self.changed.wait_while(work, |work| !work.is_dirty && !work.is_over);
            work = waited.unwrap_or_else(|poison| poison.into_inner());
            if !work.is_dirty {
                return;
            }
            work.is_dirty = false;
            drop(work);
            let result = flush();
            work = lock(&self.work);
            if let Err(error) = result {
                work.error.get_or_insert(error);
            }
            let rested = self.changed.wait_timeout_while(work, interval, |work| !work.is_over);
            work = rested.unwrap_or_else(|poison| poison.into_inner()).0;
        }
    }
}

impl Drop for Flusher {
    fn drop(&mut self) {
        lock(&self.shared.work).is_over = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was reported by the thread itself.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    /// Longer than any test.
    const INTERVAL: Duration = Duration::from_secs(100_000);

    #[test]
    fn the_first_is_flushed_at_once_the_rest_together_and_the_last_at_the_end() {
        let (sender, receiver) = channel();
        let flusher = Flusher::start(INTERVAL, move || {
            sender.send(()).expect("the test listens");
            Ok(())
        })
        .expect("there is room for a thread");
        flusher.written().expect("nothing went wrong");
        assert!(receiver.recv().is_ok(), "at once");
        for _ in 0..1000 {
            flusher.written().expect("nothing went wrong");
        }
        assert!(receiver.try_recv().is_err(), "it rests");
        drop(flusher);
        assert_eq!(receiver.iter().count(), 1);
    }

    #[test]
    fn nothing_written_is_not_flushed() {
        let (sender, receiver) = channel::<()>();
        let flush = move || sender.send(()).map_err(io::Error::other);
        drop(Flusher::start(INTERVAL, flush).expect("there is room for a thread"));
        assert_eq!(receiver.iter().count(), 0);
    }

    #[test]
    fn a_failure_is_reported_once() {
        let (sender, receiver) = channel();
        let flusher = Flusher::start(Duration::ZERO, move || {
            sender.send(()).expect("the test listens");
            Err(io::Error::other("the disk is full"))
        })
        .expect("there is room for a thread");
        let mut result = flusher.written();
        // When the second call begins, the first is known to have failed.
        assert!(result.is_ok() && receiver.recv().is_ok());
        result = flusher.written();
        assert!(receiver.recv().is_ok());
        let result = result.and_then(|()| flusher.written());
        assert_eq!(result.unwrap_err().to_string(), "the disk is full");
    }
}
