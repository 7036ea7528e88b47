//! Counts of game results.

use crate::chess::types::{Color, GameResult};
use serde::{Deserialize, Serialize};

/// The results of a player against another: counts of games and, where games
/// come in pairs from one opening with colors reversed, counts of pairs.
///
/// All counts are from the side of one of the two, which the docs call player
/// 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ResultCounts {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs by their half points, from zero to four: both lost, lost and drawn,
    /// one each or both drawn, won and drawn, both won.
    pub pairs: [u64; 5],
}

/// The scores (0 to 1) of games or pairs with their counts: the input of the
/// formulas.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sample {
    /// Each possible score, in order, with its count.
    pub outcomes: Vec<(f64, f64)>,
    /// Games per observation: one, or two where pairs are observed.
    pub games_each: f64,
}

impl ResultCounts {
    /// The counts of games that do not come in pairs.
    pub const fn of_games(wins: u64, draws: u64, losses: u64) -> ResultCounts {
        ResultCounts { wins, draws, losses, pairs: [0; 5] }
    }

    /// The counts of pairs of which only the points are known. The number of
    /// draws is then unknown, since one win each and two draws score the same.
    pub const fn of_pairs(pairs: [u64; 5]) -> ResultCounts {
        ResultCounts { wins: 0, draws: 0, losses: 0, pairs }
    }

    /// Counts both games of a pair, by the half points (0, 1, 2) that player 0
    /// scored in each. More than two count as two.
    pub fn add_pair(&mut self, first: u8, second: u8) {
        self.add_single(first);
        self.add_single(second);
        self.pairs[usize::from(first.min(2) + second.min(2))] += 1;
    }

    /// Counts a game whose pair is not known (yet), by the half points (0, 1, 2)
    /// that player 0 scored. More than two count as two.
    pub fn add_single(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The half points that a result gives to a color; `None` if there is no
    /// result.
    pub const fn half_points(result: GameResult, color: Color) -> Option<u8> {
        match (result, color) {
            (GameResult::Draw, _) => Some(1),
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => {
                Some(2)
            }
            (GameResult::WhiteWins, Color::Black) | (GameResult::BlackWins, Color::White) => {
                Some(0)
            }
            (GameResult::Unknown, _) => None,
        }
    }

    /// The same games from the opponent's side.
    pub const fn reversed(&self) -> ResultCounts {
        let [ll, ld, even, wd, ww] = self.pairs;
        ResultCounts {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs: [ww, wd, even, ld, ll],
        }
    }

    /// The sum of two counts.
    pub fn and(&self, other: &ResultCounts) -> ResultCounts {
        ResultCounts {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            pairs: std::array::from_fn(|i| self.pairs[i] + other.pairs[i]),
        }
    }

    /// The number of complete pairs.
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// All games, those of pairs and single ones.
    pub fn games(&self) -> u64 {
        self.known_games().max(2 * self.pair_count())
    }

    /// The number of games whose own result is known.
    fn known_games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points per game, 0 to 1, over all games, incomplete pairs included; one
    /// half without games.
    pub fn score(&self) -> f64 {
        match (self.known_games(), self.pair_count()) {
            (0, 0) => 0.5,
            (0, _) => self.sample().mean_and_variance().0,
            (games, _) => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// Points in all games.
    pub fn points(&self) -> f64 {
        match self.known_games() {
            0 => self.score() * self.games() as f64,
            _ => self.wins as f64 + self.draws as f64 / 2.0,
        }
    }

    /// The share of drawn games, 0 to 1; `None` if it is not known.
    pub fn draw_ratio(&self) -> Option<f64> {
        let games = self.known_games();
        (games > 0).then(|| self.draws as f64 / games as f64)
    }

    /// The pairs, if there are any, otherwise the games.
    pub(super) fn sample(&self) -> Sample {
        let spread = |counts: &[u64]| {
            let last = (counts.len() - 1) as f64;
            counts.iter().enumerate().map(|(i, &n)| (i as f64 / last, n as f64)).collect()
        };
        if self.pair_count() > 0 {
            Sample { outcomes: spread(&self.pairs), games_each: 2.0 }
        } else {
            let games = [self.losses, self.draws, self.wins];
            Sample { outcomes: spread(&games), games_each: 1.0 }
        }
    }
}

impl Sample {
    /// The number of observations.
    pub fn size(&self) -> f64 {
        self.outcomes.iter().map(|(_, count)| count).sum()
    }

    /// Mean and variance of one observation: `μ = Σ nᵢaᵢ / N` and
    /// `σ² = Σ nᵢ(aᵢ − μ)² / N`, as all testing frameworks define it.
    pub fn mean_and_variance(&self) -> (f64, f64) {
        let size = self.size();
        let average = |of: &dyn Fn(f64) -> f64| {
            self.outcomes.iter().map(|&(score, count)| count * of(score)).sum::<f64>() / size
        };
        let mean = average(&|score| score);
        (mean, average(&|score| (score - mean).powi(2)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_and_games_are_counted_once() {
        let mut result_counts = ResultCounts::default();
        assert_eq!(
            (result_counts.games(), result_counts.score(), result_counts.draw_ratio()),
            (0, 0.5, None)
        );
        result_counts.add_pair(2, 2);
        result_counts.add_pair(1, 2);
        result_counts.add_pair(0, 2);
        result_counts.add_pair(1, 1);
        result_counts.add_single(0);
        assert_eq!(
            result_counts,
            ResultCounts { wins: 4, draws: 3, losses: 2, pairs: [0, 0, 2, 1, 1] }
        );
        assert_eq!((result_counts.games(), result_counts.points()), (9, 5.5));
        assert_eq!(result_counts.reversed().reversed(), result_counts);
        assert_eq!(result_counts.reversed().pairs, [1, 1, 2, 0, 0]);
        assert_eq!(result_counts.and(&result_counts).games(), 18);
    }

    #[test]
    fn pairs_alone_tell_the_score_but_not_the_draws() {
        let result_counts = ResultCounts::of_pairs([1, 0, 1, 0, 2]);
        assert_eq!(
            (result_counts.games(), result_counts.score(), result_counts.draw_ratio()),
            (8, 0.625, None)
        );
    }

    #[test]
    fn a_result_is_worth_two_half_points_in_all() {
        for result in [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw] {
            let [white, black] = Color::ALL.map(|color| ResultCounts::half_points(result, color));
            assert_eq!(white.zip(black).map(|(white, black)| white + black), Some(2));
        }
        assert_eq!(ResultCounts::half_points(GameResult::Unknown, Color::White), None);
    }
}
