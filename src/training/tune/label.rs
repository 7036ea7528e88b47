//! What a position should be thought to be worth.
//!
//! Results are the truth, but a coarse one: one game's worth for all of its
//! positions, blunders after them included. Scores are fine, but only what
//! the engine thought already. A mix of both learns faster than either (an
//! idea of the trainers of networks).

use super::rows::{Corpus, PositionLabel};
use super::scale;

/// How results and scores are mixed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mix {
    /// How much the result counts, from 0 to 1. The score counts the rest.
    pub result: f64,
    /// How chances follow from scores, in units of one per centipawn.
    pub per_centipawn: f64,
}

impl Mix {
    /// The mix in which scores mean what they turned out to mean in these
    /// games.
    pub fn of(result: f64, corpus: &Corpus) -> Mix {
        let points: Vec<(f64, f64)> = scale::sampled(&corpus.training)
            .map(|(row, _)| (f64::from(row.facts.score), row.facts.result.points()))
            .collect();
        Mix { result, per_centipawn: scale::fit(&points) }
    }

    /// White's chance.
    pub fn target(&self, facts: &PositionLabel) -> f64 {
        let thought = scale::chance(self.per_centipawn * f64::from(facts.score));
        self.result * facts.result.points() + (1.0 - self.result) * thought
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::data::DecidedResult;

    #[test]
    fn a_mix_lies_between_result_and_score() {
        let facts = PositionLabel {
            material: 0,
            score: 0,
            result: DecidedResult::Win,
            phase: 0,
            scale: 64,
        };
        let target = |result, score| {
            Mix { result, per_centipawn: 0.01 }.target(&PositionLabel { score, ..facts })
        };
        assert_eq!(target(1.0, -300), 1.0);
        assert_eq!(target(0.0, 0), 0.5);
        assert_eq!(target(0.6, 0), 0.8);
        assert!((target(0.5, 100) - (0.5 + 0.5 * 0.731_058_6)).abs() < 1e-6);
    }
}
