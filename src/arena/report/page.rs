//! The page of a match: a function for each section, in order.

use super::analysis::{Analysis, LostOpening, Pairing, PlayerRow, SprtStatus};
use super::charts;
use crate::analysis::report::board::{board_parts, diagram};
use crate::analysis::report::viewer::VIEWER_STYLE;
use crate::arena::stats::{
    Estimates, Interval, PRIOR_NOTE, RATINGS_NOTE, Rating, ResultCounts, SprtVerdict,
    without_minus_zero,
};
use crate::chess::types::Color;
use crate::support::html::{
    HtmlPage, details, escaped, figure, header, likelihood, percent, section, table, terms,
    wide_table,
};

use std::collections::BTreeSet;

/// The number of lost openings that are shown at once; the others are folded.
const SHOWN_OPENINGS: usize = 6;
/// The largest number of diagrams of lost openings.
const MOST_DIAGRAMS: usize = 60;

impl Analysis {
    /// One page of HTML with everything in it.
    pub fn page(&self) -> String {
        let sections = [
            board_parts(),
            header(&self.title, &lead(self), &self.conditions),
            head_to_head(self),
            players(self),
            cross_table(self),
            curves(self),
            lengths_and_endings(self),
            times(self),
            openings(self),
            footer(self),
        ];
        HtmlPage {
            title: &self.title,
            style: VIEWER_STYLE,
            content: &sections.concat(),
            ..HtmlPage::default()
        }
        .html()
    }
}

fn name(analysis: &Analysis, player: usize) -> String {
    analysis.players.get(player).map_or_else(String::new, |player| escaped(&player.name))
}

/// A value with its error, with a typographic minus sign.
pub(super) fn elo(interval: &Interval) -> String {
    interval.to_string().replace('-', "−")
}

/// A number with its sign.
pub(super) fn signed(value: f64, decimals: usize) -> String {
    let value = without_minus_zero(value, decimals as i32);
    format!("{value:+.decimals$}").replace('-', "−")
}

/// The match in a sentence.
fn lead(analysis: &Analysis) -> String {
    let games = analysis.games_played;
    match (&analysis.players[..], analysis.pairings.first()) {
        ([_, _], Some(Pairing { estimates: Some(found), .. })) if found.elo.is_known() => {
            let (better, worse, found_elo, sure) = if found.elo.value >= 0.0 {
                (0, 1, found.elo, found.superiority)
            } else {
                let Interval { value, low, high } = found.elo;
                let turned = Interval { value: -value, low: -high, high: -low };
                (1, 0, turned, 1.0 - found.superiority)
            };
            let (better, worse) = (name(analysis, better), name(analysis, worse));
            format!(
                "After {games} games <b>{better}</b> stands {} Elo above <b>{worse}</b>; that it \
                 is the stronger one has a likelihood of {}.",
                elo(&found_elo).trim_start_matches('+'),
                likelihood(sure)
            )
        }
        _ => format!("{} players, {games} games.", analysis.players.len()),
    }
}

fn head_to_head(analysis: &Analysis) -> String {
    let ([_, _], Some(Pairing { result_counts, estimates: Some(found), .. })) =
        (&analysis.players[..], analysis.pairings.first())
    else {
        return String::new();
    };
    let title = format!("{} against {}", name(analysis, 0), name(analysis, 1));
    let mut content = results_bar(result_counts);
    content += &estimates(result_counts, found);
    if result_counts.pair_count() > 0 {
        content += &pairs(result_counts);
    }
    if let Some(test) = &analysis.sprt {
        content += &test_in_words(test);
    }
    section(&title, &content)
}

/// Games won, drawn and lost, as a bar.
pub(super) fn results_bar(result_counts: &ResultCounts) -> String {
    let parts = [
        ("win", result_counts.wins, "won"),
        ("draw", result_counts.draws, "drawn"),
        ("loss", result_counts.losses, "lost"),
    ];
    let spans = parts.map(|(class, count, word)| {
        format!("<span class=\"{class}\" style=\"flex:{count}\" title=\"{count} {word}\"></span>")
    });
    let words = parts
        .map(|(class, count, word)| format!("<span class=\"key {class}\"></span>{count} {word}"));
    format!(
        "<div class=\"bar\">{}</div>\n<p class=\"faint\">{}</p>\n",
        spans.concat(),
        words.join(" &nbsp; ")
    )
}

/// The estimates of strength, as a list of terms.
pub(super) fn estimates(result_counts: &ResultCounts, found: &Estimates) -> String {
    terms(&[
        ("Points", format!("{} of {}", result_counts.points(), result_counts.games())),
        (
            "Score (95 %)",
            format!("{} ± {}", percent(found.score.value), found.score.error_text(1, 100.0)),
        ),
        ("Elo (95 %)", elo(&found.elo)),
        ("Normalised Elo (95 %)", elo(&found.normalised_elo)),
        ("Likelihood of superiority", likelihood(found.superiority)),
        ("Draws", result_counts.draw_ratio().map_or_else(|| "unknown".to_string(), percent)),
    ])
}

/// The pairs by their points.
pub(super) fn pairs(result_counts: &ResultCounts) -> String {
    const NAMES: [&str; 5] = ["0", "½", "1", "1½", "2"];
    let all = result_counts.pair_count().max(1) as f64;
    let boxes = result_counts.pairs.iter().zip(NAMES).map(|(&count, name)| {
        let share = 100.0 * count as f64 / all;
        format!(
            "<div style=\"--share:{share:.1}%\"><b>{count}</b><span class=\"faint\">{name} \
             points<br>{share:.1} %</span></div>"
        )
    });
    format!(
        "<p class=\"faint\">Pairs of games from one opening, by their points</p>\n\
         <div class=\"pairs\">{}</div>\n",
        boxes.collect::<String>()
    )
}

fn test_in_words(test: &SprtStatus) -> String {
    let (class, verdict) = match test.verdict {
        SprtVerdict::H1 => ("pass", "passed: H1 is accepted"),
        SprtVerdict::H0 => ("fail", "failed: H0 is accepted"),
        SprtVerdict::Undecided => ("faint", "undecided"),
    };
    let sprt = &test.sprt;
    format!(
        "<p>SPRT [{}, {}] {} Elo, α = {}, β = {}: <b class=\"{class}\">{verdict}</b>, LLR {:.2} \
         between {:.2} and {:.2}.</p>\n",
        sprt.elo0,
        sprt.elo1,
        sprt.model,
        sprt.alpha,
        sprt.beta,
        without_minus_zero(test.llr, 2),
        test.bounds.0,
        test.bounds.1
    )
    .replace('-', "−")
}

fn players(analysis: &Analysis) -> String {
    let rated = analysis.players.iter().any(|player| player.rating.is_some());
    let mut head: Vec<&str> = vec!["Player"];
    if rated {
        head.push("Elo (95 %)");
    }
    head.extend([
        "Points", "Games", "Score", "+", "=", "−", "White", "Black", "Depth", "knps", "ms/move",
        "Failures",
    ]);
    let rows = ranking(analysis).into_iter().map(|player| player_cells(analysis, player, rated));
    let mut content = wide_table(&head, rows);
    if rated {
        let caveat = if analysis.ratings_believed { PRIOR_NOTE } else { "" };
        content += &format!("<p class=\"faint\">{RATINGS_NOTE} {caveat}</p>");
    }
    section("Players", &content)
}

/// The players from the best to the worst.
fn ranking(analysis: &Analysis) -> Vec<usize> {
    let mut ranking: Vec<usize> = (0..analysis.players.len()).collect();
    ranking.sort_by_key(|&player| analysis.players[player].rank);
    ranking
}

fn player_cells(analysis: &Analysis, player: usize, rated: bool) -> Vec<String> {
    let row: &PlayerRow = &analysis.players[player];
    let ResultCounts { wins, draws, losses, .. } = row.result_counts;
    let colors = Color::ALL.map(|color| {
        let [wins, draws, losses] = row.by_color[color.index()];
        format!("+{wins} ={draws} −{losses}")
    });
    let known = |value: Option<f64>, digits: usize| {
        value.map_or_else(|| "–".to_string(), |value| format!("{value:.digits$}"))
    };
    let place = if rated { format!("{}. ", row.rank) } else { String::new() };
    let key = charts::color_name(player);
    let mut cells = vec![format!(
        "<span class=\"key\" style=\"background:var(--{key})\"></span>{place}{}",
        name(analysis, player)
    )];
    if rated {
        cells.push(row.rating.map_or_else(
            || "–".to_string(),
            |Rating { elo, error }| format!("{} ± {error:.1}", signed(elo, 1)),
        ));
    }
    cells.extend([
        row.points.to_string(),
        row.games.to_string(),
        percent(row.result_counts.score()),
    ]);
    cells.extend([wins, draws, losses].map(|count| count.to_string()));
    cells.extend(colors);
    cells.push(known(row.depth, 1));
    cells.push(known(row.speed.map(|speed| speed / 1000.0), 0));
    cells.push(known(row.time_ms, if row.time_ms.is_some_and(|time| time < 10.0) { 2 } else { 0 }));
    cells.push(row.failures.to_string());
    cells
}

/// The cross-table of more than two players.
fn cross_table(analysis: &Analysis) -> String {
    let players = analysis.players.len();
    if players <= 2 {
        return String::new();
    }
    let ranking = ranking(analysis);
    let places: Vec<String> = (1..=players).map(|place| place.to_string()).collect();
    let head: Vec<&str> =
        std::iter::once("Against").chain(places.iter().map(String::as_str)).collect();
    let rows = ranking.iter().zip(&places).map(|(&player, place)| {
        let results = ranking.iter().map(|&other| {
            let met = (player.min(other), player.max(other));
            match analysis.pairings.iter().find(|pairing| pairing.players == met) {
                None => "·".to_string(),
                Some(Pairing { result_counts, .. }) => {
                    let result_counts =
                        if player < other { *result_counts } else { result_counts.reversed() };
                    format!("{} / {}", result_counts.points(), result_counts.games())
                }
            }
        });
        std::iter::once(format!("{place}. {}", name(analysis, player))).chain(results).collect()
    });
    section("Cross-table", &table(&head, rows))
}

fn curves(analysis: &Analysis) -> String {
    if analysis.progress.is_empty() {
        return String::new();
    }
    let caption = format!(
        "Points per game of {}, with the band that holds the truth with 95 % confidence",
        name(analysis, 0)
    );
    let score = section("The score as it went", &figure(&charts::score(analysis), &caption));
    let Some(test) = &analysis.sprt else { return score };
    let picture = charts::llr(analysis, test);
    let caption =
        "Log-likelihood ratio: at the upper line the change passes, at the lower it fails";
    let test = section("The test as it went", &figure(&picture, caption));
    format!("<div class=\"two\">\n{score}{test}</div>\n")
}

fn lengths_and_endings(analysis: &Analysis) -> String {
    let most = analysis.endings.first().map_or(1, |(_, count)| *count).max(1) as f64;
    let all = analysis.games_played.max(1) as f64;
    let rows = analysis.endings.iter().map(|(why, count)| {
        let width = 100.0 * *count as f64 / most;
        vec![
            escaped(why),
            count.to_string(),
            percent(*count as f64 / all),
            format!("<i style=\"width:{width:.1}%\"></i>"),
        ]
    });
    let endings = table(&["", "Games", "", ""], rows).replace("<td><i", "<td class=\"meter\"><i");
    let lengths =
        figure(&charts::lengths(analysis), "Full moves of a game, the opening’s included");
    format!(
        "<div class=\"two\">\n{}{}</div>\n",
        section("How long games were", &lengths),
        section("Why they ended", &endings)
    )
}

fn times(analysis: &Analysis) -> String {
    if analysis.players.iter().all(|player| player.time_by_move_ms.is_empty()) {
        return String::new();
    }
    let keys = (0..analysis.players.len()).map(|player| {
        format!(
            "<span class=\"key\" style=\"background:var(--{})\"></span>{}",
            charts::color_name(player),
            name(analysis, player)
        )
    });
    let caption = format!(
        "Mean time from “go” to “bestmove”, by the number of the move: {}",
        keys.collect::<Vec<_>>().join(" &nbsp; ")
    );
    section("Time for thought", &figure(&charts::times(analysis), &caption))
}

fn openings(analysis: &Analysis) -> String {
    let pairs: u64 =
        analysis.pairings.iter().map(|pairing| pairing.result_counts.pair_count()).sum();
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
        |position| diagram(&position, position.side_to_move(), &[]),
    );
    let moves = match opening.moves.as_str() {
        "" => String::new(),
        moves => format!("<br>{}", escaped(moves)),
    };
    let caption = format!(
        "Pair {}: lost by <b>{}</b>{moves}<br><code>{}</code>",
        opening.pair + 1,
        name(analysis, opening.loser),
        escaped(&opening.fen)
    );
    figure(&picture, &caption) + "\n"
}

fn footer(analysis: &Analysis) -> String {
    let [wins, draws, losses] = analysis.white;
    let share = |count: u64| percent(count as f64 / analysis.games_played.max(1) as f64);
    format!(
        "<footer class=\"faint\">White won {wins} games ({}), drew {draws} ({}), lost {losses} \
         ({}). Together the games took {:.2} hours. Written by Staunton {}.</footer>\n",
        share(wins),
        share(draws),
        share(losses),
        analysis.hours,
        env!("CARGO_PKG_VERSION")
    )
}
