//! From a score to the chances of a win, a draw and a loss.

use crate::eval::wdl::WdlParameters;
use crate::types::{Meaning, Score};

/// The chances in permille, for the side to move; they add up to 1000.
pub fn win_draw_loss(score: Score, chances: &WdlParameters) -> [u32; 3] {
    match score.meaning() {
        Meaning::Mate(moves) if moves > 0 => [1000, 0, 0],
        Meaning::Mate(_) => [0, 0, 1000],
        Meaning::Centipawns(centipawns) => {
            let [win, _, loss] = chances.probabilities(f64::from(centipawns));
            let [win, loss] = [win, loss].map(|chance| (1000.0 * chance).round() as u32);
            // Without draws both may be rounded up; neither is favoured.
            let excess = u32::from(win + loss > 1000);
            let [win, loss] = [win, loss].map(|chance| chance - excess);
            [win, 1000 - win - loss, loss]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permille_add_up_and_are_fair() {
        // Without draws, where rounding would be seen first.
        for chances in [
            WdlParameters { middle: 0.0, spread: 60.0 },
            WdlParameters { middle: 150.0, spread: 60.0 },
        ] {
            for centipawns in -30_000..=30_000 {
                let [win, draw, loss] = win_draw_loss(Score(centipawns), &chances);
                assert_eq!(win + draw + loss, 1000);
                assert_eq!(win_draw_loss(Score(-centipawns), &chances), [loss, draw, win]);
            }
        }
        let chances = WdlParameters { middle: 150.0, spread: 60.0 };
        assert_eq!(win_draw_loss(Score(150), &chances)[0], 500);
        assert_eq!(win_draw_loss(Score::mate_in(3), &chances), [1000, 0, 0]);
        assert_eq!(win_draw_loss(Score::mated_in(2), &chances), [0, 0, 1000]);
    }
}
