//! Adjudication: a game ends early when the players' scores have long agreed on
//! its result. The rules are those of fastchess.

use crate::chess::types::{Color, GameResult, Score};

/// When scores, or the length of a game, end it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// A draw by both players' scores.
    pub draw: Option<DrawRule>,
    /// A win by the loser's score, or by those of both players.
    pub win: Option<WinRule>,
    /// A draw after this number of plies that are scored.
    pub max_plies: Option<u32>,
}

/// A draw, if scores are near zero for long enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// The largest distance from zero, in centipawns.
    pub score: i32,
    /// For this number of consecutive plies.
    pub plies: u32,
    /// Not before this ply of the game.
    pub from_ply: u32,
}

/// A win, if scores say so for long enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinRule {
    /// The least advantage of the winner, in centipawns; above zero.
    pub score: i32,
    /// For this number of consecutive plies that count.
    pub plies: u32,
    /// Whether only the loser's plies count.
    pub by_loser: bool,
}

/// Why a game is adjudicated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AdjudicationReason {
    /// Both players report a draw.
    Draw,
    /// The loser reports the loss.
    Resigned,
    /// Both players report the loss.
    Agreed,
    /// The game is too long.
    Length,
    /// The tablebases know the result.
    Tablebases,
}

impl AdjudicationReason {
    /// All reasons.
    pub const ALL: [AdjudicationReason; 5] = [
        AdjudicationReason::Draw,
        AdjudicationReason::Resigned,
        AdjudicationReason::Agreed,
        AdjudicationReason::Length,
        AdjudicationReason::Tablebases,
    ];

    /// The reason in a few words, as records and reports have it.
    pub const fn text(self) -> &'static str {
        match self {
            AdjudicationReason::Draw => "the players see a draw",
            AdjudicationReason::Resigned => "the loser sees the loss",
            AdjudicationReason::Agreed => "both see the loss",
            AdjudicationReason::Length => "the move limit",
            AdjudicationReason::Tablebases => "the tablebases",
        }
    }
}

/// Follows the scores of a game and decides when to adjudicate it.
#[derive(Clone, Copy, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// The plies of the game before the first that is scored.
    earlier: u32,
    /// The plies that are scored.
    plies: u32,
    /// Consecutive plies with a score near zero.
    even: u32,
    /// Consecutive plies with a score by which each color wins.
    won: [u32; Color::COUNT],
}

impl Adjudicator {
    /// An adjudicator for a game that has this number of plies already.
    pub fn new(rules: Adjudication, earlier: u32) -> Adjudicator {
        Adjudicator { rules, earlier, plies: 0, even: 0, won: [0; Color::COUNT] }
    }

    /// Adds a ply with the score that `side` reports, from its own side.
    /// `is_progress` is true of captures and pawn moves, after which the count for
    /// a draw begins anew.
    pub fn add(&mut self, side: Color, score: Option<Score>, is_progress: bool) {
        self.plies += 1;
        let count = |counter: &mut u32, goes_on: bool| {
            *counter = if goes_on { *counter + 1 } else { 0 };
        };
        if let Some(rule) = self.rules.draw {
            if is_progress {
                self.even = 0;
            }
            count(&mut self.even, score.is_some_and(|score| score.0.abs() <= rule.score));
        }
        if let Some(rule) = self.rules.win {
            for winner in Color::ALL {
                let own = if winner == side { 1 } else { -1 };
                if winner != side || !rule.by_loser {
                    let is_won = score.is_some_and(|score| own * score.0 >= rule.score);
                    count(&mut self.won[winner.index()], is_won);
                }
            }
        }
    }

    /// The result and its reason, if the game is to be adjudicated now.
    pub fn verdict(&self) -> Option<(GameResult, AdjudicationReason)> {
        let Adjudication { draw, win, max_plies } = self.rules;
        if let Some(rule) = win {
            let has_won = |winner: &Color| self.won[winner.index()] >= rule.plies;
            if let Some(winner) = [Color::Black, Color::White].into_iter().find(has_won) {
                let agreed = AdjudicationReason::Agreed;
                let reason = if rule.by_loser { AdjudicationReason::Resigned } else { agreed };
                return Some((GameResult::win(winner), reason));
            }
        }
        let ply = self.earlier.saturating_add(self.plies);
        if draw.is_some_and(|rule| ply >= rule.from_ply && self.even >= rule.plies) {
            return Some((GameResult::Draw, AdjudicationReason::Draw));
        }
        let is_long = max_plies.is_some_and(|most| self.plies >= most);
        is_long.then_some((GameResult::Draw, AdjudicationReason::Length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAW: (GameResult, AdjudicationReason) = (GameResult::Draw, AdjudicationReason::Draw);

    /// The ply after which a game of these scores is adjudicated, each from the side
    /// of its player, and the verdict.
    fn verdict(
        rules: Adjudication,
        scores: impl IntoIterator<Item = i32>,
    ) -> Option<(usize, (GameResult, AdjudicationReason))> {
        let mut adjudicator = Adjudicator::new(rules, 0);
        scores.into_iter().enumerate().find_map(|(ply, score)| {
            adjudicator.add(Color::wrapping(ply), Some(Score(score)), false);
            Some((ply + 1, adjudicator.verdict()?))
        })
    }

    #[test]
    fn a_draw_needs_both_for_long_enough_and_late_enough() {
        let draw = Some(DrawRule { from_ply: 8, plies: 4, score: 10 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        assert_eq!(verdict(rules, [0; 12]), Some((8, DRAW)));
        assert_eq!(verdict(rules, [0; 7]), None);
        let late = [0, 0, 0, 0, 0, 0, 11, -10, 10, 0, -10];
        assert_eq!(verdict(rules, late), Some((11, DRAW)));
        assert_eq!(verdict(rules, [0, 11].repeat(20)), None);
        let draw = Some(DrawRule { from_ply: 3, plies: 2, score: 0 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        assert_eq!(verdict(rules, [0; 9]), Some((3, DRAW)));
        assert_eq!(verdict(rules, [1, 0].repeat(9)), None);
        let mut adjudicator = Adjudicator::new(rules, 2);
        adjudicator.add(Color::White, Some(Score(0)), false);
        adjudicator.add(Color::Black, Some(Score(0)), true);
        assert_eq!(adjudicator.verdict(), None, "the count began anew");
        adjudicator.add(Color::White, Some(Score(0)), false);
        assert_eq!(adjudicator.verdict(), Some(DRAW));
        adjudicator.add(Color::Black, None, false);
        assert_eq!(adjudicator.verdict(), None);
    }

    #[test]
    fn a_loss_needs_the_loser_or_both() {
        let rules = |plies, by_loser| Adjudication {
            win: Some(WinRule { score: 500, plies, by_loser }),
            ..Adjudication::default()
        };
        let by_loser = |winner| (GameResult::win(winner), AdjudicationReason::Resigned);
        let resigned = Some((3, by_loser(Color::Black)));
        assert_eq!(verdict(rules(2, true), [-500, 0, -500]), resigned);
        assert_eq!(verdict(rules(2, true), [-500, 0, -499, 0, -500]), None);
        let mated = Score::mated_in(4).0;
        let resigned = Some((4, by_loser(Color::White)));
        assert_eq!(verdict(rules(2, true), [0, mated, 0, mated]), resigned);
        let agreed = |winner| (GameResult::win(winner), AdjudicationReason::Agreed);
        assert_eq!(verdict(rules(4, false), [-500, 0, -500, 0]), None);
        let both = Some((4, agreed(Color::Black)));
        assert_eq!(verdict(rules(4, false), [-500, 500, -500, 600]), both);
        let both = Some((5, agreed(Color::White)));
        assert_eq!(verdict(rules(4, false), [0, -500, 500, -500, 500]), both);
        assert_eq!(verdict(rules(4, false), [500, -500, 500, -499].repeat(20)), None);
        assert_eq!(verdict(rules(4, false), [500, -500, -500, 500].repeat(20)), None);
        assert_eq!(verdict(rules(1, false), [499, -500]), Some((2, agreed(Color::White))));
    }

    #[test]
    fn no_game_goes_on_for_ever() {
        let rules = Adjudication { max_plies: Some(6), ..Adjudication::default() };
        let long = (GameResult::Draw, AdjudicationReason::Length);
        assert_eq!(verdict(rules, [100; 9]), Some((6, long)));
    }
}
