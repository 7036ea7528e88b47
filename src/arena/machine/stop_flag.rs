//! How a whole match is told to stop, wherever its threads wait.

use super::engine_child::EngineChild;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Instant;

/// Something on which a thread may wait, and which must wake that thread when
/// the match stops.
pub(in crate::arena) trait Wake: Send + Sync {
    /// Wakes the waiting thread, which then looks at the flag.
    fn wake(&self);
}

/// The stop flag of a match. It is raised once and never lowered: from then
/// on no thread waits for a move and no game begins. Before, the match may be
/// told to finish: no game begins, and those in play go on to their end.
#[derive(Default)]
pub struct StopFlag {
    finishing: AtomicBool,
    waiting: Mutex<Vec<Weak<dyn Wake>>>,
    children: Mutex<Vec<Weak<Mutex<EngineChild>>>>,
    /// When the flag was raised.
    raised_at: OnceLock<Instant>,
}

impl StopFlag {
    /// Tells all threads of the match to stop, and wakes those that wait.
    pub fn raise(&self) {
        self.raised_at.get_or_init(Instant::now);
        for waiting in lock(&self.waiting).iter().filter_map(Weak::upgrade) {
            waiting.wake();
        }
    }

    /// Tells the match to begin no further game.
    pub fn finish_games(&self) {
        self.finishing.store(true, Ordering::SeqCst);
    }

    /// Whether no further game may begin.
    pub fn is_finishing(&self) -> bool {
        self.finishing.load(Ordering::SeqCst) || self.is_raised()
    }

    /// Whether the match is to stop.
    pub fn is_raised(&self) -> bool {
        self.raised_at.get().is_some()
    }

    /// When the match was told to stop.
    pub fn raised_at(&self) -> Option<Instant> {
        self.raised_at.get().copied()
    }

    /// Kills all engine processes, without waiting for them to quit.
    pub fn kill_engines(&self) {
        for child in lock(&self.children).iter().filter_map(Weak::upgrade) {
            lock(&child).kill();
        }
    }

    /// Registers what [`StopFlag::raise`] has to wake.
    pub(in crate::arena) fn register_waiting(&self, waiting: Weak<dyn Wake>) {
        register(&self.waiting, waiting);
    }

    /// Registers an engine process for [`StopFlag::kill_engines`].
    pub(in crate::arena) fn register_child(&self, child: &Arc<Mutex<EngineChild>>) {
        register(&self.children, Arc::downgrade(child));
    }
}

/// Adds an entry, and removes those whose owner is gone.
fn register<T: ?Sized>(list: &Mutex<Vec<Weak<T>>>, new: Weak<T>) {
    let mut list = lock(list);
    list.retain(|entry| entry.strong_count() > 0);
    list.push(new);
}

/// Locks a mutex, also one that a panicking thread has poisoned: that thread
/// has reported its panic itself.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
