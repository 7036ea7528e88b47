//! The job object of Windows that holds the engines. The system closes it when the
//! arena ends, even if the arena is killed, and then kills all that is in it: the
//! engines and the processes that they have started.

use once_cell::sync::Lazy;
use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::process::Child;
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject,
};

/// The job, which stays open as long as the arena runs. `None` if the system does
/// not make one: then an engine ends when its input does.
static ENGINES: Lazy<Option<OwnedHandle>> = Lazy::new(|| create().ok());

fn create() -> io::Result<OwnedHandle> {
    // SAFETY: null for both arguments asks for a job without a name that child
    // processes do not inherit.
    let handle = unsafe { CreateJobObjectW(std::ptr::null(), std::ptr::null()) };
    if handle.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle was opened above, is valid, and nothing else closes it.
    let job = unsafe { OwnedHandle::from_raw_handle(handle) };
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    // SAFETY: the pointer is to a structure of the kind that is named, with its
    // size, and lives through the call.
    let is_set = unsafe {
        SetInformationJobObject(
            job.as_raw_handle(),
            JobObjectExtendedLimitInformation,
            (&raw const limits).cast(),
            size_of_val(&limits) as u32,
        )
    };
    if is_set == 0 { Err(io::Error::last_os_error()) } else { Ok(job) }
}

/// Puts an engine into the job. What it has started before stays outside.
pub fn hold(engine: &Child) {
    if let Some(job) = ENGINES.as_ref() {
        // SAFETY: both handles are open: the job is never closed, and the child
        // owns that of its process. A failure leaves the engine outside.
        unsafe {
            AssignProcessToJobObject(job.as_raw_handle(), engine.as_raw_handle());
        }
    }
}
