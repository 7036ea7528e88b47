//! Plots the losses by epoch.

use super::run::Epoch;
use crate::plot::{Curve, Plot, RGBColor, range_of_losses};

/// A loss of an epoch: its name, the color of its curve, and the loss.
type Loss = (&'static str, RGBColor, fn(&Epoch) -> f64);

const LOSSES: [Loss; 3] = [
    ("learned from", RGBColor(204, 102, 0), |epoch| epoch.training),
    ("held-out games", RGBColor(0, 90, 160), |epoch| epoch.games),
    ("held-out samples", RGBColor(0, 130, 80), |epoch| epoch.samples),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_that_exist_are_drawn() {
        let epoch = |loss: f64| Epoch { training: loss, games: loss + 0.001, samples: 0.0 };
        let svg = losses(&[epoch(0.08), epoch(0.07), epoch(0.06)]).unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
        for color in ["#CC6600", "#005AA0"] {
            let curve = |line: &&str| line.starts_with("<polyline") && line.contains(color);
            assert!(svg.lines().any(|line| curve(&line)), "{color}: {svg}");
        }
        assert!(svg.contains("held-out games") && !svg.contains("held-out samples"));
        assert!(losses(&[]).is_ok() && losses(&[epoch(0.1)]).is_ok());
    }
}
