//! Perft: counts the leaves of the tree of legal moves. It tests move generation
//! and play against published counts, and measures their speed.

use super::generate::{legal_moves, legal_moves_of};
use super::sink::MoveCount;
use crate::chess::board::Position;
use crate::chess::types::{Black, Color, Move, MoveList, Side, White};
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
        _ => match position.side_to_move() {
            Color::White => leaves::<White>(position, depth),
            Color::Black => leaves::<Black>(position, depth),
        },
    }
}

/// The leaves below a position in which `S` is to move. Each move is played on a
/// copy and without keys, by the code that the search plays with, compiled for
/// each side.
fn leaves<S: Side>(position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        let mut count = MoveCount::default();
        legal_moves_of::<S>(position, &mut count);
        return count.0.into();
    }
    let leaves_after =
        |&mv: &Move| position.with_unkeyed::<S, _>(mv, |next| leaves::<S::Enemy>(next, depth - 1));
    let mut moves = MoveList::new();
    legal_moves_of::<S>(position, &mut moves);
    moves.iter().map(leaves_after).sum()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::board::Setup;
    use crate::support::random::RandomStream;

    /// Moves that are compared.
    const MOVES: usize = 1_000_000;

    fn compare<S: Side>(position: &Position, mv: Move) {
        let facts = |position: &Position| {
            let (checkers, pinned) = (position.checkers(), position.pinned());
            let castling = (position.castling(), position.en_passant());
            (Setup::from(position).board, position.side_to_move(), castling, checkers, pinned)
        };
        let keyed = position.after(mv);
        position.with_unkeyed::<S, _>(mv, |next| {
            assert_eq!(facts(next), facts(&keyed), "{mv:?} in {position}");
        });
    }

    #[test]
    fn moves_without_keys_lead_to_the_same_positions() {
        let mut random = RandomStream::new(64, 0, 0);
        let mut position = Position::start();
        let mut compared = 0;
        while compared < MOVES {
            let moves = legal_moves(&position);
            for &mv in &moves {
                match position.side_to_move() {
                    Color::White => compare::<White>(&position, mv),
                    Color::Black => compare::<Black>(&position, mv),
                }
            }
            compared += moves.len();
            position = match moves.len() {
                0 => Position::start(),
                _ if position.halfmove_clock() > 99 => Position::start(),
                count => position.after(moves[random.below(count)]),
            };
        }
    }
}
