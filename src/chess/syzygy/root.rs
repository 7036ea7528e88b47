//! The order of the moves at the root, by their results and by the distance to
//! the next capture or pawn move.

use super::probe::distance_before_zeroing;
use super::set::Tablebases;
use crate::chess::board::{KeyHistory, Position};
use crate::chess::movegen::legal_moves;
use crate::chess::types::{Move, Score};
use crate::support::sort::sort_by_key;

/// A rank above that of any distance.
const MAX_RANK: i32 = 0x4_0000;
/// Plies of the fifty-move rule.
const FIFTY_MOVES: i32 = 100;
/// The score of a win that the fifty-move rule spoils, at most and at least, in
/// centipawns.
const CURSED: std::ops::RangeInclusive<i32> = 2..=50;
/// Plies of a cursed win's distance that take a centipawn off its score.
const PLIES_PER_CENTIPAWN: i32 = 4;

/// A move at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// One of the legal moves at the root.
    pub mv: Move,
    /// Better moves have a higher rank. All moves that win for sure share one
    /// rank, and so do all that lose for sure.
    pub rank: i32,
    /// The score of the move by the tables.
    pub score: Score,
    /// The distance after the move, in plies: positive if it wins.
    pub distance: i32,
}

/// All legal moves at the root, best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RootRanking {
    /// Every legal move, the highest rank first.
    pub moves: Vec<RankedMove>,
    /// Whether the distances are known, and not only the results.
    pub by_distance: bool,
}

impl RootRanking {
    /// The entry of a move; `None` if the move is not legal at the root.
    pub fn of(&self, mv: Move) -> Option<&RankedMove> {
        self.moves.iter().find(|ranked| ranked.mv == mv)
    }
}

impl Tablebases {
    /// Ranks the legal moves of a position, given the keys of the positions
    /// before it. Without the fifty-move rule, every win counts as a win. `None`
    /// if a table is missing.
    ///
    /// A winning side is free to choose between all moves that still win before
    /// the rule ends the game. Once a position has been repeated, only the
    /// shortest distance will do.
    pub fn rank_moves(
        &self,
        position: &Position,
        history: &KeyHistory,
        fifty_move_rule: bool,
    ) -> Option<RootRanking> {
        if !self.covers(position) {
            return None;
        }
        let ranked = self.rank_by_distance(position, history, fifty_move_rule);
        let by_distance = ranked.is_some();
        let by_result = || self.rank_by_result(position, fifty_move_rule);
        let mut moves = ranked.or_else(by_result)?;
        sort_by_key(&mut moves, |ranked| -ranked.rank);
        Some(RootRanking { moves, by_distance })
    }

    fn rank_by_distance(
        &self,
        position: &Position,
        history: &KeyHistory,
        fifty_move_rule: bool,
    ) -> Option<Vec<RankedMove>> {
        let clock = i32::from(position.halfmove_clock());
        let has_repeated = has_repeated(position, history);
        let mut moves = Vec::new();
        for mv in legal_moves(position) {
            let next = position.after(mv);
            let repeats = |next: &Position| {
                let mut keys = history.clone();
                keys.push(position.key());
                keys.previous_occurrences(next.key(), next.repeatable_plies()).nth(1).is_some()
            };
            let distance = if repeats(&next) { 0 } else { self.distance_after(position, mv)? };
            // A capture or a pawn move starts a new count, and mate needs none.
            let plies = if distance.abs() == 1 { 0 } else { clock };
            let rank = rank(distance, plies, has_repeated);
            moves.push(RankedMove { mv, rank, score: score(rank, fifty_move_rule), distance });
        }
        Some(moves)
    }

    /// Ranks the moves by their results alone, where the distances are not known.
    fn rank_by_result(
        &self,
        position: &Position,
        fifty_move_rule: bool,
    ) -> Option<Vec<RankedMove>> {
        let rank_of = |mv: Move| {
            let result = -(self.probe_wdl(&position.after(mv))? as i32);
            let distance = distance_before_zeroing(result);
            let rank = rank(distance, 0, false);
            Some(RankedMove { mv, rank, score: score(rank, fifty_move_rule), distance })
        };
        legal_moves(position).iter().map(|&mv| rank_of(mv)).collect()
    }

    /// Continues a line by the shortest distances until the game ends or the line
    /// has `length` moves.
    pub fn continue_line(&self, root: &Position, line: &mut Vec<Move>, longest: usize) {
        let mut position = root.clone();
        for &mv in line.iter() {
            position.play(mv, &mut ());
        }
        while line.len() < longest && position.halfmove_clock() < FIFTY_MOVES as u16 {
            let Some(wins) = self.probe_dtz(&position).filter(|&distance| distance != 0) else {
                return;
            };
            let moves = legal_moves(&position);
            let distance = |mv: &Move| self.distance_after(&position, *mv);
            let best = moves
                .iter()
                .filter_map(|mv| Some((*mv, distance(mv)?)))
                .filter(|(_, distance)| distance.signum() == wins.signum())
                .min_by_key(|&(_, distance)| distance);
            let Some((best, _)) = best else { return };
            line.push(best);
            position.play(best, &mut ());
        }
    }
}

/// Whether a position occurred twice since the last capture, pawn move or null move.
fn has_repeated(position: &Position, history: &KeyHistory) -> bool {
    let mut keys = history.clone();
    let (mut key, mut clock) = (position.key(), position.repeatable_plies());
    loop {
        if keys.previous_occurrences(key, clock).next().is_some() {
            return true;
        }
        match (keys.pop(), clock.checked_sub(1)) {
            (Some(earlier), Some(plies)) => (key, clock) = (earlier, plies),
            _ => return false,
        }
    }
}

/// The rank of a move with this distance when the fifty-move rule has counted
/// `clock` plies.
fn rank(distance: i32, clock: i32, has_repeated: bool) -> i32 {
    match distance {
        1.. if distance + clock < FIFTY_MOVES && !has_repeated => MAX_RANK,
        1.. => MAX_RANK - (distance + clock),
        0 => 0,
        // Unless the rule may save the game, the search chooses the defence.
        _ if -2 * distance + clock < FIFTY_MOVES => -MAX_RANK,
        _ => -MAX_RANK + (clock - distance),
    }
}

fn score(rank: i32, fifty_move_rule: bool) -> Score {
    let beyond = MAX_RANK - rank.abs();
    let is_decided = if fifty_move_rule { beyond <= FIFTY_MOVES } else { rank != 0 };
    match rank.signum() {
        0 => Score::DRAW,
        sign if is_decided => Score(sign * Score::tablebase_win(0).0),
        sign => {
            let centipawns = *CURSED.end() - (beyond - FIFTY_MOVES) / PLIES_PER_CENTIPAWN;
            Score(sign * centipawns.clamp(*CURSED.start(), *CURSED.end()))
        }
    }
}
