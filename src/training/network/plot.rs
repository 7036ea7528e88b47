//! Plots the losses by epoch.

use super::run::Epoch;
use crate::support::plot::{Curve, PlotError, RGBColor};
use crate::training::learn::losses::plot;

const GAMES: RGBColor = RGBColor(0, 90, 160);
const SAMPLES: RGBColor = RGBColor(0, 130, 80);

/// A loss of an epoch: its name, the color of its curve, and the loss.
type Loss = (&'static str, RGBColor, fn(&Epoch) -> f64);

const LOSSES: [Loss; 4] = [
    ("games learned from", RGBColor(150, 190, 230), |epoch| epoch.training[0]),
    ("held-out games", GAMES, |epoch| epoch.held_out[0]),
    ("samples learned from", RGBColor(160, 210, 180), |epoch| epoch.training[1]),
    ("held-out samples", SAMPLES, |epoch| epoch.held_out[1]),
];

/// All losses by epoch, as SVG.
///
/// # Errors
/// If the plotting library fails.
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
/// If the plotting library fails.
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
    color: RGBColor,
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
        let epochs = [epoch(0.08), epoch(0.07), epoch(0.06)];
        let curve = learning_curve(&[(1_000_000, epochs[0]), (2_000_000, epochs[1])]).unwrap();
        for svg in [losses(&epochs).unwrap(), curve] {
            assert!(svg.contains("held-out games") && !svg.contains("held-out samples"), "{svg}");
        }
        assert!(losses(&[]).is_ok() && losses(&epochs[..1]).is_ok());
        assert!(learning_curve(&[]).is_ok());
    }
}
