//! How chances follow from centipawns: the chance of White, draws counted as
//! half, is taken to be the logistic function of value times K.

use super::Learned;
use super::model;
use super::rows::{Block, Row, RowTerms};

/// The range in which K is looked for, per centipawn: from where ten pawns
/// mean little to where half a pawn wins.
const RANGE: [f64; 2] = [1e-4, 0.1];
/// K is known to this share of itself.
const PRECISION: f64 = 1e-5;
/// So many positions tell one number well enough.
const ENOUGH: usize = 1_000_000;

/// The logistic function.
pub fn chance(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The K with the least squared error over pairs of centipawns and chances,
/// by golden section.
pub fn fit(points: &[(f64, f64)]) -> f64 {
    let loss = |log: f64| -> f64 {
        let k = log.exp();
        points.iter().map(|&(value, target)| (chance(k * value) - target).powi(2)).sum()
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

/// The K with which these weights come closest to what is to be learned.
pub fn of_weights(blocks: &[Block], weights: &[Learned]) -> f64 {
    let points: Vec<(f64, f64)> = sampled(blocks)
        .map(|(row, terms)| (f64::from(model::value(row, terms, weights)), f64::from(row.target)))
        .collect();
    fit(&points)
}

/// Enough positions to fit a number to: whole blocks, since those are in no
/// particular order.
pub fn sampled(blocks: &[Block]) -> impl Iterator<Item = (&Row, RowTerms<'_>)> {
    blocks.iter().flat_map(|block| block.slice(0..block.len())).take(ENOUGH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_k_that_made_the_chances_is_found() {
        for k in [0.0007, 0.004, 0.02] {
            let points: Vec<(f64, f64)> =
                (-40..=40).map(|x| f64::from(x) * 13.0).map(|x| (x, chance(k * x))).collect();
            let found = fit(&points);
            assert!((found / k - 1.0).abs() < 1e-4, "{found} for {k}");
        }
    }

    #[test]
    fn results_without_shades_do_as_well() {
        // Of a hundred games at each value, as many are won as K says.
        let k = 0.005;
        let mut points = Vec::new();
        for value in (-600..=600).step_by(25).map(f64::from) {
            let won = (100.0 * chance(k * value)).round() as usize;
            points.extend((0..100).map(|game| (value, if game < won { 1.0 } else { 0.0 })));
        }
        let found = fit(&points);
        assert!((found / k - 1.0).abs() < 0.01, "{found}");
    }
}
