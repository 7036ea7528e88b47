//! Targets: the expected score that the tuner fits for a position.
//!
//! A game's result is true but coarse: all positions of a game share it,
//! blunders after them included. A search score is fine-grained but limited to
//! what the engine already knows. A blend of both converges faster than either,
//! as in the training of neural networks.

use super::dataset::{Dataset, PositionLabel};
use super::sigmoid;

/// The blend of results and scores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TargetBlend {
    /// The weight of the result, from 0 to 1. The score has the rest.
    pub result: f64,
    /// K of the search scores, per centipawn: see [`sigmoid`].
    pub per_centipawn: f64,
}

impl TargetBlend {
    /// A blend with the K that fits the scores to the results of these games.
    pub fn of(result: f64, dataset: &Dataset) -> TargetBlend {
        let points: Vec<(f64, f64)> = sigmoid::sample(&dataset.training)
            .map(|(row, _)| (f64::from(row.label.score), row.label.result.points()))
            .collect();
        TargetBlend { result, per_centipawn: sigmoid::fit(&points) }
    }

    /// White's expected score, from 0 to 1.
    pub fn target(&self, label: &PositionLabel) -> f64 {
        let by_score = sigmoid::sigmoid(self.per_centipawn * f64::from(label.score));
        self.result * label.result.points() + (1.0 - self.result) * by_score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::data::games::DecidedResult;

    #[test]
    fn a_blend_lies_between_result_and_score() {
        let label = PositionLabel {
            material: 0,
            score: 0,
            result: DecidedResult::Win,
            phase: 0,
            scale: 64,
            network: 0,
        };
        let target = |result, score| {
            TargetBlend { result, per_centipawn: 0.01 }.target(&PositionLabel { score, ..label })
        };
        assert_eq!(target(1.0, -300), 1.0);
        assert_eq!(target(0.0, 0), 0.5);
        assert_eq!(target(0.6, 0), 0.8);
        assert!((target(0.5, 100) - (0.5 + 0.5 * 0.731_058_6)).abs() < 1e-6);
    }
}
