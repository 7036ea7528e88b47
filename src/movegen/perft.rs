//! Counting the leaves of the tree of legal moves: the proof that generation
//! and play are right, and the measure of how fast they are.

use super::generate::{Class, generate, legal_moves};
use super::sink::MoveCount;
use crate::board::Position;
use crate::types::Move;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The number of move sequences of exactly `depth` plies. The last ply is
/// counted without being played ("bulk counting").
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => leaves(&mut position.clone(), depth),
    }
}

fn leaves(position: &mut Position, depth: u32) -> u64 {
    if depth == 1 {
        let mut count = MoveCount::default();
        generate(position, Class::All, &mut count);
        return count.0 as u64;
    }
    let mut sum = 0;
    for &mv in &legal_moves(position) {
        let undo = position.play(mv, &mut ());
        sum += leaves(position, depth - 1);
        position.undo(undo);
    }
    sum
}

/// [`perft`] split up by the first move, in the order of generation. The
/// depth must be at least one.
pub fn divide(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    let moves = legal_moves(position);
    let next = AtomicUsize::new(0);
    let mut counts: Vec<(usize, u64)> = thread::scope(|scope| {
        let work = || {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&mv) = moves.get(index) else { return done };
                done.push((index, perft(&position.after(mv), depth - 1)));
            }
        };
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("perft does not panic"))
            .collect()
    });
    counts.sort_unstable();
    moves.into_iter().zip(counts).map(|(mv, (_, count))| (mv, count)).collect()
}
