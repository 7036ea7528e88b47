//! A file's way to the disk.
//!
//! What is written to a file is safe from the death of the program at once,
//! but from a power cut only when the system has been told to bring it to the
//! disk and has done so. That can take as long as a game; so a thread of its
//! own does it: at once after a silence, and not too often when much is
//! written. What was written last is never left out for longer than that.

use super::halt::lock;
use std::io;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Brings what is written to the disk, until it is dropped; then for the last
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
    /// Something has been written since the last time.
    is_dirty: bool,
    /// Nothing more will be written.
    is_over: bool,
    /// What went wrong, until somebody asks.
    error: Option<io::Error>,
}

impl Flusher {
    /// Calls `flush` after something was written, but leaves at least `rest`
    /// between two calls.
    ///
    /// # Errors
    /// If the system has no room for a thread.
    pub fn start(
        rest: Duration,
        flush: impl FnMut() -> io::Result<()> + Send + 'static,
    ) -> io::Result<Flusher> {
        let shared = Arc::new(FlushState::default());
        let of_thread = Arc::clone(&shared);
        let thread = thread::Builder::new()
            .name("brings games to the disk".to_string())
            .spawn(move || of_thread.run(rest, flush))?;
        Ok(Flusher { shared, thread: Some(thread) })
    }

    /// Something has been written.
    ///
    /// # Errors
    /// If what was written earlier could not be brought to the disk.
    pub fn written(&self) -> io::Result<()> {
        let mut work = lock(&self.shared.work);
        work.is_dirty = true;
        self.shared.changed.notify_all();
        work.error.take().map_or(Ok(()), Err)
    }
}

impl FlushState {
    fn run(&self, rest: Duration, mut flush: impl FnMut() -> io::Result<()>) {
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
            let rested = self.changed.wait_timeout_while(work, rest, |work| !work.is_over);
            work = rested.unwrap_or_else(|poison| poison.into_inner()).0;
        }
    }
}

impl Drop for Flusher {
    fn drop(&mut self) {
        lock(&self.shared.work).is_over = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // If it has panicked, it has said so itself.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    /// Longer than any test.
    const REST: Duration = Duration::from_secs(100_000);

    #[test]
    fn the_first_is_flushed_at_once_the_rest_together_and_the_last_at_the_end() {
        let (sender, receiver) = channel();
        let flusher = Flusher::start(REST, move || {
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
    fn who_has_written_nothing_is_not_flushed() {
        let (sender, receiver) = channel::<()>();
        let flush = move || sender.send(()).map_err(io::Error::other);
        drop(Flusher::start(REST, flush).expect("there is room for a thread"));
        assert_eq!(receiver.iter().count(), 0);
    }

    #[test]
    fn a_failure_is_told_once() {
        let (sender, receiver) = channel();
        let flusher = Flusher::start(Duration::ZERO, move || {
            sender.send(()).expect("the test listens");
            Err(io::Error::other("the disk is full"))
        })
        .expect("there is room for a thread");
        let mut told = flusher.written();
        // When the second call begins, the first is known to have failed.
        assert!(told.is_ok() && receiver.recv().is_ok());
        told = flusher.written();
        assert!(receiver.recv().is_ok());
        let told = told.and_then(|()| flusher.written());
        assert_eq!(told.unwrap_err().to_string(), "the disk is full");
    }
}
