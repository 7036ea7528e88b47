//! The sections of a match's page below its results.

use super::analysis::{Analysis, PlayerRow};
use super::charts;
use super::openings::{LostOpening, OpeningResults};
use crate::analysis::report::board::diagram;
use crate::arena::stats::{TimeSpread, milliseconds};
use crate::support::html::{classed_table, details, escaped, figure, percent, section, table};
use std::collections::BTreeSet;

/// The number of lost openings that are shown at once; the others are folded.
const SHOWN_OPENINGS: usize = 6;
/// The largest number of diagrams of lost openings.
const MOST_DIAGRAMS: usize = 60;
/// The number of rows of the results by opening that are shown at once.
const SHOWN_RESULTS: usize = 12;

/// A player's name in HTML.
pub fn name(analysis: &Analysis, player: usize) -> String {
    analysis.players.get(player).map_or_else(String::new, |player| escaped(&player.name))
}

/// A player's name with the color of its curves.
pub fn key(analysis: &Analysis, player: usize) -> String {
    let color = charts::color_name(player);
    let name = name(analysis, player);
    format!("<span class=\"key\" style=\"background:var(--{color})\"></span>{name}")
}

fn keys(analysis: &Analysis) -> String {
    let players = 0..analysis.players.len();
    players.map(|player| key(analysis, player)).collect::<Vec<_>>().join(" &nbsp; ")
}

/// The scores of the players over the match, and the test.
pub fn curves(analysis: &Analysis) -> String {
    if analysis.progress.is_empty() {
        return String::new();
    }
    let caption = match &analysis.players[..] {
        [_, _] => format!(
            "Points per game of {}, with the band that holds the truth with 95 % confidence",
            name(analysis, 0)
        ),
        _ => format!("Points per game: {}", keys(analysis)),
    };
    let score = section("The score as it went", &figure(&charts::score(analysis), &caption));
    let Some(test) = &analysis.sprt else { return score };
    let picture = charts::llr(analysis, test);
    let caption =
        "Log-likelihood ratio: at the upper line the change passes, at the lower it fails";
    let test = section("The test as it went", &figure(&picture, caption));
    format!("<div class=\"two\">\n{score}{test}</div>\n")
}

/// How long games were and why they ended.
pub fn lengths_and_endings(analysis: &Analysis) -> String {
    if analysis.games_played == 0 {
        return String::new();
    }
    let most = analysis.endings.first().map_or(1, |(_, count, _)| *count).max(1) as f64;
    let rows = analysis.endings.iter().map(|(why, count, share)| {
        let width = 100.0 * *count as f64 / most;
        vec![
            escaped(why),
            count.to_string(),
            percent(*share),
            format!("<td class=\"meter\"><i style=\"width:{width:.1}%\"></i></td>"),
        ]
    });
    let endings = classed_table("words", &["", "Games", "", ""], rows);
    let lengths =
        figure(&charts::lengths(analysis), "Full moves of a game, the opening’s included");
    format!(
        "<div class=\"two\">\n{}{}</div>\n",
        section("How long games were", &lengths),
        section("Why they ended", &endings)
    )
}

/// The time of the players by the number of the move.
pub fn times(analysis: &Analysis) -> String {
    let row = |(player, row): (usize, &PlayerRow)| {
        let TimeSpread { low_ms, median_ms, high_ms } = row.time_spread?;
        let mean = row.time_ms.map_or_else(|| "–".to_string(), milliseconds);
        let mut cells = vec![key(analysis, player)];
        cells.extend([median_ms, low_ms, high_ms].map(milliseconds));
        cells.push(mean);
        Some(cells)
    };
    let rows: Vec<Vec<String>> = analysis.players.iter().enumerate().filter_map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let head = ["ms/move", "Median", "10 %", "90 %", "Mean"];
    let table = table(&head, rows.into_iter());
    let note = "<p class=\"faint\">The time from “go” to “bestmove” in milliseconds: one move of \
                ten took less than the value under 10 %, and one of ten more than that under \
                90 %.</p>\n";
    let has_no_curve = |player: &PlayerRow| player.time_spread_by_move.len() < 2;
    let curves = if analysis.players.iter().all(has_no_curve) {
        String::new()
    } else {
        let band = match analysis.players.len() {
            2 => " and the band from 10 % to 90 %",
            _ => "",
        };
        let caption = format!("Median{band} by the number of the move: {}", keys(analysis));
        figure(&charts::times(analysis), &caption)
    };
    section("Time for thought", &(table + note + &curves))
}

/// The results by opening.
pub fn results_by_opening(analysis: &Analysis) -> String {
    let openings = &analysis.openings;
    if openings.is_empty() || analysis.games_played == 0 {
        return String::new();
    }
    let first = match analysis.players.get(..2) {
        Some(_) => name(analysis, 0),
        None => return String::new(),
    };
    let share = |score: &Option<f64>| {
        score.map_or_else(|| "–".to_string(), |score| format!("{:.0} %", 100.0 * score))
    };
    let row = |opening: &OpeningResults| {
        let OpeningResults {
            eco, name, games, white_score, first_player, first_player_score, ..
        } = opening;
        let name = match eco.as_str() {
            "" => "no name".to_string(),
            eco => format!("<span class=\"faint\">{}</span> {}", escaped(eco), escaped(name)),
        };
        let [wins, draws, losses] = first_player;
        vec![
            name,
            games.to_string(),
            share(white_score),
            format!(
                "{} <span class=\"faint\">+{wins} ={draws} −{losses}</span>",
                share(first_player_score)
            ),
        ]
    };
    let head = ["Opening", "Games", "White", &first[..]];
    let rows = |part: &[OpeningResults]| table(&head, part.iter().map(row));
    let (shown, folded) = openings.split_at(openings.len().min(SHOWN_RESULTS));
    let mut content = rows(shown);
    if !folded.is_empty() {
        content += &details(&format!("{} more", folded.len()), &rows(folded));
    }
    section("Results by opening", &content)
}

/// The openings that a player lost with both colors.
pub fn lost_openings(analysis: &Analysis) -> String {
    let pairs = analysis.pairs;
    if pairs == 0 {
        return String::new();
    }
    let lost = distinct(&analysis.lost_both);
    let mut content = format!(
        "<p>Of {pairs} pairs of games, {} were lost with both colors by one player, and in {} \
         the same color won both.</p>\n",
        analysis.lost_both.len(),
        analysis.decided_by_opening
    );
    let pictures = |openings: &[&LostOpening]| {
        let pictures = openings.iter().map(|opening| lost_opening(analysis, opening));
        format!("<div class=\"openings\">\n{}</div>", pictures.collect::<String>())
    };
    let (shown, folded) = lost.split_at(lost.len().min(SHOWN_OPENINGS));
    content += &pictures(shown);
    if !folded.is_empty() {
        let folded = &folded[..folded.len().min(MOST_DIAGRAMS)];
        content += &details(&format!("{} more", folded.len()), &pictures(folded));
    }
    section("Openings lost both ways", &content)
}

/// The openings, each position once for each player who lost from it.
fn distinct(lost: &[LostOpening]) -> Vec<&LostOpening> {
    let mut seen = BTreeSet::new();
    lost.iter().filter(|opening| seen.insert((opening.loser, &opening.fen))).collect()
}

fn lost_opening(analysis: &Analysis, opening: &LostOpening) -> String {
    let picture = opening.fen.parse().map_or_else(
        |_| String::new(),
        |position: crate::chess::board::Position| diagram(&position, position.side_to_move(), &[]),
    );
    let mut lines = vec![format!("Lost by <b>{}</b>", name(analysis, opening.loser))];
    lines.extend(opening.name.as_deref().map(escaped));
    if !opening.moves.is_empty() {
        lines.push(escaped(&opening.moves));
    }
    let id = format!("fen{}", opening.pair);
    lines.push(format!(
        "<button type=\"button\" class=\"copy small\" data-copies=\"{id}\">Copy FEN</button><span \
         id=\"{id}\" class=\"fen\">{}</span>",
        escaped(&opening.fen)
    ));
    format!(
        "<figure class=\"diagram\">{picture}<figcaption>{}</figcaption></figure>\n",
        lines.join("<br>")
    )
}

/// Everything that one needs to play the match again.
pub fn conditions(analysis: &Analysis) -> String {
    let conditions = &analysis.conditions;
    let rows = conditions.rows().into_iter();
    let rows = rows.map(|(name, text)| vec![escaped(&name), escaped(&text)]);
    let mut content = classed_table("texts", &["", ""], rows);
    if !conditions.command.is_empty() {
        content += &format!(
            "<pre class=\"command\" id=\"command\">{}</pre><button type=\"button\" class=\"copy\" \
             data-copies=\"command\">Copy the command</button>\n",
            escaped(&conditions.command)
        );
    }
    section("Conditions", &content)
}
