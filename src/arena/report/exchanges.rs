//! The report on the exchanges of pieces that the documents price. The *giver*
//! is the player who gives the odds; the *price* is what the documents say that
//! it gives.

use super::analysis::{Analysis, elo};
use super::page::{estimates, pairs, results_bar, signed};
use crate::arena::odds::{Agreement, Handicap, agreement};
use crate::arena::stats::ResultCounts;
use crate::support::html::{document, escaped, header, percent, section, wide_table};
use serde::Serialize;

/// A series of matches, each about one exchange.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Exchanges {
    /// What the series is called.
    pub title: String,
    /// Each exchange that was played.
    pub exchanges: Vec<Exchange>,
}

/// An exchange and the match that was played about it. The first player is the
/// giver.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Exchange {
    /// Its name on the command line.
    pub name: &'static str,
    /// The value of what the giver plays without, less the value of what the
    /// opponent plays without, by the documents' values in pawns.
    pub price: f64,
    /// The documents' sentence about it.
    pub says: Option<&'static str>,
    /// Whether the games confirm the sentence.
    pub agreement: Option<Agreement>,
    /// The analysis of the match.
    pub result: Analysis,
}

impl Exchange {
    /// The report on an exchange and its match.
    pub fn new(handicap: &Handicap, result: Analysis) -> Exchange {
        let result_counts = giver_results(&result).unwrap_or_default();
        Exchange {
            name: handicap.name,
            price: handicap.balance() / 100.0,
            says: handicap.says,
            agreement: handicap.claim.map(|claim| agreement(claim, &result_counts)),
            result,
        }
    }
}

/// The results from the giver's side, if there are any.
fn giver_results(result: &Analysis) -> Option<ResultCounts> {
    result.pairings.first().map(|pairing| pairing.result_counts)
}

impl Exchanges {
    /// One page of HTML with everything in it.
    pub fn page(&self) -> String {
        let games: u64 = self.exchanges.iter().map(|exchange| exchange.result.games_played).sum();
        let lead = format!("{} exchanges, {games} games.", self.exchanges.len());
        let conditions = self.exchanges.first().map_or(Vec::new(), |exchange| {
            let all = exchange.result.conditions.rows().into_iter();
            all.filter(|(name, _)| name != "odds").collect()
        });
        let details = self.exchanges.iter().map(details);
        let content = header(&self.title, &lead, &conditions)
            + &section("The documents and the board", &summary(&self.exchanges))
            + &details.collect::<String>();
        document(&self.title, &content)
    }
}

fn summary(exchanges: &[Exchange]) -> String {
    let head = ["Exchange", "Price", "Games", "Score of the giver (95 %)", "Elo (95 %)", "Claim"];
    let rows = exchanges.iter().map(|exchange| {
        let says = exchange.says.map_or_else(String::new, |says| {
            format!("<span class=\"faint says\">“{}”</span>", escaped(says))
        });
        let found = exchange.result.pairings.first().and_then(|pairing| pairing.estimates.as_ref());
        let unknown = || "–".to_string();
        vec![
            format!("{}{says}", escaped(exchange.name)),
            signed(exchange.price, 2),
            exchange.result.games_played.to_string(),
            found.map_or_else(unknown, |found| {
                format!("{} ± {}", percent(found.score.value), found.score.error_text(1, 100.0))
            }),
            found.map_or_else(unknown, |found| elo(&found.elo)),
            exchange.agreement.map_or_else(unknown, |agreement| agreement.to_string()),
        ]
    });
    wide_table(&head, rows)
        + "<p class=\"faint\">The price is what the giver plays without, less what the opponent \
           plays without, in pawns by the documents’ values.</p>"
}

/// The match about one exchange.
fn details(exchange: &Exchange) -> String {
    let Some(pairing) = exchange.result.pairings.first() else { return String::new() };
    let Some(found) = &pairing.estimates else { return String::new() };
    let content =
        results_bar(&pairing.result_counts) + &estimates(pairing, found) + &pairs(pairing);
    section(&escaped(exchange.name), &content)
}
