//! Files and games for the tests of training.

use crate::chess::board::Position;
use crate::chess::movegen::legal_moves;
use crate::chess::types::{Move, Score};
use crate::support::random::RandomStream;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// A path that no other test has.
pub fn path(name: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let (process, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let path = std::env::temp_dir().join(format!("staunton-{process}-{number}-{name}"));
    let _ = std::fs::remove_file(&path);
    path
}

/// At most `longest` random moves from a position, with random scores.
pub fn random_moves(
    start: &Position,
    longest: usize,
    scores: RangeInclusive<i32>,
    random: &mut RandomStream,
) -> Vec<(Move, Score)> {
    let count = (scores.end() - scores.start() + 1) as usize;
    let mut position = start.clone();
    let mut moves = Vec::new();
    while moves.len() < longest {
        let legal = legal_moves(&position);
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.below(legal.len())];
        moves.push((mv, Score(scores.start() + random.below(count) as i32)));
        position.play(mv, &mut ());
    }
    moves
}
