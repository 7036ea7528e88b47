//! The process of an engine, with all that it has started.

use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// How often a process is asked whether it has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How long the processes that an engine leaves behind may take to end: `tee` has
/// still to write the engine's last line.
const LEFT_BEHIND: Duration = Duration::from_millis(200);

/// The process of an engine. It leads a group of its own, which contains all
/// processes that it starts: none of them outlives it, even if it quits by
/// itself. All are killed when this is dropped.
#[derive(Debug)]
pub struct EngineChild {
    child: Child,
    /// Whether it has ended; from then on its number may belong to another
    /// process.
    has_ended: bool,
}

/// The pipes of a process.
pub type Pipes = (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>);

impl EngineChild {
    /// The process, which leads a group.
    pub fn new(child: Child) -> EngineChild {
        EngineChild { child, has_ended: false }
    }

    /// Its pipes, once.
    pub fn take_pipes(&mut self) -> Pipes {
        (self.child.stdin.take(), self.child.stdout.take(), self.child.stderr.take())
    }

    /// How it has ended, if it has.
    pub fn try_wait(&mut self) -> Option<ExitStatus> {
        let status = self.child.try_wait().ok().flatten()?;
        if !std::mem::replace(&mut self.has_ended, true) {
            self.end_group(LEFT_BEHIND);
        }
        Some(status)
    }

    /// Kills it and its group.
    pub fn kill(&mut self) {
        if std::mem::replace(&mut self.has_ended, true) {
            return;
        }
        self.end_group(Duration::ZERO);
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Kills the processes of the group that have not ended in this time.
    #[cfg(unix)]
    fn end_group(&self, patience: Duration) {
        use nix::sys::signal::{Signal, killpg};
        use nix::unistd::Pid;
        let Ok(id) = i32::try_from(self.child.id()) else { return };
        let until = Instant::now() + patience;
        // When its last process has ended, the number no longer belongs to a
        // group.
        while killpg(Pid::from_raw(id), None).is_ok() {
            if Instant::now() >= until {
                let _ = killpg(Pid::from_raw(id), Signal::SIGKILL);
                return;
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// On Windows the job ends what an engine has started.
    #[cfg(not(unix))]
    fn end_group(&self, _: Duration) {}
}

impl Drop for EngineChild {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How a process has ended, if it ends by this time. `poll` asks it.
pub fn ended_by(
    until: Instant,
    mut poll: impl FnMut() -> Option<ExitStatus>,
) -> Option<ExitStatus> {
    loop {
        let status = poll();
        if status.is_some() || Instant::now() >= until {
            return status;
        }
        thread::sleep(POLL_INTERVAL);
    }
}
