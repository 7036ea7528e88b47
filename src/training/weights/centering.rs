//! Keeps the values of pieces out of the weights.
//!
//! A knight is worth 3.05 because the documents say so. A square table could
//! change that: twenty centipawns on every square make it 3.25. So the weights
//! of a table that gives every piece of a kind one weight must have a mean of
//! zero over all occurrences, of both colors, in the middle game and in the
//! end game. The table then says which squares are better than others, and no
//! more.
//!
//! King tables are not constrained: both sides always have one king, so their
//! mean cancels.

use super::FloatPair;
use crate::chess::types::PieceKind;
use crate::engine::eval::layout::Group;

/// The constraint: the tables whose mean must be zero.
pub struct Centering {
    tables: Vec<CentredTable>,
}

/// A table and how often its weights occur.
struct CentredTable {
    start: usize,
    /// Each weight's share of all occurrences in the table, for middle game and
    /// end game.
    shares: Vec<FloatPair>,
}

impl CentredTable {
    fn mean(&self, weights: &[FloatPair]) -> FloatPair {
        let mut mean = [0.0; 2];
        for (weight, share) in weights[self.start..].iter().zip(&self.shares) {
            mean[0] += weight[0] * share[0];
            mean[1] += weight[1] * share[1];
        }
        mean
    }
}

/// The mean of a group's weights over their occurrences; zero without
/// occurrences.
pub fn mean(group: &Group, occurrences: &[[f64; 2]], weights: &[FloatPair]) -> FloatPair {
    table(group, occurrences).mean(weights)
}

fn table(group: &Group, occurrences: &[[f64; 2]]) -> CentredTable {
    let occurrences = &occurrences[group.start..group.start + group.len];
    let total = [0, 1].map(|phase| occurrences.iter().map(|times| times[phase]).sum::<f64>());
    let share = |times: &[f64; 2]| {
        [0, 1].map(|phase| (times[phase] / total[phase].max(f64::MIN_POSITIVE)) as f32)
    };
    CentredTable { start: group.start, shares: occurrences.iter().map(share).collect() }
}

impl Centering {
    /// The constraint for these groups, given
    /// [`Dataset::occurrences`](super::dataset::Dataset::occurrences).
    pub fn new(groups: &[Group], occurrences: &[[f64; 2]]) -> Centering {
        let is_constrained =
            |group: &&Group| group.per_piece.is_some_and(|kind| kind != PieceKind::King);
        Centering {
            tables: groups
                .iter()
                .filter(is_constrained)
                .map(|group| table(group, occurrences))
                .collect(),
        }
    }

    /// Subtracts the mean from the weights of each table.
    pub fn center_weights(&self, weights: &mut [FloatPair]) {
        for table in &self.tables {
            let mean = table.mean(weights);
            for weight in &mut weights[table.start..][..table.shares.len()] {
                weight[0] -= mean[0];
                weight[1] -= mean[1];
            }
        }
    }

    /// Removes the part of a gradient that only moves the mean.
    ///
    /// With weights w = θ − mean(θ), the result is the gradient by θ. Centering
    /// the weights after a step is not enough: Adam scales each weight's step on
    /// its own, so the steps of a common part do not cancel.
    pub fn project_gradient(&self, gradient: &mut [FloatPair]) {
        for table in &self.tables {
            let gradient = &mut gradient[table.start..][..table.shares.len()];
            let common = [0, 1].map(|phase| gradient.iter().map(|by| by[phase]).sum::<f32>());
            for (by, share) in gradient.iter_mut().zip(&table.shares) {
                by[0] -= common[0] * share[0];
                by[1] -= common[1] * share[1];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::eval::layout::Theme;

    fn group(start: usize, len: usize, per_piece: Option<PieceKind>) -> Group {
        Group { name: "test", theme: Theme::Squares, start, len, per_piece }
    }

    #[test]
    fn tables_per_piece_are_centered_and_nothing_else() {
        let groups = [
            group(0, 2, None),
            group(2, 3, Some(PieceKind::Knight)),
            group(5, 2, Some(PieceKind::King)),
        ];
        let occurrences =
            [[1.0, 1.0], [9.0, 9.0], [1.0, 8.0], [2.0, 0.0], [1.0, 0.0], [5.0, 5.0], [1.0; 2]];
        let centering = Centering::new(&groups, &occurrences);
        let before: Vec<FloatPair> = (0..7).map(|n| [n as f32 * 8.0, 10.0 - n as f32]).collect();
        let mut weights = before.clone();
        centering.center_weights(&mut weights);
        // Of the knights: (16 + 2 · 24 + 32) / 4 = 24, and 8 of the one square.
        assert_eq!(weights[2..5], [[-8.0, 0.0], [0.0, -1.0], [8.0, -2.0]]);
        assert_eq!((&weights[..2], &weights[5..]), (&before[..2], &before[5..]));
        assert_eq!(mean(&groups[1], &occurrences, &weights), [0.0, 0.0]);
        assert_eq!(mean(&groups[1], &occurrences, &before), [24.0, 8.0]);
    }

    #[test]
    fn the_common_part_is_removed_from_a_gradient() {
        let groups = [group(0, 3, Some(PieceKind::Rook))];
        let occurrences = [[10.0, 1.0], [80.0, 1.0], [10.0, 2.0]];
        let centering = Centering::new(&groups, &occurrences);
        // If every rook should be worth more, each square's gradient is in
        // proportion to its frequency.
        let mut gradient = [[-1.0, -2.0], [-8.0, -2.0], [-1.0, -4.0]];
        centering.project_gradient(&mut gradient);
        assert!(gradient.iter().flatten().all(|by| by.abs() < 1e-6), "{gradient:?}");
        let mut gradient = [[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0]];
        centering.project_gradient(&mut gradient);
        assert_eq!(gradient, [[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0]]);
    }

    #[test]
    fn groups_without_occurrences_stay_unchanged() {
        let groups = [group(0, 2, Some(PieceKind::Queen))];
        let centering = Centering::new(&groups, &[[0.0; 2]; 2]);
        let mut weights = [[3.0, 4.0], [5.0, 6.0]];
        centering.center_weights(&mut weights);
        assert_eq!(weights, [[3.0, 4.0], [5.0, 6.0]]);
    }
}
