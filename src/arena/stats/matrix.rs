//! The linear algebra of ratings: small, dense, symmetric matrices.

/// The inverse of a positive definite matrix, by Gauss–Jordan elimination;
/// `None` if the matrix is singular.
pub fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut result: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(row == column)).collect()).collect();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        matrix.swap(column, pivot);
        result.swap(column, pivot);
        let divisor = matrix[column][column];
        if divisor.is_nan() || divisor.abs() <= f64::MIN_POSITIVE {
            return None;
        }
        for value in matrix[column].iter_mut().chain(&mut result[column]) {
            *value /= divisor;
        }
        let (pivot_row, pivot_result) = (matrix[column].clone(), result[column].clone());
        for row in (0..size).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for i in 0..size {
                matrix[row][i] -= factor * pivot_row[i];
                result[row][i] -= factor * pivot_result[i];
            }
        }
    }
    Some(result)
}

/// A matrix times a vector.
pub fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_undoes_the_matrix() {
        let matrix = vec![vec![2.0, -1.0, 0.0], vec![-1.0, 2.0, -1.0], vec![0.0, -1.0, 2.0]];
        let inverse = inverse(matrix.clone()).expect("positive definite");
        assert!((inverse[0][0] - 0.75).abs() < 1e-12 && (inverse[0][2] - 0.25).abs() < 1e-12);
        let back = times(&inverse, &times(&matrix, &[3.0, -1.0, 7.0]));
        assert!(back.iter().zip([3.0, -1.0, 7.0]).all(|(a, b)| (a - b).abs() < 1e-12));
        assert_eq!(super::inverse(vec![vec![0.0]]), None);
    }
}
