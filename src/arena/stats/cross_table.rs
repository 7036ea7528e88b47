//! The results of all pairings of a match.

use super::result_counts::ResultCounts;
use crate::arena::plan::record::GameRecord;
use crate::chess::types::Color;
use std::collections::BTreeMap;

/// The results of all pairings of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CrossTable {
    players: usize,
    /// Results by pairing, the lower index first, from that player's side.
    by_pairing: BTreeMap<(usize, usize), ResultCounts>,
}

impl CrossTable {
    /// The table of this many players without games.
    pub fn new(players: usize) -> CrossTable {
        CrossTable { players, by_pairing: BTreeMap::new() }
    }

    /// The table of the games of a match, in any order. Games without a result do
    /// not count; a game whose partner is missing counts as a single game, and so
    /// do all games if they do not come in pairs.
    pub fn of_games(players: usize, games: &[GameRecord], are_pairs: bool) -> CrossTable {
        let mut table = CrossTable::new(players);
        let mut waiting: BTreeMap<usize, (usize, usize, u8)> = BTreeMap::new();
        for game in games {
            let [white, black] = game.players;
            let (player, other) = (white.min(black), white.max(black));
            let color = if player == white { Color::White } else { Color::Black };
            let Some(points) = ResultCounts::half_points(game.ending.result(), color) else {
                continue;
            };
            if !are_pairs {
                table.add_single(player, other, points);
                continue;
            }
            match waiting.remove(&(game.number / 2)) {
                Some((a, b, first)) if (a, b) == (player, other) => {
                    table.add_pair(player, other, first, points);
                }
                Some((a, b, first)) => {
                    table.add_single(a, b, first);
                    table.add_single(player, other, points);
                }
                None => {
                    waiting.insert(game.number / 2, (player, other, points));
                }
            }
        }
        for (player, other, points) in waiting.into_values() {
            table.add_single(player, other, points);
        }
        table
    }

    /// How many players the table has, also those without games.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Counts a pair of games, by the half points (0, 1, 2) that `player` scored
    /// in each against `other`.
    pub fn add_pair(&mut self, player: usize, other: usize, first: u8, second: u8) {
        self.change(player, other, |result_counts| result_counts.add_pair(first, second));
    }

    /// Counts a single game, by the half points (0, 1, 2) that `player` scored
    /// against `other`.
    pub fn add_single(&mut self, player: usize, other: usize, half_points: u8) {
        self.change(player, other, |result_counts| result_counts.add_single(half_points));
    }

    fn change(&mut self, player: usize, other: usize, change: impl FnOnce(&mut ResultCounts)) {
        let mut result_counts = self.result_counts(player, other);
        change(&mut result_counts);
        let (key, result_counts) = if player <= other {
            ((player, other), result_counts)
        } else {
            ((other, player), result_counts.reversed())
        };
        self.players = self.players.max(key.1 + 1);
        self.by_pairing.insert(key, result_counts);
    }

    /// The results of `player` against `other`, from the side of `player`.
    pub fn result_counts(&self, player: usize, other: usize) -> ResultCounts {
        let key = (player.min(other), player.max(other));
        let result_counts = self.by_pairing.get(&key).copied().unwrap_or_default();
        if player <= other { result_counts } else { result_counts.reversed() }
    }

    /// The results of each player against all others.
    pub fn totals(&self) -> Vec<ResultCounts> {
        let mut totals = vec![ResultCounts::default(); self.players];
        for (player, other, counts) in self.pairings().filter(|(player, other, _)| player != other)
        {
            totals[player] = totals[player].and(counts);
            totals[other] = totals[other].and(&counts.reversed());
        }
        totals
    }

    /// The results of a player against all others.
    pub fn total(&self, player: usize) -> ResultCounts {
        let others = (0..self.players).filter(|&other| other != player);
        others
            .fold(ResultCounts::default(), |sum, other| sum.and(&self.result_counts(player, other)))
    }

    /// The pairings that have played: two players, the lower index first, and
    /// the results from that player's side.
    pub fn pairings(&self) -> impl Iterator<Item = (usize, usize, &ResultCounts)> {
        self.by_pairing
            .iter()
            .map(|(&(player, other), result_counts)| (player, other, result_counts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_players_see_the_same_games() {
        let mut table = CrossTable::new(3);
        table.add_pair(0, 1, 2, 1);
        table.add_pair(1, 0, 0, 1);
        table.add_single(2, 0, 2);
        assert_eq!(table.result_counts(0, 1).pairs, [0, 0, 0, 2, 0]);
        assert_eq!(table.result_counts(1, 0).pairs, [0, 2, 0, 0, 0]);
        assert_eq!((table.total(0).games(), table.total(0).points()), (5, 3.0));
        assert_eq!((table.total(1).games(), table.total(2).points()), (4, 1.0));
        assert_eq!(table.pairings().count(), 2);
    }
}
