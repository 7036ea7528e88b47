//! From centipawns to the chances of a win, a draw and a loss.

use crate::types::{Meaning, Score};

/// With this advantage, in centipawns, half of the games are won.
const HALF_WON: f64 = 150.0;
/// How fast the chance grows around there, in centipawns: one of these more
/// multiplies the odds of winning by e.
const SPREAD: f64 = 60.0;

/// The chances in permille, for the side to move; they add up to 1000.
///
/// A simple logistic model: the chance to win with an advantage of `x` is
/// 1 / (1 + exp((150 − x) / 60)), the chance to lose is that of the opponent
/// to win, and the rest are draws.
pub fn win_draw_loss(score: Score) -> [u32; 3] {
    let win = |centipawns: f64| {
        let chance = 1.0 / (1.0 + ((HALF_WON - centipawns) / SPREAD).exp());
        (1000.0 * chance).round() as u32
    };
    match score.meaning() {
        Meaning::Mate(moves) if moves > 0 => [1000, 0, 0],
        Meaning::Mate(_) => [0, 0, 1000],
        Meaning::Centipawns(centipawns) => {
            let (win, loss) = (win(f64::from(centipawns)), win(f64::from(-centipawns)));
            [win, 1000 - win - loss, loss]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_grow_with_the_score_and_are_fair() {
        let mut last = 0;
        for centipawns in -30_000..=30_000 {
            let [win, draw, loss] = win_draw_loss(Score(centipawns));
            assert_eq!(win + draw + loss, 1000);
            assert!(win >= last);
            assert_eq!(win_draw_loss(Score(-centipawns)), [loss, draw, win]);
            last = win;
        }
        assert_eq!(win_draw_loss(Score(150))[0], 500);
        assert_eq!(win_draw_loss(Score::mate_in(3)), [1000, 0, 0]);
        assert_eq!(win_draw_loss(Score::mated_in(2)), [0, 0, 1000]);
    }
}
