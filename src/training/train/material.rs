//! The material penalty: it keeps the values of the pieces out of the network,
//! since the documents define them.
//!
//! A linear regression predicts the output of the network from the differences
//! in piece counts and an intercept. The variance that it explains is added to
//! the loss. The regression uses exponentially weighted sums over the last
//! batches, so one pass over a batch is enough.

use super::features::VALUED;

/// The entries of a row of the regression: one for the intercept, five
/// differences, the output.
const ROW: usize = VALUED + 2;
/// The weight of the older batches after each new one.
const KEEP: f64 = 0.9;
/// Added to the variance of each difference, so that a kind of piece whose count
/// never differs has the slope 0.
const RIDGE: f64 = 1e-6;

/// Sums of products of differences and outputs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Moments {
    /// The product of entries i and j of all rows, for j ≤ i.
    pub sums: [[f64; ROW]; ROW],
}

impl Moments {
    /// Adds a position with the network's output, in logits.
    #[inline]
    pub fn add(&mut self, difference: &[f32; VALUED], output: f32) {
        let mut row = [1.0; ROW];
        for (entry, &value) in row[1..].iter_mut().zip(difference) {
            *entry = f64::from(value);
        }
        row[ROW - 1] = f64::from(output);
        for (sums, entry) in self.sums.iter_mut().zip(row) {
            for (sum, other) in sums.iter_mut().zip(row) {
                *sum += entry * other;
            }
        }
    }

    /// Adds the sums of other positions.
    pub fn merge(&mut self, other: &Moments) {
        let sums = self.sums.as_flattened_mut().iter_mut();
        sums.zip(other.sums.as_flattened()).for_each(|(sum, other)| *sum += other);
    }

    /// Reduces the weight of everything added so far.
    pub fn fade(&mut self) {
        self.sums.as_flattened_mut().iter_mut().for_each(|sum| *sum *= KEEP);
    }

    /// The mean of an entry.
    fn mean(&self, entry: usize) -> f64 {
        self.sums[entry][0] / self.sums[0][0]
    }

    /// The covariance of two entries.
    fn covariance(&self, a: usize, b: usize) -> f64 {
        self.sums[a][b] / self.sums[0][0] - self.mean(a) * self.mean(b)
    }

    /// The slopes of the regression: logits per additional piece, by kind.
    pub fn slopes(&self) -> [f64; VALUED] {
        if self.sums[0][0] <= 0.0 {
            return [0.0; VALUED];
        }
        let mut matrix = [[0.0; VALUED + 1]; VALUED];
        for (row, entries) in matrix.iter_mut().enumerate() {
            for (column, entry) in entries.iter_mut().enumerate() {
                *entry = self.covariance(row + 1, column + 1);
            }
            entries[row] += RIDGE;
        }
        solve(matrix)
    }

    /// The gradient of the penalty, which is `weight` times the explained variance,
    /// with respect to the outputs of the network.
    pub fn penalty_gradient(&self, weight: f64) -> PenaltyGradient {
        let mut gradient = PenaltyGradient::default();
        if self.sums[0][0] <= 0.0 {
            return gradient;
        }
        for (kind, slope) in self.slopes().into_iter().enumerate() {
            gradient.by_piece[kind] = (2.0 * weight * slope) as f32;
            gradient.mean[kind] = self.mean(kind + 1) as f32;
        }
        gradient
    }
}

/// The gradient of the penalty with respect to the output for a position.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PenaltyGradient {
    by_piece: [f32; VALUED],
    mean: [f32; VALUED],
}

impl PenaltyGradient {
    /// The gradient for a position with these differences, before division by the
    /// batch size.
    #[inline(always)]
    pub fn at(&self, difference: &[f32; VALUED]) -> f32 {
        let mut sum = 0.0;
        for ((slope, mean), value) in self.by_piece.iter().zip(&self.mean).zip(difference) {
            sum += slope * (value - mean);
        }
        sum
    }
}

/// Solves linear equations with a positive definite matrix; the last column
/// is the right side. For such a matrix elimination needs no pivoting.
fn solve(mut matrix: [[f64; VALUED + 1]; VALUED]) -> [f64; VALUED] {
    for pivot in 0..VALUED {
        let pivot_row = matrix[pivot];
        for (_, row) in matrix.iter_mut().enumerate().filter(|&(row, _)| row != pivot) {
            let factor = row[pivot] / pivot_row[pivot];
            row.iter_mut().zip(pivot_row).for_each(|(entry, by)| *entry -= factor * by);
        }
    }
    let mut solution = [0.0; VALUED];
    for (index, value) in solution.iter_mut().enumerate() {
        *value = matrix[index][VALUED] / matrix[index][index];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::RandomStream;

    #[test]
    fn slopes_are_found() {
        let worth = [0.1, -0.2, 0.3, 0.0, 0.7];
        let mut random = RandomStream::new(1, 2, 3);
        let mut moments = Moments::default();
        for _ in 0..2_000 {
            let difference: [f32; VALUED] = std::array::from_fn(|_| random.below(5) as f32 - 2.0);
            let output: f32 =
                difference.iter().zip(worth).map(|(count, worth)| count * worth).sum();
            let noise = random.below(1_000) as f32 / 10_000.0;
            moments.add(&difference, output + noise + 0.4);
        }
        for (slope, worth) in moments.slopes().into_iter().zip(worth) {
            assert!((slope - f64::from(worth)).abs() < 0.002, "{slope} for {worth}");
        }
        let gradient = moments.penalty_gradient(1.0);
        assert!(gradient.at(&[0.0, 0.0, 0.0, 0.0, 1.0]) > 1.0);
        assert!(gradient.at(&[0.0, 1.0, 0.0, 0.0, 0.0]) < -0.3);
    }

    #[test]
    fn a_kind_that_never_differs_has_no_slope() {
        let mut moments = Moments::default();
        assert_eq!(moments.slopes(), [0.0; VALUED]);
        for pawns in [-1.0, 0.0, 2.0] {
            moments.add(&[pawns, 0.0, 0.0, 0.0, 0.0], 0.5 * pawns);
        }
        let slopes = moments.slopes();
        assert!((slopes[0] - 0.5).abs() < 1e-4);
        assert_eq!(slopes[1..], [0.0; 4]);
    }
}
