//! How a whole match is told to stop, wherever its threads are waiting.

use super::player::Mailbox;
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Raised once, and never lowered: from then on no move is waited for and no
/// game begun.
#[derive(Default)]
pub struct StopFlag {
    raised: AtomicBool,
    mailboxes: Mutex<Vec<Weak<Mailbox>>>,
    children: Mutex<Vec<Weak<Mutex<Child>>>>,
}

impl StopFlag {
    /// Tells everybody to stop, and wakes those who wait.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::SeqCst);
        for mailbox in lock(&self.mailboxes).iter().filter_map(Weak::upgrade) {
            mailbox.wake();
        }
    }

    /// Whether it has been raised.
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::SeqCst)
    }

    /// Ends all engines by force, for one who will not wait for them.
    pub fn kill(&self) {
        for child in lock(&self.children).iter().filter_map(Weak::upgrade) {
            // It may have ended by itself.
            let _ = lock(&child).kill();
        }
    }

    /// A mailbox that wakes when it is raised.
    pub(super) fn mailbox(&self) -> Arc<Mailbox> {
        let mailbox = Arc::new(Mailbox::default());
        register(&self.mailboxes, &mailbox);
        mailbox
    }

    /// Remembers a process that may have to be ended by force.
    pub(super) fn watch(&self, child: &Arc<Mutex<Child>>) {
        register(&self.children, child);
    }
}

/// Adds one, and forgets those that are gone.
fn register<T>(list: &Mutex<Vec<Weak<T>>>, one: &Arc<T>) {
    let mut list = lock(list);
    list.retain(|one| one.strong_count() > 0);
    list.push(Arc::downgrade(one));
}

/// A thread that panicked while it held the lock has said so itself.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
