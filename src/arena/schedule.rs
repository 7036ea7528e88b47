//! Who plays whom, in which order, and with which colours.

use super::plan::Format;
use crate::types::Color;

/// All games of a match, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The players that meet, in the order of a round; the one named first
    /// has White in the first game of a pair, and gives the odds if there are
    /// any.
    meetings: Vec<(usize, usize)>,
    rounds: usize,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Its place in the schedule, from zero; games 2n and 2n + 1 are a pair.
    pub number: usize,
    /// Which round it belongs to, from zero: all its games begin with the
    /// same opening.
    pub round: usize,
    /// The players by colour.
    pub players: [usize; Color::COUNT],
    /// Who gives the odds, if any are given.
    pub giver: Color,
}

impl Schedule {
    /// The games between so many players.
    pub fn new(format: Format, players: usize, rounds: usize) -> Schedule {
        let rows = match format {
            Format::RoundRobin => players,
            Format::Gauntlet => players.min(1),
        };
        let row = |first| (first + 1..players).map(move |second| (first, second));
        Schedule { meetings: (0..rows).flat_map(row).collect(), rounds }
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        2 * self.rounds * self.meetings.len()
    }

    /// The game at a place; `None` beyond the last.
    pub fn fixture(&self, number: usize) -> Option<ScheduledGame> {
        if number >= self.games() {
            return None;
        }
        let pair = number / 2;
        let (first, second) = self.meetings[pair % self.meetings.len()];
        let reversed = number % 2 == 1;
        Some(ScheduledGame {
            number,
            round: pair / self.meetings.len(),
            players: if reversed { [second, first] } else { [first, second] },
            giver: if reversed { Color::Black } else { Color::White },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players(schedule: &Schedule) -> Vec<[usize; 2]> {
        (0..).map_while(|number| schedule.fixture(number)).map(|game| game.players).collect()
    }

    #[test]
    fn colours_are_reversed_within_a_pair() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 2);
        assert_eq!(players(&schedule), [[0, 1], [1, 0], [0, 1], [1, 0]]);
        let last = schedule.fixture(3).unwrap();
        assert_eq!((last.round, last.giver), (1, Color::Black));
        assert_eq!(schedule.fixture(4), None);
    }

    #[test]
    fn everybody_meets_everybody_or_the_first() {
        let all = Schedule::new(Format::RoundRobin, 4, 3);
        assert_eq!(all.games(), 2 * 3 * 6);
        assert_eq!(all.fixture(11).unwrap().round, 0);
        assert_eq!(all.fixture(12).unwrap().round, 1);
        let gauntlet = Schedule::new(Format::Gauntlet, 3, 1);
        assert_eq!(players(&gauntlet), [[0, 1], [1, 0], [0, 2], [2, 0]]);
        assert_eq!(Schedule::new(Format::Gauntlet, 0, 1).games(), 0);
    }
}
