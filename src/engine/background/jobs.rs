//! The engine thread, on which searches run, and its queue of jobs.
//!
//! A front end never waits for a job: the queue takes it, and the engine
//! thread runs the jobs one after another. Each job has its own
//! [`SearchControl`], made before the job is queued. So a `stop` sent right
//! after `go` is never lost, and never stops a job that is queued later.
//!
//! Where a system has no threads, a job runs as soon as it is queued, on the
//! thread of the caller.

use crate::engine::search::{STACK, SearchControl};
use crate::engine::searcher::Searcher;
use crate::engine::tt::TtError;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// The most jobs the queue holds.
const MAX_JOBS: usize = 1_000;

/// The transposition table could not be allocated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why}; {}", what_is_kept(*.kept))]
pub struct HashError {
    /// The size of the table that is used instead, in mebibytes; zero if
    /// there is none.
    pub kept: i64,
    /// Why the allocation failed.
    pub why: TtError,
}

/// What a search works with after a failed allocation; a clause.
fn what_is_kept(mebibytes: i64) -> String {
    match mebibytes {
        0 => "nothing can be searched".to_string(),
        kept => format!("it stays at {kept} MB"),
    }
}

/// Why the engine refuses a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JobError {
    /// A search is running or waiting that ends only when it is stopped.
    #[error("a search is running, send 'stop' first")]
    Searching,
    /// The queue has no room for a further job.
    #[error("{MAX_JOBS} commands are waiting already")]
    QueueFull,
    /// There is no memory for even the smallest transposition table.
    #[error("there is no memory to search with")]
    NoMemory,
}

/// The kind of a job: it decides what may be queued behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JobKind {
    /// Changes what later searches work with. It takes a moment.
    Maintenance,
    /// Tells the front end something in its turn.
    Answer,
    /// A search, a perft or a benchmark that ends by itself. A search that
    /// ponders ends by itself only after `ponderhit`.
    Bounded,
    /// A search that ends only when it is stopped.
    Unbounded,
}

type JobFn = Box<dyn FnOnce(&mut Searcher, &SearchControl) + Send>;
type Callback = Box<dyn FnOnce() + Send>;

struct Job {
    kind: JobKind,
    control: Arc<SearchControl>,
    /// Taken when the job starts; the job stays in front until it is done.
    run: Option<JobFn>,
}

impl Job {
    /// Whether the job ends only when it is stopped, or on `ponderhit`.
    fn needs_stop(&self) -> bool {
        !self.control.stopped()
            && (self.kind == JobKind::Unbounded || self.control.pondering.load(Ordering::Relaxed))
    }

    /// Whether the job takes time and has not been stopped.
    fn is_searching(&self) -> bool {
        matches!(self.kind, JobKind::Bounded | JobKind::Unbounded) && !self.control.stopped()
    }
}

#[derive(Default)]
struct JobQueue {
    jobs: VecDeque<Job>,
    /// Called as soon as the queue [is ready](JobQueue::is_ready).
    on_ready: Vec<Callback>,
    /// The front end is gone: the thread ends after the last job.
    closed: bool,
    /// The thread has ended: it runs no more jobs.
    dead: bool,
}

impl JobQueue {
    fn has_maintenance(&self) -> bool {
        self.jobs.iter().any(|job| job.kind == JobKind::Maintenance)
    }

    /// Whether `isready` is answered now: no maintenance is waiting, or it
    /// waits behind a search that has not been stopped.
    fn is_ready(&self) -> bool {
        !self.has_maintenance() || self.jobs.front().is_some_and(Job::is_searching)
    }
}

/// The queue as the front end and the engine thread share it.
#[derive(Default)]
struct SharedQueue {
    queue: Mutex<JobQueue>,
    changed: Condvar,
}

impl SharedQueue {
    fn lock(&self) -> MutexGuard<'_, JobQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'q>(&self, queue: MutexGuard<'q, JobQueue>) -> MutexGuard<'q, JobQueue> {
        self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs jobs until the front end is gone and the queue is empty.
    fn run_jobs(&self, searcher: &mut Searcher) {
        loop {
            let mut queue = self.lock();
            let (run, control) = loop {
                if let Some(job) = queue.jobs.front_mut() {
                    break (job.run.take(), Arc::clone(&job.control));
                }
                if queue.closed {
                    return;
                }
                queue = self.wait(queue);
            };
            drop(queue);
            if let Some(run) = run {
                run(searcher, &control);
            }
            self.remove_front();
        }
    }

    /// Removes the job in front, which is done.
    fn remove_front(&self) {
        let on_ready = {
            let mut queue = self.lock();
            queue.jobs.pop_front();
            if queue.is_ready() { std::mem::take(&mut queue.on_ready) } else { Vec::new() }
        };
        self.changed.notify_all();
        on_ready.into_iter().for_each(|callback| callback());
    }
}

/// Marks the queue as dead when the thread ends, also by a panic, so that no
/// caller waits for it for ever.
struct MarkDeadOnDrop(Arc<SharedQueue>);

impl Drop for MarkDeadOnDrop {
    fn drop(&mut self) {
        let on_ready = {
            let mut queue = self.0.lock();
            queue.dead = true;
            queue.jobs.clear();
            std::mem::take(&mut queue.on_ready)
        };
        self.0.changed.notify_all();
        on_ready.into_iter().for_each(|callback| callback());
    }
}

/// Who runs the jobs.
enum Runner {
    /// The engine thread, until it is joined.
    Thread(Option<JoinHandle<()>>),
    /// Whoever queues a job.
    Caller(Box<Mutex<Searcher>>),
}

/// The handle of the engine thread. Dropping it stops all jobs and waits for
/// the thread to end.
pub(super) struct EngineThread {
    shared: Arc<SharedQueue>,
    runner: Runner,
}

impl EngineThread {
    /// Starts the thread, which first runs `allocate`. If that returns
    /// `None`, the thread ends and every job is refused.
    ///
    /// # Errors
    /// If the system starts no thread.
    pub fn start(
        allocate: impl FnOnce() -> Option<Searcher> + Send + 'static,
    ) -> std::io::Result<EngineThread> {
        let shared = Arc::new(SharedQueue::default());
        // The allocation counts as maintenance: no front end is told "ready"
        // before it is done.
        shared.lock().jobs.push_back(Job {
            kind: JobKind::Maintenance,
            control: Arc::default(),
            run: None,
        });
        let on_thread = Arc::clone(&shared);
        let thread = thread::Builder::new().name("search".to_string()).stack_size(STACK).spawn(
            move || {
                let _mark_dead = MarkDeadOnDrop(Arc::clone(&on_thread));
                if let Some(mut searcher) = allocate() {
                    on_thread.remove_front();
                    on_thread.run_jobs(&mut searcher);
                }
            },
        )?;
        Ok(EngineThread { shared, runner: Runner::Thread(Some(thread)) })
    }

    /// Starts no thread: the caller runs its jobs itself.
    pub fn none(searcher: Searcher) -> EngineThread {
        let shared = Arc::new(SharedQueue::default());
        // Nobody waits for further jobs.
        shared.lock().closed = true;
        EngineThread { shared, runner: Runner::Caller(Box::new(Mutex::new(searcher))) }
    }

    /// Queues a job.
    ///
    /// # Errors
    /// If the thread has ended, the queue is full, or a job in the queue ends
    /// only when it is stopped.
    pub fn queue(
        &self,
        kind: JobKind,
        control: Arc<SearchControl>,
        run: impl FnOnce(&mut Searcher, &SearchControl) + Send + 'static,
    ) -> Result<(), JobError> {
        let mut queue = self.shared.lock();
        if queue.dead {
            return Err(JobError::NoMemory);
        }
        if queue.jobs.iter().any(Job::needs_stop) {
            return Err(JobError::Searching);
        }
        if queue.jobs.len() >= MAX_JOBS {
            return Err(JobError::QueueFull);
        }
        queue.jobs.push_back(Job { kind, control, run: Some(Box::new(run)) });
        drop(queue);
        self.shared.changed.notify_all();
        if let Runner::Caller(searcher) = &self.runner {
            let mut searcher = searcher.lock().unwrap_or_else(PoisonError::into_inner);
            self.shared.run_jobs(&mut searcher);
        }
        Ok(())
    }

    /// Whether the queue holds work that takes time and has not been stopped.
    pub fn is_searching(&self) -> bool {
        self.shared.lock().jobs.iter().any(Job::is_searching)
    }

    /// Stops all jobs in the queue.
    pub fn stop(&self) {
        for job in &self.shared.lock().jobs {
            job.control.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Stops the jobs that would not end by themselves.
    pub fn stop_unbounded(&self) {
        for job in self.shared.lock().jobs.iter().filter(|job| job.needs_stop()) {
            job.control.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Ends pondering: the opponent has played the expected move. Returns
    /// whether any search was pondering.
    pub fn ponder_hit(&self) -> bool {
        let mut hit = false;
        for job in &self.shared.lock().jobs {
            let was_pondering = job.control.pondering.swap(false, Ordering::Relaxed);
            hit |= was_pondering && !job.control.stopped();
        }
        hit
    }

    /// Calls back when no maintenance is waiting: at once if none is, or if a
    /// search is running that has not been stopped.
    pub fn when_ready(&self, callback: impl FnOnce() + Send + 'static) {
        let mut queue = self.shared.lock();
        if queue.dead || queue.is_ready() {
            drop(queue);
            callback();
        } else {
            queue.on_ready.push(Box::new(callback));
        }
    }

    /// Calls back when the searches queued so far are done, also if they must be stopped
    /// first: at once if there are none, or if the queue is full.
    pub fn when_done(&self, callback: impl FnOnce() + Send + 'static) {
        let mut queue = self.shared.lock();
        let waits = queue.jobs.iter().any(|job| job.kind != JobKind::Maintenance);
        if !waits || queue.jobs.len() >= MAX_JOBS {
            drop(queue);
            callback();
            return;
        }
        let run: JobFn = Box::new(|_, _| callback());
        queue.jobs.push_back(Job {
            kind: JobKind::Answer,
            control: Arc::default(),
            run: Some(run),
        });
        drop(queue);
        self.shared.changed.notify_all();
    }

    /// Whether any maintenance is still waiting.
    #[cfg(test)]
    pub fn has_maintenance(&self) -> bool {
        self.shared.lock().has_maintenance()
    }

    /// Waits until the queue is empty.
    pub fn wait(&self) {
        let mut queue = self.shared.lock();
        while !queue.jobs.is_empty() {
            queue = self.shared.wait(queue);
        }
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.stop();
        self.shared.lock().closed = true;
        self.shared.changed.notify_all();
        if let Runner::Thread(thread) = &mut self.runner
            && let Some(thread) = thread.take()
        {
            // A panic of the thread has printed its message already.
            let _ = thread.join();
        }
    }
}
