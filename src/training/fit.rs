//! The chances that explain results best: maximum likelihood by R. Fisher's
//! scoring, which is Newton's method with the information that is expected
//! instead of the curvature that was met. It never points downhill.

use super::samples::{Results, ScoreSamples};
use crate::eval::chances::{Chances, WinModel};

/// The coefficients of both polynomials, those of the middle first.
const UNKNOWNS: usize = 8;
type Vector = [f64; UNKNOWNS];

/// Steps at most; it takes about ten.
const MOST_STEPS: usize = 200;
/// The log loss per position below which nothing is to be gained.
const PRECISION: f64 = 1e-10;
/// A chance is never taken to be smaller: one surprise is not to outweigh all
/// that was expected.
const LEAST_CHANCE: f64 = 1e-9;
/// What is added to the information, relative to it, so that polynomials can
/// be told apart that the positions do not.
const RIDGE: f64 = 1e-9;

/// What came of a fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlFit {
    /// The best model.
    pub model: WinModel,
    /// The log loss per position of the model at the start, in nats.
    pub loss_before: f64,
    /// The log loss per position of the best model, in nats.
    pub loss_after: f64,
}

/// Makes a model better, as far as it goes. `None` without positions.
pub fn fit(samples: &ScoreSamples, start: &WinModel) -> Option<WdlFit> {
    let loss_before = loss(samples, start)?;
    let (mut model, mut loss_after) = (*start, loss_before);
    for _ in 0..MOST_STEPS {
        let Some((better, smaller)) = step(samples, &model, loss_after) else { break };
        let gain = loss_after - smaller;
        (model, loss_after) = (better, smaller);
        if gain < PRECISION {
            break;
        }
    }
    Some(WdlFit { model, loss_before, loss_after })
}

/// The log loss per position, in nats.
pub fn loss(samples: &ScoreSamples, model: &WinModel) -> Option<f64> {
    let mut sum = 0.0;
    let mut count = 0;
    for (material, score, results) in samples.iter() {
        let chances = model.at(material).of(f64::from(score));
        for (chance, times) in chances.into_iter().zip(results) {
            sum -= times as f64 * chance.max(LEAST_CHANCE).ln();
            count += times;
        }
    }
    (count > 0).then(|| sum / count as f64)
}

/// A better model and its loss, if there is one in the direction that looks
/// best.
fn step(samples: &ScoreSamples, model: &WinModel, loss_now: f64) -> Option<(WinModel, f64)> {
    let (slope, information) = look(samples, model);
    let direction = solve(information, slope)?;
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

fn moved(model: &WinModel, direction: &Vector, length: f64) -> WinModel {
    let mut model = *model;
    let coefficients = model.middle.iter_mut().chain(&mut model.spread);
    for (coefficient, by) in coefficients.zip(direction) {
        *coefficient += length * by;
    }
    model
}

/// The slope of the likelihood by each unknown, and Fisher's information.
fn look(samples: &ScoreSamples, model: &WinModel) -> (Vector, [Vector; UNKNOWNS]) {
    let mut slope = [0.0; UNKNOWNS];
    let mut information = [[0.0; UNKNOWNS]; UNKNOWNS];
    for (material, score, results) in samples.iter() {
        let (by_chances, squares) = look_at(&model.at(material), f64::from(score), results);
        // Both figures are polynomials of the material, so the slope by a
        // coefficient is that by the figure times a power of the material.
        let power = |unknown: usize| material.powi(unknown as i32 % 4);
        for i in 0..UNKNOWNS {
            slope[i] += by_chances[i / 4] * power(i);
            for j in 0..UNKNOWNS {
                information[i][j] += squares[i / 4][j / 4] * power(i) * power(j);
            }
        }
    }
    (slope, information)
}

/// The same for the two figures of one kind of positions: middle and spread.
fn look_at(chances: &Chances, score: f64, results: Results) -> ([f64; 2], [[f64; 2]; 2]) {
    let Chances { middle, spread } = *chances;
    let [win, draw, loss] = chances.of(score);
    // How win and loss change with the middle, and with the spread.
    let steepness = [win * (1.0 - win), loss * (1.0 - loss)];
    let away = [score - middle, -score - middle];
    let by_win = [-steepness[0] / spread, -steepness[0] * away[0] / (spread * spread)];
    let by_loss = [-steepness[1] / spread, -steepness[1] * away[1] / (spread * spread)];
    let by_draw = [0, 1].map(|i| -by_win[i] - by_loss[i]);

    let count: u64 = results.iter().sum();
    let mut slope = [0.0; 2];
    let mut squares = [[0.0; 2]; 2];
    for ((chance, by), times) in
        [(win, by_win), (draw, by_draw), (loss, by_loss)].into_iter().zip(results)
    {
        let chance = chance.max(LEAST_CHANCE);
        for i in 0..2 {
            slope[i] += times as f64 * by[i] / chance;
            for j in 0..2 {
                squares[i][j] += count as f64 * by[i] * by[j] / chance;
            }
        }
    }
    (slope, squares)
}

/// Solves `matrix` · x = `right` by C. F. Gauss's elimination. `None` if
/// there is no one solution.
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
    use crate::eval::chances::LEAST_MATERIAL;

    const START: WinModel =
        WinModel { middle: [100.0, 0.0, 0.0, 0.0], spread: [80.0, 0.0, 0.0, 0.0] };

    /// Results exactly as a model expects them, of so many games each.
    fn expected(model: &WinModel, games: f64) -> ScoreSamples {
        let mut samples = ScoreSamples::default();
        for hundredths in (10..=100).step_by(5) {
            let material = f64::from(hundredths) / 100.0;
            for score in (0..=600).step_by(20) {
                let chances = model.at(material).of(f64::from(score));
                for (chance, halves) in chances.into_iter().zip([2, 1, 0]) {
                    for _ in 0..(games * chance).round() as u64 {
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
            WinModel { middle: [90.0, 60.0, 120.0, -40.0], spread: [40.0, 70.0, -60.0, 30.0] };
        let samples = expected(&truth, 1_000.0);
        let fit = fit(&samples, &START).unwrap();
        assert!(fit.loss_after < fit.loss_before);
        // As good as the truth, but for the rounding of the results.
        assert!(fit.loss_after <= loss(&samples, &truth).unwrap());
        for material in [LEAST_MATERIAL, 0.25, 0.5, 0.75, 1.0] {
            let (found, true_chances) = (fit.model.at(material), truth.at(material));
            assert!((found.middle - true_chances.middle).abs() < 1.0, "{found:?} {true_chances:?}");
            assert!((found.spread - true_chances.spread).abs() < 1.0, "{found:?} {true_chances:?}");
        }
    }

    #[test]
    fn one_kind_of_positions_does_no_harm() {
        let mut samples = ScoreSamples::default();
        assert_eq!(fit(&samples, &START), None);
        for (halves, times) in [(2, 60), (1, 30), (0, 10)] {
            (0..times).for_each(|_| samples.add(0.5, 100, halves));
        }
        let fit = fit(&samples, &START).unwrap();
        let chances = fit.model.at(0.5).of(100.0);
        for (chance, share) in chances.into_iter().zip([0.6, 0.3, 0.1]) {
            assert!((chance - share).abs() < 0.01, "{chances:?}");
        }
        // Nothing but wins: it goes to where that is certain, and stays there.
        let mut won = ScoreSamples::default();
        won.add(1.0, 300, 2);
        let fit = super::fit(&won, &START).unwrap();
        assert!(fit.loss_after < 0.01 && fit.model.at(1.0).of(300.0)[0] > 0.99);
    }
}
