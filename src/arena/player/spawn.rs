//! Starts the process of an engine.

use crate::arena::machine::engine_child::EngineChild;
use crate::arena::plan::match_plan::EngineCommand;
use std::io;
use std::process::Stdio;

/// Starts the program with pipes to the arena.
///
/// # Errors
/// If the system does not start it.
pub fn spawn(command: &EngineCommand) -> io::Result<EngineChild> {
    let mut process = std::process::Command::new(&command.program);
    process
        .args(&command.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(directory) = &command.directory {
        process.current_dir(directory);
    }
    // The engine ends with its group; and the terminal's Ctrl-C is for the arena,
    // which then stops the engines.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut process, 0);
    #[cfg(target_os = "linux")]
    die_with_parent(&mut process);
    let engine = process.spawn()?;
    #[cfg(windows)]
    super::job::hold(&engine);
    Ok(EngineChild::new(engine))
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

/// Why a program cannot be started, in a sentence. If its name seems to end with
/// arguments, `hint` says how they are named.
pub fn complaint(
    command: &EngineCommand,
    error: &io::Error,
    hint: impl FnOnce(&str) -> String,
) -> String {
    let program = &command.program;
    let folder = std::env::current_dir().unwrap_or_default();
    let name = program.strip_prefix(folder).unwrap_or(program).to_string_lossy();
    let hint = match name.split_once(' ') {
        Some((_, arguments)) if !program.exists() => {
            format!("; if its name ends with arguments, say {}", hint(arguments))
        }
        _ => String::new(),
    };
    format!("'{}' cannot be started: {error}{hint}", program.display())
}
