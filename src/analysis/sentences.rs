//! The story of a game in sentences.

use super::clocks::time_in_words;
use super::game::AnalysedGame;
use super::story::GameStory;
use super::summary::SideSummary;
use crate::chess::notation::MoveNotation;
use crate::chess::notation::opening_names::KnownOpening;
use crate::chess::types::{Color, GameResult};

impl AnalysedGame {
    /// The story in sentences: who won, where the game turned, the opening, and what
    /// the clocks tell of the mistakes.
    pub fn sentences(&self, notation: MoveNotation) -> Vec<String> {
        let story = &self.story;
        let mut sentences = vec![result_sentence(story)];
        if let Some(index) = story.turn {
            let mv = &self.moves[index];
            let text = notation.line(&mv.position, &[mv.mv]);
            let cost = format!("{:.0} points of 100", mv.points_lost());
            sentences.push(match story.winner() {
                Some(_) => format!("The game turned at {text}, which cost {cost}."),
                None => {
                    let side = mv.position.side_to_move();
                    format!("{side} let a win slip at {text}, which cost {cost}.")
                }
            });
        }
        if let Some(KnownOpening { opening, plies }) = story.opening {
            let last = plies.checked_sub(1).and_then(|last| self.moves.get(last));
            let known = last.map_or_else(String::new, |mv| {
                format!("; the book ends with {}", notation.line(&mv.position, &[mv.mv]))
            });
            sentences.push(format!("{} ({}){known}.", opening.name, opening.eco));
        }
        for side in Color::ALL {
            sentences.extend(self.summary(side).and_then(|own| clock_sentence(side, &own)));
        }
        sentences
    }
}

/// Who won, in how many moves, and how.
fn result_sentence(story: &GameStory) -> String {
    let moves = match story.moves {
        1 => "1 move".to_string(),
        moves => format!("{moves} moves"),
    };
    let ending = story.ending.as_ref().map_or_else(String::new, |ending| format!(" {ending}"));
    match (story.result, story.winner()) {
        (_, Some(winner)) => {
            format!("{} won in {moves}{ending}.", story.players[winner.index()].name)
        }
        (GameResult::Draw, None) => format!("The game was drawn after {moves}{ending}."),
        _ => format!("The game has no result; it has {moves}."),
    }
}

/// How many mistakes of a side were made in haste, or short of time, if that was the
/// rule.
fn clock_sentence(side: Color, summary: &SideSummary) -> Option<String> {
    let clock = summary.clock.as_ref()?;
    let is_rule = |count: usize| count >= 2 && 2 * count >= clock.mistakes;
    let tell = |count, what: String| {
        format!("{count} of {side}'s {} mistakes and blunders {what}.", clock.mistakes)
    };
    if is_rule(clock.hasty_mistakes) {
        let limit = time_in_words(clock.hasty_below?);
        return Some(tell(clock.hasty_mistakes, format!("took less than {limit}")));
    }
    let limit = time_in_words(clock.short_below?);
    let what = format!("came with less than {limit} on the clock");
    is_rule(clock.short_mistakes).then(|| tell(clock.short_mistakes, what))
}
