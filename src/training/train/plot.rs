//! Plots the losses by epoch.

use super::run::Epoch;
use plotters::prelude::*;

/// Width and height.
const SIZE: (u32, u32) = (900, 420);
const LETTERS: (&str, u32) = ("sans-serif", 16);
/// Room above and below the curves, as a share of their range.
const ROOM: f64 = 0.05;
/// Room above the curves for the legend, as a share of their range.
const LEGEND: f64 = 0.35;

/// A curve: its name, its color, and the loss that it shows.
type Curve = (&'static str, RGBColor, fn(&Epoch) -> f64);

const CURVES: [Curve; 3] = [
    ("learned from", RGBColor(204, 102, 0), |epoch| epoch.training),
    ("held-out games", RGBColor(0, 90, 160), |epoch| epoch.games),
    ("held-out samples", RGBColor(0, 130, 80), |epoch| epoch.samples),
];

/// An error of the drawing library; drawing into a text cannot be retried.
type DrawError = Box<dyn std::error::Error>;

/// All losses by epoch, as SVG. A loss that is always 0 has no positions and is
/// left out.
///
/// # Errors
/// A sentence, if drawing fails.
pub fn losses(epochs: &[Epoch]) -> Result<String, String> {
    let mut svg = String::new();
    draw(&mut svg, epochs).map_err(|error| format!("the plot cannot be drawn: {error}"))?;
    Ok(svg)
}

fn draw(svg: &mut String, epochs: &[Epoch]) -> Result<(), DrawError> {
    let curves = CURVES.iter().filter(|(_, _, loss)| epochs.iter().any(|epoch| loss(epoch) > 0.0));
    let values = || curves.clone().flat_map(|(_, _, loss)| epochs.iter().map(loss));
    let low = values().fold(f64::INFINITY, f64::min).min(1.0);
    let high = values().fold(low, f64::max);
    let room = (ROOM * (high - low)).max(1e-6);

    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(42)
        .y_label_area_size(80)
        .build_cartesian_2d(
            1..epochs.len().max(2),
            low - room..high + LEGEND * (high - low).max(room),
        )?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .label_style(LETTERS)
        .axis_desc_style(LETTERS)
        .x_desc("epoch")
        .y_desc("mean squared error")
        .y_label_formatter(&|value| format!("{value:.5}"))
        .draw()?;
    for &(name, color, loss) in curves {
        let points = epochs.iter().map(loss).enumerate().map(|(epoch, loss)| (epoch + 1, loss));
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE)
        .label_font(LETTERS)
        .draw()?;
    Ok(area.present()?)
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
