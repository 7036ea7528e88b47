//! A plot of the loss by epoch.

use super::train::{EpochLosses, TuneResult};
use crate::support::plot::{Curve, PlotError};
use crate::training::learn::losses::plot;

/// The training loss and the held-out loss by epoch, as SVG, with the epoch that
/// is kept.
///
/// # Errors
/// If the numbers are not finite.
pub fn losses(result: &TuneResult) -> Result<String, PlotError> {
    let epochs = || std::iter::once(&result.before).chain(&result.epochs);
    let curve = |name, color, loss: fn(&EpochLosses) -> f64| Curve {
        name: Some(name),
        color,
        points: epochs().enumerate().map(|(epoch, of)| (epoch as f64, loss(of))).collect(),
    };
    let curves = vec![
        curve("training", "#CC6600", |epoch| epoch.training),
        curve("held out", "#005AA0", |epoch| epoch.held_out),
    ];
    let best = curves[1].points[result.best];
    plot("epoch", (0.0, result.epochs.len().max(1) as f64), curves, Some((1, best)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_curves_are_drawn() {
        let epoch = |loss: f64| EpochLosses { training: loss, held_out: loss + 0.001, k: 0.005 };
        let mut result = TuneResult {
            weights: Vec::new(),
            before: epoch(0.08),
            epochs: vec![epoch(0.07), epoch(0.06), epoch(0.061)],
            best: 2,
        };
        let svg = losses(&result).unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
        for color in ["#CC6600", "#005AA0"] {
            let curve = |line: &&str| line.starts_with("<polyline") && line.contains(color);
            assert!(svg.lines().any(|line| curve(&line)), "{color}: {svg}");
        }
        assert!(svg.contains("training") && svg.contains("held out"));
        result.epochs.clear();
        result.best = 0;
        assert!(losses(&result).is_ok());
    }
}
