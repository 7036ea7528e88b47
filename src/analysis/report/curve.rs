//! Curves over the moves of a game that fill the width of any screen: the SVG
//! is stretched, and the letters beside it are not part of it.

use std::fmt::Write;

/// A curve over plies: values from 0 (bottom) to 1 (top).
pub struct ChartCurve {
    /// The class in the style sheet.
    pub class: &'static str,
    /// The points: ply from zero, and value.
    pub points: Vec<(f64, f64)>,
    /// Whether the area below is filled.
    pub filled: bool,
}

/// A dot on a curve that leads to a place on the page.
pub struct CurveDot {
    /// The ply from zero.
    pub ply: f64,
    /// The value, from 0 (bottom) to 1 (top).
    pub value: f64,
    /// What a pointer above it shows.
    pub title: String,
    /// The name of the place.
    pub target: String,
}

/// Draws curves over a number of plies. `labels` are at the left: top, middle,
/// bottom; `numbers` are below: the first and the last of the axis.
pub fn chart(
    name: &str,
    plies: f64,
    curves: &[ChartCurve],
    dots: &[CurveDot],
    labels: [&str; 3],
    numbers: &[String],
) -> String {
    let plies = plies.max(1.0);
    let mut svg = format!(
        "<div class=\"chart\" role=\"img\" aria-label=\"{name}\"><svg viewBox=\"0 0 1000 100\" \
         preserveAspectRatio=\"none\"><path class=\"grid\" d=\"M0 0H1000M0 50H1000M0 100H1000\"/>"
    );
    let place = |(ply, value): (f64, f64)| (1_000.0 * ply / plies, 100.0 * (1.0 - value));
    for curve in curves {
        let mut path = String::new();
        for (index, &point) in curve.points.iter().enumerate() {
            let (x, y) = place(point);
            let letter = if index == 0 { 'M' } else { 'L' };
            // Writing to a string cannot fail.
            let _ = write!(path, "{letter}{x:.1} {y:.1}");
        }
        if let (true, Some(&first), Some(&last)) =
            (curve.filled, curve.points.first(), curve.points.last())
        {
            let (left, right) = (place(first).0, place(last).0);
            let area = format!("{path}L{right:.1} 100L{left:.1} 100Z");
            let _ = write!(svg, "<path class=\"area\" d=\"{area}\"/>");
        }
        let _ = write!(svg, "<path class=\"{}\" d=\"{path}\"/>", curve.class);
    }
    svg += "</svg>";
    for dot in dots {
        let (x, y) = place((dot.ply, dot.value));
        let _ = write!(
            svg,
            "<a class=\"dot\" href=\"#{}\" title=\"{}\" style=\"left:{:.2}%;top:{y:.2}%\"></a>",
            dot.target,
            dot.title,
            x / 10.0
        );
    }
    for (label, class) in labels.iter().zip(["top", "middle", "bottom"]) {
        let _ = write!(svg, "<span class=\"label {class}\">{label}</span>");
    }
    let numbers = numbers.iter().map(|number| format!("<span>{number}</span>"));
    format!("{svg}</div><div class=\"axis\">{}</div>", numbers.collect::<String>())
}
