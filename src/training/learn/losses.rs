//! Plots of losses.

use crate::support::plot::{Curve, Plot, PlotError, range_of_losses};

/// Mean squared errors over what `x_title` names, as SVG. `marked` is a point that
/// stands out, in the color of the curve of this index.
///
/// # Errors
/// If the plotting library fails.
pub fn plot(
    x_title: &str,
    x: (f64, f64),
    curves: Vec<Curve<'_>>,
    marked: Option<(usize, (f64, f64))>,
) -> Result<String, PlotError> {
    let losses = curves.iter().flat_map(|curve| &curve.points).map(|&(_, loss)| loss);
    let y = range_of_losses(losses);
    Plot { x_title, y_title: "mean squared error", x, y, y_digits: 5, curves, marked }.to_svg()
}
