//! The page of a [`RatingList`].

use crate::arena::stats::{
    ANCHORS_NOTE, PRIOR_NOTE, RATINGS_NOTE, RatedPlayer, RatingList, games_text,
};
use crate::support::html::{
    classed_table, document, escaped, header, likelihood, percent, section, wide_table,
};

/// The most players of the two matrices: a page has no room for more.
const MOST_IN_MATRIX: usize = 24;
/// A matrix of more players is shown as cards on a narrow screen.
const MOST_COLUMNS: usize = 3;

impl RatingList {
    /// One page of HTML with everything in it.
    pub fn page(&self, title: &str) -> String {
        let lead = format!("{} players, {}.", self.players.len(), games_text(self.games));
        let shown = self.players.len().min(MOST_IN_MATRIX);
        let best = if shown < self.players.len() { " of the best players" } else { "" };
        let content = [
            header(title, &lead, &[]),
            section("Ratings", &ratings(self)),
            section(
                &format!("Games{best}"),
                &matrix(self, shown, &|row, column| met(self, row, column)),
            ),
            section(
                &format!("Likelihood of superiority{best}"),
                &(matrix(self, shown, &|row, column| superiority(self, row, column))
                    + "<p class=\"faint\">The likelihood that the player of the line is stronger \
                       than that of the column.</p>"),
            ),
            footer(self),
        ];
        document(title, &content.concat())
    }

    /// What the numbers mean, in a few sentences.
    pub fn note(&self) -> String {
        let has_anchor = self.players.iter().any(|player| player.is_anchor);
        let mut note = if has_anchor { ANCHORS_NOTE } else { RATINGS_NOTE }.to_string();
        if self.believed {
            note += " ";
            note += PRIOR_NOTE;
        }
        if !self.errors_are_whole {
            note += " With so many players the errors leave out those of the opponents.";
        }
        note
    }
}

fn ratings(list: &RatingList) -> String {
    let head = [
        "Player",
        "Elo",
        "± 95 %",
        "",
        "Points",
        "Games",
        "Score",
        "+",
        "=",
        "−",
        "Above the next",
    ];
    let ends = list.players.iter().map(|player| {
        let (elo, error) = (player.rating.elo, player.rating.error);
        (elo - error, elo + error)
    });
    let range =
        ends.fold((f64::MAX, f64::MIN), |(low, high), (from, to)| (low.min(from), high.max(to)));
    let rows = list.players.iter().map(|player| {
        let elo = format!("{:.0}", player.rating.elo).replace('-', "−");
        let error = match player.is_anchor {
            true => "anchor".to_string(),
            false => format!("{:.0}", player.rating.error),
        };
        vec![
            format!("{}. {}", player.rank, escaped(&player.name)),
            elo,
            error,
            bar(player, range),
            player.points.to_string(),
            player.games.to_string(),
            percent(player.score),
            player.wins.to_string(),
            player.draws.to_string(),
            player.losses.to_string(),
            player.superiority.map_or_else(String::new, likelihood),
        ]
    });
    wide_table(&head, rows) + &format!("<p class=\"faint\">{}</p>", list.note())
}

/// The interval of a rating as a line with a dot, in the range of all of them.
fn bar(player: &RatedPlayer, (low, high): (f64, f64)) -> String {
    let place = |elo: f64| 4.0 + 112.0 * (elo - low) / (high - low).max(1.0);
    let (elo, error) = (player.rating.elo, player.rating.error);
    format!(
        "<svg width=\"120\" height=\"12\" aria-hidden=\"true\"><line x1=\"{:.1}\" x2=\"{:.1}\" \
         y1=\"6\" y2=\"6\" stroke=\"var(--first)\" stroke-width=\"2\"/><circle cx=\"{:.1}\" \
         cy=\"6\" r=\"3.5\" fill=\"var(--first)\"/></svg>",
        place(elo - error),
        place(elo + error),
        place(elo)
    )
}

/// A table of each of the best players against each.
fn matrix(
    list: &RatingList,
    shown: usize,
    cell: &dyn Fn(usize, usize) -> Option<String>,
) -> String {
    let places: Vec<String> = (1..=shown).map(|place| format!("{place}.")).collect();
    let head: Vec<&str> =
        std::iter::once("Against").chain(places.iter().map(String::as_str)).collect();
    let rows = list.players[..shown].iter().enumerate().map(|(row, player)| {
        let cells = (0..shown).map(|column| cell(row, column).unwrap_or_else(|| "·".to_string()));
        std::iter::once(format!("{}. {}", player.rank, escaped(&player.name)))
            .chain(cells)
            .collect()
    });
    // A phone has room for a few columns only.
    classed_table(if shown > MOST_COLUMNS { "cards" } else { "" }, &head, rows)
}

fn met(list: &RatingList, row: usize, column: usize) -> Option<String> {
    let [wins, draws, losses] = list.met(row, column)?;
    Some(format!("+{wins} ={draws} −{losses}"))
}

fn superiority(list: &RatingList, row: usize, column: usize) -> Option<String> {
    let share = (*list.superiority.get(row)?.get(column)?)?;
    Some(likelihood(share))
}

fn footer(list: &RatingList) -> String {
    let [wins, draws, losses] = list.white;
    let [won, drawn, lost] = list.white_shares.map(percent);
    let wins = games_text(wins);
    let left_out = list.left_out.sentence().map_or_else(String::new, |what| format!(" {what}"));
    format!(
        "<footer class=\"faint\">White won {wins} ({won}), drew {draws} ({drawn}), lost \
         {losses} ({lost}).{left_out} Written by Staunton {}.</footer>\n",
        env!("CARGO_PKG_VERSION")
    )
}
