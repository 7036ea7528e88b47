//! The page of a player over many games: tables and curves, which open at once however
//! many games there are.

use super::page::mark_class;
use super::viewer::{VIEWER_STYLE, chip};
use crate::analysis::annotation::MARKS;
use crate::analysis::clocks::time_in_words;
use crate::analysis::player_report::{NamedFigures, PlayFigures, PlayerReport, ReportedGame};
use crate::support::html::chart::{Chart, ChartLayer, round_numbers};
use crate::support::html::{
    HtmlPage, classed_table, details, escaped, header, section, wide_table,
};

const STYLE: &str = include_str!("report.css");
/// The most games that are listed at once; the others are folded.
const SHOWN_GAMES: usize = 50;
/// The most openings that are listed at once; the others are folded.
const SHOWN_OPENINGS: usize = 16;
/// The most names below the curve.
const MOST_NAMES: usize = 3;

/// The page of a report.
pub fn player_page(report: &PlayerReport) -> String {
    let lead = lead(report);
    let (shown, folded) = report.openings.split_at(report.openings.len().min(SHOWN_OPENINGS));
    let openings = figures("Opening", shown) + &more(folded.len(), || figures("Opening", folded));
    let two = |left: String, right: String| format!("<div class=\"two\">\n{left}{right}</div>\n");
    let parts =
        section("By color and phase", &figures("", &[&report.colors[..], &report.phases].concat()));
    let content = [
        header(&report.player, &escaped(&lead), &[("by".to_string(), report.searched.clone())]),
        parts,
        two(trend(report), habits(report)),
        time(report),
        section("Openings", &openings),
        section("Games", &games(&report.games)),
    ];
    let footer = "<footer class=\"faint\">Score: the points of 100 that a game brings. Lost: the points \
                  of 100 that a move costs in the mean. A move that costs nothing has an accuracy of \
                  100 %, one that costs 10 points of 61 %. Marks are counted per game.</footer>\n";
    HtmlPage {
        title: &report.player,
        description: &lead,
        style: &[VIEWER_STYLE, STYLE].concat(),
        content: &(content.concat() + footer),
        ..HtmlPage::default()
    }
    .html()
}

fn lead(report: &PlayerReport) -> String {
    let PlayFigures { games, score, accuracy, .. } = report.all;
    let games = if games == 1 { "1 game".to_string() } else { format!("{games} games") };
    let score =
        score.map_or_else(String::new, |score| format!(", {score:.1} points of 100 a game"));
    let accuracy =
        accuracy.map_or_else(String::new, |accuracy| format!(", accuracy {accuracy:.1} %"));
    format!("{games}{score}{accuracy}.")
}

/// A number, or a dash.
fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_string(), |value| format!("{value:.1}"))
}

/// The rest of a list, folded.
fn more(count: usize, rest: impl FnOnce() -> String) -> String {
    if count == 0 { String::new() } else { details(&format!("{count} more"), &rest()) }
}

fn figures(what: &str, rows: &[NamedFigures]) -> String {
    let marks: Vec<String> =
        MARKS.iter().rev().map(|mark| chip(mark_class(*mark), mark.sign)).collect();
    let head = [what, "Games", "Score", "Moves", "Accuracy", "Lost", "?!", "?", "??"];
    let row = |NamedFigures { name, figures }: &NamedFigures| {
        let PlayFigures { games, score, moves, accuracy, points_lost, marks } = figures;
        let mut cells = vec![
            escaped(name),
            games.to_string(),
            number(*score),
            moves.to_string(),
            number(*accuracy),
            number(*points_lost),
        ];
        cells.extend(marks.map(|mark| format!("{mark:.1}")));
        cells
    };
    let mut html = wide_table(&head, rows.iter().map(row));
    for (sign, chip) in ["?!", "?", "??"].iter().zip(&marks) {
        html = html.replace(
            &format!("<th scope=\"col\">{sign}</th>"),
            &format!("<th scope=\"col\">{chip}</th>"),
        );
    }
    html
}

/// The accuracy over time as a curve, and the figures behind it.
fn trend(report: &PlayerReport) -> String {
    let periods = &report.trend;
    let points: Vec<(f64, f64)> = (0_u32..)
        .zip(periods)
        .filter_map(|(index, period)| Some((f64::from(index), period.figures.accuracy?)))
        .collect();
    let low = points.iter().map(|(_, accuracy)| *accuracy).fold(100.0, f64::min);
    let low = (low / 10.0).floor() * 10.0;
    let last = periods.len().saturating_sub(1);
    let step = last.div_ceil(MOST_NAMES - 1).max(1);
    let mut content = String::new();
    if points.len() > 1 {
        let names = (0..=last).step_by(step);
        let name = |index: usize| {
            let name = periods[index].name.split(['–', ' ']).next().unwrap_or_default();
            (index as f64, escaped(name))
        };
        content += &Chart {
            name: "Accuracy over time",
            x: [-0.4, last as f64 + 0.4],
            y: [low.min(90.0), 100.0],
            x_ticks: names.map(name).collect(),
            y_ticks: (round_numbers(low.min(90.0), 100.0, 5).into_iter())
                .map(|accuracy| (accuracy, format!("{accuracy:.0} %")))
                .collect(),
            layers: vec![ChartLayer::Line { class: "first", points }],
            ..Chart::default()
        }
        .html();
    }
    content += &details("The figures", &figures("", periods));
    section("Accuracy over time", &content)
}

fn habits(report: &PlayerReport) -> String {
    let most = report.habits.iter().map(|habit| habit.share).fold(0.001, f64::max);
    let rows = report.habits.iter().map(|habit| {
        vec![
            escaped(&habit.name),
            habit.moves.to_string(),
            format!("{:.1} %", habit.share),
            format!(
                "<td class=\"meter\"><i style=\"width:{:.1}%\"></i></td>",
                100.0 * habit.share / most
            ),
        ]
    });
    section("What costs points", &classed_table("words", &["", "Moves", "Share", ""], rows))
}

fn time(report: &PlayerReport) -> String {
    let Some(time) = &report.time else { return String::new() };
    let text = format!(
        "<p>A move takes {} in the mean. Of {} mistakes and blunders {} took less than a third \
         of the game's mean time, {} came with less than a tenth of the clock left.</p>",
        time_in_words(time.mean_seconds),
        time.mistakes,
        time.hasty_mistakes,
        time.short_mistakes
    );
    section("Time", &text)
}

/// The games, the latest first.
fn games(games: &[ReportedGame]) -> String {
    let rows: Vec<Vec<String>> = games.iter().rev().map(game).collect();
    let head = ["Opponent", "Date", "Color", "Result", "Accuracy", "Opening"];
    let part = |rows: &[Vec<String>]| classed_table("cards games", &head, rows.iter().cloned());
    let (shown, folded) = rows.split_at(rows.len().min(SHOWN_GAMES));
    part(shown) + &more(folded.len(), || part(folded))
}

fn game(ReportedGame { game, accuracy }: &ReportedGame) -> Vec<String> {
    let points = match game.points {
        Some(points) if points > 0.9 => "1",
        Some(points) if points < 0.1 => "0",
        Some(_) => "½",
        None => "*",
    };
    let rating = game.opponent_rating.map_or_else(String::new, |rating| format!(" ({rating})"));
    vec![
        escaped(&format!("{}{rating}", game.opponent)),
        escaped(&game.date.replace('.', "-")),
        if game.white { "White" } else { "Black" }.to_string(),
        points.to_string(),
        number(*accuracy),
        escaped(format!("{} {}", game.eco, game.opening).trim()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::analyst::JSON_SCHEMA;
    use crate::analysis::player::{PlayTotals, PlayerGame, TimeTotals};
    use std::collections::BTreeMap;

    #[test]
    fn a_thousand_games_are_a_small_page_without_scripts() {
        let moves = PlayTotals { moves: 40, accuracy: 3_600.0, ..PlayTotals::default() };
        let game = |number: usize| PlayerGame {
            schema: JSON_SCHEMA,
            key: number.to_string(),
            white: number.is_multiple_of(2),
            opponent: format!("<Opponent> {number}"),
            opponent_rating: None,
            rating: None,
            date: format!("2026.01.{:02}", number % 28 + 1),
            points: Some(0.5),
            eco: "C50".to_string(),
            opening: format!("Opening {}", number % 40),
            phases: [moves; 3],
            habits: BTreeMap::new(),
            time: TimeTotals::default(),
        };
        let report =
            PlayerReport::new("A & B", "depth 9".to_string(), (0..1_000).map(game).collect());
        let page = player_page(&report);
        assert_eq!(page.matches("&lt;Opponent&gt;").count(), 1_000);
        assert!(page.contains("A &amp; B") && !page.contains("<Opponent>"));
        assert!(page.len() < 300_000 && !page.contains("<script"), "{}", page.len());
    }
}
