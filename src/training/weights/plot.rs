//! A plot of the loss by epoch.

use super::train::{EpochLosses, TuneResult};
use crate::support::plot::{Curve, PlotError, RGBColor};
use crate::training::learn::losses::plot;

/// The training loss and the held-out loss by epoch, as SVG, with the epoch that
/// is kept.
///
/// # Errors
/// If the plotting library fails.
pub fn losses(result: &TuneResult) -> Result<String, PlotError> {
    let epochs = || std::iter::once(&result.before).chain(&result.epochs);
    let curve = |name, color, loss: fn(&EpochLosses) -> f64| Curve {
        name: Some(name),
        color,
        points: epochs().enumerate().map(|(epoch, of)| (epoch as f64, loss(of))).collect(),
    };
    let curves = vec![
        curve("training", RGBColor(204, 102, 0), |epoch| epoch.training),
        curve("held out", RGBColor(0, 90, 160), |epoch| epoch.held_out),
    ];
    let best = curves[1].points[result.best];
    plot("epoch", (0.0, result.epochs.len().max(1) as f64), curves, Some((1, best)))
}
