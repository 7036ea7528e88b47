//! A picture of the parameters in the course of a tune.

use super::state::SpsaState;
use plotters::prelude::*;

/// Width and height, in pixels.
const SIZE: (u32, u32) = (1000, 520);
const FONT: (&str, u32) = ("sans-serif", 15);
/// So many parameters, those that moved furthest, have a color and a name.
const NAMED: usize = 12;
/// Room on the right for the names, as a share of the trials.
const LEGEND: f64 = 0.4;
const OTHERS: RGBColor = RGBColor(200, 200, 200);

/// An error of the plotting library; the user can do nothing about it.
type PlotError = Box<dyn std::error::Error>;

/// Each parameter's way from its start, in percent of its range, as SVG.
///
/// # Errors
/// A sentence, if the plotting library fails.
pub fn paths(state: &SpsaState) -> Result<String, String> {
    let mut svg = String::new();
    draw(&mut svg, state).map_err(|error| format!("the plot cannot be drawn: {error}"))?;
    Ok(svg)
}

fn draw(svg: &mut String, state: &SpsaState) -> Result<(), PlotError> {
    let (done, _) = state.progress();
    let last = state.history().len().max(2) - 1;
    let mut curves: Vec<(&str, Vec<(f64, f64)>)> = (state.parameters().iter().enumerate())
        .map(|(index, parameter)| {
            let range = (parameter.high - parameter.low).max(1.0);
            let share = |value: f64| 100.0 * (value - parameter.start) / range;
            let points = state.history().iter().enumerate().map(|(number, values)| {
                (done as f64 * number as f64 / last as f64, share(values[index]))
            });
            (parameter.name.as_str(), points.collect())
        })
        .collect();
    let moved = |curve: &[(f64, f64)]| curve.last().map_or(0.0, |&(_, share)| share.abs());
    curves.sort_by(|a, b| moved(&b.1).total_cmp(&moved(&a.1)));
    let most = curves.iter().flat_map(|(_, points)| points).map(|&(_, share)| share.abs());
    let most = most.fold(1.0, f64::max) * 1.05;

    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(42)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..done.max(1) as f64 * (1.0 + LEGEND), -most..most)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .label_style(FONT)
        .axis_desc_style(FONT)
        .x_desc("pairs of games")
        .y_desc("moved, percent of the range")
        .draw()?;
    for (_, points) in curves.iter().skip(NAMED) {
        chart.draw_series(LineSeries::new(points.iter().copied(), OTHERS.stroke_width(1)))?;
    }
    for (number, (name, points)) in curves.iter().take(NAMED).enumerate() {
        let color = Palette99::pick(number).to_rgba();
        chart
            .draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
    }
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
    use super::super::parameter::parse;
    use super::*;

    #[test]
    fn the_parameters_that_moved_are_named() {
        let text = "aa, int, 5, 0, 10, 1, 0.1\nbb, int, 5, 0, 10, 1, 0.1";
        let mut state = SpsaState::new(parse(text).expect("two"), 20, 1, String::new());
        while let Some(trial) = state.begin(0) {
            state.count(&trial, 2.0);
        }
        let svg = paths(&state).expect("drawn");
        assert!(svg.starts_with("<svg") && svg.contains("aa") && svg.contains("bb"), "{svg}");
        assert!(svg.matches("<polyline").count() >= 2);
        let fresh = SpsaState::new(parse(text).expect("two"), 20, 1, String::new());
        assert!(paths(&fresh).is_ok());
    }
}
