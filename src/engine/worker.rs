//! The thread on which searches run, and the queue in front of it.
//!
//! Whoever gives orders never waits for the work: orders are queued and done
//! one after another. Each has signals of its own, raised or not before it
//! is queued, so that a `stop` sent right after it cannot be lost, nor stop
//! anything that was ordered later.

use crate::search::{STACK, SearchControl, ThreadPool};
use crate::tt::TranspositionTable;
use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// How many orders may wait.
const MAX_WAITING: usize = 1_000;

/// What the thread works with; nobody else touches it.
pub(super) struct EngineThread {
    pub searcher: ThreadPool,
    pub table: Arc<TranspositionTable>,
    /// The size of the table in mebibytes.
    pub hash_mb: u64,
}

/// What kind of work an order is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JobKind {
    /// Changes what later searches find; it takes a moment.
    Upkeep,
    /// A search, a count, a benchmark: it ends by itself, unless it is the
    /// search of a position that still is the opponent's to move.
    Bounded,
    /// A search that ends only when it is told to.
    Endless,
}

/// Why an order is not carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BusyError {
    /// A search is running that would have to end first.
    Searching,
    /// Too many orders are waiting already.
    TooMany,
    /// There was no memory for the smallest table.
    NoMemory,
}

impl fmt::Display for BusyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BusyError::Searching => f.write_str("a search is running, send 'stop' first"),
            BusyError::TooMany => write!(f, "{MAX_WAITING} orders are waiting already"),
            BusyError::NoMemory => f.write_str("there is no memory to search with"),
        }
    }
}

impl std::error::Error for BusyError {}

type EngineJob = Box<dyn FnOnce(&mut EngineThread, &SearchControl) + Send>;
type Callback = Box<dyn FnOnce() + Send>;

struct QueuedJob {
    kind: JobKind,
    signals: Arc<SearchControl>,
    /// Taken when the work begins; the order stays in front until it is done.
    work: Option<EngineJob>,
}

impl QueuedJob {
    /// Whether somebody has to tell it to stop.
    fn is_endless(&self) -> bool {
        !self.signals.stopped()
            && (self.kind == JobKind::Endless || self.signals.pondering.load(Ordering::Relaxed))
    }

    fn is_running_freely(&self) -> bool {
        self.kind != JobKind::Upkeep && !self.signals.stopped()
    }
}

#[derive(Default)]
struct Queue {
    orders: VecDeque<QueuedJob>,
    /// To be called as soon as it [`Queue::is_ready`].
    ready: Vec<Callback>,
    closed: bool,
    dead: bool,
}

impl Queue {
    fn has_upkeep(&self) -> bool {
        self.orders.iter().any(|order| order.kind == JobKind::Upkeep)
    }

    /// Whether who asks for "ready" gets it: no upkeep is waiting, or only
    /// behind a search that nobody has told to stop.
    fn is_ready(&self) -> bool {
        !self.has_upkeep() || self.orders.front().is_some_and(QueuedJob::is_running_freely)
    }
}

#[derive(Default)]
struct QueueState {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl QueueState {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'q>(&self, queue: MutexGuard<'q, Queue>) -> MutexGuard<'q, Queue> {
        self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner)
    }
}

/// Leaves nobody waiting for a thread that has ended.
struct Farewell(Arc<QueueState>);

impl Drop for Farewell {
    fn drop(&mut self) {
        let ready = {
            let mut queue = self.0.lock();
            queue.dead = true;
            queue.orders.clear();
            std::mem::take(&mut queue.ready)
        };
        self.0.changed.notify_all();
        ready.into_iter().for_each(|callback| callback());
    }
}

/// The thread, seen from outside.
pub(super) struct EngineWorker {
    shared: Arc<QueueState>,
    thread: Option<JoinHandle<()>>,
}

impl EngineWorker {
    /// Starts the thread; `furnish` runs on it first. Without a workshop it
    /// ends, and every order is refused.
    pub fn start(
        furnish: impl FnOnce() -> Option<EngineThread> + Send + 'static,
    ) -> std::io::Result<EngineWorker> {
        let shared = Arc::new(QueueState::default());
        // What `furnish` does counts as upkeep: nobody is told "ready" before.
        shared.lock().orders.push_back(QueuedJob {
            kind: JobKind::Upkeep,
            signals: Arc::default(),
            work: None,
        });
        let on_thread = Arc::clone(&shared);
        let thread = thread::Builder::new().name("search".to_string()).stack_size(STACK).spawn(
            move || {
                let _farewell = Farewell(Arc::clone(&on_thread));
                if let Some(mut workshop) = furnish() {
                    done(&on_thread);
                    work_through(&on_thread, &mut workshop);
                }
            },
        )?;
        Ok(EngineWorker { shared, thread: Some(thread) })
    }

    /// Queues an order. `unless` says of a waiting or running order whether
    /// it stands in the way.
    pub fn order(
        &self,
        kind: JobKind,
        signals: Arc<SearchControl>,
        unless: impl Fn(EngineState) -> bool,
        work: impl FnOnce(&mut EngineThread, &SearchControl) + Send + 'static,
    ) -> Result<(), BusyError> {
        let mut queue = self.shared.lock();
        if queue.dead {
            return Err(BusyError::NoMemory);
        }
        if queue.orders.iter().any(|order| unless(EngineState::of(order))) {
            return Err(BusyError::Searching);
        }
        if queue.orders.len() >= MAX_WAITING {
            return Err(BusyError::TooMany);
        }
        queue.orders.push_back(QueuedJob { kind, signals, work: Some(Box::new(work)) });
        drop(queue);
        self.shared.changed.notify_all();
        Ok(())
    }

    /// Tells everything ordered so far to stop.
    pub fn stop(&self) {
        for order in &self.shared.lock().orders {
            order.signals.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Tells whatever would go on for ever to stop.
    pub fn stop_endless(&self) {
        for order in self.shared.lock().orders.iter().filter(|order| order.is_endless()) {
            order.signals.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The opponent has played the expected move. Whether anybody was
    /// waiting for that.
    pub fn ponder_hit(&self) -> bool {
        let mut waited = false;
        for order in &self.shared.lock().orders {
            let pondered = order.signals.pondering.swap(false, Ordering::Relaxed);
            waited |= pondered && !order.signals.stopped();
        }
        waited
    }

    /// Calls back when no upkeep is waiting, at once if none is or if a
    /// search is running that nobody has told to stop.
    pub fn when_ready(&self, callback: impl FnOnce() + Send + 'static) {
        let mut queue = self.shared.lock();
        if queue.dead || queue.is_ready() {
            drop(queue);
            callback();
        } else {
            queue.ready.push(Box::new(callback));
        }
    }

    /// Whether a change is still waiting to take effect.
    #[cfg(test)]
    pub fn has_upkeep(&self) -> bool {
        self.shared.lock().has_upkeep()
    }

    /// Waits until everything ordered so far is done.
    pub fn wait(&self) {
        let mut queue = self.shared.lock();
        while !queue.orders.is_empty() {
            queue = self.shared.wait(queue);
        }
    }
}

/// What an order is to one who wants to give another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EngineState {
    /// It will be over in a moment.
    Ending,
    /// It goes on for a while, and then ends.
    Running,
    /// It goes on until it is told to stop.
    Endless,
}

impl EngineState {
    fn of(order: &QueuedJob) -> EngineState {
        if order.is_endless() {
            EngineState::Endless
        } else if order.is_running_freely() {
            EngineState::Running
        } else {
            EngineState::Ending
        }
    }
}

impl Drop for EngineWorker {
    fn drop(&mut self) {
        self.stop();
        self.shared.lock().closed = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so itself.
            let _ = thread.join();
        }
    }
}

fn work_through(shared: &QueueState, workshop: &mut EngineThread) {
    loop {
        let mut queue = shared.lock();
        let (work, signals) = loop {
            if let Some(order) = queue.orders.front_mut() {
                break (order.work.take(), Arc::clone(&order.signals));
            }
            if queue.closed {
                return;
            }
            queue = shared.wait(queue);
        };
        drop(queue);
        if let Some(work) = work {
            work(workshop, &signals);
        }
        done(shared);
    }
}

/// Strikes out the order in front.
fn done(shared: &QueueState) {
    let ready = {
        let mut queue = shared.lock();
        queue.orders.pop_front();
        if queue.is_ready() { std::mem::take(&mut queue.ready) } else { Vec::new() }
    };
    shared.changed.notify_all();
    ready.into_iter().for_each(|callback| callback());
}
