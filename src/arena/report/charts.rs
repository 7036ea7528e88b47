//! The curves and bars of a match's page.

use super::analysis::{Analysis, SprtStatus};
use super::course::ProgressPoint;
use crate::arena::stats::TimeSpread;
use crate::support::html::chart::{Chart, ChartLayer, round_numbers, whole_numbers};

/// The colors of players in the style sheet, in turn.
const COLORS: [&str; 6] = ["first", "second", "third", "fourth", "pass", "fail"];
/// The classes of the bands of two players.
const BANDS: [&str; 2] = ["band", "band second"];
/// The most numbers below a chart: as many as a phone has room for.
const MOST_NUMBERS: usize = 6;
/// The band of the first few games is wide and says little: it begins after this
/// many, where there are more.
const BAND_FROM: u64 = 10;

/// The name of a player's color in the style sheet.
pub fn color_name(player: usize) -> &'static str {
    COLORS[player % COLORS.len()]
}

fn counted(numbers: Vec<f64>) -> Vec<(f64, String)> {
    numbers.into_iter().map(|number| (number, format!("{number:.0}"))).collect()
}

/// Numbers with as many decimals as their distance needs.
fn measured(numbers: Vec<f64>) -> Vec<(f64, String)> {
    let step = numbers.windows(2).map(|two| two[1] - two[0]).next().unwrap_or(1.0);
    let digits = (0..3).find(|&digits| step * 10_f64.powi(digits) >= 0.999).unwrap_or(3) as usize;
    let text = |number: f64| format!("{number:.digits$}").replace('-', "−");
    numbers.into_iter().map(|number| (number, text(number))).collect()
}

/// The score over the match: that of the first player with its 95 % band, or those of
/// all players of a tournament.
pub fn score(analysis: &Analysis) -> String {
    let is_match = analysis.players.len() <= 2;
    let curves: Vec<&[ProgressPoint]> = match is_match {
        true => vec![&analysis.progress],
        false => analysis.players.iter().map(|player| &player.progress[..]).collect(),
    };
    let last = curves.iter().filter_map(|curve| Some(curve.last()?.games)).max().unwrap_or(0);
    let from = if last > 2 * BAND_FROM { BAND_FROM } else { 0 };
    let shown = |curve: &[ProgressPoint]| {
        curve.iter().filter(|point| point.games >= from).copied().collect::<Vec<_>>()
    };
    let curves: Vec<Vec<ProgressPoint>> = curves.into_iter().map(shown).collect();
    let seen =
        |point: &ProgressPoint| if is_match { point.score.to_vec() } else { vec![point.score[0]] };
    let reach = (curves.iter().flatten().flat_map(seen))
        .filter(|share| share.is_finite())
        .fold(0.02, |reach: f64, share| reach.max((share - 0.5).abs()))
        .min(0.5);
    let (low, high) = (0.5 - reach, 0.5 + reach);
    let percent = |share: f64| (share, format!("{:.0} %", 100.0 * share));
    let mut layers = vec![ChartLayer::Level { class: "thin", y: 0.5 }];
    if let ([curve], true) = (&curves[..], is_match) {
        let band = curve.iter().map(|p| (p.games as f64, [p.score[1], p.score[2]]));
        layers.insert(0, ChartLayer::Band { class: "band", points: band.collect() });
    }
    layers.extend(curves.iter().enumerate().map(|(player, curve)| ChartLayer::Line {
        class: color_name(player),
        points: curve.iter().map(|point| (point.games as f64, point.score[0])).collect(),
    }));
    Chart {
        name: "The score as it went",
        x: [0.0, last as f64],
        y: [low, high],
        x_ticks: counted(whole_numbers(0.0, last as f64, MOST_NUMBERS)),
        y_ticks: round_numbers(low, high, 5).into_iter().map(percent).collect(),
        x_title: "games",
        layers,
        ..Chart::default()
    }
    .html()
}

/// The log-likelihood ratio over the match, between its bounds.
pub fn llr(analysis: &Analysis, test: &SprtStatus) -> String {
    let (lower, upper) = test.bounds;
    let curve: Vec<(f64, f64)> = std::iter::once((0.0, 0.0))
        .chain(analysis.progress.iter().filter_map(|p| Some((p.games as f64, p.llr?))))
        .collect();
    let values = || curve.iter().map(|(_, llr)| *llr).filter(|llr| llr.is_finite());
    let low = values().fold(lower, f64::min) - 0.3;
    let high = values().fold(upper, f64::max) + 0.3;
    let last = curve.last().map_or(1.0, |(games, _)| games.max(1.0));
    let mut y_ticks = vec![(upper, format!("{upper:.2}")), (lower, format!("{lower:.2}"))];
    y_ticks.push((0.0, "0".to_string()));
    Chart {
        name: "The log-likelihood ratio as it went",
        x: [0.0, last],
        y: [low, high],
        x_ticks: counted(whole_numbers(0.0, last, MOST_NUMBERS)),
        y_ticks: y_ticks.into_iter().map(|(y, text)| (y, text.replace('-', "−"))).collect(),
        x_title: "games",
        layers: vec![
            ChartLayer::Level { class: "pass", y: upper },
            ChartLayer::Level { class: "fail", y: lower },
            ChartLayer::Level { class: "thin", y: 0.0 },
            ChartLayer::Line { class: "first", points: curve },
        ],
        ..Chart::default()
    }
    .html()
}

/// The histogram of game lengths.
pub fn lengths(analysis: &Analysis) -> String {
    let bins = &analysis.lengths;
    let last = f64::from(bins.last().map_or(0, |bin| bin.0) + 10);
    let most = bins.iter().map(|bin| bin.1).max().unwrap_or(1).max(1) as f64;
    let bars = bins.iter().map(|&(from, count)| {
        let from = f64::from(from);
        ([from + 0.6, from + 9.4], [0.0, count as f64])
    });
    Chart {
        name: "How long the games were",
        x: [0.0, last],
        y: [0.0, 1.05 * most],
        x_ticks: counted(whole_numbers(0.0, last, MOST_NUMBERS)),
        y_ticks: counted(whole_numbers(0.0, most, 5)),
        x_title: "moves",
        layers: vec![ChartLayer::Bars { class: "filled", bars: bars.collect() }],
        ..Chart::default()
    }
    .html()
}

/// Each player's median time by full-move number, and the band from 10 % to 90 % if
/// there are two players: more bands would hide one another.
pub fn times(analysis: &Analysis) -> String {
    let curves = || analysis.players.iter().map(|player| &player.time_spread_by_move);
    let has_bands = analysis.players.len() == BANDS.len();
    let first = curves().flatten().map(|(number, _)| *number).min().unwrap_or(1);
    let last = curves().flatten().map(|(number, _)| *number).max().unwrap_or(1).max(first + 1);
    let top = |time: &TimeSpread| if has_bands { time.high_ms } else { time.median_ms };
    let most = curves().flatten().map(|(_, time)| top(time)).fold(0.001, f64::max);
    let line = |(player, curve): (usize, &Vec<(u32, TimeSpread)>)| ChartLayer::Line {
        class: color_name(player),
        points: curve.iter().map(|&(number, time)| (f64::from(number), time.median_ms)).collect(),
    };
    let band = |(class, curve): (&'static str, &Vec<(u32, TimeSpread)>)| ChartLayer::Band {
        class,
        points: (curve.iter())
            .map(|&(number, time)| (f64::from(number), [time.low_ms, time.high_ms]))
            .collect(),
    };
    let bands = BANDS.into_iter().zip(curves()).filter(|_| has_bands).map(band);
    Chart {
        name: "Time by the number of the move",
        x: [f64::from(first), f64::from(last)],
        y: [0.0, 1.05 * most],
        x_ticks: counted(whole_numbers(f64::from(first), f64::from(last), MOST_NUMBERS)),
        y_ticks: measured(round_numbers(0.0, most, 5)),
        x_title: "move",
        layers: bands.chain(curves().enumerate().map(line)).collect(),
        ..Chart::default()
    }
    .html()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_has_the_decimals_that_it_needs() {
        let texts = |numbers: &[f64]| -> Vec<String> {
            measured(numbers.to_vec()).into_iter().map(|(_, text)| text).collect()
        };
        assert_eq!(texts(&[0.0, 5.0]), ["0", "5"]);
        assert_eq!(texts(&[-0.5, 0.0]), ["−0.5", "0.0"]);
        assert_eq!(texts(&[0.0, 0.02]), ["0.00", "0.02"]);
    }
}
