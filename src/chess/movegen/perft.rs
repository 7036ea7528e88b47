//! Perft: counts the leaves of the tree of legal moves. It tests move generation
//! and play against published counts, and measures their speed.

use super::generate::{count_moves, legal_moves};
use crate::chess::board::Position;
use crate::chess::types::Move;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The number of move sequences of exactly `depth` plies. The last ply is
/// counted without being played ("bulk counting").
///
/// ```
/// use staunton::chess::{Position, perft};
///
/// assert_eq!(perft(&Position::start(), 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => leaves(&mut position.clone(), depth),
    }
}

fn leaves(position: &mut Position, depth: u32) -> u64 {
    if depth == 1 {
        return count_moves(position) as u64;
    }
    let mut sum = 0;
    for &mv in &legal_moves(position) {
        let undo = position.play(mv, &mut ());
        sum += leaves(position, depth - 1);
        position.undo(undo);
    }
    sum
}

/// [`perft`] for each legal move separately, in the order of generation, with a
/// number of threads. A depth of zero counts like a depth of one.
///
/// ```
/// use staunton::chess::Position;
/// use staunton::chess::movegen::divide;
///
/// let parts = divide(&Position::start(), 3, 1);
/// assert_eq!(parts.len(), 20);
/// assert_eq!(parts.iter().map(|(_, leaves)| leaves).sum::<u64>(), 8_902);
/// ```
pub fn divide(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    let moves = legal_moves(position);
    let next = AtomicUsize::new(0);
    let mut counts: Vec<(usize, u64)> = thread::scope(|scope| {
        let count = || {
            let mut counted = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&mv) = moves.get(index) else { return counted };
                counted.push((index, perft(&position.after(mv), depth.saturating_sub(1))));
            }
        };
        let handles: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(count)).collect();
        handles
            .into_iter()
            .flat_map(|handle| handle.join().expect("perft does not panic"))
            .collect()
    });
    counts.sort_unstable();
    moves.into_iter().zip(counts).map(|(mv, (_, count))| (mv, count)).collect()
}
