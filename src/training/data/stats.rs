//! What files of games hold, counted.

use super::game::Game;
use crate::eval::wdl::material_left;
use crate::types::Color;

/// Steps in which the material left is counted.
pub const STAGES: usize = 10;
/// The least scores, in centipawns, of the steps in which scores are counted,
/// without their sign; the last step is mates.
pub const SCORES: [i32; 9] = [0, 10, 25, 50, 100, 200, 400, 800, 1_600];
/// Steps of scores, mates among them.
pub const SCORE_STEPS: usize = SCORES.len() + 1;

/// Positions of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DataCount {
    /// How many.
    pub positions: u64,
    /// How the games ended for the side whose score is positive, White if
    /// none is: lost, drawn, won.
    pub results: [u64; 3],
}

/// What was counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Games by White's half points: lost, drawn, won.
    pub results: [u64; 3],
    /// All positions in which a move was played.
    pub positions: u64,
    /// The lengths of the shortest and the longest game, in plies.
    pub lengths: Option<[usize; 2]>,
    /// Positions with Black to move.
    pub black_to_move: u64,
    /// Positions in check.
    pub in_check: u64,
    /// Positions in which a capture or a promotion was played.
    pub noisy: u64,
    /// Positions with none of that and no mate: those that teach most.
    pub quiet: u64,
    /// Positions by the material left, the least first.
    pub stages: [u64; STAGES],
    /// Positions by score, the smallest first, mates last.
    pub scores: [DataCount; SCORE_STEPS],
}

impl Stats {
    /// All games.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// Counts a game.
    pub fn add(&mut self, game: &Game) {
        self.results[game.result.index()] += 1;
        let length = game.moves.len();
        let [shortest, longest] = self.lengths.unwrap_or([length; 2]);
        self.lengths = Some([shortest.min(length), longest.max(length)]);

        let mut positions = game.positions();
        while let Some((position, mv, score)) = positions.next() {
            self.positions += 1;
            self.black_to_move += u64::from(position.side_to_move() == Color::Black);
            self.in_check += u64::from(position.in_check());
            self.noisy += u64::from(!mv.is_quiet());
            let is_quiet = !position.in_check() && mv.is_quiet() && !score.is_mate();
            self.quiet += u64::from(is_quiet);
            let stage = (material_left(position) * STAGES as f64).ceil() as usize;
            self.stages[stage.clamp(1, STAGES) - 1] += 1;

            let step = match score.is_mate() {
                true => SCORE_STEPS - 1,
                false => SCORES.partition_point(|&least| least <= score.0.abs()) - 1,
            };
            let count = &mut self.scores[step];
            count.positions += 1;
            let white = game.result.index();
            count.results[if score.0 < 0 { 2 - white } else { white }] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::notation::uci;
    use crate::training::data::GameResult;
    use crate::types::Score;

    fn game(result: GameResult, moves: &[(&str, Score)]) -> Game {
        let mut position = Position::start();
        let start = position.clone();
        let moves = moves.iter().map(|&(text, score)| {
            let mv = uci::parse(&position, text).expect("legal");
            position.play(mv, &mut ());
            (mv, score)
        });
        let moves = moves.collect();
        Game { start, result, moves }
    }

    #[test]
    fn everything_is_counted_once() {
        let mut stats = Stats::default();
        stats.add(&game(
            GameResult::Win,
            &[
                ("e2e4", Score(20)),
                ("d7d5", Score(49)),
                ("e4d5", Score(50)),
                ("d8d5", Score(-9)),
                ("b1c3", Score(-10)),
                ("d5e5", Score(1_600)),
                ("f1e2", Score::mate_in(3)),
            ],
        ));
        stats.add(&game(GameResult::Loss, &[("e2e4", Score(-20))]));
        assert_eq!((stats.games(), stats.results), (2, [1, 0, 1]));
        assert_eq!((stats.positions, stats.lengths), (8, Some([1, 7])));
        assert_eq!((stats.black_to_move, stats.in_check, stats.noisy), (3, 1, 2));
        assert_eq!(stats.quiet, 5, "neither two captures nor a mate score in check");
        assert_eq!(stats.stages.iter().sum::<u64>(), 8);
        assert_eq!(stats.stages[STAGES - 1], 8, "two pawns are less than a tenth");
        let positions = stats.scores.map(|count| count.positions);
        assert_eq!(positions, [1, 3, 1, 1, 0, 0, 0, 0, 1, 1]);
        // White won the game, so what was ahead lost at -10, and Black's +20
        // of the other game is a win.
        assert_eq!(stats.scores[1].results, [1, 0, 2]);
        assert_eq!(stats.scores[0].results, [1, 0, 0]);
    }
}
