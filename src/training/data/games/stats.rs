//! Statistics of files of games.

use super::game::TrainingGame;
use crate::chess::types::Color;
use crate::engine::eval::wdl::material_left;
use crate::training::data::filter::is_quiet;

/// The number of stages, by the share of material left, in which positions are
/// counted.
pub const STAGES: usize = 10;
/// The lower ends, in centipawns, of the intervals in which scores are counted
/// without their sign. One more interval holds the mates.
pub const SCORES: [i32; 9] = [0, 10, 25, 50, 100, 200, 400, 800, 1_600];
/// The number of intervals of scores, with that of the mates.
pub const SCORE_INTERVALS: usize = SCORES.len() + 1;

/// The positions within one interval of scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DataCount {
    /// Their number.
    pub positions: u64,
    /// Their games lost, drawn and won by the side whose score is positive;
    /// by White if the score is zero.
    pub results: [u64; 3],
}

/// Statistics of games and their positions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DataStats {
    /// Games lost, drawn and won by White.
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
    /// Positions not in check, with a quiet move and no mate score. Tuning
    /// learns from these.
    pub quiet: u64,
    /// Positions by stage, the least material first.
    pub stages: [u64; STAGES],
    /// Positions by interval of the score, the smallest first, mates last.
    pub scores: [DataCount; SCORE_INTERVALS],
}

impl DataStats {
    /// Games of all three results.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// Counts a game and its positions.
    pub fn add(&mut self, game: &TrainingGame) {
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
            self.quiet += u64::from(is_quiet(position, mv) && !score.is_mate());
            let stage = (material_left(position) * STAGES as f64).ceil() as usize;
            self.stages[stage.clamp(1, STAGES) - 1] += 1;

            let interval = match score.is_mate() {
                true => SCORE_INTERVALS - 1,
                false => SCORES.partition_point(|&least| least <= score.0.abs()) - 1,
            };
            let count = &mut self.scores[interval];
            count.positions += 1;
            let white = game.result.index();
            count.results[if score.0 < 0 { 2 - white } else { white }] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::board::Position;
    use crate::chess::notation::uci;
    use crate::chess::types::Score;
    use crate::training::data::games::DecidedResult;

    fn game(result: DecidedResult, moves: &[(&str, Score)]) -> TrainingGame {
        let mut position = Position::start();
        let start = position.clone();
        let moves = moves.iter().map(|&(text, score)| {
            let mv = uci::parse(&position, text).expect("legal");
            position.play(mv, &mut ());
            (mv, score)
        });
        let moves = moves.collect();
        TrainingGame { start, result, moves }
    }

    #[test]
    fn everything_is_counted_once() {
        let mut stats = DataStats::default();
        stats.add(&game(
            DecidedResult::Win,
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
        stats.add(&game(DecidedResult::Loss, &[("e2e4", Score(-20))]));
        assert_eq!((stats.games(), stats.results), (2, [1, 0, 1]));
        assert_eq!((stats.positions, stats.lengths), (8, Some([1, 7])));
        assert_eq!((stats.black_to_move, stats.in_check, stats.noisy), (3, 1, 2));
        assert_eq!(stats.quiet, 5, "neither two captures nor a mate score in check");
        assert_eq!(stats.stages.iter().sum::<u64>(), 8);
        assert_eq!(stats.stages[STAGES - 1], 8, "two pawns are less than a tenth");
        let positions = stats.scores.map(|count| count.positions);
        assert_eq!(positions, [1, 3, 1, 1, 0, 0, 0, 0, 1, 1]);
        // White won the first game, so Black lost it at -10; Black won the
        // second one at -20.
        assert_eq!(stats.scores[1].results, [1, 0, 2]);
        assert_eq!(stats.scores[0].results, [1, 0, 0]);
    }
}
