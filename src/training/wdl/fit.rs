//! Fits the win, draw and loss model to results by maximum likelihood, with
//! R. Fisher's scoring: Newton's method with the expected information in place
//! of the observed curvature. Its direction always increases the likelihood, if
//! the step is short enough.

use super::samples::{Results, ScoreSamples};
use crate::engine::eval::wdl::{WdlModel, WdlParameters};

/// The coefficients of both polynomials, those of `middle` first.
const UNKNOWNS: usize = 8;
type Vector = [f64; UNKNOWNS];

/// The most steps; about ten are needed.
const MAX_STEPS: usize = 200;
/// The fit ends when a step gains less log loss per position.
const PRECISION: f64 = 1e-10;
/// The least probability that the loss uses, so that a single surprise does not
/// outweigh everything else.
const MIN_PROBABILITY: f64 = 1e-9;
/// The relative ridge on the diagonal of the information, so that the equations
/// have a solution where the data do not determine all coefficients.
const RIDGE: f64 = 1e-9;

/// The result of a fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlFit {
    /// The best model.
    pub model: WdlModel,
    /// The log loss per position of the model at the start, in nats.
    pub loss_before: f64,
    /// The log loss per position of the best model, in nats.
    pub loss_after: f64,
}

/// The model with the least log loss, searched from `start`. `None` without
/// positions.
pub fn fit(samples: &ScoreSamples, start: &WdlModel) -> Option<WdlFit> {
    let loss_before = loss(samples, start)?;
    let (mut model, mut loss_after) = (*start, loss_before);
    for _ in 0..MAX_STEPS {
        let Some((better, smaller)) = step(samples, &model, loss_after) else { break };
        let gain = loss_after - smaller;
        (model, loss_after) = (better, smaller);
        if gain < PRECISION {
            break;
        }
    }
    Some(WdlFit { model, loss_before, loss_after })
}

/// The log loss of a model per position, in nats. `None` without positions.
pub fn loss(samples: &ScoreSamples, model: &WdlModel) -> Option<f64> {
    let mut sum = 0.0;
    let mut count = 0;
    for (material, score, results) in samples.iter() {
        let probabilities = model.at(material).probabilities(f64::from(score));
        for (probability, times) in probabilities.into_iter().zip(results) {
            sum -= times as f64 * probability.max(MIN_PROBABILITY).ln();
            count += times;
        }
    }
    (count > 0).then(|| sum / count as f64)
}

/// One step: a model with less loss in the direction of Fisher's scoring, and its
/// loss. `None` if no step length improves it.
fn step(samples: &ScoreSamples, model: &WdlModel, loss_now: f64) -> Option<(WdlModel, f64)> {
    let (gradient, information) = gradient(samples, model);
    let direction = solve(information, gradient)?;
    let mut length = 1.0;
    while length > 1e-6 {
        let tried = moved(model, &direction, length);
        let loss = loss(samples, &tried)?;
        if loss < loss_now {
            return Some((tried, loss));
        }
        length /= 2.0;
    }
    None
}

/// The model after a step in a direction.
fn moved(model: &WdlModel, direction: &Vector, length: f64) -> WdlModel {
    let mut model = *model;
    let coefficients = model.middle.iter_mut().chain(&mut model.spread);
    for (coefficient, by) in coefficients.zip(direction) {
        *coefficient += length * by;
    }
    model
}

/// The gradient of the log likelihood by each coefficient, and Fisher's
/// information.
fn gradient(samples: &ScoreSamples, model: &WdlModel) -> (Vector, [Vector; UNKNOWNS]) {
    let mut gradient = [0.0; UNKNOWNS];
    let mut information = [[0.0; UNKNOWNS]; UNKNOWNS];
    for (material, score, results) in samples.iter() {
        let (by_parameters, squares) = gradient_at(&model.at(material), f64::from(score), results);
        // Both parameters are polynomials of the material, so the derivative by a
        // coefficient is that by the parameter times a power of the material.
        let power = |unknown: usize| material.powi(unknown as i32 % 4);
        for i in 0..UNKNOWNS {
            gradient[i] += by_parameters[i / 4] * power(i);
            for j in 0..UNKNOWNS {
                information[i][j] += squares[i / 4][j / 4] * power(i) * power(j);
            }
        }
    }
    (gradient, information)
}

/// The gradient and the information by the two parameters of one group of
/// positions, middle and spread.
fn gradient_at(
    parameters: &WdlParameters,
    score: f64,
    results: Results,
) -> ([f64; 2], [[f64; 2]; 2]) {
    let WdlParameters { middle, spread } = *parameters;
    let [win, draw, loss] = parameters.probabilities(score);
    // The derivatives of win and loss by the middle and by the spread.
    let steepness = [win * (1.0 - win), loss * (1.0 - loss)];
    let distance = [score - middle, -score - middle];
    let by_win = [-steepness[0] / spread, -steepness[0] * distance[0] / (spread * spread)];
    let by_loss = [-steepness[1] / spread, -steepness[1] * distance[1] / (spread * spread)];
    let by_draw = [0, 1].map(|i| -by_win[i] - by_loss[i]);

    let count: u64 = results.iter().sum();
    let mut gradient = [0.0; 2];
    let mut squares = [[0.0; 2]; 2];
    for ((probability, by), times) in
        [(win, by_win), (draw, by_draw), (loss, by_loss)].into_iter().zip(results)
    {
        let probability = probability.max(MIN_PROBABILITY);
        for i in 0..2 {
            gradient[i] += times as f64 * by[i] / probability;
            for j in 0..2 {
                squares[i][j] += count as f64 * by[i] * by[j] / probability;
            }
        }
    }
    (gradient, squares)
}

/// Solves `matrix` · x = `right` by Gaussian elimination. `None` if there is no
/// unique solution.
fn solve(mut matrix: [Vector; UNKNOWNS], mut right: Vector) -> Option<Vector> {
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] *= 1.0 + RIDGE;
    }
    for column in 0..UNKNOWNS {
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..UNKNOWNS).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (above, above_right) = (matrix[column], right[column]);
        if above[column].abs() < f64::MIN_POSITIVE {
            return None;
        }
        for row in column + 1..UNKNOWNS {
            let factor = matrix[row][column] / above[column];
            for (value, by) in matrix[row].iter_mut().zip(above) {
                *value -= factor * by;
            }
            right[row] -= factor * above_right;
        }
    }
    for column in (0..UNKNOWNS).rev() {
        right[column] /= matrix[column][column];
        for row in 0..column {
            right[row] -= matrix[row][column] * right[column];
        }
    }
    right.iter().all(|value| value.is_finite()).then_some(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::eval::wdl::MIN_MATERIAL;

    const START: WdlModel =
        WdlModel { middle: [100.0, 0.0, 0.0, 0.0], spread: [80.0, 0.0, 0.0, 0.0] };

    /// The results that a model expects, with `games` games for each score.
    fn expected(model: &WdlModel, games: f64) -> ScoreSamples {
        let mut samples = ScoreSamples::default();
        for hundredths in (10..=100).step_by(5) {
            let material = f64::from(hundredths) / 100.0;
            for score in (0..=600).step_by(20) {
                let probabilities = model.at(material).probabilities(f64::from(score));
                for (probability, halves) in probabilities.into_iter().zip([2, 1, 0]) {
                    for _ in 0..(games * probability).round() as u64 {
                        samples.add(material, score, halves);
                    }
                }
            }
        }
        samples
    }

    #[test]
    fn known_parameters_are_found_again() {
        let truth =
            WdlModel { middle: [90.0, 60.0, 120.0, -40.0], spread: [40.0, 70.0, -60.0, 30.0] };
        let samples = expected(&truth, 1_000.0);
        let fit = fit(&samples, &START).unwrap();
        assert!(fit.loss_after < fit.loss_before);
        // As good as the true model, up to rounding of the results.
        assert!(fit.loss_after <= loss(&samples, &truth).unwrap());
        for material in [MIN_MATERIAL, 0.25, 0.5, 0.75, 1.0] {
            let (found, expected) = (fit.model.at(material), truth.at(material));
            assert!((found.middle - expected.middle).abs() < 1.0, "{found:?} {expected:?}");
            assert!((found.spread - expected.spread).abs() < 1.0, "{found:?} {expected:?}");
        }
    }

    #[test]
    fn degenerate_data_has_a_fit() {
        let mut samples = ScoreSamples::default();
        assert_eq!(fit(&samples, &START), None);
        for (halves, times) in [(2, 60), (1, 30), (0, 10)] {
            (0..times).for_each(|_| samples.add(0.5, 100, halves));
        }
        let fit = fit(&samples, &START).unwrap();
        let probabilities = fit.model.at(0.5).probabilities(100.0);
        for (probability, share) in probabilities.into_iter().zip([0.6, 0.3, 0.1]) {
            assert!((probability - share).abs() < 0.01, "{probabilities:?}");
        }
        // With wins alone the probability of a win goes to one.
        let mut won = ScoreSamples::default();
        won.add(1.0, 300, 2);
        let fit = super::fit(&won, &START).unwrap();
        assert!(fit.loss_after < 0.01 && fit.model.at(1.0).probabilities(300.0)[0] > 0.99);
    }
}
