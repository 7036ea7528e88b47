//! How games begin: with random moves, if they leave both sides a game.

use super::DatagenOptions;
use crate::board::Position;
use crate::game::random_moves;
use crate::random::RandomStream;
use crate::types::Score;

/// Keeps these random numbers apart from others, in the low byte; the run is
/// in those above.
const OF_DATAGEN: u64 = 5;
/// An opening is refused if one side is better by more than this, in
/// centipawns: such games are over before they teach anything.
const FAIR: i32 = 300;
/// Openings tried for one game.
const MOST_TRIES: usize = 50;

/// A fair opening for the game of this number; `None` if none is found.
/// `value` is a short search.
pub fn opening(
    start: &Position,
    options: &DatagenOptions,
    number: u64,
    mut value: impl FnMut(&Position) -> Score,
) -> Option<Position> {
    let mut random = RandomStream::new(options.seed, number, OF_DATAGEN | options.run << 8);
    let tries = if options.plies == 0 { 1 } else { MOST_TRIES };
    (0..tries).find_map(|_| {
        let more = if options.plies == 0 { 0 } else { random.below(2) };
        let (_, end) = random_moves(start, options.plies + more, &mut random)?;
        (value(&end).0.abs() <= FAIR).then_some(end)
    })
}
