//! Counting leaves under a protocol: it can be told to stop.

use crate::board::Position;
use crate::engine::{bench::per_second, format_move};
use crate::movegen;
use crate::search::SearchControl;
use crate::uci::output::UciOutput;
use std::time::Instant;

/// Below this many plies nobody need ask whether to stop: it takes
/// milliseconds.
const UNINTERRUPTED: u32 = 4;

/// Counts the leaves of each first move and writes them, then the sum.
pub fn count(
    position: &Position,
    depth: u32,
    chess960: bool,
    signals: &SearchControl,
    output: &UciOutput,
) {
    let start = Instant::now();
    let mut total = u64::from(depth == 0);
    if let Some(rest) = depth.checked_sub(1) {
        for mv in movegen::legal_moves(position) {
            let Some(leaves) = leaves(&position.after(mv), rest, signals) else {
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

/// `None` if told to stop.
fn leaves(position: &Position, depth: u32, signals: &SearchControl) -> Option<u64> {
    if signals.stopped() {
        return None;
    }
    if depth <= UNINTERRUPTED {
        return Some(movegen::perft(position, depth));
    }
    movegen::legal_moves(position).into_iter().try_fold(0u64, |sum, mv| {
        Some(sum.saturating_add(leaves(&position.after(mv), depth - 1, signals)?))
    })
}
