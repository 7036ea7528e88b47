//! When a game is called off.

use crate::training::data::GameResult;
use crate::types::Score;

/// A side that is better by this is believed to win, in centipawns.
const WON: i32 = 2_500;
/// For so many plies on end.
const WON_FOR: u32 = 4;
/// Nobody is believed to be better up to this, in centipawns.
const EVEN: i32 = 4;
/// For so many plies on end.
const EVEN_FOR: u32 = 12;
/// Plies of a game before which none is called a draw.
const EVEN_AFTER: u32 = 80;
/// Plies after which a game that leads nowhere is called a draw.
const LONGEST: u32 = 800;

/// Follows the scores of a game.
#[derive(Default)]
pub struct ScoreAdjudicator {
    plies: u32,
    /// Plies on end with White, and with Black, that much better.
    won: [u32; 2],
    /// Plies on end with nobody better.
    even: u32,
}

impl ScoreAdjudicator {
    /// Hears the score of the next position, for White, and says whether that
    /// is enough.
    pub fn hear(&mut self, white: Score) -> Option<GameResult> {
        let count = |counter: &mut u32, goes_on: bool| {
            *counter = if goes_on { *counter + 1 } else { 0 };
            *counter
        };
        self.plies += 1;
        let [by_white, by_black] = &mut self.won;
        if count(by_white, white.0 >= WON) >= WON_FOR {
            return Some(GameResult::Win);
        }
        if count(by_black, white.0 <= -WON) >= WON_FOR {
            return Some(GameResult::Loss);
        }
        let is_drawn = count(&mut self.even, white.0.abs() <= EVEN) >= EVEN_FOR;
        let is_late = self.plies >= EVEN_AFTER;
        (is_drawn && is_late || self.plies >= LONGEST).then_some(GameResult::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After how many plies a game of these scores is called off, and how.
    fn verdict(scores: impl IntoIterator<Item = i32>) -> Option<(usize, GameResult)> {
        let mut judge = ScoreAdjudicator::default();
        let mut heard = scores.into_iter().enumerate();
        heard.find_map(|(ply, score)| Some((ply + 1, judge.hear(Score(score))?)))
    }

    #[test]
    fn a_win_needs_four_plies_of_one_side() {
        assert_eq!(verdict([0, WON, WON, WON, WON]), Some((5, GameResult::Win)));
        assert_eq!(verdict([-WON, -WON, -9_999, -WON]), Some((4, GameResult::Loss)));
        assert_eq!(verdict([WON, WON, WON, WON - 1].repeat(20)), None);
        assert_eq!(verdict([WON, WON, -WON, -WON].repeat(20)), None);
        let mate = Score::mated_in(3).0;
        assert_eq!(verdict([mate; 9]), Some((4, GameResult::Loss)));
    }

    #[test]
    fn a_draw_needs_twelve_even_plies_and_an_old_game() {
        let old = EVEN_AFTER as usize;
        assert_eq!(verdict([EVEN; 200]), Some((old, GameResult::Draw)));
        assert_eq!(verdict([0; 79]), None);
        let late = [30].repeat(90).into_iter().chain([-EVEN; 20]);
        assert_eq!(verdict(late), Some((90 + EVEN_FOR as usize, GameResult::Draw)));
        let mut scores = [0; 11].to_vec();
        scores.push(EVEN + 1);
        assert_eq!(verdict(scores.repeat(20)), None);
    }

    #[test]
    fn no_game_goes_on_for_ever() {
        let scores = [100, -100].repeat(LONGEST as usize);
        assert_eq!(verdict(scores), Some((LONGEST as usize, GameResult::Draw)));
    }
}
