//! Curves and bars, as SVG to embed in a page.
//!
//! The page may be light or dark, so the style sheet defines the colors. What
//! is drawn here has placeholder colors, almost black, which the style sheet
//! replaces one by one.

use super::analysis::{Analysis, ProgressPoint, SprtStatus};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::fmt::Display;

/// Text and axes.
const INK: RGBColor = RGBColor(1, 1, 1);
/// Lines behind the curves.
const GRID: RGBColor = RGBColor(2, 2, 2);
/// The first player and its curves.
const FIRST: RGBColor = RGBColor(3, 3, 3);
/// The second player.
const SECOND: RGBColor = RGBColor(4, 4, 4);
/// An area of uncertainty.
const BAND: RGBColor = RGBColor(5, 5, 5);
/// The bound at which a test passes.
const PASS: RGBColor = RGBColor(6, 6, 6);
/// The bound at which it fails.
const FAIL: RGBColor = RGBColor(7, 7, 7);
/// Other players, in turn.
const OTHERS: [RGBColor; 4] = [RGBColor(8, 8, 8), RGBColor(9, 9, 9), PASS, FAIL];

/// Width and height of a picture that shares its row with another, about the
/// size at which the page shows it, so that text keeps its size.
const HALF: (u32, u32) = (480, 280);
/// Width and height of a picture that fills its row.
const WHOLE: (u32, u32) = (1020, 320);
const LETTERS: (&str, u32) = ("sans-serif", 16);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// An error of the drawing library; drawing into a text cannot be retried.
type ChartError = Box<dyn std::error::Error>;

/// Draws a picture; the text is empty if drawing fails, and the page then lacks
/// the picture.
fn draw(
    name: &str,
    size: (u32, u32),
    picture: impl FnOnce(&Area<'_>) -> Result<(), ChartError>,
) -> String {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        if picture(&area).and_then(|()| Ok(area.present()?)).is_err() {
            return String::new();
        }
    }
    // Embedded SVG needs no namespace, but a label for screen readers.
    svg.replacen(
        " xmlns=\"http://www.w3.org/2000/svg\"",
        &format!(" role=\"img\" aria-label=\"{name}\""),
        1,
    )
}

/// A chart with axes for values of these ranges.
macro_rules! axes {
    ($area:expr, $x:expr, $y:expr, $x_name:expr, $y_name:expr, $y_form:expr) => {{
        let mut chart = ChartBuilder::on($area)
            .margin(8)
            .margin_right(18)
            .x_label_area_size(42)
            .y_label_area_size(58)
            .build_cartesian_2d($x, $y)?;
        chart
            .configure_mesh()
            .bold_line_style(GRID.stroke_width(1))
            .light_line_style(TRANSPARENT)
            .axis_style(INK.stroke_width(1))
            .label_style(LETTERS.into_font().color(&INK))
            .axis_desc_style(LETTERS.into_font().color(&INK))
            .x_desc($x_name)
            .y_desc($y_name)
            .x_label_formatter(&|value| format!("{value:.0}"))
            .y_label_formatter($y_form)
            .draw()?;
        chart
    }};
}

/// The first player's score over the match, with its 95 % band. It shares its
/// row with the test, if there is one.
pub fn score(analysis: &Analysis) -> String {
    let size = if analysis.sprt.is_some() { HALF } else { WHOLE };
    draw("The score as it went", size, |area| score_picture(area, &analysis.progress))
}

fn score_picture(area: &Area<'_>, points: &[ProgressPoint]) -> Result<(), ChartError> {
    // The wide band of the first few games would flatten the rest of the curve.
    let skipped = points.len() / 20;
    let reach = (points.iter().skip(skipped))
        .flat_map(|point| &point.score[1..])
        .fold(0.02, |reach: f64, end| reach.max((end - 0.5).abs()))
        .min(0.5);
    let (low, high) = (0.5 - reach, 0.5 + reach);
    let last = points.last().map_or(1.0, |point| point.games as f64);
    let percent = |value: &f64| format!("{:.0} %", 100.0 * value);
    let mut chart = axes!(area, 0.0..last, low..high, "games", "score", &percent);
    let edge =
        |end: usize| points.iter().map(move |p| (p.games as f64, p.score[end].clamp(low, high)));
    let band: Vec<(f64, f64)> = edge(1).chain(edge(2).rev()).collect();
    chart.draw_series(std::iter::once(Polygon::new(band, BAND.filled())))?;
    chart.draw_series(LineSeries::new([(0.0, 0.5), (last, 0.5)], INK.stroke_width(1)))?;
    chart.draw_series(LineSeries::new(edge(0), FIRST.stroke_width(3)))?;
    Ok(())
}

/// The log-likelihood ratio over the match, between its bounds.
pub fn llr(analysis: &Analysis, test: &SprtStatus) -> String {
    draw("The log-likelihood ratio as it went", HALF, |area| {
        llr_picture(area, &analysis.progress, test)
    })
}

fn llr_picture(
    area: &Area<'_>,
    points: &[ProgressPoint],
    test: &SprtStatus,
) -> Result<(), ChartError> {
    let (lower, upper) = test.bounds;
    let curve: Vec<(f64, f64)> = std::iter::once((0.0, 0.0))
        .chain(points.iter().filter_map(|point| Some((point.games as f64, point.llr?))))
        .collect();
    let values = || curve.iter().map(|(_, llr)| *llr);
    let low = values().fold(lower, f64::min) - 0.4;
    let high = values().fold(upper, f64::max) + 0.8;
    let last = curve.last().map_or(1.0, |(games, _)| games.max(1.0));
    let plain = |value: &f64| format!("{value:.1}");
    let mut chart = axes!(area, 0.0..last, low..high, "games", "LLR", &plain);
    for (bound, color, name) in [(upper, PASS, "H1"), (lower, FAIL, "H0")] {
        chart.draw_series(LineSeries::new([(0.0, bound), (last, bound)], color.stroke_width(2)))?;
        let style = LETTERS.into_font().color(&color).pos(Pos::new(HPos::Right, VPos::Bottom));
        chart.draw_series(std::iter::once(Text::new(name, (last, bound), style)))?;
    }
    chart.draw_series(LineSeries::new([(0.0, 0.0), (last, 0.0)], INK.stroke_width(1)))?;
    chart.draw_series(LineSeries::new(curve, FIRST.stroke_width(3)))?;
    Ok(())
}

/// The histogram of game lengths.
pub fn lengths(analysis: &Analysis) -> String {
    draw("How long the games were", HALF, |area| lengths_picture(area, &analysis.lengths))
}

fn lengths_picture(area: &Area<'_>, bins: &[(u32, u64)]) -> Result<(), ChartError> {
    let last = f64::from(bins.last().map_or(0, |bin| bin.0) + 10);
    let most = bins.iter().map(|bin| bin.1).max().unwrap_or(1).max(1) as f64;
    let plain = |value: &f64| format!("{value:.0}");
    let mut chart = axes!(area, 0.0..last, 0.0..most * 1.05, "moves", "games", &plain);
    let bars = bins.iter().map(|&(from, count)| {
        let from = f64::from(from);
        Rectangle::new([(from + 0.5, 0.0), (from + 9.5, count as f64)], FIRST.filled())
    });
    chart.draw_series(bars)?;
    Ok(())
}

/// Each player's mean time by full-move number.
pub fn times(analysis: &Analysis) -> String {
    draw("Time by the number of the move", WHOLE, |area| times_picture(area, analysis))
}

fn times_picture(area: &Area<'_>, analysis: &Analysis) -> Result<(), ChartError> {
    let curves = || analysis.players.iter().map(|player| &player.time_by_move_ms);
    let last = curves().flatten().map(|(number, _)| *number).max().unwrap_or(1).max(2);
    let most = curves().flatten().map(|(_, time)| *time).fold(0.001, f64::max);
    let form = |value: &f64| milliseconds(*value, most);
    let mut chart =
        axes!(area, 1.0..f64::from(last), 0.0..most * 1.05, "move", "mean time, ms", &form);
    for (number, curve) in curves().enumerate() {
        let points = curve.iter().map(|&(number, time)| (f64::from(number), time));
        chart.draw_series(LineSeries::new(points, color(number).stroke_width(2)))?;
    }
    Ok(())
}

fn milliseconds(value: f64, most: f64) -> String {
    let digits = if most < 1.0 {
        2
    } else if most < 10.0 {
        1
    } else {
        0
    };
    format!("{value:.digits$}")
}

/// The placeholder for a player's color.
fn color(player: usize) -> RGBColor {
    match player {
        0 => FIRST,
        1 => SECOND,
        more => OTHERS[(more - 2) % OTHERS.len()],
    }
}

/// The name of a player's color in the style sheet.
pub fn color_name(player: usize) -> impl Display {
    ["first", "second", "third", "fourth", "pass", "fail"][match player {
        0 | 1 => player,
        more => 2 + (more - 2) % OTHERS.len(),
    }]
}
