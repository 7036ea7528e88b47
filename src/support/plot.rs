//! Charts as SVG: curves, areas and bars over two axes.

use super::html::escaped;
use std::fmt::Write;
use std::ops::Range;

/// Room around the inner part of a chart, in pixels: for titles and labels at the
/// left and below, little at the right and above.
const LEFT: f64 = 92.0;
const BELOW: f64 = 50.0;
const RIGHT: f64 = 18.0;
const ABOVE: f64 = 10.0;
/// The least distances between two labels of the axes, in pixels.
const LABEL_WIDTH: f64 = 90.0;
const LABEL_HEIGHT: f64 = 40.0;
/// The size of letters, in pixels, and the distance of two lines of a legend.
const LETTERS: f64 = 16.0;
const LINE: f64 = 20.0;

/// A quantity along one side of a chart.
#[derive(Clone)]
pub struct Axis<'a> {
    /// What it is called.
    pub title: &'a str,
    /// The least and the greatest value.
    pub range: Range<f64>,
    /// What stands at its values.
    pub labels: AxisLabels<'a>,
}

/// The labels of an axis.
#[derive(Clone)]
pub enum AxisLabels<'a> {
    /// Round numbers with so many digits after the point, and what follows each.
    Numbers(usize, &'a str),
    /// Names of some values.
    Named(Vec<(f64, String)>),
}

impl Axis<'_> {
    /// The values to label. Numbers are multiples of 1, 2 or 5 times a power of ten,
    /// and no more than fit.
    fn labels(&self, fit: f64) -> Vec<(f64, String)> {
        let (digits, unit) = match &self.labels {
            AxisLabels::Named(named) => return named.clone(),
            AxisLabels::Numbers(digits, unit) => (*digits, unit),
        };
        let Range { start, end } = self.range;
        let least = ((end - start) / fit).max(10_f64.powi(-(digits as i32)));
        let power = 10_f64.powf(least.log10().floor());
        let steps = [1.0, 2.0, 5.0].map(|factor| factor * power);
        let step = steps.into_iter().find(|step| *step >= 0.999 * least).unwrap_or(10.0 * power);
        let numbers = (start / step).ceil() as i64..=(end / step).floor() as i64;
        let values = numbers.map(|number| number as f64 * step);
        values.map(|value| (value, format!("{value:.digits$}{unit}"))).collect()
    }
}

/// A chart that is being drawn. Colors are those of CSS.
pub struct Chart<'a> {
    size: (f64, f64),
    axes: [Axis<'a>; 2],
    body: String,
}

/// The colors of a chart beside those of its curves.
#[derive(Clone, Copy)]
struct ChartColors {
    /// That of texts and axes.
    ink: &'static str,
    /// That of the lines behind the curves.
    grid: &'static str,
}

impl<'a> Chart<'a> {
    /// The axes `x` and `y` of a chart of this width and height, in pixels. `None` if
    /// their ranges are empty or not finite.
    fn new(size: (u32, u32), axes: [Axis<'a>; 2], colors: ChartColors) -> Option<Chart<'a>> {
        let is_drawn = |axis: &Axis| (axis.range.end - axis.range.start).is_finite();
        if !axes.iter().all(|axis| is_drawn(axis) && !axis.range.is_empty()) {
            return None;
        }
        let size = (f64::from(size.0), f64::from(size.1));
        let mut chart = Chart { size, axes, body: String::new() };
        chart.draw_axes(colors);
        Some(chart)
    }

    fn draw_axes(&mut self, colors: ChartColors) {
        let (right, bottom) = (self.size.0 - RIGHT, self.size.1 - BELOW);
        let ink = colors.ink;
        let [x, y] = self.axes.clone();
        let (mut grid, mut texts) = (String::new(), String::new());
        for (value, text) in x.labels((right - LEFT) / LABEL_WIDTH) {
            let at = self.at((value, 0.0)).0;
            let _ = write!(grid, "M{at:.1} {ABOVE}V{bottom}");
            texts += &label((at, bottom + LETTERS + 4.0), "middle", ink, &text);
        }
        for (value, text) in y.labels((bottom - ABOVE) / LABEL_HEIGHT) {
            let at = self.at((0.0, value)).1;
            let _ = write!(grid, "M{LEFT} {at:.1}H{right}");
            texts += &label((LEFT - 6.0, at + LETTERS / 3.0), "end", ink, &text);
        }
        texts += &label(((LEFT + right) / 2.0, self.size.1 - 8.0), "middle", ink, x.title);
        let upward = label((-(ABOVE + bottom) / 2.0, LETTERS), "middle", ink, y.title);
        texts += &format!("<g transform=\"rotate(-90)\">{upward}</g>\n");
        let axes = format!("M{LEFT} {ABOVE}V{bottom}H{right}");
        for (path, color) in [(grid, colors.grid), (axes, colors.ink)] {
            let _ = writeln!(self.body, "<path style=\"fill:none;stroke:{color}\" d=\"{path}\"/>");
        }
        self.body += &texts;
    }

    /// The place of a point on the picture.
    fn at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let share = |axis: &Axis, value: f64| {
            (value - axis.range.start) / (axis.range.end - axis.range.start)
        };
        let (width, height) = (self.size.0 - LEFT - RIGHT, self.size.1 - ABOVE - BELOW);
        let [of_x, of_y] = &self.axes;
        (LEFT + width * share(of_x, x), ABOVE + height * (1.0 - share(of_y, y)))
    }

    fn shape(&mut self, name: &str, style: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        let finite = |&(x, y): &(f64, f64)| x.is_finite() && y.is_finite();
        let points = points.into_iter().map(|point| self.at(point)).filter(finite);
        let points: Vec<String> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let points = points.join(" ");
        let _ = writeln!(self.body, "<{name} style=\"{style}\" points=\"{points}\"/>");
    }

    /// Draws a curve.
    pub fn line(&mut self, color: &str, width: u32, points: impl IntoIterator<Item = (f64, f64)>) {
        let style = format!("fill:none;stroke:{color};stroke-width:{width}");
        self.shape("polyline", &style, points);
    }

    /// Fills the area within these points.
    pub fn area(&mut self, color: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        self.shape("polygon", &format!("fill:{color}"), points);
    }

    /// Writes a text that ends above a point.
    pub fn text(&mut self, color: &str, point: (f64, f64), text: &str) {
        let (x, y) = self.at(point);
        self.body += &label((x, y - 4.0), "end", color, text);
    }

    /// A dot, with what is inside its element.
    fn dot(&self, color: &str, point: (f64, f64), inside: &str) -> String {
        let (x, y) = self.at(point);
        let style = format!("fill:{color}");
        format!("<circle style=\"{style}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\">{inside}</circle>\n")
    }

    /// Draws a dot that leads to a place of the page. `title` is HTML, and shown
    /// when a pointer is above it.
    pub fn link(&mut self, color: &str, point: (f64, f64), place: &str, title: &str) {
        let dot = self.dot(color, point, &format!("<title>{title}</title>"));
        self.body += &format!("<a href=\"#{place}\">{dot}</a>");
    }

    /// Names a curve at the right, above all others; `number` counts from zero.
    fn legend(&mut self, color: &str, number: usize, name: &str) {
        let (right, y) = (self.size.0 - RIGHT - 8.0, ABOVE + LINE * (number as f64 + 1.0));
        self.body += &label((right - 28.0, y), "end", "black", name);
        let style = format!("fill:none;stroke:{color};stroke-width:2");
        let (from, y) = (right - 20.0, y - LETTERS / 3.0);
        let _ = writeln!(self.body, "<path style=\"{style}\" d=\"M{from} {y:.1}H{right}\"/>");
    }

    /// The picture, with further attributes of its element.
    fn svg(&self, attributes: &str) -> String {
        let (width, height) = self.size;
        format!(
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"{LETTERS}\" {attributes}>\n{}</svg>\n",
            self.body
        )
    }
}

/// A chart of a page, in the colors of its style sheet, which are `var(--first)` and
/// so on. The text is empty if the chart would show nothing.
pub fn page_chart(
    name: &str,
    size: (u32, u32),
    axes: [Axis<'_>; 2],
    draw: impl FnOnce(&mut Chart<'_>),
) -> String {
    const COLORS: ChartColors = ChartColors { ink: "var(--ink)", grid: "var(--grid)" };
    let Some(mut chart) = Chart::new(size, axes, COLORS) else { return String::new() };
    draw(&mut chart);
    chart.svg(&format!("role=\"img\" aria-label=\"{name}\""))
}

/// A text at a place of the picture.
fn label((x, y): (f64, f64), anchor: &str, color: &str, text: &str) -> String {
    let text = escaped(text);
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" style=\"fill:{color}\">{text}</text>\n"
    )
}

/// One quantity over x, such as a loss over the epochs.
pub struct Curve<'a> {
    /// Its name in the legend. A curve without one is thin and grey.
    pub name: Option<&'a str>,
    /// Its color, if it has a name.
    pub color: &'static str,
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

/// A plot has values that are not finite.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the plot cannot be drawn: its numbers are not finite")]
pub struct PlotError;

impl Plot<'_> {
    /// The picture as SVG.
    ///
    /// # Errors
    /// If the numbers are not finite.
    pub fn to_svg(&self) -> Result<String, PlotError> {
        const SIZE: (u32, u32) = (1000, 480);
        const COLORS: ChartColors = ChartColors { ink: "black", grid: "#DDDDDD" };
        let axis = |title, (start, end), digits| Axis {
            title,
            range: start..end,
            labels: AxisLabels::Numbers(digits, ""),
        };
        let axes = [axis(self.x_title, self.x, 0), axis(self.y_title, self.y, self.y_digits)];
        let mut chart = Chart::new(SIZE, axes, COLORS).ok_or(PlotError)?;
        for curve in &self.curves {
            let (color, width) = curve.name.map_or(("#C8C8C8", 1), |_| (curve.color, 2));
            chart.line(color, width, curve.points.iter().copied());
        }
        if let Some((curve, point)) = self.marked {
            chart.body += &chart.dot(self.curves[curve].color, point, "");
        }
        let named = self.curves.iter().filter_map(|curve| Some((curve.color, curve.name?)));
        named.enumerate().for_each(|(number, (color, name))| chart.legend(color, number, name));
        Ok(chart.svg("xmlns=\"http://www.w3.org/2000/svg\" style=\"background:white\""))
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

    const BLUE: &str = "#005AA0";

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
                    && line.contains(&format!("stroke-width:{width}"))
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
    fn labels_are_round_numbers_that_fit() {
        let labels = |range, digits| -> Vec<f64> {
            let axis = Axis { title: "", range, labels: AxisLabels::Numbers(digits, "") };
            axis.labels(5.0).into_iter().map(|(value, _)| value).collect()
        };
        assert_eq!(labels(0.0..10.0, 0), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(labels(-0.3..0.9, 1), [0.0, 0.5]);
        assert_eq!(labels(1.0..2.0, 0), [1.0, 2.0]);
        assert_eq!(labels(90.0..1_310.0, 0), [500.0, 1_000.0]);
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
