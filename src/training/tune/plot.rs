//! A plot of the loss by epoch.

use super::train::TuneResult;
use plotters::prelude::*;

/// The width and height, in pixels.
const SIZE: (u32, u32) = (900, 420);
const FONT: (&str, u32) = ("sans-serif", 16);
/// The margin above and below the curves, as a share of their range.
const MARGIN: f64 = 0.05;
/// Room above the curves for the legend, as a share of their range.
const LEGEND: f64 = 0.35;
const TRAINING: RGBColor = RGBColor(204, 102, 0);
const HELD_OUT: RGBColor = RGBColor(0, 90, 160);

/// An error of the plotting library; the user can do nothing about it.
type PlotError = Box<dyn std::error::Error>;

/// The training loss and the held-out loss by epoch, as SVG.
///
/// # Errors
/// A sentence, if the plotting library fails.
pub fn losses(result: &TuneResult) -> Result<String, String> {
    let mut svg = String::new();
    draw(&mut svg, result).map_err(|error| format!("the plot cannot be drawn: {error}"))?;
    Ok(svg)
}

fn draw(svg: &mut String, result: &TuneResult) -> Result<(), PlotError> {
    let epochs = || std::iter::once(&result.before).chain(&result.epochs);
    let values = || epochs().flat_map(|epoch| [epoch.training, epoch.held_out]);
    let low = values().fold(f64::INFINITY, f64::min);
    let high = values().fold(0.0, f64::max);
    let margin = (MARGIN * (high - low)).max(1e-6);
    let last = result.epochs.len().max(1);

    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(42)
        .y_label_area_size(80)
        .build_cartesian_2d(0..last, low - margin..high + LEGEND * (high - low).max(margin))?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .label_style(FONT)
        .axis_desc_style(FONT)
        .x_desc("epoch")
        .y_desc("mean squared error")
        .y_label_formatter(&|value| format!("{value:.5}"))
        .draw()?;
    let training: Vec<(usize, f64)> = epochs().map(|epoch| epoch.training).enumerate().collect();
    let held_out: Vec<(usize, f64)> = epochs().map(|epoch| epoch.held_out).enumerate().collect();
    let best = held_out[result.best];
    for (curve, color, name) in [(training, TRAINING, "training"), (held_out, HELD_OUT, "held out")]
    {
        chart
            .draw_series(LineSeries::new(curve, color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
    }
    chart.draw_series(std::iter::once(Circle::new(best, 5, HELD_OUT.filled())))?;
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE)
        .label_font(FONT)
        .draw()?;
    Ok(area.present()?)
}

#[cfg(test)]
mod tests {
    use super::super::train::EpochLosses;
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
