//! Adjudication: the arena ends a game early when the players' scores have long
//! agreed on its result. The rules are those of fastchess.

use crate::arena::plan::match_plan::Adjudication;
use crate::arena::plan::record::Ending;
use crate::chess::types::{Color, GameResult, Score};

/// The reasons for adjudication, as records and reports name them.
pub const REASONS: [&str; 5] = [
    "the players see a draw",
    "the loser sees the loss",
    "both see the loss",
    "the move limit",
    "the tablebases",
];

/// The index of the reason of the tablebases.
pub const BY_TABLES: usize = 4;

/// Follows the scores of a game and decides when to adjudicate it.
#[derive(Clone, Copy, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// Consecutive plies with a score near zero.
    even: u32,
    /// Consecutive moves of each player with a losing score.
    lost: [u32; Color::COUNT],
    /// Consecutive moves of each player with a winning score.
    won: [u32; Color::COUNT],
    plies: u32,
}

impl Adjudicator {
    /// An adjudicator for a game that begins.
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator { rules, even: 0, lost: [0; 2], won: [0; 2], plies: 0 }
    }

    /// Adds a move of `side` with the score that the player reported.
    /// `is_progress` is true of captures and pawn moves, after which the count
    /// for a draw begins anew.
    pub fn add_move(&mut self, side: Color, score: Option<Score>, is_progress: bool) {
        self.plies += 1;
        let count = |counter: &mut u32, goes_on: bool| {
            *counter = if goes_on { *counter + 1 } else { 0 };
        };
        if let Some(rule) = self.rules.draw {
            let is_even = score.is_some_and(|score| score.0.abs() <= rule.score);
            if is_progress {
                self.even = 0;
            }
            count(&mut self.even, is_even);
        }
        if let Some(rule) = self.rules.resign {
            let at_least = |own: i32| score.is_some_and(|score| own * score.0 >= rule.score);
            count(&mut self.lost[side.index()], at_least(-1));
            count(&mut self.won[side.index()], at_least(1));
        }
    }

    /// The ending, if the game is to be adjudicated now. `move_number` is the
    /// full-move number of the position.
    pub fn ending(&self, move_number: u32) -> Option<Ending> {
        let Adjudication { draw, resign, max_moves } = self.rules;
        let [by_draw, by_one, by_both, by_length, _] = REASONS;
        let called = |result, why| Some(Ending::Adjudicated { result, why });
        if let Some(rule) = resign {
            for side in Color::ALL {
                let lost = self.lost[side.index()] >= rule.move_count;
                let agreed = self.won[(!side).index()] >= rule.move_count;
                if lost && (agreed || !rule.two_sided) {
                    let why = if rule.two_sided { by_both } else { by_one };
                    return called(GameResult::win(!side), why);
                }
            }
        }
        if draw.is_some_and(|rule| {
            move_number > rule.move_number && self.even >= rule.move_count.saturating_mul(2)
        }) {
            return called(GameResult::Draw, by_draw);
        }
        if max_moves.is_some_and(|most| self.plies >= most.saturating_mul(2)) {
            return called(GameResult::Draw, by_length);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::plan::match_plan::{DrawRule, ResignRule};

    fn ending(rules: Adjudication, scores: &[i32]) -> Option<(usize, Ending)> {
        let mut adjudicator = Adjudicator::new(rules);
        for (ply, &score) in scores.iter().enumerate() {
            let side = Color::wrapping(ply);
            adjudicator.add_move(side, Some(Score(score)), false);
            if let Some(ending) = adjudicator.ending(1 + (ply as u32).div_ceil(2)) {
                return Some((ply + 1, ending));
            }
        }
        None
    }

    fn called(result: GameResult, why: &'static str) -> Ending {
        Ending::Adjudicated { result, why }
    }

    #[test]
    fn a_draw_needs_both_for_long_enough_and_late_enough() {
        let draw = Some(DrawRule { move_number: 4, move_count: 2, score: 10 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        let drawn = called(GameResult::Draw, REASONS[0]);
        assert_eq!(ending(rules, &[0; 12]), Some((8, drawn.clone())));
        assert_eq!(ending(rules, &[0, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0]), Some((11, drawn)));
        assert_eq!(ending(rules, &[0, 11].repeat(20)), None);
    }

    #[test]
    fn a_loss_needs_the_loser_and_both_if_so_agreed() {
        let rule = |two_sided| Adjudication {
            resign: Some(ResignRule { move_count: 2, score: 500, two_sided }),
            ..Adjudication::default()
        };
        let lost = called(GameResult::BlackWins, REASONS[1]);
        assert_eq!(ending(rule(false), &[-500, 0, -500]), Some((3, lost)));
        assert_eq!(ending(rule(false), &[-500, 0, -499, 0, -500]), None);
        assert_eq!(ending(rule(true), &[-500, 0, -500]), None);
        let lost = called(GameResult::BlackWins, REASONS[2]);
        assert_eq!(ending(rule(true), &[-500, 500, -500, 600]), Some((4, lost)));
        let mated = Score::mated_in(4).0;
        let lost = called(GameResult::WhiteWins, REASONS[1]);
        assert_eq!(ending(rule(false), &[0, mated, 0, mated]), Some((4, lost)));
    }

    #[test]
    fn the_limit_counts_moves_of_each() {
        let rules = Adjudication { max_moves: Some(3), ..Adjudication::default() };
        let drawn = called(GameResult::Draw, REASONS[3]);
        assert_eq!(ending(rules, &[0; 9]), Some((6, drawn)));
    }
}
