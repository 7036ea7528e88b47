//! Curves and bars, as SVG to embed in a page.

use super::analysis::{Analysis, ProgressPoint, SprtStatus};
use crate::support::plot::{Axis, AxisLabels, page_chart};
use std::ops::Range;

/// Width and height of a picture that shares its row with another, about the
/// size at which the page shows it, so that text keeps its size.
const HALF: (u32, u32) = (480, 280);
/// Width and height of a picture that fills its row.
const WHOLE: (u32, u32) = (1020, 320);

/// The colors of the style sheet, of which each player has one: the page may be
/// light or dark.
const PLAYERS: [&str; 6] = ["first", "second", "third", "fourth", "pass", "fail"];

/// A color of the style sheet.
fn color(name: &str) -> String {
    format!("var(--{name})")
}

/// The name of a player's color in the style sheet.
pub fn color_name(player: usize) -> &'static str {
    match player {
        0 | 1 => PLAYERS[player],
        more => PLAYERS[2 + (more - 2) % 4],
    }
}

fn axis(title: &str, range: Range<f64>, digits: usize) -> Axis<'_> {
    Axis { title, range, labels: AxisLabels::Numbers(digits, "") }
}

/// The first player's score over the match, with its 95 % band. It shares its
/// row with the test, if there is one.
pub fn score(analysis: &Analysis) -> String {
    let size = if analysis.sprt.is_some() { HALF } else { WHOLE };
    let points = &analysis.progress;
    // The wide band of the first few games would flatten the rest of the curve.
    let skipped = points.len() / 20;
    let reach = (points.iter().skip(skipped))
        .flat_map(|point| &point.score[1..])
        .fold(0.02, |reach: f64, end| reach.max((end - 0.5).abs()))
        .min(0.5);
    let (low, high) = (50.0 - 100.0 * reach, 50.0 + 100.0 * reach);
    let last = points.last().map_or(1.0, |point| point.games as f64);
    let edge = |end: usize| {
        let percent = move |point: &ProgressPoint| (100.0 * point.score[end]).clamp(low, high);
        points.iter().map(move |point| (point.games as f64, percent(point)))
    };
    let score = Axis { labels: AxisLabels::Numbers(0, " %"), ..axis("score", low..high, 0) };
    page_chart("The score as it went", size, [axis("games", 0.0..last, 0), score], |chart| {
        chart.area("var(--band)", edge(1).chain(edge(2).rev()));
        chart.line("var(--ink)", 1, [(0.0, 50.0), (last, 50.0)]);
        chart.line("var(--first)", 3, edge(0));
    })
}

/// The log-likelihood ratio over the match, between its bounds.
pub fn llr(analysis: &Analysis, test: &SprtStatus) -> String {
    let (lower, upper) = test.bounds;
    let points = analysis.progress.iter();
    let curve: Vec<(f64, f64)> = std::iter::once((0.0, 0.0))
        .chain(points.filter_map(|point| Some((point.games as f64, point.llr?))))
        .collect();
    let values = || curve.iter().map(|(_, llr)| *llr);
    let low = values().fold(lower, f64::min) - 0.4;
    let high = values().fold(upper, f64::max) + 0.8;
    let last = curve.last().map_or(1.0, |(games, _)| games.max(1.0));
    let axes = [axis("games", 0.0..last, 0), axis("LLR", low..high, 1)];
    page_chart("The log-likelihood ratio as it went", HALF, axes, |chart| {
        for (bound, name, text) in [(upper, "pass", "H1"), (lower, "fail", "H0")] {
            chart.line(&color(name), 2, [(0.0, bound), (last, bound)]);
            chart.text(&color(name), (last, bound), text);
        }
        chart.line("var(--ink)", 1, [(0.0, 0.0), (last, 0.0)]);
        chart.line("var(--first)", 3, curve.iter().copied());
    })
}

/// The histogram of game lengths.
pub fn lengths(analysis: &Analysis) -> String {
    let bins = &analysis.lengths;
    let last = f64::from(bins.last().map_or(0, |bin| bin.0) + 10);
    let most = bins.iter().map(|bin| bin.1).max().unwrap_or(1).max(1) as f64;
    let axes = [axis("moves", 0.0..last, 0), axis("games", 0.0..most * 1.05, 0)];
    page_chart("How long the games were", HALF, axes, |chart| {
        for &(from, count) in bins {
            let (from, to) = (f64::from(from) + 0.5, f64::from(from) + 9.5);
            let top = count as f64;
            chart.area("var(--first)", [(from, 0.0), (from, top), (to, top), (to, 0.0)]);
        }
    })
}

/// Each player's mean time by full-move number.
pub fn times(analysis: &Analysis) -> String {
    let curves = || analysis.players.iter().map(|player| &player.time_by_move_ms);
    let last = curves().flatten().map(|(number, _)| *number).max().unwrap_or(1).max(2);
    let most = curves().flatten().map(|(_, time)| *time).fold(0.001, f64::max);
    let digits = match most {
        ..1.0 => 2,
        ..10.0 => 1,
        _ => 0,
    };
    let time = axis("mean time, ms", 0.0..most * 1.05, digits);
    let axes = [axis("move", 1.0..f64::from(last), 0), time];
    page_chart("Time by the number of the move", WHOLE, axes, |chart| {
        for (player, curve) in curves().enumerate() {
            let points = curve.iter().map(|&(number, time)| (f64::from(number), time));
            chart.line(&color(color_name(player)), 2, points);
        }
    })
}
