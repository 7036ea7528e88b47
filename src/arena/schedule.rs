//! Which players meet, in which order, and with which colours.

use super::plan::TournamentFormat;
use crate::types::Color;

/// All games of a match, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The pairings of a round, in order. The player named first has White in
    /// the first game of a pair. If odds are given, that player gives them.
    pairings: Vec<(usize, usize)>,
    rounds: usize,
}

/// A game of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Its place in the schedule, from zero; games 2n and 2n + 1 are a pair.
    pub number: usize,
    /// Its round, from zero. All games of a round begin with the same opening.
    pub round: usize,
    /// The indices of the players in the match plan, by colour.
    pub players: [usize; Color::COUNT],
    /// The colour of the giver: the player who gives the odds, if any are
    /// given.
    pub giver: Color,
}

impl Schedule {
    /// The games of a tournament with this many players and rounds.
    pub fn new(format: TournamentFormat, players: usize, rounds: usize) -> Schedule {
        let rows = match format {
            TournamentFormat::RoundRobin => players,
            TournamentFormat::Gauntlet => players.min(1),
        };
        let row = |first| (first + 1..players).map(move |second| (first, second));
        Schedule { pairings: (0..rows).flat_map(row).collect(), rounds }
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        2 * self.rounds * self.pairings.len()
    }

    /// The game at a place; `None` beyond the last.
    pub fn game(&self, number: usize) -> Option<ScheduledGame> {
        if number >= self.games() {
            return None;
        }
        let pair = number / 2;
        let (first, second) = self.pairings[pair % self.pairings.len()];
        let reversed = number % 2 == 1;
        Some(ScheduledGame {
            number,
            round: pair / self.pairings.len(),
            players: if reversed { [second, first] } else { [first, second] },
            giver: if reversed { Color::Black } else { Color::White },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players(schedule: &Schedule) -> Vec<[usize; 2]> {
        (0..).map_while(|number| schedule.game(number)).map(|game| game.players).collect()
    }

    #[test]
    fn colours_are_reversed_within_a_pair() {
        let schedule = Schedule::new(TournamentFormat::RoundRobin, 2, 2);
        assert_eq!(players(&schedule), [[0, 1], [1, 0], [0, 1], [1, 0]]);
        let last = schedule.game(3).unwrap();
        assert_eq!((last.round, last.giver), (1, Color::Black));
        assert_eq!(schedule.game(4), None);
    }

    #[test]
    fn everybody_meets_everybody_or_the_first() {
        let all = Schedule::new(TournamentFormat::RoundRobin, 4, 3);
        assert_eq!(all.games(), 2 * 3 * 6);
        assert_eq!(all.game(11).unwrap().round, 0);
        assert_eq!(all.game(12).unwrap().round, 1);
        let gauntlet = Schedule::new(TournamentFormat::Gauntlet, 3, 1);
        assert_eq!(players(&gauntlet), [[0, 1], [1, 0], [0, 2], [2, 0]]);
        assert_eq!(Schedule::new(TournamentFormat::Gauntlet, 0, 1).games(), 0);
    }
}
