//! The play of a side in figures.

use super::annotation::{AnalysedMove, MARKS};
use super::clocks::{ClockSummary, MoveClock};
use super::phases::GamePhase;
use crate::chess::types::Color;

/// How fast the accuracy of a move falls with the points that it costs: one
/// that costs 10 of 100 counts 61 %, one that costs 20 counts 37 %.
const ACCURACY_FALL: f64 = 5.0;
/// The accuracy in words, for whoever asks where the number comes from.
pub const ACCURACY_FORMULA: &str = "The accuracy of a move is 100 · exp(−5 · loss) %, where the \
     loss is what its side could expect before it and can no longer expect after it, as a part of \
     a win. That of a side, or of a phase, is the arithmetic mean over its moves.";

/// The play of a side in figures.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct SideSummary {
    /// The mean of the accuracies of the moves, from 0 to 100.
    pub accuracy: f64,
    /// The expected points that a move costs in the mean, of 100.
    pub points_lost: f64,
    /// The centipawns that a move costs in the mean.
    pub centipawns_lost: f64,
    /// The number of moves that were judged.
    pub moves: usize,
    /// The number of moves marked "??".
    pub blunders: usize,
    /// The number of moves marked "?".
    pub mistakes: usize,
    /// The number of moves marked "?!".
    pub inaccuracies: usize,
    /// The play in each phase in which the side has moved, in their order.
    pub phases: Vec<PhaseSummary>,
    /// How the side used its time; `None` where the game does not tell.
    pub clock: Option<ClockSummary>,
}

/// The play of a side in a phase of the game.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct PhaseSummary {
    /// The phase.
    pub phase: GamePhase,
    /// The mean of the accuracies of the moves, from 0 to 100.
    pub accuracy: f64,
    /// The expected points that a move costs in the mean, of 100.
    pub points_lost: f64,
    /// The number of moves that were judged.
    pub moves: usize,
}

/// The accuracy of a move by what it costs (0 to 1), from 0 to 100.
pub fn accuracy(loss: f64) -> f64 {
    100.0 * (-ACCURACY_FALL * loss).exp()
}

/// A number to write, with this many digits after the point.
pub fn rounded(value: f64, digits: i32) -> f64 {
    let unit = 10.0_f64.powi(digits);
    (value * unit).round() / unit
}

impl AnalysedMove {
    /// The points of 100 that the move costs its side, as text, JSON and page have them.
    pub fn points_lost(&self) -> f64 {
        rounded(100.0 * self.loss, 2)
    }
}

/// The mean of a value over some moves; `None` if there are none.
fn mean(moves: &[&AnalysedMove], of: impl Fn(&AnalysedMove) -> f64) -> Option<f64> {
    let count = moves.len();
    (count > 0).then(|| rounded(moves.iter().map(|mv| of(mv)).sum::<f64>() / count as f64, 2))
}

impl SideSummary {
    /// The play of a side, by its judged moves; `None` if there are none. `base` is
    /// its time at the beginning, in seconds.
    pub fn of(moves: &[AnalysedMove], side: Color, base: Option<f64>) -> Option<SideSummary> {
        let judged: Vec<(usize, &AnalysedMove)> = moves
            .iter()
            .enumerate()
            .filter(|(_, mv)| mv.is_judged && mv.position.side_to_move() == side)
            .collect();
        let own: Vec<&AnalysedMove> = judged.iter().map(|&(_, mv)| mv).collect();
        let marked = |mark| own.iter().filter(|mv| mv.mark == Some(mark)).count();
        let [blunders, mistakes, inaccuracies] = MARKS.map(marked);
        let [blunder, mistake, _] = MARKS;
        let timed: Vec<(usize, MoveClock, bool)> = judged
            .iter()
            .map(|&(ply, mv)| (ply, mv.clock, [Some(blunder), Some(mistake)].contains(&mv.mark)))
            .collect();
        Some(SideSummary {
            accuracy: mean(&own, |mv| accuracy(mv.loss))?,
            points_lost: mean(&own, |mv| 100.0 * mv.loss)?,
            centipawns_lost: mean(&own, |mv| f64::from(mv.centipawn_loss))?,
            moves: own.len(),
            blunders,
            mistakes,
            inaccuracies,
            phases: GamePhase::ALL.into_iter().filter_map(|phase| phase_of(&own, phase)).collect(),
            clock: ClockSummary::of(&timed, base),
        })
    }
}

fn phase_of(moves: &[&AnalysedMove], phase: GamePhase) -> Option<PhaseSummary> {
    let of_phase: Vec<&AnalysedMove> =
        moves.iter().copied().filter(|mv| mv.phase == phase).collect();
    Some(PhaseSummary {
        phase,
        accuracy: mean(&of_phase, |mv| accuracy(mv.loss))?,
        points_lost: mean(&of_phase, |mv| 100.0 * mv.loss)?,
        moves: of_phase.len(),
    })
}
