//! The program: everything is in the library.

fn main() -> std::process::ExitCode {
    // Before anything else, which might use what is not there.
    if let Err(lacking) = staunton::cpu::check() {
        eprintln!("staunton: {lacking}");
        return std::process::ExitCode::FAILURE;
    }
    staunton::cli::run()
}
