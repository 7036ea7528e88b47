//! Bars that show how far a command is.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on standard error in the form of the template; it is hidden, and draws
/// nothing, if that is not a terminal.
pub fn bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// A bar for positions, each of which takes its time.
pub fn position_bar(positions: usize) -> ProgressBar {
    bar(positions as u64, "{wide_bar} position {pos} of {len}, {eta} left")
}
