//! Plots the losses by epoch.

use super::run::Epoch;
use crate::support::plot::{Curve, PlotError};
use crate::training::learn::losses::plot;

const GAMES: &str = "#005AA0";
const SAMPLES: &str = "#008250";

/// A loss of an epoch: its name, the color of its curve, and the loss.
type Loss = (&'static str, &'static str, fn(&Epoch) -> f64);

const LOSSES: [Loss; 4] = [
    ("games learned from", "#96BEE6", |epoch| epoch.training[0]),
    ("held-out games", GAMES, |epoch| epoch.held_out[0]),
    ("samples learned from", "#A0D2B4", |epoch| epoch.training[1]),
    ("held-out samples", SAMPLES, |epoch| epoch.held_out[1]),
];

/// All losses by epoch, as SVG.
///
/// # Errors
/// If the numbers are not finite.
pub fn losses(epochs: &[Epoch]) -> Result<String, PlotError> {
    let points = |loss: fn(&Epoch) -> f64| epochs.iter().map(loss).zip(1..);
    let curves = LOSSES.into_iter().filter_map(|(name, color, loss)| {
        curve(name, color, points(loss).map(|(loss, epoch)| (f64::from(epoch), loss)))
    });
    plot("epoch", (1.0, epochs.len().max(2) as f64), curves.collect(), None)
}

/// The held-out losses of trainings by the number of positions that they learned
/// from, as SVG; the fewest come first.
///
/// # Errors
/// If the numbers are not finite.
pub fn learning_curve(trainings: &[(u64, Epoch)]) -> Result<String, PlotError> {
    let millions = |positions: u64| positions as f64 / 1e6;
    let curves = [("held-out games", GAMES), ("held-out samples", SAMPLES)];
    let curves = curves.into_iter().enumerate().filter_map(|(kind, (name, color))| {
        let points = trainings.iter().map(|(of, epoch)| (millions(*of), epoch.held_out[kind]));
        curve(name, color, points)
    });
    let most = trainings.last().map_or(1.0, |&(positions, _)| millions(positions));
    plot("million positions", (0.0, most.max(1e-6)), curves.collect(), None)
}

/// A curve of losses. One of 0 has no positions and is left out.
fn curve(
    name: &'static str,
    color: &'static str,
    losses: impl Iterator<Item = (f64, f64)>,
) -> Option<Curve<'static>> {
    let points: Vec<_> = losses.filter(|&(_, loss)| loss > 0.0).collect();
    (!points.is_empty()).then_some(Curve { name: Some(name), color, points })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_that_exist_are_drawn() {
        let epoch = |loss: f64| Epoch { training: [loss, 0.0], held_out: [loss + 0.001, 0.0] };
        let svg = losses(&[epoch(0.08), epoch(0.07), epoch(0.06)]).unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
        for color in ["#96BEE6", "#005AA0"] {
            let curve = |line: &&str| line.starts_with("<polyline") && line.contains(color);
            assert!(svg.lines().any(|line| curve(&line)), "{color}: {svg}");
        }
        assert!(svg.contains("held-out games") && !svg.contains("held-out samples"));
        assert!(losses(&[]).is_ok() && losses(&[epoch(0.1)]).is_ok());
    }

    #[test]
    fn a_learning_curve_has_a_point_for_each_training() {
        let epoch = |loss: f64| Epoch { training: [0.0; 2], held_out: [loss, 0.0] };
        let trainings = [(1_000_000, epoch(0.08)), (2_000_000, epoch(0.07))];
        let svg = learning_curve(&trainings).unwrap();
        assert!(svg.contains("million positions") && svg.contains("held-out games"), "{svg}");
        assert!(!svg.contains("held-out samples"));
        assert!(learning_curve(&[]).is_ok());
    }
}
