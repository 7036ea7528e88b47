//! Depth, speed and time of a player's moves.

use crate::arena::plan::record::{GameRecord, PlayedMove, PonderCounts};
use crate::arena::stats::{ResultCounts, TimeHistogram, TimeSpread};
use crate::chess::types::Color;
use std::collections::BTreeMap;

/// A time is shown for a move number with at least this many moves.
const FEWEST_MOVES: u64 = 5;

/// The color of a player in a game; `None` if it did not play.
pub fn color_of(game: &GameRecord, player: usize) -> Option<Color> {
    Color::ALL.into_iter().find(|color| game.players[color.index()] == player)
}

/// Half points of a player in a game; zero if it did not play.
pub fn half_points(game: &GameRecord, player: usize) -> u8 {
    color_of(game, player)
        .and_then(|color| ResultCounts::half_points(game.ending.result(), color))
        .unwrap_or(0)
}

/// A sum and the number of its terms.
type MoveSum = (f64, u64);

fn mean((sum, count): MoveSum) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}

/// Sums over the moves of one player.
#[derive(Default)]
pub struct MoveStatistics {
    depth: MoveSum,
    time_ms: MoveSum,
    nodes: f64,
    /// Time of the moves whose nodes are known.
    searched_ms: f64,
    by_number: BTreeMap<u32, (MoveSum, TimeHistogram)>,
    times: TimeHistogram,
    ponder: PonderCounts,
}

impl MoveStatistics {
    /// Adds up the moves of one player in some games.
    pub fn of(games: &[&GameRecord], player: usize) -> MoveStatistics {
        let mut moves = MoveStatistics::default();
        for game in games {
            let Some(color) = color_of(game, player) else { continue };
            let end = game.opening.end();
            let (mut side, mut number) = (end.side_to_move(), end.fullmove_number());
            for played in &game.moves {
                if side == color && !played.is_from_book() {
                    moves.add(number, played);
                }
                number += u32::from(side == Color::Black);
                side = !side;
            }
        }
        moves
    }

    fn add(&mut self, number: u32, played: &PlayedMove) {
        let time_ms = played.time.as_secs_f64() * 1000.0;
        let add = |sum: &mut MoveSum, value: f64| *sum = (sum.0 + value, sum.1 + 1);
        add(&mut self.time_ms, time_ms);
        let (sum, times) = self.by_number.entry(number).or_default();
        add(sum, time_ms);
        times.add(played.time);
        self.times.add(played.time);
        if let Some(depth) = played.depth {
            add(&mut self.depth, f64::from(depth));
        }
        self.ponder.add(played.ponder_hit);
        // The nodes of a hit were searched on the opponent's time too.
        if let Some(nodes) = played.nodes.filter(|_| played.ponder_hit != Some(true)) {
            self.nodes += nodes as f64;
            self.searched_ms += time_ms;
        }
    }

    /// How often the player searched on its opponent's time, and how often the opponent
    /// then made the move that it expected; `None` if it never did.
    pub fn pondering(&self) -> Option<PonderCounts> {
        Some(self.ponder).filter(|ponder| ponder.searches > 0)
    }

    /// Mean depth in plies.
    pub fn mean_depth(&self) -> Option<f64> {
        mean(self.depth)
    }

    /// Mean time of a move in milliseconds.
    pub fn mean_time_ms(&self) -> Option<f64> {
        mean(self.time_ms)
    }

    /// Nodes per second over all moves whose nodes are known.
    pub fn nodes_per_second(&self) -> Option<f64> {
        (self.searched_ms > 0.0).then(|| self.nodes * 1000.0 / self.searched_ms)
    }

    /// Mean time in milliseconds by full-move number, where enough moves had
    /// that number.
    pub fn mean_times_by_number_ms(&self) -> Vec<(u32, f64)> {
        let often = self.by_number.iter().filter(|(_, (sum, _))| sum.1 >= FEWEST_MOVES);
        often.filter_map(|(&number, &(sum, _))| Some((number, mean(sum)?))).collect()
    }

    /// The median time of a move and the band from 10 % to 90 %.
    pub fn spread(&self) -> Option<TimeSpread> {
        self.times.spread()
    }

    /// The same by full-move number, where enough moves had that number.
    pub fn spreads_by_number(&self) -> Vec<(u32, TimeSpread)> {
        let often = self.by_number.iter().filter(|(_, (sum, _))| sum.1 >= FEWEST_MOVES);
        often.filter_map(|(&number, (_, times))| Some((number, times.spread()?))).collect()
    }
}
