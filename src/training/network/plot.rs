//! Plots the losses by epoch.

use super::run::Epoch;
use crate::support::plot::{Curve, Plot, RGBColor, range_of_losses};

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

/// All losses by epoch, as SVG. A loss that is always 0 has no positions and is
/// left out.
///
/// # Errors
/// A sentence, if the plotting library fails.
pub fn losses(epochs: &[Epoch]) -> Result<String, String> {
    let exists = |loss: fn(&Epoch) -> f64| epochs.iter().any(|epoch| loss(epoch) > 0.0);
    let points = |loss: fn(&Epoch) -> f64| {
        epochs.iter().enumerate().map(move |(epoch, of)| ((epoch + 1) as f64, loss(of))).collect()
    };
    let curves: Vec<Curve> = (LOSSES.into_iter())
        .filter(|&(_, _, loss)| exists(loss))
        .map(|(name, color, loss)| Curve { name: Some(name), color, points: points(loss) })
        .collect();
    let plot = Plot {
        x_title: "epoch",
        y_title: "mean squared error",
        x: (1.0, epochs.len().max(2) as f64),
        y: range_of_losses(curves.iter().flat_map(|curve| &curve.points).map(|&(_, loss)| loss)),
        y_digits: 5,
        curves,
        marked: None,
    };
    plot.to_svg()
}

/// The held-out losses of trainings by the number of positions that they learned
/// from, as SVG; the fewest come first.
///
/// # Errors
/// A sentence, if the plotting library fails.
pub fn learning_curve(trainings: &[(u64, Epoch)]) -> Result<String, String> {
    let curve = |name, color, kind: usize| Curve {
        name: Some(name),
        color,
        points: (trainings.iter())
            .map(|&(positions, epoch)| (positions as f64 / 1e6, epoch.held_out[kind]))
            .filter(|&(_, loss)| loss > 0.0)
            .collect(),
    };
    let curves = vec![curve("held-out games", GAMES, 0), curve("held-out samples", SAMPLES, 1)];
    let curves: Vec<Curve> = curves.into_iter().filter(|curve| !curve.points.is_empty()).collect();
    let most = trainings.last().map_or(1.0, |&(positions, _)| positions as f64 / 1e6);
    let plot = Plot {
        x_title: "million positions",
        y_title: "mean squared error",
        x: (0.0, most.max(1e-6)),
        y: range_of_losses(curves.iter().flat_map(|curve| &curve.points).map(|&(_, loss)| loss)),
        y_digits: 5,
        curves,
        marked: None,
    };
    plot.to_svg()
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
