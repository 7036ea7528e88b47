//! Starts the process of an engine, and waits for its end.

use crate::arena::plan::EngineCommand;
use crate::arena::stop_flag::lock;
use std::io;
use std::process::{Child, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

/// How often the process is polled for its exit status after its output has
/// ended.
const EXIT_POLLS: u32 = 50;
const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Starts the program with pipes to the arena.
///
/// # Errors
/// If the system does not start it.
pub fn spawn(command: &EngineCommand) -> io::Result<Child> {
    let mut process = std::process::Command::new(&command.program);
    process
        .args(&command.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(directory) = &command.directory {
        process.current_dir(directory);
    }
    // The terminal's Ctrl-C is for the arena, which then stops the engines.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut process, 0);
    #[cfg(target_os = "linux")]
    die_with_parent(&mut process);
    let engine = process.spawn()?;
    #[cfg(windows)]
    super::job::hold(&engine);
    Ok(engine)
}

/// Lets the system kill an engine when the arena ends, even if the arena is
/// killed itself. Strictly, it is the thread that started the engine whose end
/// counts; a thread keeps the engines that it starts until it ends. Windows has
/// jobs for this; elsewhere an engine ends when its input does.
#[cfg(target_os = "linux")]
fn die_with_parent(process: &mut std::process::Command) {
    use nix::sys::{prctl::set_pdeathsig, signal::Signal};
    use nix::unistd::{getpid, getppid};
    use std::os::unix::process::CommandExt;
    let arena = getpid();
    let before_exec = move || {
        set_pdeathsig(Signal::SIGKILL)?;
        // The arena may have ended before.
        if getppid() == arena { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
    };
    // SAFETY: between fork and exec only functions that are safe in a signal
    // handler may be called. The closure makes two system calls, allocates
    // nothing and takes no lock.
    unsafe {
        process.pre_exec(before_exec);
    }
}

/// Whether starting may succeed later: the system was short of processes,
/// memory or open files, or the program file is still being written.
pub fn is_temporary(error: &io::Error) -> bool {
    use io::ErrorKind::*;
    /// `ENFILE` and `EMFILE`: too many open files in the system and in the
    /// process.
    const TOO_MANY_FILES: [i32; 2] = [23, 24];
    matches!(error.kind(), WouldBlock | OutOfMemory | ExecutableFileBusy | Interrupted)
        || error.raw_os_error().is_some_and(|number| TOO_MANY_FILES.contains(&number))
}

/// The exit status of a process that is about to end; `None` if it does not
/// end.
pub fn ended(child: &Mutex<Child>) -> Option<String> {
    for _ in 0..EXIT_POLLS {
        if let Ok(Some(status)) = lock(child).try_wait() {
            return Some(status.to_string());
        }
        thread::sleep(EXIT_POLL_INTERVAL);
    }
    None
}
