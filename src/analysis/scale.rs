//! What a score is worth in points: the scales of an analysis.

use super::analyst::{PositionAnalysis, expected_points};
use crate::chess::board::Position;
use crate::chess::types::Score;

/// What a centipawn adds to the odds of people, in natural logarithms. Published by
/// lichess.org, which fitted it to games of its players.
const PLAYERS_SLOPE: f64 = 0.00368;

/// How points follow from a score. A point is a hundredth of a win; a draw counts 50.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PointScale {
    /// What engines make of a score: the model of win, draw and loss that is fitted
    /// to this engine's own games, or the one of an engine that reports its own.
    #[default]
    Engine,
    /// What people make of it: 1 / (1 + exp(−0.00368 · centipawns)), the curve of
    /// lichess.org. A pawn is worth 9 points, a piece 25.
    Players,
}

impl PointScale {
    /// The scales and their names on the command line.
    pub const NAMED: [(&'static str, PointScale); 2] =
        [("engine", PointScale::Engine), ("players", PointScale::Players)];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        Self::NAMED[self as usize].0
    }

    /// The scale in words.
    pub fn words(self) -> &'static str {
        match self {
            PointScale::Engine => "the engine's chances of win and draw",
            PointScale::Players => {
                "the chances of people: 1 / (1 + exp(−0.00368 · centipawns)), lichess.org's curve"
            }
        }
    }

    /// The points that the side to move can expect with a score, from 0 to 1.
    ///
    /// ```
    /// use staunton::analysis::scale::PointScale;
    /// use staunton::chess::{Position, Score};
    ///
    /// let points = PointScale::Players.expected(&Position::start(), Score(100));
    /// assert!((points - 0.591).abs() < 0.001);
    /// ```
    pub fn expected(self, position: &Position, score: Score) -> f64 {
        match self {
            PointScale::Engine => expected_points(position, score),
            PointScale::Players if score.is_decisive() => f64::from(u8::from(score.is_win())),
            PointScale::Players => 1.0 / (1.0 + (-PLAYERS_SLOPE * f64::from(score.0)).exp()),
        }
    }

    /// The points that the side to move can expect after a search, from 0 to 1.
    pub fn of(self, position: &Position, found: &PositionAnalysis) -> f64 {
        match (self, found.wdl) {
            (PointScale::Engine, Some([win, draw, loss])) if !found.score.is_mate() => {
                let [win, draw, loss] = [win, draw, loss].map(f64::from);
                (win + draw / 2.0) / (win + draw + loss).max(1.0)
            }
            _ => self.expected(position, found.score),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn names_and_scales_belong_together() {
        for (name, scale) in PointScale::NAMED {
            assert_eq!(scale.name(), name);
        }
    }

    #[test]
    fn a_mate_is_a_whole_point_on_each_scale() {
        let start = Position::start();
        for (_, scale) in PointScale::NAMED {
            assert_eq!(scale.expected(&start, Score::mate_in(9)), 1.0);
            assert_eq!(scale.expected(&start, Score::mated_in(8)), 0.0);
            assert!((scale.expected(&start, Score(0)) - 0.5).abs() < 1e-9);
        }
    }

    #[test]
    fn an_engines_own_chances_count_on_its_scale() {
        let found = |wdl, score| PositionAnalysis {
            best: None,
            score,
            depth: 1,
            nodes: 1,
            elapsed: Duration::ZERO,
            lines: Vec::new(),
            changes: Vec::new(),
            wdl,
        };
        let start = Position::start();
        let of = |scale: PointScale, wdl, score| scale.of(&start, &found(wdl, Score(score)));
        assert_eq!(of(PointScale::Engine, Some([500, 300, 200]), 40), 0.65);
        assert_eq!(of(PointScale::Players, Some([500, 300, 200]), 0), 0.5);
        assert_eq!(of(PointScale::Engine, Some([0, 0, 0]), 0), 0.0);
        let mate = found(Some([0, 1_000, 0]), Score::mate_in(3));
        assert_eq!(PointScale::Engine.of(&start, &mate), 1.0);
    }
}
