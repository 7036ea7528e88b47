//! The program: everything is in the library.

/// The first thing that runs, before `main`: what the standard library does
/// before `main` is compiled for the same processor, and would die there.
// SAFETY: the section is a list of functions without arguments or result,
// which the system calls one after another; this is one.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[used]
#[unsafe(link_section = ".init_array")]
static FIRST: extern "C" fn() = staunton::cpu::insist;

fn main() -> std::process::ExitCode {
    staunton::cpu::insist();
    staunton::cli::run()
}
