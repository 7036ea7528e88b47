//! Every number of a page is in the JSON of the same games.

use super::tests::{games, with_match};
use super::{Analysis, Exchange, Exchanges, MatchConditions, MatchResults, json};
use crate::arena::odds::{PRICED, find};
use crate::arena::plan::record::GameRecord;
use crate::arena::stats::GameList;
use crate::support::html::numbers::check_numbers;
use serde_json::Value;

/// What pages say of probability and time, and the version: no results.
const FIXED: [&str; 13] = [
    "(95 %)",
    "± 95 %",
    "95 %, one-sided",
    "95 % confidence",
    "from 10 % to 90 %",
    "under 10 %",
    "under 90 %",
    "10 % ;",
    "90 % ;",
    "Lost from +3",
    "0 points",
    "over 99.9 %",
    concat!("Written by Staunton ", env!("CARGO_PKG_VERSION")),
];

/// The lists of an analysis whose lengths its page says.
fn counts(json: &Value) -> Vec<usize> {
    let length = |name: &str| json[name].as_array().map_or(0, Vec::len);
    let [lost, openings, shown, games, players] =
        ["lost_both", "openings", "shown_games", "games", "players"].map(length);
    let folded = |all: usize, shown: usize| all.saturating_sub(shown);
    vec![lost, folded(lost, 6), folded(openings, 12), shown, games, players]
}

/// Phrases that are no results of a match: names of columns of the cross-table.
fn fixed<'a>(own: &[&'a str]) -> Vec<&'a str> {
    [&FIXED[..], own].concat()
}

fn check(of: &MatchResults<'_>) {
    let analysis = Analysis::of(of);
    let json: Value = serde_json::from_str(&json(&analysis)).expect("JSON");
    check_numbers(&analysis.page(), &json, &fixed(&["1 points", "2 points"]), &counts(&json));
}

#[test]
fn the_page_of_a_match_has_the_numbers_of_its_json() {
    for count in [12, 61, 80, 150] {
        with_match(count, 2, |of, _| {
            let conditions = MatchConditions {
                date: "2026.11.26".to_string(),
                seconds: 4_321.0,
                command: "staunton match --games 80".to_string(),
                ..of.conditions.clone()
            };
            check(&MatchResults { conditions: &conditions, ..of.clone() });
            check(&MatchResults { is_over: false, are_pairs: false, sprt: None, ..of.clone() });
        });
    }
}

#[test]
fn the_page_of_a_match_won_in_every_game_has_the_numbers_of_its_json() {
    let won = games(40, 2).into_iter().map(super::tests::won_by_the_first);
    let games: Vec<GameRecord> = won.collect();
    with_match(0, 2, |of, _| check(&MatchResults { games: &games, ..of.clone() }));
}

#[test]
fn the_page_of_a_tournament_has_the_numbers_of_its_json() {
    for (count, players) in [(30, 3), (90, 4), (240, 7)] {
        with_match(count, players, |of, _| check(of));
    }
}

#[test]
fn the_page_of_exchanges_has_the_numbers_of_its_json() {
    with_match(20, 2, |of, _| {
        let one = |name: &&str| Exchange::new(find(name).expect("it has a name"), Analysis::of(of));
        let exchanges: Vec<Exchange> = PRICED.iter().map(one).collect();
        let games = exchanges.iter().map(|one| one.result.games_played as usize).sum();
        let all = Exchanges { title: "Pieces".to_string(), exchanges };
        let json: Value = serde_json::from_str(&json(&all)).expect("JSON");
        let fixed = fixed(&["1 points", "2 points"]);
        check_numbers(&all.page(), &json, &fixed, &[PRICED.len(), games]);
    });
}

#[test]
fn the_page_of_ratings_has_the_numbers_of_its_json() {
    for (count, anchors) in [(300, &[][..]), (170, &[("old 2".to_string(), 2_800.0)][..])] {
        let mut list = GameList::default();
        for game in games(count, 6) {
            let [white, black] = game.players.map(|player| format!("old {player}"));
            list.add(&white, &black, game.ending.result());
        }
        list.add("old 1", "?", crate::chess::types::GameResult::Draw);
        let list = list.rate(anchors).expect("there are games");
        let json: Value = serde_json::from_str(&json(&list)).expect("JSON");
        let page = list.page("Ratings of games.pgn");
        check_numbers(&page, &json, &FIXED, &[list.players.len()]);
    }
}
