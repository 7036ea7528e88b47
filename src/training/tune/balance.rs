//! Keeps the men's worth out of the weights.
//!
//! A knight is worth 3.05 because the documents say so. A table that gives
//! each knight something wherever it stands could say otherwise behind their
//! back: twenty centipawns on every square make it 3.25. So over all places
//! where the men of a kind were met, both colours counted, the weights of
//! such a table must have a mean of zero, in the middle game and in the end
//! game: it says which places are better than others, and no more.
//!
//! The king is free: there are always two of them, and what both have cancels.

use super::Learned;
use crate::eval::layout::Group;
use crate::types::PieceKind;

/// The tables whose mean must be zero, and how often each of their weights
/// occurs.
pub struct Balance {
    tables: Vec<CentredTable>,
}

struct CentredTable {
    start: usize,
    /// Each weight's share of all occurrences in the table, by phase.
    shares: Vec<Learned>,
}

impl CentredTable {
    fn mean(&self, weights: &[Learned]) -> Learned {
        let mut mean = [0.0; 2];
        for (weight, share) in weights[self.start..].iter().zip(&self.shares) {
            mean[0] += weight[0] * share[0];
            mean[1] += weight[1] * share[1];
        }
        mean
    }
}

/// The mean of a group's weights over their occurrences; zero if there are
/// none.
pub fn mean(group: &Group, seen: &[[f64; 2]], weights: &[Learned]) -> Learned {
    table(group, seen).mean(weights)
}

fn table(group: &Group, seen: &[[f64; 2]]) -> CentredTable {
    let seen = &seen[group.start..group.start + group.len];
    let total = [0, 1].map(|phase| seen.iter().map(|times| times[phase]).sum::<f64>());
    let share = |times: &[f64; 2]| {
        [0, 1].map(|phase| (times[phase] / total[phase].max(f64::MIN_POSITIVE)) as f32)
    };
    CentredTable { start: group.start, shares: seen.iter().map(share).collect() }
}

impl Balance {
    /// For weights that were met so often: see
    /// [`Corpus::seen`](super::rows::Corpus::seen).
    pub fn new(groups: &[Group], seen: &[[f64; 2]]) -> Balance {
        let bound = |group: &&Group| group.per_piece.is_some_and(|kind| kind != PieceKind::King);
        Balance { tables: groups.iter().filter(bound).map(|group| table(group, seen)).collect() }
    }

    /// Takes the mean from the weights of each table.
    pub fn center(&self, weights: &mut [Learned]) {
        for table in &self.tables {
            let mean = table.mean(weights);
            for weight in &mut weights[table.start..][..table.shares.len()] {
                weight[0] -= mean[0];
                weight[1] -= mean[1];
            }
        }
    }

    /// Takes from a slope what would only move the mean.
    ///
    /// A weight w is θ less the mean of all θ, and this is the slope by θ.
    /// Centering alone would not do: each weight's step has a length of its
    /// own, and those that follow from a common push do not cancel.
    pub fn free(&self, slope: &mut [Learned]) {
        for table in &self.tables {
            let slope = &mut slope[table.start..][..table.shares.len()];
            let push = [0, 1].map(|phase| slope.iter().map(|by| by[phase]).sum::<f32>());
            for (by, share) in slope.iter_mut().zip(&table.shares) {
                by[0] -= push[0] * share[0];
                by[1] -= push[1] * share[1];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::layout::Theme;

    fn group(start: usize, len: usize, per_piece: Option<PieceKind>) -> Group {
        Group { name: "test", theme: Theme::Squares, start, len, per_piece }
    }

    #[test]
    fn tables_of_men_are_centered_and_nothing_else() {
        let groups = [
            group(0, 2, None),
            group(2, 3, Some(PieceKind::Knight)),
            group(5, 2, Some(PieceKind::King)),
        ];
        let seen =
            [[1.0, 1.0], [9.0, 9.0], [1.0, 8.0], [2.0, 0.0], [1.0, 0.0], [5.0, 5.0], [1.0; 2]];
        let balance = Balance::new(&groups, &seen);
        let before: Vec<Learned> = (0..7).map(|n| [n as f32 * 8.0, 10.0 - n as f32]).collect();
        let mut weights = before.clone();
        balance.center(&mut weights);
        // Of the knights: (16 + 2 · 24 + 32) / 4 = 24, and 8 of the one square.
        assert_eq!(weights[2..5], [[-8.0, 0.0], [0.0, -1.0], [8.0, -2.0]]);
        assert_eq!((&weights[..2], &weights[5..]), (&before[..2], &before[5..]));
        assert_eq!(mean(&groups[1], &seen, &weights), [0.0, 0.0]);
        assert_eq!(mean(&groups[1], &seen, &before), [24.0, 8.0]);
    }

    #[test]
    fn a_common_push_is_no_slope() {
        let groups = [group(0, 3, Some(PieceKind::Rook))];
        let seen = [[10.0, 1.0], [80.0, 1.0], [10.0, 2.0]];
        let balance = Balance::new(&groups, &seen);
        // If every rook should be worth more, each square's slope is as large
        // as the square is frequent.
        let mut slope = [[-1.0, -2.0], [-8.0, -2.0], [-1.0, -4.0]];
        balance.free(&mut slope);
        assert!(slope.iter().flatten().all(|by| by.abs() < 1e-6), "{slope:?}");
        let mut slope = [[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0]];
        balance.free(&mut slope);
        assert_eq!(slope, [[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0]]);
    }

    #[test]
    fn men_that_were_never_met_do_no_harm() {
        let groups = [group(0, 2, Some(PieceKind::Queen))];
        let balance = Balance::new(&groups, &[[0.0; 2]; 2]);
        let mut weights = [[3.0, 4.0], [5.0, 6.0]];
        balance.center(&mut weights);
        assert_eq!(weights, [[3.0, 4.0], [5.0, 6.0]]);
    }
}
