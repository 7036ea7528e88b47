//! The standings of a match as text.

use crate::arena::plan::match_plan::MatchPlan;
use crate::arena::stats::{
    CrossTable, Estimates, LOS_NOTE, PRIOR_NOTE, RATINGS_NOTE, Rating, Ratings, ResultCounts, Sprt,
    percent_text, ranking, without_minus_zero,
};
use std::fmt::Write;

/// `Score of a vs b: 5 - 2 - 3 [0.650] 10`, as cutechess has it, with a space before
/// the bracket.
pub fn score_of(
    plan: &MatchPlan,
    table: &CrossTable,
    [first, second]: [usize; 2],
    space: &str,
) -> String {
    let counts = table.result_counts(first, second);
    let ResultCounts { wins, losses, draws, .. } = counts;
    let [first, second] = [first, second].map(|index| plan.players[index].name.as_str());
    let (score, games) = (counts.score(), counts.games());
    format!("Score of {first} vs {second}: {wins} - {losses} - {draws}{space}[{score:.3}] {games}")
}

/// The score of the first player against the second.
pub fn score_line(plan: &MatchPlan, table: &CrossTable) -> String {
    score_of(plan, table, [0, 1], " ")
}

/// `LLR 1.23 (-2.94 to 2.94)`.
pub fn llr(sprt: &Sprt, result_counts: &ResultCounts) -> String {
    let (low, high) = sprt.bounds();
    let llr = without_minus_zero(sprt.llr(result_counts), 2);
    format!("LLR {llr:.2} ({low:.2} to {high:.2})")
}

/// The standing in a few words, for the progress bar.
pub fn short(plan: &MatchPlan, table: &CrossTable, sprt: Option<&Sprt>) -> String {
    if plan.players.len() > 2 {
        let best = (0..plan.players.len())
            .max_by(|&a, &b| table.total(a).score().total_cmp(&table.total(b).score()));
        return best.map_or(String::new(), |best| {
            format!("{} leads with {:.3}", plan.players[best].name, table.total(best).score())
        });
    }
    let result_counts = table.result_counts(0, 1);
    let mut text =
        format!("+{} ={} -{}", result_counts.wins, result_counts.draws, result_counts.losses);
    // A few games say nothing yet.
    if let Some(estimates) = Estimates::of(&result_counts)
        && (estimates.elo.error().is_finite() || estimates.bound.is_some())
    {
        // Writing to a string cannot fail.
        let _ = write!(text, ", Elo {}", estimates.elo_text());
    }
    if let Some(sprt) = sprt {
        let _ = write!(text, ", {}", llr(sprt, &result_counts));
    }
    text
}

/// The standings of a match, and the test, as lines of text.
pub fn result(plan: &MatchPlan, table: &CrossTable, sprt: Option<&Sprt>) -> String {
    if plan.players.len() > 2 {
        return standings(plan, table);
    }
    let result_counts = table.result_counts(0, 1);
    let mut text = score_line(plan, table) + "\n";
    if let Some(estimates) = Estimates::of(&result_counts) {
        let draws = 100.0 * result_counts.draw_ratio().unwrap_or(0.0);
        let _ = writeln!(
            text,
            "Elo {}, normalised {}, superiority {}, draws {draws:.1} %",
            estimates.elo_text(),
            estimates.normalised_elo,
            percent_text(estimates.superiority)
        );
        let _ = writeln!(text, "Pairs (0, ½, 1, 1½, 2): {:?}", result_counts.pairs);
    }
    if let Some(sprt) = sprt {
        let _ = writeln!(
            text,
            "SPRT {sprt}: {}, {}",
            llr(sprt, &result_counts),
            sprt.verdict(&result_counts)
        );
    }
    text
}

/// The players from the best to the worst, then the cross-table.
fn standings(plan: &MatchPlan, table: &CrossTable) -> String {
    let ratings = Ratings::of(table);
    let ranking = ranking(table, ratings.as_ref());
    let mut text = player_table(plan, table, ratings.as_ref(), &ranking);
    if let Some(ratings) = &ratings {
        text.push_str(RATINGS_NOTE);
        text.push(' ');
        text.push_str(LOS_NOTE);
        if ratings.believed {
            text.push(' ');
            text.push_str(PRIOR_NOTE);
        }
        text.push('\n');
    }
    text.push('\n');
    text + &cross_table(plan, table, &ranking)
}

/// A line for each player: rank, name, rating and its error, points, games,
/// score, wins, draws, losses, likelihood of superiority over the next.
fn player_table(
    plan: &MatchPlan,
    table: &CrossTable,
    ratings: Option<&Ratings>,
    ranking: &[usize],
) -> String {
    let head = ["", "Player", "Elo", "± 95 %", "Points", "Games", "Score", "+", "=", "-", "LOS"];
    let mut rows = vec![head.map(str::to_string).to_vec()];
    let decimals = ratings.map_or(1, Ratings::decimals);
    for (place, &player) in ranking.iter().enumerate() {
        let total = table.total(player);
        let [elo, error] = match ratings.map(|ratings| ratings.players[player]) {
            Some(Rating { elo, error }) => {
                let elo = without_minus_zero(elo, decimals as i32);
                [format!("{elo:+.decimals$}"), format!("{error:.decimals$}")]
            }
            None => ["-", "-"].map(str::to_string),
        };
        rows.push(vec![
            format!("{}.", place + 1),
            plan.players[player].name.clone(),
            elo,
            error,
            format!("{:.1}", total.points()),
            total.games().to_string(),
            format!("{:.1} %", 100.0 * total.score()),
            total.wins.to_string(),
            total.draws.to_string(),
            total.losses.to_string(),
            ratings.zip(ranking.get(place + 1)).map_or_else(String::new, |(ratings, &next)| {
                percent_text(ratings.superiority(player, next))
            }),
        ]);
    }
    aligned(&rows)
}

/// Points and games of each player, by line, against each other, by column.
fn cross_table(plan: &MatchPlan, table: &CrossTable, ranking: &[usize]) -> String {
    let places = 1..=ranking.len();
    let head = ["", "Against"].map(str::to_string).into_iter();
    let mut rows = vec![head.chain(places.map(|place| format!("{place}."))).collect()];
    for (place, &player) in ranking.iter().enumerate() {
        let results = ranking.iter().map(|&other| {
            let result_counts = table.result_counts(player, other);
            if result_counts.games() == 0 {
                return "·".to_string();
            }
            format!("{:.1}/{}", result_counts.points(), result_counts.games())
        });
        let begin = [format!("{}.", place + 1), plan.players[player].name.clone()];
        rows.push(begin.into_iter().chain(results).collect());
    }
    aligned(&rows)
}

/// Columns two blanks apart; the second is aligned left, the others right.
pub fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 1 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}
