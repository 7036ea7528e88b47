//! The games of a match in its page: the odd ones, a list, and a board to step through
//! those that are shown, with the evaluations of both sides.

use super::analysis::Analysis;
use super::charts::color_name;
use super::games::{GameMoves, GameRow, MoveRow, OddGame};
use super::sections::{key, name};
use crate::analysis::report::viewer::{GameViewer, ViewerMove};
use crate::chess::board::Position;
use crate::chess::notation::MoveNotation;
use crate::chess::types::Color;
use crate::support::html::chart::{Chart, ChartLayer, whole_numbers};
use crate::support::html::{classed_table, escaped, section};

/// The score that is drawn half-way to the edge, in centipawns: small scores matter
/// more than the difference of large ones.
const HALF_WAY: f64 = 150.0;
/// The marks at the edge of the chart, in pawns.
const PAWNS: [i32; 5] = [-10, -2, 0, 2, 10];

/// A score of a player in pawns, from its own side: `+1.20`.
fn pawns(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0).replace('-', "−")
}

/// A score as UCI has it, in pawns or moves to mate: `+0.31`, `#−2`.
fn score(text: &str) -> String {
    let parsed = |rest: &str| rest.trim().parse::<i32>().ok();
    match (text.strip_prefix("cp ").and_then(parsed), text.strip_prefix("mate ")) {
        (Some(centipawns), _) => pawns(centipawns),
        (None, Some(moves)) => format!("#{}", moves.replace('-', "−")),
        _ => text.to_string(),
    }
}

/// A game by its number, as a link if it is shown.
fn link(analysis: &Analysis, number: usize, ply: Option<usize>) -> String {
    let Some(row) = analysis.games.iter().find(|row| row.number == number) else {
        return format!("game {}", number + 1);
    };
    let [white, black] = row.players.map(|player| name(analysis, player));
    let text = format!("game {}", number + 1);
    let text = match analysis.shown_games.iter().find(|game| game.number == number) {
        Some(game) => {
            let ply = ply.map_or_else(String::new, |ply| format!("p{}", game.book_plies + ply + 1));
            format!("<a href=\"#g{number}{ply}\">{text}</a>")
        }
        None => text,
    };
    format!("{text}, {white} – {black} {}", escaped(&row.result))
}

/// The move of an odd game with its number: `34. Qxb7`.
fn odd_move(analysis: &Analysis, odd: &OddGame) -> String {
    let game = analysis.shown_games.iter().find(|game| game.number == odd.number);
    let shown = game.and_then(|game| {
        let ply = game.book_plies + odd.ply;
        let start: Position = game.start.parse().ok()?;
        let before = ply + usize::from(start.side_to_move() == Color::Black);
        let number = start.fullmove_number() as usize + before / 2;
        let dots = if before.is_multiple_of(2) { "." } else { "…" };
        Some(format!("{number}{dots} {}", escaped(&game.moves.get(ply)?.san)))
    });
    shown.unwrap_or_else(|| format!("ply {}", odd.ply + 1))
}

/// The games that are unlike the others.
pub fn odd_games(analysis: &Analysis) -> String {
    let odd = &analysis.odd_games;
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut add = |what: &str, text: String| rows.push(vec![what.to_string(), text]);
    if let Some(game) = &odd.greatest_swing {
        let [before, after] = [game.before_cp, game.score_cp].map(|cp| pawns(cp.unwrap_or(0)));
        add(
            "Greatest swing",
            format!(
                "{}: the score of {} went from {before} to {after} at {}",
                link(analysis, game.number, Some(game.ply)),
                name(analysis, game.player),
                odd_move(analysis, game)
            ),
        );
    }
    for (what, game) in [("Shortest", &odd.shortest), ("Longest", &odd.longest)] {
        if let Some(game) = game {
            let row = analysis.games.iter().find(|row| row.number == game.number);
            let moves = row.map_or(0, |row| row.moves);
            add(what, format!("{}: {moves} moves", link(analysis, game.number, None)));
        }
    }
    if odd.lost_from_ahead_count > 0 {
        let shown = odd.lost_from_ahead.iter().take(6).map(|game| {
            format!(
                "{}: {} stood at {} after {}",
                link(analysis, game.number, Some(game.ply)),
                name(analysis, game.player),
                pawns(game.score_cp.unwrap_or(0)),
                odd_move(analysis, game)
            )
        });
        let shown = shown.collect::<Vec<_>>().join("<br>");
        let count = odd.lost_from_ahead_count;
        add("Lost from +3", format!("{count} of {} games<br>{shown}", analysis.games_played));
    }
    if rows.is_empty() {
        return String::new();
    }
    section("Odd games", &classed_table("texts", &["", ""], rows.into_iter()))
}

/// The list of the games that are shown, and a board for each.
pub fn games(analysis: &Analysis) -> String {
    let shown = &analysis.shown_games;
    if shown.is_empty() {
        return String::new();
    }
    let row_of = |game: &GameMoves| analysis.games.iter().find(|row| row.number == game.number);
    let rows = shown.iter().filter_map(|game| Some((game, row_of(game)?)));
    let head = ["Game", "Result", "Moves", "Opening", "Ending"];
    let cells = rows.clone().map(|(game, row)| {
        let [white, black] = row.players.map(|player| name(analysis, player));
        vec![
            format!(
                "<a href=\"#g{0}\" data-open=\"{0}\">{1}. {white} – {black}</a>",
                game.number,
                game.number + 1
            ),
            escaped(&row.result),
            row.moves.to_string(),
            escaped(row.opening.as_deref().unwrap_or("–")),
            escaped(row.ending),
        ]
    });
    let all = analysis.games.len();
    let count = match shown.len() {
        count if count == all => String::new(),
        count => {
            format!("<p class=\"faint\">{count} of {all} games: the odd ones and the first.</p>\n")
        }
    };
    let list = classed_table("cards games", &head, cells);
    let list = format!("{count}<div class=\"contents\">{list}</div>\n");
    let articles = rows.filter_map(|(game, row)| article(analysis, game, row));
    section("The games", &(list + &articles.collect::<String>()))
}

fn article(analysis: &Analysis, game: &GameMoves, row: &GameRow) -> Option<String> {
    let start: Position = game.start.parse().ok()?;
    let moves = viewer_moves(&start, game);
    let [white, black] = row.players.map(|player| key(analysis, player));
    let charts = evaluations(game, row);
    let viewer = GameViewer {
        number: game.number,
        start: &start,
        shown: (&start, 0),
        below: Color::White,
        moves: &moves,
        charts: &charts,
        aside: "",
    };
    Some(format!(
        "<article class=\"game\" id=\"g{}\">\n<h3>Game {}: {white} – {black} {}</h3>\n<p \
         class=\"faint\">{}</p>\n{}</article>\n",
        game.number,
        game.number + 1,
        escaped(&row.result),
        escaped(&game.ending),
        viewer.html()
    ))
}

fn viewer_moves(start: &Position, game: &GameMoves) -> Vec<ViewerMove> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for (ply, row) in game.moves.iter().enumerate() {
        let Ok(mv) = MoveNotation::San.parse(&position, &row.san) else { break };
        let after = position.after(mv);
        let plain = ViewerMove::new(&position, &after, Some(mv), row.san.clone());
        let note = format!("{}: {}", plain.numbered(), said(row, ply < game.book_plies));
        let eval = row.score.as_deref().map_or_else(String::new, score);
        moves.push(ViewerMove { note, eval, ..plain });
        position = after;
    }
    moves
}

/// What its player reported about a move.
fn said(row: &MoveRow, is_book: bool) -> String {
    if is_book || row.time_ms.is_none() {
        return "book".to_string();
    }
    let parts = [
        row.score.as_deref().map(score),
        row.depth.map(|depth| format!("depth {depth}")),
        row.time_ms.map(|ms| match ms {
            10_000.. => format!("{:.0} s", ms as f64 / 1_000.0),
            1_000.. => format!("{:.1} s", ms as f64 / 1_000.0),
            _ => format!("{ms} ms"),
        }),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The evaluations of both players from White's side.
fn evaluations(game: &GameMoves, row: &GameRow) -> String {
    let squash = |centipawns: f64| centipawns / (centipawns.abs() + HALF_WAY);
    let black_begins = game.start.contains(" b ");
    let curve = |color: Color| {
        let parity = usize::from((color == Color::Black) != black_begins);
        let own = game.moves.iter().enumerate().skip(parity).step_by(2);
        let points =
            own.filter_map(|(ply, mv)| Some((ply as f64 + 1.0, squash(f64::from(mv.score_cp?)))));
        ChartLayer::Line { class: color_name(row.players[color.index()]), points: points.collect() }
    };
    let moves = game.moves.len().div_ceil(2) as f64;
    let ply = |number: f64| 2.0 * number - 1.0;
    Chart {
        name: "The evaluations of both players, from White’s side",
        class: "evaluations scrub",
        x: [0.0, game.moves.len() as f64],
        y: [-0.9, 0.9],
        x_ticks: (whole_numbers(1.0, moves, 7).into_iter())
            .map(|number| (ply(number), format!("{number:.0}")))
            .collect(),
        y_ticks: PAWNS
            .map(|pawns| {
                let text = format!("{pawns:+}").replace('-', "−").replace("+0", "0");
                (squash(f64::from(100 * pawns)), text)
            })
            .to_vec(),
        x_title: "",
        layers: Color::ALL.map(curve).to_vec(),
        dots: Vec::new(),
    }
    .html()
        + "<p class=\"faint caption\">What each player thought, in pawns from White’s side.</p>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_for_people() {
        for (text, expected) in
            [("cp 31", "+0.31"), ("cp -205", "−2.05"), ("mate 3", "#3"), ("mate -2", "#−2")]
        {
            assert_eq!(score(text), expected);
        }
    }
}
