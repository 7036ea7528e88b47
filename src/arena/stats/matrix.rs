//! The linear algebra of ratings: symmetric, positive definite matrices.

/// A square matrix, row by row.
#[derive(Clone, PartialEq, Debug)]
pub struct SquareMatrix {
    size: usize,
    values: Vec<f64>,
}

impl SquareMatrix {
    /// A matrix of this size with the same value everywhere.
    pub fn filled(size: usize, value: f64) -> SquareMatrix {
        SquareMatrix { size, values: vec![value; size * size] }
    }

    /// A value.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.size + column]
    }

    /// A value, to change.
    pub fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.values[row * self.size + column]
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.size..][..self.size]
    }

    /// The inverse, by A.-L. Cholesky's method; `None` if the matrix is not positive
    /// definite. All sums run along rows, so that a thousand rows take less than a
    /// second.
    pub fn inverse(mut self) -> Option<SquareMatrix> {
        let size = self.size;
        self.factor()?;
        // Row i of `columns` is column i of the inverse of the factor.
        let mut columns = SquareMatrix::filled(size, 0.0);
        for i in 0..size {
            for k in i..size {
                let sum = dot(&self.row(k)[i..k], &columns.row(i)[i..k]);
                *columns.at_mut(i, k) = (f64::from(i == k) - sum) / self.at(k, k);
            }
        }
        for i in 0..size {
            for j in i..size {
                let value = dot(&columns.row(i)[j..], &columns.row(j)[j..]);
                *self.at_mut(i, j) = value;
                *self.at_mut(j, i) = value;
            }
        }
        Some(self)
    }

    /// Replaces the lower half by the factor L of this matrix LLᵀ.
    fn factor(&mut self) -> Option<()> {
        for i in 0..self.size {
            for j in 0..=i {
                let rest = self.at(i, j) - dot(&self.row(i)[..j], &self.row(j)[..j]);
                if i == j {
                    // A remainder this small is the rounding of zero.
                    let least = self.at(i, i).abs() * 1e-13;
                    *self.at_mut(i, i) = (rest > least).then(|| rest.sqrt())?;
                } else {
                    *self.at_mut(i, j) = rest / self.at(j, j);
                }
            }
        }
        Some(())
    }
}

/// The scalar product, in eight sums that the processor adds at the same time.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let mut sums = [0.0; 8];
    for (a, b) in a.iter().zip(b) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f64>() + rest
}

/// The most steps of [`conjugate_gradients`]. Where they do not suffice, the result
/// still points uphill.
const MOST_STEPS: usize = 1_000;

/// By how much the squared residual of [`conjugate_gradients`] shrinks.
const CLOSE_ENOUGH: f64 = 1e-18;

/// Solves `A x = right` for a positive definite matrix, which is known by what it does
/// to a vector, and by its diagonal: the method of M. Hestenes and E.
/// Stiefel (1952), with the diagonal as preconditioner.
pub fn conjugate_gradients(
    times: impl Fn(&[f64]) -> Vec<f64>,
    diagonal: &[f64],
    right: &[f64],
) -> Vec<f64> {
    let scaled = |residual: &[f64]| -> Vec<f64> {
        let pairs = residual.iter().zip(diagonal);
        pairs.map(|(value, by)| if *by > 0.0 { value / by } else { 0.0 }).collect()
    };
    let mut solution = vec![0.0; right.len()];
    let mut residual = right.to_vec();
    let mut direction = scaled(&residual);
    let mut size = dot(&residual, &direction);
    let enough = size * CLOSE_ENOUGH;
    for _ in 0..MOST_STEPS {
        let image = times(&direction);
        let bend = dot(&direction, &image);
        if size <= enough || bend <= 0.0 {
            break;
        }
        let step = size / bend;
        for i in 0..solution.len() {
            solution[i] += step * direction[i];
            residual[i] -= step * image[i];
        }
        let next = scaled(&residual);
        let next_size = dot(&residual, &next);
        let turn = next_size / size;
        direction.iter_mut().zip(next).for_each(|(old, new)| *old = new + turn * *old);
        size = next_size;
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain: each row is tied to its neighbours.
    fn chain(size: usize) -> SquareMatrix {
        let mut matrix = SquareMatrix::filled(size, 0.0);
        for i in 0..size {
            *matrix.at_mut(i, i) = 2.0;
            if i > 0 {
                *matrix.at_mut(i, i - 1) = -1.0;
                *matrix.at_mut(i - 1, i) = -1.0;
            }
        }
        matrix
    }

    fn times(matrix: &SquareMatrix, vector: &[f64]) -> Vec<f64> {
        (0..matrix.size).map(|row| dot(matrix.row(row), vector)).collect()
    }

    #[test]
    fn the_inverse_undoes_the_matrix() {
        let small = chain(3).inverse().expect("positive definite");
        assert!((small.at(0, 0) - 0.75).abs() < 1e-12 && (small.at(0, 2) - 0.25).abs() < 1e-12);
        let inverse = chain(50).inverse().expect("positive definite");
        let vector: Vec<f64> = (0..50).map(|i| f64::from(i % 7) - 3.0).collect();
        let back = times(&inverse, &times(&chain(50), &vector));
        assert!(back.iter().zip(&vector).all(|(a, b)| (a - b).abs() < 1e-9));
        assert_eq!(SquareMatrix::filled(1, 0.0).inverse(), None);
        assert_eq!(SquareMatrix::filled(2, 1.0).inverse(), None);
    }

    #[test]
    fn the_gradients_find_the_same() {
        let vector: Vec<f64> = (0..50).map(|i| f64::from(i % 7) - 3.0).collect();
        let matrix = chain(50);
        let found =
            conjugate_gradients(|v| times(&matrix, v), &[2.0; 50], &times(&matrix, &vector));
        assert!(found.iter().zip(&vector).all(|(a, b)| (a - b).abs() < 1e-7));
    }
}
