//! The program. All of its code is in the library.

/// Checks the processor before the standard library starts: the code that the
/// library runs before `main` is compiled for the same processor.
// SAFETY: each section is a list of functions without arguments or result,
// which the system calls one after another; this is such a function.
#[cfg(all(target_arch = "x86_64", any(target_os = "linux", target_os = "macos", windows)))]
#[used]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
#[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(windows, unsafe(link_section = ".CRT$XCU"))]
static CHECK_CPU: extern "C" fn() = staunton::support::cpu::exit_if_unsupported;

fn main() -> std::process::ExitCode {
    staunton::support::cpu::exit_if_unsupported();
    staunton::cli::run()
}
