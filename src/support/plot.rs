//! Curves as SVG, for quantities that change in the course of a training or a
//! tune.

use crate::support::files::printable::printable;
use plotters::prelude::*;

pub use plotters::style::RGBColor;

/// Width and height, in pixels.
const SIZE: (u32, u32) = (1000, 480);
const FONT: (&str, u32) = ("sans-serif", 16);

/// One quantity over x, such as a loss over the epochs.
pub struct Curve<'a> {
    /// Its name in the legend. A curve without one is thin and grey.
    pub name: Option<&'a str>,
    /// Its color, if it has a name.
    pub color: RGBColor,
    /// Its points, x and y, in the order of x.
    pub points: Vec<(f64, f64)>,
}

/// A picture of curves over the same x.
pub struct Plot<'a> {
    /// The quantity on the horizontal axis.
    pub x_title: &'a str,
    /// The quantity on the vertical axis.
    pub y_title: &'a str,
    /// The least and the greatest x to be seen.
    pub x: (f64, f64),
    /// The least and the greatest y, with room for the legend.
    pub y: (f64, f64),
    /// Digits after the point at the y axis.
    pub y_digits: usize,
    /// The curves; later ones lie on top.
    pub curves: Vec<Curve<'a>>,
    /// A point that stands out, in the color of the curve of this index.
    pub marked: Option<(usize, (f64, f64))>,
}

const GREY: RGBColor = RGBColor(200, 200, 200);

/// Why a picture cannot be drawn; the user can do nothing about it.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// The library would not end.
    #[error("the plot cannot be drawn: its numbers are not finite")]
    NotFinite,
    /// The plotting library fails.
    #[error("the plot cannot be drawn: {0}")]
    Library(#[from] Box<dyn std::error::Error>),
}

impl Plot<'_> {
    /// The picture as SVG.
    ///
    /// # Errors
    /// If the numbers are not finite or the plotting library fails.
    pub fn to_svg(&self) -> Result<String, PlotError> {
        // The library looks for marks on an axis until it has reached its end.
        if ![self.x, self.y].iter().all(|(low, high)| (high - low).is_finite() && low < high) {
            return Err(PlotError::NotFinite);
        }
        let mut svg = String::new();
        self.draw(&mut svg)?;
        // The library escapes names, but XML has no control characters at all.
        Ok(printable(&svg).into_owned())
    }

    fn draw(&self, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
        let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(42)
            .y_label_area_size(80)
            .build_cartesian_2d(self.x.0..self.x.1, self.y.0..self.y.1)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .label_style(FONT)
            .axis_desc_style(FONT)
            .x_desc(self.x_title)
            .y_desc(self.y_title)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.*}", self.y_digits))
            .draw()?;
        for curve in &self.curves {
            let color = if curve.name.is_some() { curve.color } else { GREY };
            let width = if curve.name.is_some() { 2 } else { 1 };
            let style = color.stroke_width(width);
            let finite = |&(x, y): &(f64, f64)| x.is_finite() && y.is_finite();
            let points = curve.points.iter().copied().filter(finite);
            let line = chart.draw_series(LineSeries::new(points, style))?;
            if let Some(name) = curve.name {
                let sample = move |(x, y)| PathElement::new([(x, y), (x + 20, y)], style);
                line.label(name).legend(sample);
            }
        }
        if let Some((curve, point)) = self.marked {
            let color = self.curves[curve].color;
            chart.draw_series(std::iter::once(Circle::new(point, 5, color.filled())))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE)
            .label_font(FONT)
            .draw()?;
        Ok(area.present()?)
    }
}

/// The least and the greatest y of losses, with room for a curve and, above, for
/// the legend.
pub fn range_of_losses(losses: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    /// Room above and below the curves, and for the legend, as shares of their range.
    const ROOM: f64 = 0.05;
    const LEGEND: f64 = 0.35;
    let low = losses.clone().fold(f64::INFINITY, f64::min).min(1.0);
    let high = losses.fold(low, f64::max);
    let room = (ROOM * (high - low)).max(1e-6);
    (low - room, high + LEGEND * (high - low).max(room))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLUE: RGBColor = RGBColor(0, 90, 160);

    #[test]
    fn named_curves_have_colors_and_a_legend() {
        let curve =
            |name, points: &[(f64, f64)]| Curve { name, color: BLUE, points: points.to_vec() };
        let plot = Plot {
            x_title: "epoch",
            y_title: "loss",
            x: (0.0, 2.0),
            y: (0.0, 1.0),
            y_digits: 3,
            curves: vec![
                curve(None, &[(0.0, 0.1), (2.0, 0.2)]),
                curve(Some("held out"), &[(0.0, 0.3), (2.0, 0.4)]),
            ],
            marked: Some((1, (2.0, 0.4))),
        };
        let svg = plot.to_svg().expect("drawn");
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
        for (color, width) in [("#C8C8C8", 1), ("#005AA0", 2)] {
            let drawn = |line: &str| {
                line.starts_with("<polyline")
                    && line.contains(color)
                    && line.contains(&format!("stroke-width=\"{width}\""))
            };
            assert!(svg.lines().any(drawn), "{color}: {svg}");
        }
        for text in ["epoch", "loss", "held out", "<circle", "0.500"] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
    }

    #[test]
    fn names_do_no_harm() {
        let name = "<b>&\"\u{1b}[31m\u{202e}\0";
        let curve = Curve { name: Some(name), color: BLUE, points: vec![(0.0, 0.1), (2.0, 0.2)] };
        let svg = Plot {
            x_title: name,
            y_title: name,
            x: (0.0, 2.0),
            y: (0.0, 1.0),
            y_digits: 3,
            curves: vec![curve],
            marked: None,
        };
        let svg = svg.to_svg().expect("drawn");
        assert_eq!(svg.matches("&lt;b&gt;&amp;&quot; [31m  ").count(), 3, "{svg}");
        assert!(!svg.contains(|letter: char| letter.is_control() && letter != '\n'), "{svg}");
    }

    #[test]
    fn losses_have_room() {
        let (low, high) = range_of_losses([0.2, 0.3, 0.25].into_iter());
        assert!(low < 0.2 && low > 0.19 && high > 0.33 && high < 0.35, "{low} {high}");
        let (low, high) = range_of_losses([0.2].into_iter());
        assert!(low < 0.2 && high > 0.2);
        let (low, high) = range_of_losses(std::iter::empty());
        assert!(low < high && high.is_finite());
    }
}
