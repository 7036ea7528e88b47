//! The page of a player over many games: tables, which open at once however many games
//! there are.

use crate::analysis::player::{NamedFigures, PlayFigures, PlayerGame, PlayerReport};
use crate::support::html::{document, escaped, header, section, table, wide_table};

/// The page of a report.
pub fn player_page(report: &PlayerReport) -> String {
    let lead = format!("{} games, accuracy {} %", report.all.games, number(report.all.accuracy));
    let conditions = [("Analysed by".to_string(), report.searched.clone())];
    let content = [
        header(&report.player, &lead, &conditions),
        section("Colors", &figures(&report.colors)),
        section("Phases", &figures(&report.phases)),
        section("Openings", &figures(&report.openings)),
        habits(report),
        time(report),
        section("Over time", &figures(&report.trend)),
        section("Games", &games(&report.games)),
    ];
    let footer = "<footer class=\"faint\">Score: the points of 100 that a game brings. Lost: the points \
                  of 100 that a move costs in the mean. A move that costs nothing has an accuracy of \
                  100 %, one that costs 10 points of 61 %.</footer>\n";
    document(&report.player, &(content.concat() + footer))
}

/// A number, or a dash.
fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_string(), |value| format!("{value:.1}"))
}

fn figures(rows: &[NamedFigures]) -> String {
    let head = ["", "games", "score", "moves", "accuracy", "lost", "?!", "?", "??"];
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
    wide_table(&head, rows.iter().map(row))
}

fn habits(report: &PlayerReport) -> String {
    let rows = report.habits.iter().map(|habit| {
        vec![escaped(&habit.name), habit.moves.to_string(), format!("{:.1} %", habit.share)]
    });
    section("What costs points", &table(&["", "moves", "share"], rows))
}

fn time(report: &PlayerReport) -> String {
    let Some(time) = &report.time else { return String::new() };
    let text = format!(
        "<p>A move takes {:.1} s in the mean. Of {} mistakes and blunders {} took less than a third \
         of the game's mean time, {} came with less than a tenth of the clock left.</p>",
        time.mean_seconds, time.mistakes, time.hasty_mistakes, time.short_mistakes
    );
    section("Time", &text)
}

fn games(games: &[PlayerGame]) -> String {
    let head = ["date", "color", "opponent", "result", "opening", "accuracy"];
    let row = |game: &PlayerGame| {
        let moves: u32 = game.phases.iter().map(|phase| phase.moves).sum();
        let accuracy: f64 = game.phases.iter().map(|phase| phase.accuracy).sum();
        let mean = (moves > 0).then(|| accuracy / f64::from(moves));
        let points = match game.points {
            Some(points) if points > 0.9 => "1",
            Some(points) if points < 0.1 => "0",
            Some(_) => "½",
            None => "*",
        };
        vec![
            escaped(&game.date),
            if game.white { "White" } else { "Black" }.to_string(),
            escaped(&game.opponent),
            points.to_string(),
            escaped(&format!("{} {}", game.eco, game.opening)),
            number(mean),
        ]
    };
    wide_table(&head, games.iter().map(row))
}
