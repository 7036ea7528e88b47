//! A picture of the parameters in the course of a tune.

use super::state::SpsaState;
use crate::support::plot::{Curve, Plot, PlotError, RGBColor};

/// The parameters that moved furthest have one of these colors and a name.
const COLORS: [RGBColor; 12] = [
    RGBColor(0, 90, 160),
    RGBColor(204, 102, 0),
    RGBColor(0, 130, 80),
    RGBColor(190, 30, 45),
    RGBColor(120, 70, 160),
    RGBColor(120, 85, 40),
    RGBColor(220, 110, 180),
    RGBColor(60, 60, 60),
    RGBColor(150, 150, 0),
    RGBColor(0, 160, 190),
    RGBColor(90, 140, 255),
    RGBColor(255, 150, 80),
];
/// Room on the right for the names, as a share of the trials.
const LEGEND: f64 = 0.4;

/// Each parameter's way from its start, in percent of its range, as SVG.
///
/// # Errors
/// If the plotting library fails.
pub fn paths(state: &SpsaState) -> Result<String, PlotError> {
    let (done, _) = state.progress();
    let last = state.history().len().max(2) - 1;
    let mut paths: Vec<(&str, Vec<(f64, f64)>)> = (state.parameters().iter().enumerate())
        .map(|(index, parameter)| {
            let range = (parameter.high - parameter.low).max(1.0);
            let share = |value: f64| 100.0 * (value - parameter.start) / range;
            let points = state.history().iter().enumerate().map(|(number, values)| {
                (done as f64 * number as f64 / last as f64, share(values[index]))
            });
            (parameter.name.as_str(), points.collect())
        })
        .collect();
    let moved = |path: &[(f64, f64)]| path.last().map_or(0.0, |&(_, share)| share.abs());
    paths.sort_by(|a, b| moved(&b.1).total_cmp(&moved(&a.1)));
    let shares = paths.iter().flat_map(|(_, points)| points).map(|&(_, share)| share.abs());
    let most = shares.fold(1.0, f64::max) * 1.05;
    let curve = |(number, (name, points))| Curve {
        name: (number < COLORS.len()).then_some(name),
        color: COLORS[number % COLORS.len()],
        points,
    };
    // The named curves come last, on top of the others.
    let curves = paths.into_iter().enumerate().map(curve).rev().collect();
    let plot = Plot {
        x_title: "pairs of games",
        y_title: "moved, percent of the range",
        x: (0.0, done.max(1) as f64 * (1.0 + LEGEND)),
        y: (-most, most),
        y_digits: 0,
        curves,
        marked: None,
    };
    plot.to_svg()
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
