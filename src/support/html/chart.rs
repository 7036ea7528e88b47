//! Curves and bars for pages.
//!
//! A chart is as wide as its place: its SVG is stretched, and the letters beside it
//! are not part of the SVG, so they keep their size on every screen.

use std::fmt::Write;

/// What is drawn in a chart. `class` names the colors in the style sheet.
#[derive(Clone, Debug)]
pub enum ChartLayer {
    /// A curve through points, x and y.
    Line {
        /// Its class.
        class: &'static str,
        /// Its points, in the order of x.
        points: Vec<(f64, f64)>,
    },
    /// The area between a curve and the bottom.
    Area {
        /// Its class.
        class: &'static str,
        /// The points of the curve, in the order of x.
        points: Vec<(f64, f64)>,
    },
    /// The area between two curves: x, and the lower and the upper y.
    Band {
        /// Its class.
        class: &'static str,
        /// The points of both curves, in the order of x.
        points: Vec<(f64, [f64; 2])>,
    },
    /// Bars: from x to x, and from y to y.
    Bars {
        /// Their class.
        class: &'static str,
        /// The two x and the two y of each.
        bars: Vec<([f64; 2], [f64; 2])>,
    },
    /// A horizontal line through the whole chart.
    Level {
        /// Its class.
        class: &'static str,
        /// Its height.
        y: f64,
    },
}

/// A dot that leads to a place on the page.
#[derive(Clone, Debug)]
pub struct ChartDot {
    /// Its place, x and y.
    pub at: (f64, f64),
    /// Its classes in the style sheet.
    pub class: String,
    /// What a pointer above it shows, in HTML.
    pub title: String,
    /// The name of the place.
    pub target: String,
}

/// A chart.
#[derive(Clone, Debug, Default)]
pub struct Chart<'a> {
    /// What it shows, for those who do not see it, in HTML.
    pub name: &'a str,
    /// Its class in the style sheet.
    pub class: &'a str,
    /// The least and the greatest x.
    pub x: [f64; 2],
    /// The least and the greatest y.
    pub y: [f64; 2],
    /// The numbers below, and their places.
    pub x_ticks: Vec<(f64, String)>,
    /// The numbers at the left, and their places; each has a line.
    pub y_ticks: Vec<(f64, String)>,
    /// What the numbers below count; it may be empty.
    pub x_title: &'a str,
    /// What is drawn; later layers lie on top.
    pub layers: Vec<ChartLayer>,
    /// The dots above all.
    pub dots: Vec<ChartDot>,
}

impl Chart<'_> {
    /// The chart as HTML.
    pub fn html(&self) -> String {
        let mut svg = String::from("<svg viewBox=\"0 0 1000 100\" preserveAspectRatio=\"none\">");
        let levels: String =
            self.y_ticks.iter().map(|(y, _)| format!("M0 {:.1}h1000", self.top(*y))).collect();
        let _ = write!(svg, "<path class=\"grid\" d=\"{levels}\"/>");
        self.layers.iter().for_each(|layer| svg += &self.layer(layer));
        svg += "</svg>";
        let dots: String = self.dots.iter().map(|dot| self.dot(dot)).collect();
        let rows = self
            .y_ticks
            .iter()
            .map(|(y, text)| format!("<span style=\"top:{:.1}%\">{text}</span>", self.top(*y)));
        let columns = self.x_ticks.iter().map(|(x, text)| {
            format!("<span style=\"left:{:.2}%\">{text}</span>", self.left(*x) / 10.0)
        });
        let letters = self.y_ticks.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0);
        let title = match self.x_title {
            "" => String::new(),
            title => format!("<div class=\"x-title\">{title}</div>"),
        };
        format!(
            "<div class=\"chart {}\" role=\"img\" aria-label=\"{}\" style=\"--letters:{letters}\">\
             <div class=\"ys\">{}</div><div class=\"plot\">{svg}{dots}</div>\
             <div class=\"xs\">{}</div>{title}</div>\n",
            self.class,
            self.name,
            rows.collect::<String>(),
            columns.collect::<String>(),
        )
    }

    /// The place of an x in the picture, from 0 to 1000.
    fn left(&self, x: f64) -> f64 {
        let [low, high] = self.x;
        1_000.0 * ((x - low) / (high - low).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0)
    }

    /// The place of a y in the picture, from 0 at the top to 100.
    fn top(&self, y: f64) -> f64 {
        let [low, high] = self.y;
        100.0 * (1.0 - ((y - low) / (high - low).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0))
    }

    /// The way through some points; empty if there are none.
    fn way(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let mut way = String::new();
        for (x, y) in points.filter(|(x, y)| x.is_finite() && y.is_finite()) {
            let letter = if way.is_empty() { 'M' } else { 'L' };
            // Writing to a string cannot fail.
            let _ = write!(way, "{letter}{:.1} {:.1}", self.left(x), self.top(y));
        }
        way
    }

    fn layer(&self, layer: &ChartLayer) -> String {
        let (class, way) = match layer {
            ChartLayer::Line { class, points } => {
                return format!(
                    "<path class=\"line {class}\" d=\"{}\"/>",
                    self.way(points.iter().copied())
                );
            }
            ChartLayer::Level { class, y } => {
                return format!("<path class=\"line {class}\" d=\"M0 {:.1}h1000\"/>", self.top(*y));
            }
            ChartLayer::Area { class, points } => {
                let [first, last] = [points.first(), points.last()]
                    .map(|point| point.map_or(0.0, |(x, _)| self.left(*x)));
                let way = self.way(points.iter().copied());
                let end =
                    if way.is_empty() { "" } else { &format!("L{last:.1} 100L{first:.1} 100Z") };
                (class, way + end)
            }
            ChartLayer::Band { class, points } => {
                let low = points.iter().map(|&(x, [low, _])| (x, low));
                let high = points.iter().rev().map(|&(x, [_, high])| (x, high));
                (class, self.way(low.chain(high)))
            }
            ChartLayer::Bars { class, bars } => {
                let mut way = String::new();
                for &([x1, x2], [y1, y2]) in bars {
                    let [left, right] = [x1, x2].map(|x| self.left(x));
                    let [bottom, top] = [y1, y2].map(|y| self.top(y));
                    let _ = write!(way, "M{left:.1} {bottom:.1}V{top:.1}H{right:.1}V{bottom:.1}z");
                }
                (class, way)
            }
        };
        format!("<path class=\"{class}\" d=\"{way}\"/>")
    }

    fn dot(&self, dot: &ChartDot) -> String {
        let ChartDot { at: (x, y), class, title, target } = dot;
        format!(
            "<a class=\"dot {class}\" href=\"#{target}\" title=\"{title}\" aria-label=\"{title}\" \
             style=\"left:{:.2}%;top:{:.1}%\"></a>",
            self.left(*x) / 10.0,
            self.top(*y)
        )
    }
}

/// Round numbers within a range, at most this many, at equal distances.
pub fn round_numbers(low: f64, high: f64, most: usize) -> Vec<f64> {
    let room = (high - low) / most.max(1) as f64;
    if !room.is_finite() || room <= 0.0 {
        return Vec::new();
    }
    let power = 10_f64.powf(room.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0, 20.0].map(|factor| factor * power);
    let numbers = |step: f64| {
        let first = (low / step - 1e-9).ceil();
        let count = ((high / step + 1e-9).floor() - first + 1.0).max(0.0) as usize;
        (0..count).map(|index| (first + index as f64) * step).collect::<Vec<_>>()
    };
    let fits = |step: &f64| numbers(*step).len() <= most;
    step.into_iter().find(fits).map_or_else(Vec::new, numbers)
}

/// Round whole numbers within a range, at most this many.
pub fn whole_numbers(low: f64, high: f64, most: usize) -> Vec<f64> {
    let mut numbers = round_numbers(low, high, most);
    numbers.retain(|number| (number - number.round()).abs() < 1e-6);
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_an_axis_are_round() {
        for (low, high, most, expected) in [
            (0.0, 23.0, 6, &[0.0, 5.0, 10.0, 15.0, 20.0][..]),
            (1.0, 23.0, 5, &[5.0, 10.0, 15.0, 20.0]),
            (-3.0, 3.2, 4, &[-2.0, 0.0, 2.0]),
            (0.44, 0.56, 3, &[0.45, 0.5, 0.55]),
            (3.0, 3.0, 5, &[]),
            (0.0, f64::INFINITY, 5, &[]),
        ] {
            let found = round_numbers(low, high, most);
            assert_eq!(found.len(), expected.len(), "{found:?}");
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
        }
        assert_eq!(whole_numbers(0.0, 2.0, 6), [0.0, 1.0, 2.0]);
        assert!(round_numbers(0.0, 1e9, 5).len() <= 5);
    }

    #[test]
    fn letters_are_beside_the_picture_and_numbers_are_finite() {
        let chart = Chart {
            name: "test",
            x: [0.0, 10.0],
            y: [0.0, 1.0],
            x_ticks: vec![(5.0, "five".to_string())],
            y_ticks: vec![(0.5, "half".to_string())],
            layers: vec![
                ChartLayer::Area { class: "a", points: vec![(0.0, 0.0), (10.0, 2.0)] },
                ChartLayer::Line { class: "l", points: vec![(0.0, f64::NAN), (5.0, 0.5)] },
                ChartLayer::Bars { class: "b", bars: vec![([1.0, 2.0], [0.0, 1.0])] },
                ChartLayer::Level { class: "v", y: f64::NEG_INFINITY },
                ChartLayer::Band { class: "n", points: vec![(0.0, [0.2, 0.4])] },
                ChartLayer::Area { class: "e", points: Vec::new() },
            ],
            ..Chart::default()
        };
        let html = chart.html();
        for part in [
            "d=\"M0.0 100.0L1000.0 0.0L1000.0 100L0.0 100Z\"",
            "class=\"line l\" d=\"M500.0 50.0\"",
            "d=\"M100.0 100.0V0.0H200.0V100.0z\"",
            "<span style=\"left:50.00%\">five</span>",
            "<span style=\"top:50.0%\">half</span>",
            "<path class=\"e\" d=\"\"/>",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert!(!html.contains("NaN") && !html.contains("inf"), "{html}");
    }
}
