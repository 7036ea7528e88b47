//! Which players meet, in which order, and with which colors.

use super::match_plan::{Encounter, MatchPlan, TournamentFormat};
use crate::chess::types::Color;

/// All games of a match, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The pairings of a round, in order. The player named first has White in
    /// the first game of a pair. If odds are given, that player gives them.
    pairings: Vec<(usize, usize)>,
    encounter: Encounter,
    rounds: usize,
    /// How many games are left out at the end.
    left_out: usize,
}

/// A game that is to be played: its place, round and players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Its place in the schedule, from zero; games 2n and 2n + 1 are a pair, if
    /// two games are played from an opening.
    pub number: usize,
    /// Its round, from zero. All games of a round begin with the same opening.
    pub round: usize,
    /// The indices of the players in the match plan, by color.
    pub players: [usize; Color::COUNT],
    /// The color of the giver: the player who gives the odds, if any are
    /// given.
    pub giver: Color,
}

impl Schedule {
    /// The games of a match.
    pub fn of(plan: &MatchPlan) -> Schedule {
        let all = Schedule::new(plan.format, plan.encounter, plan.players.len(), plan.rounds);
        Schedule { left_out: plan.last_is_single.into(), ..all }
    }

    /// The games of a tournament with this many players and rounds.
    pub fn new(
        format: TournamentFormat,
        encounter: Encounter,
        players: usize,
        rounds: usize,
    ) -> Schedule {
        let rows = match format {
            TournamentFormat::RoundRobin => players,
            TournamentFormat::Gauntlet { seeds } => players.min(seeds),
        };
        let row = |first| (first + 1..players).map(move |second| (first, second));
        Schedule { pairings: (0..rows).flat_map(row).collect(), encounter, rounds, left_out: 0 }
    }

    /// How many games are in the schedule.
    pub fn games(&self) -> usize {
        (self.encounter.games * self.rounds * self.pairings.len()).saturating_sub(self.left_out)
    }

    /// The two players of a game, in the order of the plan.
    pub fn pairing(&self, number: usize) -> Option<(usize, usize)> {
        let pair = number / self.encounter.games;
        self.pairings.get(pair % self.pairings.len().max(1)).copied()
    }

    /// The game at a place; `None` beyond the last.
    pub fn game(&self, number: usize) -> Option<ScheduledGame> {
        if number >= self.games() {
            return None;
        }
        let (first, second) = self.pairing(number)?;
        let Encounter { games, swaps, is_reversed } = self.encounter;
        let reversed = is_reversed != (swaps && number % 2 == 1);
        Some(ScheduledGame {
            number,
            round: number / games / self.pairings.len(),
            players: if reversed { [second, first] } else { [first, second] },
            giver: if reversed { Color::Black } else { Color::White },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIR: Encounter = Encounter { games: 2, swaps: true, is_reversed: false };

    fn players(schedule: &Schedule) -> Vec<[usize; 2]> {
        (0..).map_while(|number| schedule.game(number)).map(|game| game.players).collect()
    }

    #[test]
    fn colors_are_reversed_within_a_pair() {
        let schedule = Schedule::new(TournamentFormat::RoundRobin, PAIR, 2, 2);
        assert_eq!(players(&schedule), [[0, 1], [1, 0], [0, 1], [1, 0]]);
        let last = schedule.game(3).unwrap();
        assert_eq!((last.round, last.giver), (1, Color::Black));
        assert_eq!(schedule.game(4), None);
    }

    #[test]
    fn everybody_meets_everybody_or_the_first() {
        let all = Schedule::new(TournamentFormat::RoundRobin, PAIR, 4, 3);
        assert_eq!(all.games(), 2 * 3 * 6);
        assert_eq!(all.game(11).unwrap().round, 0);
        assert_eq!(all.game(12).unwrap().round, 1);
        let gauntlet = |seeds| Schedule::new(TournamentFormat::Gauntlet { seeds }, PAIR, 3, 1);
        assert_eq!(players(&gauntlet(1)), [[0, 1], [1, 0], [0, 2], [2, 0]]);
        assert_eq!(players(&gauntlet(2)).len(), 6, "the seeds meet each other too");
        let nobody = Schedule::new(TournamentFormat::Gauntlet { seeds: 1 }, PAIR, 0, 1);
        assert_eq!(nobody.games(), 0);
    }

    #[test]
    fn games_may_be_single_and_colors_may_stay_or_begin_reversed() {
        let of = |encounter| players(&Schedule::new(TournamentFormat::RoundRobin, encounter, 2, 2));
        assert_eq!(of(Encounter { games: 1, ..PAIR }), [[0, 1], [1, 0]]);
        assert_eq!(of(Encounter { swaps: false, ..PAIR }), [[0, 1]; 4]);
        let reversed = Encounter { is_reversed: true, ..PAIR };
        assert_eq!(of(reversed), [[1, 0], [0, 1], [1, 0], [0, 1]]);
        assert_eq!(of(Encounter { swaps: false, ..reversed }), [[1, 0]; 4]);
        let single =
            Schedule::new(TournamentFormat::RoundRobin, Encounter { games: 1, ..PAIR }, 3, 2);
        let rounds: Vec<usize> = (0..6).map(|number| single.game(number).unwrap().round).collect();
        assert_eq!(rounds, [0, 0, 0, 1, 1, 1]);
        assert_eq!(single.pairing(4), Some((0, 2)));
    }
}
