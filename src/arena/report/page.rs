//! The page of a match: its head, the results and the players. `sections` has what
//! follows, `game_page` the games.

use super::analysis::{Analysis, Pairing, PlayerRow, SprtStatus, elo};
use super::conditions::span;
use super::sections::name;
use super::{game_page, sections};
use crate::analysis::report::board::board_parts;
use crate::analysis::report::viewer::{VIEWER_SCRIPT, VIEWER_STYLE};
use crate::arena::stats::{
    Estimates, PRIOR_NOTE, RATINGS_NOTE, Rating, ResultCounts, SprtVerdict, decimals_for,
    milliseconds, without_minus_zero,
};
use crate::support::html::{
    HtmlPage, classed_table, escaped, likelihood, percent, section, terms, wide_table,
};

const STYLE: &str = include_str!("match.css");
/// The seconds after which a browser reads the page of a running match again.
const REFRESH_S: u32 = 10;
/// A cross-table of more players is shown as cards on a narrow screen.
const NARROW_PLAYERS: usize = 3;

impl Analysis {
    /// One page of HTML with everything in it.
    pub fn page(&self) -> String {
        let sections = [
            board_parts(),
            head(self),
            head_to_head(self),
            players(self),
            cross_table(self),
            sections::curves(self),
            game_page::odd_games(self),
            game_page::games(self),
            sections::results_by_opening(self),
            sections::lost_openings(self),
            sections::lengths_and_endings(self),
            sections::times(self),
            sections::conditions(self),
            footer(self),
        ];
        HtmlPage {
            title: &self.title,
            description: &self.summary,
            style: &[VIEWER_STYLE, STYLE].concat(),
            script: VIEWER_SCRIPT,
            refresh_s: (!self.is_over).then_some(REFRESH_S),
            content: &sections.concat(),
        }
        .html()
    }
}

/// A number with its sign.
pub(super) fn signed(value: f64, decimals: usize) -> String {
    let value = without_minus_zero(value, decimals as i32);
    format!("{value:+.decimals$}").replace('-', "−")
}

fn head(analysis: &Analysis) -> String {
    let lead = analysis.sentence(&|player| format!("<b>{}</b>", name(analysis, player)));
    let running = match analysis.is_over {
        true => "",
        false => "<p class=\"running\">The match is running: this page reads itself again.</p>\n",
    };
    let date = match analysis.conditions.date.as_str() {
        "" => String::new(),
        date => format!("<p class=\"faint\">{}</p>\n", escaped(&date.replace('.', "-"))),
    };
    format!(
        "<header>\n<h1>{}</h1>\n<p class=\"lead\">{lead}</p>\n{running}{date}</header>\n",
        escaped(&analysis.title)
    )
}

fn head_to_head(analysis: &Analysis) -> String {
    let ([_, _], Some(pairing)) = (&analysis.players[..], analysis.pairings.first()) else {
        return String::new();
    };
    let Some(found) = &pairing.estimates else { return String::new() };
    let title = format!("{} against {}", name(analysis, 0), name(analysis, 1));
    let mut content = results_bar(&pairing.result_counts);
    content += &estimates(pairing, found);
    content += &pairs(pairing);
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
    let span = |(class, count, word): (&str, u64, &str)| {
        format!("<span class=\"{class}\" style=\"flex:{count}\" title=\"{count} {word}\"></span>")
    };
    let spans: String = parts.into_iter().filter(|part| part.1 > 0).map(span).collect();
    let words = parts
        .map(|(class, count, word)| format!("<span class=\"key {class}\"></span>{count} {word}"));
    format!("<div class=\"bar\">{spans}</div>\n<p class=\"faint\">{}</p>\n", words.join(" &nbsp; "))
}

/// The estimates of strength, as a list of terms.
pub(super) fn estimates(pairing: &Pairing, found: &Estimates) -> String {
    let score = match found.bound {
        Some(_) => percent(found.score.value),
        None => format!("{} ± {}", percent(found.score.value), found.score.error_text(1, 100.0)),
    };
    terms(&[
        ("Points", format!("{} of {}", pairing.points[0], pairing.games)),
        ("Score (95 %)", score),
        ("Elo (95 %)", found.elo_text().replace('-', "−").replace("one−sided", "one-sided")),
        ("Normalised Elo (95 %)", elo(&found.normalised_elo)),
        ("Likelihood of superiority", likelihood(found.superiority)),
        ("Draws", pairing.draw_ratio.map_or_else(|| "unknown".to_string(), percent)),
    ])
}

/// The pairs by their points; nothing if there are none.
pub(super) fn pairs(pairing: &Pairing) -> String {
    const NAMES: [&str; 5] = ["0", "½", "1", "1½", "2"];
    if pairing.result_counts.pair_count() == 0 {
        return String::new();
    }
    let counts = pairing.result_counts.pairs.iter().zip(pairing.pair_shares);
    let boxes = counts.zip(NAMES).map(|((count, share), name)| {
        let share = 100.0 * share;
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
    let ponders = analysis.players.iter().any(|player| player.pondering.is_some());
    let mut head: Vec<&str> = vec!["Player"];
    if rated {
        head.extend(["Elo (95 %)", "Beats the next"]);
    }
    head.extend([
        "Points", "Games", "Score", "Won", "White", "Black", "Depth", "knps", "ms/move", "Failures",
    ]);
    if ponders {
        head.push("Ponder hits");
    }
    let rows =
        analysis.ranking().into_iter().map(|player| player_cells(analysis, player, rated, ponders));
    let mut content = wide_table(&head, rows);
    if rated {
        let caveat = if analysis.ratings_believed { PRIOR_NOTE } else { "" };
        content += &format!("<p class=\"faint\">{RATINGS_NOTE} {caveat}</p>");
    }
    section("Players", &content)
}

fn player_cells(analysis: &Analysis, player: usize, rated: bool, ponders: bool) -> Vec<String> {
    let row: &PlayerRow = &analysis.players[player];
    let ResultCounts { wins, draws, losses, .. } = row.result_counts;
    let won = |[wins, draws, losses]: [u64; 3]| format!("+{wins} ={draws} −{losses}");
    let known = |value: Option<f64>, digits: usize| {
        value.map_or_else(|| "–".to_string(), |value| format!("{value:.digits$}"))
    };
    let place = if rated { format!("{}. ", row.rank) } else { String::new() };
    let key = super::charts::color_name(player);
    let mut cells = vec![format!(
        "<span class=\"key\" style=\"background:var(--{key})\"></span>{place}{}",
        name(analysis, player)
    )];
    if rated {
        cells.push(row.rating.map_or_else(
            || "–".to_string(),
            |Rating { elo, error }| {
                let decimals = decimals_for(error);
                format!("{} ± {error:.decimals$}", signed(elo, decimals))
            },
        ));
        cells.push(row.superiority_over_next.map_or_else(String::new, likelihood));
    }
    cells.extend([row.points.to_string(), row.games.to_string(), percent(row.score)]);
    cells.push(won([wins, draws, losses]));
    cells.extend(row.by_color.map(won));
    cells.push(known(row.depth, 1));
    cells.push(known(row.speed.map(|speed| speed / 1000.0), 0));
    cells.push(row.time_ms.map_or_else(|| "–".to_string(), milliseconds));
    cells.push(row.failures.to_string());
    if ponders {
        cells.push(row.pondering.map_or_else(
            || "–".to_string(),
            |counts| format!("{} of {}", counts.hits, counts.searches),
        ));
    }
    cells
}

/// The cross-table of more than two players.
fn cross_table(analysis: &Analysis) -> String {
    let players = analysis.players.len();
    if players <= 2 {
        return String::new();
    }
    let ranking = analysis.ranking();
    let places: Vec<String> = (1..=players).map(|place| place.to_string()).collect();
    let head: Vec<&str> =
        std::iter::once("Against").chain(places.iter().map(String::as_str)).collect();
    let rows = ranking.iter().zip(&places).map(|(&player, place)| {
        let results = ranking.iter().map(|&other| {
            let column = &name(analysis, other);
            let met = (player.min(other), player.max(other));
            let pairing = analysis.pairings.iter().find(|pairing| pairing.players == met);
            match pairing.filter(|_| player != other) {
                None => format!("<td data-label=\"{column}\">·</td>"),
                Some(pairing) => cross_cell(pairing, player > other, column),
            }
        });
        std::iter::once(format!("{place}. {}", name(analysis, player))).chain(results).collect()
    });
    let class = if players > NARROW_PLAYERS { "cross cards" } else { "cross" };
    let note = "<p class=\"faint\">Points of the player of the line, and its wins, draws and losses. \
                Green: it scored more than half; red: less.</p>";
    section("Cross-table", &(classed_table(class, &head, rows) + note))
}

/// A cell of the cross-table, colored by the score.
fn cross_cell(pairing: &Pairing, is_second: bool, column: &str) -> String {
    let Pairing { result_counts, points, games, .. } = pairing;
    let own = if is_second { result_counts.reversed() } else { *result_counts };
    let ahead = 2.0 * own.score() - 1.0;
    let color = if ahead >= 0.0 { "43 138 95" } else { "194 59 59" };
    let ResultCounts { wins, draws, losses, .. } = own;
    format!(
        "<td class=\"heat\" data-label=\"{column}\" style=\"background:rgb({color} / {:.0}%)\">{} / {}<small>+{wins} \
         ={draws} −{losses}</small></td>",
        8.0 + 40.0 * ahead.abs(),
        points[usize::from(is_second)],
        games
    )
}

fn footer(analysis: &Analysis) -> String {
    let [wins, draws, losses] = analysis.white;
    let [won, drawn, lost] = analysis.white_shares.map(percent);
    format!(
        "<footer class=\"faint\">White won {wins} games ({won}), drew {draws} ({drawn}), lost \
         {losses} ({lost}). Together the games took {}. Written by Staunton {}.</footer>\n",
        span(3_600.0 * analysis.hours),
        env!("CARGO_PKG_VERSION")
    )
}
