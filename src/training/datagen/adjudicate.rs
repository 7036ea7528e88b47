//! Ends games early whose result is clear from the scores.

use crate::training::data::DecidedResult;
use crate::types::Score;

/// A side wins if its score is at least this, in centipawns …
const WIN_SCORE: i32 = 1_200;
/// … for so many consecutive plies.
const WIN_PLIES: u32 = 4;
/// The game is drawn if the score of either side is at most this, in
/// centipawns …
const DRAW_SCORE: i32 = 4;
/// … for so many consecutive plies …
const DRAW_PLIES: u32 = 12;
/// … and at least so many plies have been played.
const DRAW_AFTER: u32 = 70;
/// A game of so many plies is drawn.
const MAX_PLIES: u32 = 800;

/// Follows the scores of a game.
#[derive(Default)]
pub struct ScoreAdjudicator {
    plies: u32,
    /// Consecutive plies with a winning score for White, and for Black.
    winning: [u32; 2],
    /// Consecutive plies with a drawn score.
    drawn: u32,
}

impl ScoreAdjudicator {
    /// Adds White's score of the next position; returns the result if it is
    /// clear now.
    pub fn add(&mut self, white: Score) -> Option<DecidedResult> {
        let count = |counter: &mut u32, continues: bool| {
            *counter = if continues { *counter + 1 } else { 0 };
            *counter
        };
        self.plies += 1;
        let [by_white, by_black] = &mut self.winning;
        if count(by_white, white.0 >= WIN_SCORE) >= WIN_PLIES {
            return Some(DecidedResult::Win);
        }
        if count(by_black, white.0 <= -WIN_SCORE) >= WIN_PLIES {
            return Some(DecidedResult::Loss);
        }
        let is_drawn = count(&mut self.drawn, white.0.abs() <= DRAW_SCORE) >= DRAW_PLIES;
        let is_late = self.plies >= DRAW_AFTER;
        (is_drawn && is_late || self.plies >= MAX_PLIES).then_some(DecidedResult::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ply at which a game of these scores is adjudicated, and the result.
    fn adjudicated(scores: impl IntoIterator<Item = i32>) -> Option<(usize, DecidedResult)> {
        let mut adjudicator = ScoreAdjudicator::default();
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
    fn a_draw_needs_twelve_even_plies_and_an_old_game() {
        let old = DRAW_AFTER as usize;
        assert_eq!(adjudicated([DRAW_SCORE; 200]), Some((old, DecidedResult::Draw)));
        assert_eq!(adjudicated([0; DRAW_AFTER as usize - 1]), None);
        let late = [30].repeat(90).into_iter().chain([-DRAW_SCORE; 20]);
        assert_eq!(adjudicated(late), Some((90 + DRAW_PLIES as usize, DecidedResult::Draw)));
        let mut scores = [0; 11].to_vec();
        scores.push(DRAW_SCORE + 1);
        assert_eq!(adjudicated(scores.repeat(20)), None);
    }

    #[test]
    fn no_game_goes_on_for_ever() {
        let scores = [100, -100].repeat(MAX_PLIES as usize);
        assert_eq!(adjudicated(scores), Some((MAX_PLIES as usize, DecidedResult::Draw)));
    }
}
