//! The scale K of centipawns: White's expected score, a draw counted as half, is
//! the logistic function of the value times K.

use super::FloatPair;
use super::dataset::{Row, RowTerms, TrainingBlock};
use super::model;

/// The range in which K is searched, per centipawn. At the low end ten pawns
/// mean little, at the high end half a pawn wins.
const RANGE: [f64; 2] = [1e-4, 0.1];
/// The relative precision of K.
const PRECISION: f64 = 1e-5;
/// The most positions that K is fitted to; more do not change it visibly.
const FIT_POSITIONS: usize = 1_000_000;

/// The logistic function.
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The K with the least squared error over pairs of centipawns and expected
/// scores, by golden-section search.
pub fn fit(points: &[(f64, f64)]) -> f64 {
    let loss = |log: f64| -> f64 {
        let k = log.exp();
        points.iter().map(|&(value, target)| (sigmoid(k * value) - target).powi(2)).sum()
    };
    let shrink = (5_f64.sqrt() - 1.0) / 2.0;
    let [mut low, mut high] = RANGE.map(f64::ln);
    let (mut left, mut right) = (high - shrink * (high - low), low + shrink * (high - low));
    let (mut left_loss, mut right_loss) = (loss(left), loss(right));
    while high - low > PRECISION {
        if left_loss <= right_loss {
            (high, right, right_loss) = (right, left, left_loss);
            left = high - shrink * (high - low);
            left_loss = loss(left);
        } else {
            (low, left, left_loss) = (left, right, right_loss);
            right = low + shrink * (high - low);
            right_loss = loss(right);
        }
    }
    f64::midpoint(low, high).exp()
}

/// The K with which these weights fit the targets best.
pub fn fit_weights(blocks: &[TrainingBlock], weights: &[FloatPair]) -> f64 {
    let points: Vec<(f64, f64)> = sample(blocks)
        .map(|(row, terms)| (f64::from(model::value(row, terms, weights)), f64::from(row.target)))
        .collect();
    fit(&points)
}

/// Positions to fit K to: the first of the blocks, which are in random order.
pub fn sample(blocks: &[TrainingBlock]) -> impl Iterator<Item = (&Row, RowTerms<'_>)> {
    blocks.iter().flat_map(|block| block.slice(0..block.len())).take(FIT_POSITIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_true_k_is_found() {
        for k in [0.0007, 0.004, 0.02] {
            let points: Vec<(f64, f64)> =
                (-40..=40).map(|x| f64::from(x) * 13.0).map(|x| (x, sigmoid(k * x))).collect();
            let found = fit(&points);
            assert!((found / k - 1.0).abs() < 1e-4, "{found} for {k}");
        }
    }

    #[test]
    fn k_is_found_from_wins_and_losses() {
        // Of a hundred games at each value, the share that K predicts is won.
        let k = 0.005;
        let mut points = Vec::new();
        for value in (-600..=600).step_by(25).map(f64::from) {
            let won = (100.0 * sigmoid(k * value)).round() as usize;
            points.extend((0..100).map(|game| (value, if game < won { 1.0 } else { 0.0 })));
        }
        let found = fit(&points);
        assert!((found / k - 1.0).abs() < 0.01, "{found}");
    }
}
