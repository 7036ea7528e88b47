//! The standing of a match in text.

use crate::arena::plan::Plan;
use crate::arena::stats::{CrossTable, Estimates, Sprt, Tally, without_minus_zero};
use std::fmt::Write;

/// `score of a vs b: 5 - 2 - 3 [0.650] 10`, as cutechess has it.
pub fn score_line(plan: &Plan, table: &CrossTable) -> String {
    let tally = table.tally(0, 1);
    let [first, second] = [0, 1].map(|index: usize| plan.players[index].name.as_str());
    format!(
        "Score of {first} vs {second}: {} - {} - {} [{:.3}] {}",
        tally.wins,
        tally.losses,
        tally.draws,
        tally.score(),
        tally.games()
    )
}

/// `LLR 1.23 (-2.94 to 2.94)`.
pub fn llr(sprt: &Sprt, tally: &Tally) -> String {
    let (low, high) = sprt.bounds();
    let llr = without_minus_zero(sprt.llr(tally), 2);
    format!("LLR {llr:.2} ({low:.2} to {high:.2})")
}

/// In a few words, for a line that is drawn over and over.
pub fn short(plan: &Plan, table: &CrossTable, sprt: Option<&Sprt>) -> String {
    if plan.players.len() > 2 {
        let best = (0..plan.players.len())
            .max_by(|&a, &b| table.total(a).score().total_cmp(&table.total(b).score()));
        return best.map_or(String::new(), |best| {
            format!("{} leads with {:.3}", plan.players[best].name, table.total(best).score())
        });
    }
    let tally = table.tally(0, 1);
    let mut text = format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses);
    if let Some(estimates) = Estimates::of(&tally) {
        // Writing to a string cannot fail.
        let _ = write!(text, ", Elo {}", estimates.elo);
    }
    if let Some(sprt) = sprt {
        let _ = write!(text, ", {}", llr(sprt, &tally));
    }
    text
}

/// The result of a match.
pub fn result(plan: &Plan, table: &CrossTable, sprt: Option<&Sprt>) -> String {
    if plan.players.len() > 2 {
        return standings(plan, table);
    }
    let tally = table.tally(0, 1);
    let mut text = score_line(plan, table) + "\n";
    if let Some(estimates) = Estimates::of(&tally) {
        let draws = 100.0 * tally.draw_ratio().unwrap_or(0.0);
        let _ = writeln!(
            text,
            "Elo {}, normalised {}, superiority {:.1} %, draws {draws:.1} %",
            estimates.elo,
            estimates.normalised_elo,
            100.0 * estimates.superiority
        );
        let _ = writeln!(text, "Pairs (0, ½, 1, 1½, 2): {:?}", tally.pairs);
    }
    if let Some(sprt) = sprt {
        let _ = writeln!(text, "SPRT {sprt}: {}, {}", llr(sprt, &tally), sprt.verdict(&tally));
    }
    text
}

/// The players by score.
fn standings(plan: &Plan, table: &CrossTable) -> String {
    let mut order: Vec<usize> = (0..plan.players.len()).collect();
    order.sort_by(|&a, &b| table.total(b).score().total_cmp(&table.total(a).score()));
    let width = plan.players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (place, player) in order.into_iter().enumerate() {
        let total = table.total(player);
        let _ = writeln!(
            text,
            "{:3}. {:width$} {:8.1} / {:<6} +{} ={} -{}  {:.1} %",
            place + 1,
            plan.players[player].name,
            total.points(),
            total.games(),
            total.wins,
            total.draws,
            total.losses,
            100.0 * total.score()
        );
    }
    text
}
