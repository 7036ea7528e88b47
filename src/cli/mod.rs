//! The command line.

/// tmp
pub fn run() -> std::process::ExitCode {
    let _ = crate::uci::run(crate::config::Config::load(None));
    std::process::ExitCode::SUCCESS
}
