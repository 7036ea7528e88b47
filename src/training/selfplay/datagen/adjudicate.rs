//! Ends games early if the scores make their result clear.

use crate::chess::types::Score;
use crate::training::data::games::DecidedResult;

/// A game that reaches this number of plies is drawn.
const MAX_PLIES: u32 = 800;

/// When the scores make the result clear. A game that goes on after that takes
/// time and teaches little.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AdjudicationRules {
    /// A side wins if its score is at least this, in centipawns …
    pub win_score: i32,
    /// … for this number of consecutive plies.
    pub win_plies: u32,
    /// The game is drawn if the score of either side is at most this, in
    /// centipawns …
    pub draw_score: i32,
    /// … for this number of consecutive plies …
    pub draw_plies: u32,
    /// … and at least this number of plies have been played.
    pub draw_from: u32,
}

impl AdjudicationRules {
    /// The rules unless others are asked for.
    pub const STANDARD: AdjudicationRules = AdjudicationRules {
        win_score: 800,
        win_plies: 4,
        draw_score: 8,
        draw_plies: 10,
        draw_from: 60,
    };
}

/// Follows the scores of a game.
pub struct ScoreAdjudicator {
    rules: AdjudicationRules,
    plies: u32,
    /// Consecutive plies with a winning score for White, and for Black.
    winning: [u32; 2],
    /// Consecutive plies with a drawn score.
    drawn: u32,
}

impl ScoreAdjudicator {
    /// Follows a game from its first ply.
    pub fn new(rules: AdjudicationRules) -> ScoreAdjudicator {
        ScoreAdjudicator { rules, plies: 0, winning: [0; 2], drawn: 0 }
    }

    /// Adds White's score of the next position; returns the result if it is
    /// clear now.
    pub fn add(&mut self, white: Score) -> Option<DecidedResult> {
        let count = |counter: &mut u32, continues: bool| {
            *counter = if continues { *counter + 1 } else { 0 };
            *counter
        };
        let rules = self.rules;
        self.plies += 1;
        let [by_white, by_black] = &mut self.winning;
        if count(by_white, white.0 >= rules.win_score) >= rules.win_plies {
            return Some(DecidedResult::Win);
        }
        if count(by_black, white.0 <= -rules.win_score) >= rules.win_plies {
            return Some(DecidedResult::Loss);
        }
        let is_even = white.0.abs() <= rules.draw_score;
        let is_drawn = count(&mut self.drawn, is_even) >= rules.draw_plies;
        let is_late = self.plies >= rules.draw_from;
        (is_drawn && is_late || self.plies >= MAX_PLIES).then_some(DecidedResult::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIN_SCORE: i32 = AdjudicationRules::STANDARD.win_score;
    const DRAW_SCORE: i32 = AdjudicationRules::STANDARD.draw_score;

    /// The ply at which a game of these scores is adjudicated, and the result.
    fn adjudicated(scores: impl IntoIterator<Item = i32>) -> Option<(usize, DecidedResult)> {
        adjudicated_by(AdjudicationRules::STANDARD, scores)
    }

    fn adjudicated_by(
        rules: AdjudicationRules,
        scores: impl IntoIterator<Item = i32>,
    ) -> Option<(usize, DecidedResult)> {
        let mut adjudicator = ScoreAdjudicator::new(rules);
        let mut plies = scores.into_iter().enumerate();
        plies.find_map(|(ply, score)| Some((ply + 1, adjudicator.add(Score(score))?)))
    }

    #[test]
    fn a_win_needs_four_plies_of_one_side() {
        assert_eq!(
            adjudicated([0, WIN_SCORE, WIN_SCORE, WIN_SCORE, WIN_SCORE]),
            Some((5, DecidedResult::Win))
        );
        assert_eq!(
            adjudicated([-WIN_SCORE, -WIN_SCORE, -9_999, -WIN_SCORE]),
            Some((4, DecidedResult::Loss))
        );
        assert_eq!(adjudicated([WIN_SCORE, WIN_SCORE, WIN_SCORE, WIN_SCORE - 1].repeat(20)), None);
        assert_eq!(adjudicated([WIN_SCORE, WIN_SCORE, -WIN_SCORE, -WIN_SCORE].repeat(20)), None);
        let mate = Score::mated_in(3).0;
        assert_eq!(adjudicated([mate; 9]), Some((4, DecidedResult::Loss)));
    }

    #[test]
    fn a_draw_needs_ten_even_plies_and_an_old_game() {
        assert_eq!(adjudicated([DRAW_SCORE; 200]), Some((60, DecidedResult::Draw)));
        assert_eq!(adjudicated([0; 59]), None);
        let late = [30].repeat(90).into_iter().chain([-DRAW_SCORE; 20]);
        assert_eq!(adjudicated(late), Some((100, DecidedResult::Draw)));
        let mut scores = [0; 9].to_vec();
        scores.push(DRAW_SCORE + 1);
        assert_eq!(adjudicated(scores.repeat(20)), None);
    }

    #[test]
    fn the_rules_are_those_that_are_asked_for() {
        let rules = AdjudicationRules {
            win_score: 300,
            win_plies: 1,
            draw_score: 0,
            draw_plies: 2,
            draw_from: 3,
        };
        assert_eq!(adjudicated_by(rules, [299, 300]), Some((2, DecidedResult::Win)));
        assert_eq!(adjudicated_by(rules, [0; 9]), Some((3, DecidedResult::Draw)));
        assert_eq!(adjudicated_by(rules, [1, 0].repeat(9)), None);
    }

    #[test]
    fn no_game_goes_on_for_ever() {
        let scores = [100, -100].repeat(MAX_PLIES as usize);
        assert_eq!(adjudicated(scores), Some((MAX_PLIES as usize, DecidedResult::Draw)));
    }
}
