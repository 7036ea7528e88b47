//! Compares the static evaluation with labels from a deep search, without
//! playing games.
//!
//! Two errors matter. The *global* error is that of single positions. The
//! *local* error tells how well the evaluation orders the moves of one position,
//! which is what a search needs. A small network lowers the global error long
//! before the local one. The labels may come from another engine's search, so
//! nothing is trained on them.

use crate::chess::board::{FenError, Position};
use crate::chess::types::{Color, Score};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Centipawns per logit of the labels: the chance to win is
/// 1 / (1 + exp(−score / 180)).
const LABEL_SCALE: f64 = 180.0;
/// Scales that are tried for the evaluation, in centipawns per logit.
const SCALES: std::ops::RangeInclusive<u32> = 20..=1000;

/// A position labelled with the score of a deep search.
pub struct LabelledPosition {
    /// The positions after the moves of one position share a group.
    group: Option<u64>,
    position: Position,
    /// White's chance to win, by the label.
    chance: f64,
}

/// The error of a line that is not a labelled position.
#[derive(Debug, thiserror::Error)]
#[error("{path}, line {line}: {why}")]
pub struct EvaltestError {
    /// The file.
    pub path: PathBuf,
    /// The line of the file, from one.
    pub line: usize,
    /// What is wrong with the line.
    pub why: LabelError,
}

/// Why a line is not a labelled position; a clause.
#[derive(Debug, thiserror::Error)]
pub enum LabelError {
    /// It has too few fields or too many.
    #[error("a line is FEN;score or group;FEN;score")]
    Fields,
    /// The group is not a number.
    #[error("'{0}' is not the number of a group")]
    Group(String),
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] FenError),
    /// The score is not a number.
    #[error("'{0}' is not a score in centipawns")]
    Score(String),
}

/// Parses the lines of a file: `FEN;score`, or `group;FEN;score` where the moves
/// of one position are compared. The score is White's, in centipawns.
///
/// # Errors
/// If a line is neither; the first such line.
pub fn read(path: PathBuf, text: &str) -> Result<Vec<LabelledPosition>, EvaltestError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            labelled(line).map_err(|why| EvaltestError { path: path.clone(), line: index + 1, why })
        })
        .collect()
}

fn labelled(line: &str) -> Result<LabelledPosition, LabelError> {
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let (group, fen, score) = match fields[..] {
        [fen, score] => (None, fen, score),
        [group, fen, score] => {
            let number = group.parse().map_err(|_| LabelError::Group(group.to_string()))?;
            (Some(number), fen, score)
        }
        _ => return Err(LabelError::Fields),
    };
    let position = fen.parse()?;
    let score: i32 = score.parse().map_err(|_| LabelError::Score(score.to_string()))?;
    Ok(LabelledPosition { group, position, chance: chance(f64::from(score), LABEL_SCALE) })
}

/// The accuracy of an evaluation on labelled positions.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct EvalAccuracy {
    /// How many positions there are.
    pub positions: usize,
    /// The root mean square error of the chance to win.
    pub error: f64,
    /// The scale with the least error, in centipawns per logit.
    pub scale: u32,
    /// The correlation of the chances to win.
    pub correlation: f64,
    /// The accuracy within the groups; `None` without groups.
    pub local: Option<LocalAccuracy>,
}

/// The accuracy of an evaluation on the moves of single positions.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct LocalAccuracy {
    /// The number of positions whose moves are compared.
    pub groups: usize,
    /// The correlation of the chances to win within the groups.
    pub correlation: f64,
    /// The mean loss of the chance to win by playing the move that the
    /// evaluation prefers instead of the best one.
    pub loss: f64,
}

/// Measures an evaluation, which is for the side to move.
pub fn measure(
    positions: &[LabelledPosition],
    mut evaluate: impl FnMut(&Position) -> Score,
) -> EvalAccuracy {
    let white: Vec<f64> = positions
        .iter()
        .map(|labelled| match labelled.position.side_to_move() {
            Color::White => f64::from(evaluate(&labelled.position).0),
            Color::Black => -f64::from(evaluate(&labelled.position).0),
        })
        .collect();
    let error = |scale: u32| {
        let squares = positions
            .iter()
            .zip(&white)
            .map(|(labelled, &value)| (chance(value, f64::from(scale)) - labelled.chance).powi(2));
        (squares.sum::<f64>() / positions.len().max(1) as f64).sqrt()
    };
    let scale = SCALES.min_by(|&a, &b| error(a).total_cmp(&error(b))).unwrap_or(*SCALES.end());
    let pairs: Vec<(f64, f64)> = positions
        .iter()
        .zip(&white)
        .map(|(labelled, &value)| (chance(value, f64::from(scale)), labelled.chance))
        .collect();
    EvalAccuracy {
        positions: positions.len(),
        error: error(scale),
        scale,
        correlation: DeviationSums::of(&pairs).correlation(),
        local: local(positions, &pairs),
    }
}

/// The accuracy within groups, from (evaluation, label) as White's chances.
fn local(positions: &[LabelledPosition], pairs: &[(f64, f64)]) -> Option<LocalAccuracy> {
    let mut groups: BTreeMap<u64, Vec<(f64, f64)>> = BTreeMap::new();
    for (labelled, &(value, label)) in positions.iter().zip(pairs) {
        // The move has been played: the side that chose it is not to move.
        let pair = match labelled.position.side_to_move() {
            Color::White => (1.0 - value, 1.0 - label),
            Color::Black => (value, label),
        };
        groups.entry(labelled.group?).or_default().push(pair);
    }
    let mut moments = DeviationSums::default();
    let mut loss = 0.0;
    for group in groups.values() {
        moments.add(&DeviationSums::of(group));
        let best = group.iter().map(|pair| pair.1).fold(0.0, f64::max);
        let chosen = group.iter().max_by(|a, b| a.0.total_cmp(&b.0));
        loss += chosen.map_or(0.0, |pair| best - pair.1);
    }
    let loss = loss / groups.len().max(1) as f64;
    (!groups.is_empty()).then(|| LocalAccuracy {
        groups: groups.len(),
        correlation: moments.correlation(),
        loss,
    })
}

/// Sums of squares and products of deviations from the mean.
#[derive(Default)]
struct DeviationSums {
    xx: f64,
    xy: f64,
    yy: f64,
}

impl DeviationSums {
    fn of(pairs: &[(f64, f64)]) -> DeviationSums {
        let count = pairs.len().max(1) as f64;
        let mean_x = pairs.iter().map(|pair| pair.0).sum::<f64>() / count;
        let mean_y = pairs.iter().map(|pair| pair.1).sum::<f64>() / count;
        let mut moments = DeviationSums::default();
        for &(x, y) in pairs {
            let (x, y) = (x - mean_x, y - mean_y);
            moments.add(&DeviationSums { xx: x * x, xy: x * y, yy: y * y });
        }
        moments
    }

    fn add(&mut self, other: &DeviationSums) {
        self.xx += other.xx;
        self.xy += other.xy;
        self.yy += other.yy;
    }

    /// Pearson's correlation; zero if one side does not vary.
    fn correlation(&self) -> f64 {
        let norm = (self.xx * self.yy).sqrt();
        if norm > 0.0 { self.xy / norm } else { 0.0 }
    }
}

/// The chance to win of a score at a scale, both in centipawns.
fn chance(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    fn positions(text: &str) -> Vec<LabelledPosition> {
        read(PathBuf::from("file"), text).expect("labelled positions")
    }

    #[test]
    fn the_labels_themselves_have_no_error_at_their_scale() {
        let text = format!("{START} w - - 0 1;180\n\n{START} b - - 0 1;-360\n");
        let labels = |position: &Position| {
            Score(if position.side_to_move() == Color::White { 90 } else { 180 })
        };
        let accuracy = measure(&positions(&text), labels);
        assert_eq!((accuracy.positions, accuracy.scale, accuracy.local), (2, 90, None));
        assert!(accuracy.error < 1e-12 && accuracy.correlation > 1.0 - 1e-12);
    }

    #[test]
    fn groups_count_for_the_side_that_moved() {
        // Black has just moved: what is best for White is Black's worst.
        let moves = format!(
            "7;{START} w - - 0 1;0\n7;{START} w - - 1 1;180\n9;{START} b - - 0 1;0\n\
             9;{START} b - - 1 1;180\n"
        );
        let up = |position: &Position| Score(100 * i32::from(position.halfmove_clock()));
        let local = measure(&positions(&moves), up).local.expect("two groups");
        assert_eq!(local.groups, 2);
        // The first group is ordered as the labels order it, the second not.
        assert!(local.correlation.abs() < 1e-12);
        let gap = chance(180.0, LABEL_SCALE) - 0.5;
        assert!((local.loss - gap / 2.0).abs() < 1e-12);
    }

    #[test]
    fn a_line_that_does_not_fit_is_named() {
        for (line, why) in [
            ("x", "a line is"),
            ("1;2;3;4", "a line is"),
            (&format!("{START} w - - 0 1;much"), "'much' is not a score"),
            (&format!("a;{START} w - - 0 1;5"), "'a' is not the number"),
            ("nothing;5", ""),
        ] {
            let text = format!("{START} w - - 0 1;5\n{line}\n");
            let error = read(PathBuf::from("f.txt"), &text).err().expect("no labelled position");
            assert_eq!(error.line, 2);
            assert!(
                error.to_string().starts_with("f.txt, line 2: ")
                    && error.why.to_string().contains(why)
            );
        }
    }
}
