//! Perft as a UCI command: `stop` ends it.

use super::error::CommandError;
use super::session::Session;
use super::stdio::UciOutput;
use crate::chess::board::Position;
use crate::chess::movegen;
use crate::engine::search::SearchControl;
use crate::engine::{bench::per_second, format_move};
use std::time::Instant;

/// Up to this depth, in plies, a count takes milliseconds and does not look at
/// the stop flag.
const UNINTERRUPTED: u32 = 4;

impl Session {
    /// Counts the leaves of the tree of legal moves, in turn with the searches.
    ///
    /// # Errors
    /// If there is no position, or the queue takes no more.
    pub(super) fn perft(&self, depth: u32) -> Result<(), CommandError> {
        let position = self.engine.position()?.clone();
        let output = self.output.clone();
        let chess960 = self.options.chess960;
        let work = move |control: &_| count(&position, depth, chess960, control, &output);
        Ok(self.engine.run(work)?)
    }
}

/// Writes the number of leaves after each first move, then the sum.
fn count(
    position: &Position,
    depth: u32,
    chess960: bool,
    control: &SearchControl,
    output: &UciOutput,
) {
    let start = Instant::now();
    let mut total = u64::from(depth == 0);
    if let Some(rest) = depth.checked_sub(1) {
        for mv in movegen::legal_moves(position) {
            let Some(leaves) = leaves(&position.after(mv), rest, control) else {
                output.line("info string perft stopped before its end");
                return;
            };
            output.line(&format!("{}: {leaves}", format_move(mv, chess960)));
            total = total.saturating_add(leaves);
        }
    }
    let rate = per_second(total, start.elapsed());
    output.line(&format!("\nNodes searched: {total}\ninfo string {rate} leaves per second"));
}

/// The number of leaves; `None` if the count is stopped.
fn leaves(position: &Position, depth: u32, control: &SearchControl) -> Option<u64> {
    if control.stopped() {
        return None;
    }
    if depth <= UNINTERRUPTED {
        return Some(movegen::perft(position, depth));
    }
    movegen::legal_moves(position).into_iter().try_fold(0u64, |sum, mv| {
        Some(sum.saturating_add(leaves(&position.after(mv), depth - 1, control)?))
    })
}
