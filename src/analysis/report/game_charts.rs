//! The charts under the board of a game: what White could expect, and the clocks.
//! Both have the plies of the game as their width, so that they serve to seek in it.

use super::page::{GamePage, mark_class};
use super::viewer::GameViewer;
use crate::analysis::clocks::{base_time, time_in_words};
use crate::chess::types::Color;
use crate::support::html::chart::{Chart, ChartDot, ChartLayer, whole_numbers};
use crate::support::html::escaped;

/// The most numbers below a chart: as many as a phone has room for.
const MOST_NUMBERS: usize = 7;

impl GamePage<'_> {
    /// The numbers of the moves below a chart, and their plies.
    fn move_numbers(&self) -> Vec<(f64, String)> {
        let moves = &self.game.moves;
        let Some(first) = moves.first() else { return Vec::new() };
        let first = f64::from(first.position.fullmove_number());
        let black_begins = moves[0].position.side_to_move() == Color::Black;
        let last = first + (moves.len() as f64 - 1.0 + f64::from(u8::from(black_begins))) / 2.0;
        let numbers = whole_numbers(first, last.floor(), MOST_NUMBERS).into_iter();
        let ply = |number: f64| 2.0 * (number - first) + 1.0 - f64::from(u8::from(black_begins));
        numbers.map(|number| (ply(number), format!("{number:.0}"))).collect()
    }

    /// A dot for each marked move that has a height.
    fn dots(&self, height: impl Fn(usize) -> Option<f64>) -> Vec<ChartDot> {
        let moves = self.game.moves.iter().enumerate();
        let dot = |(index, mv): (usize, &crate::analysis::annotation::AnalysedMove)| {
            let mark = mv.mark?;
            let side = mv.position.side_to_move().to_string().to_ascii_lowercase();
            Some(ChartDot {
                at: (index as f64 + 1.0, height(index)?),
                class: format!("{} by-{side}", mark_class(mark)),
                title: escaped(&self.numbered(index)),
                target: GameViewer::anchor(self.number, index + 1),
            })
        };
        moves.filter_map(dot).collect()
    }

    /// What White could expect after each move.
    pub(super) fn evaluation_chart(&self) -> String {
        let moves = &self.game.moves;
        let Some(first) = moves.first() else { return String::new() };
        let start = match first.position.side_to_move() {
            Color::White => first.points_before,
            Color::Black => 1.0 - first.points_before,
        };
        let points: Vec<(f64, f64)> = std::iter::once((0.0, start))
            .chain((1_u32..).zip(moves).map(|(ply, mv)| (f64::from(ply), mv.white_points)))
            .collect();
        let chart = Chart {
            name: "The points that White could expect after each move",
            class: "expected scrub",
            x: [0.0, moves.len() as f64],
            y: [0.0, 1.0],
            x_ticks: self.move_numbers(),
            y_ticks: [0, 50, 100]
                .map(|points| (f64::from(points) / 100.0, points.to_string()))
                .to_vec(),
            x_title: "",
            layers: vec![
                ChartLayer::Area { class: "whites", points },
                ChartLayer::Level { class: "middle", y: 0.5 },
            ],
            dots: self.dots(|index| Some(moves[index].white_points)),
        };
        let caption = "<p class=\"faint caption\">The points of 100 that White could expect.</p>";
        chart.html() + caption
    }

    /// The time of each move: White's bars go up, Black's down.
    pub(super) fn clock_chart(&self) -> String {
        let moves = &self.game.moves;
        let most = moves.iter().filter_map(|mv| mv.clock.seconds).fold(0.0, f64::max);
        if most <= 0.0 {
            return String::new();
        }
        let way = |index: usize| match moves[index].position.side_to_move() {
            Color::White => 1.0,
            Color::Black => -1.0,
        };
        let bars = |side: Color| {
            let of_side =
                (0..moves.len()).filter(move |&i| moves[i].position.side_to_move() == side);
            let bar = |index: usize| {
                let (x, y) = (index as f64 + 1.0, way(index) * moves[index].clock.seconds?);
                Some(([x - 0.8, x + 0.8], [y.min(0.0), y.max(0.0)]))
            };
            of_side.filter_map(bar).collect()
        };
        // What is left on the clock, as a part of the time at the beginning.
        let lefts = || moves.iter().filter_map(|mv| mv.clock.left);
        let whole = lefts().fold(base_time(&self.game.game).unwrap_or(0.0), f64::max);
        let left = |side: Color| {
            let of_side =
                (0..moves.len()).filter(move |&i| moves[i].position.side_to_move() == side);
            let point = |index: usize| {
                let part = moves[index].clock.left? / whole.max(f64::MIN_POSITIVE);
                Some((index as f64 + 1.0, way(index) * part * most))
            };
            of_side.filter_map(point).collect()
        };
        let chart = Chart {
            name: "The time of each move: White up, Black down",
            class: "clocks scrub",
            x: [0.0, moves.len() as f64],
            y: [-1.05 * most, 1.05 * most],
            x_ticks: self.move_numbers(),
            y_ticks: vec![
                (most, time_in_words(most)),
                (0.0, "0".to_string()),
                (-most, time_in_words(most)),
            ],
            x_title: "",
            layers: vec![
                ChartLayer::Bars { class: "white-time", bars: bars(Color::White) },
                ChartLayer::Bars { class: "black-time", bars: bars(Color::Black) },
                ChartLayer::Line { class: "left", points: left(Color::White) },
                ChartLayer::Line { class: "left", points: left(Color::Black) },
                ChartLayer::Level { class: "middle", y: 0.0 },
            ],
            dots: self.dots(|index| Some(way(index) * moves[index].clock.seconds?)),
        };
        let line = match lefts().next() {
            Some(_) => {
                format!(" The line is the clock: {} are the full height.", time_in_words(whole))
            }
            None => String::new(),
        };
        let caption = format!(
            "<p class=\"faint caption\">The time of each move: White up, Black down.{line}</p>"
        );
        chart.html() + &caption
    }
}
