//! Every number of a page is in the JSON of the same games.

use super::page::page;
use super::player_page::player_page;
use super::tests::{GAMES, analysed_with};
use crate::analysis::game::AnalysedGame;
use crate::analysis::game_options::GameOptions;
use crate::analysis::player::PlayerGame;
use crate::analysis::player_report::PlayerReport;
use crate::analysis::written_game::WrittenGame;
use crate::chess::notation::MoveNotation;
use crate::chess::types::Color;
use crate::engine::search::Limits;
use crate::support::html::numbers::check_numbers;
use serde_json::json;

/// A game with clocks, mistakes of both sides and a long thought.
const LOST: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2026.11.26\"]\n[Result \"0-1\"]\n\
    [TimeControl \"900+5\"]\n\n1. f3 {[%clk 0:14:58]} e5 {[%clk 0:14:50.5]} 2. e4 {[%clk 0:12:31]} \
    d5 {[%clk 0:14:40]} 3. exd5 {[%clk 0:12:30]} Qxd5 {[%clk 0:14:39]} 4. Nc3 {[%clk 0:12:01]} \
    Qxd2+ {[%clk 0:14:38]} 5. Qxd2 {[%clk 0:11:50]} Nc6 {[%clk 0:14:37]} 6. g4 {[%clk 0:11:40]} \
    Nd4 {[%clk 0:10:02]} 7. Qxd4 {[%clk 0:11:02]} exd4 {[%clk 0:10:01]} 0-1\n";

/// What explains the numbers, and is the same on every page.
const FIXED: [&str; 14] = [
    "100 · exp(−5 · loss)",
    "10 points of 100 has an accuracy of 61 %",
    "20 of 37 %",
    "100 points, a draw 50",
    "20 points,",
    "10 points,",
    "5 points.",
    "5 points,",
    "20 points.",
    "points of 100",
    "accuracy of 100 %, one that costs 10 points of 61 %",
    "of 5",
    concat!("Written by Staunton ", env!("CARGO_PKG_VERSION")),
    "by lichess.org's",
];

fn games() -> Vec<AnalysedGame> {
    let mut options: GameOptions = Limits::nodes(1_000).into();
    options.lines = 2;
    options.puzzles = true;
    analysed_with(&format!("{GAMES}\n{LOST}"), &options)
}

#[test]
fn the_page_of_games_has_the_numbers_of_their_json() {
    let games = games();
    let written: Vec<WrittenGame> =
        games.iter().map(|game| game.written(MoveNotation::San)).collect();
    // The list counts the games from one.
    check_numbers(&page(&games, MoveNotation::San), &json!(written), &FIXED, &[1, 2, 3]);
    for (game, written) in games.iter().zip(&written) {
        let page = page(std::slice::from_ref(game), MoveNotation::San);
        check_numbers(&page, &json!(written), &FIXED, &[]);
    }
}

#[test]
fn the_page_of_a_player_has_the_numbers_of_its_json() {
    let games = games();
    for (count, side) in [(1, Color::White), (3, Color::Black), (60, Color::Black)] {
        let all = (0..count).map(|number| {
            let game = PlayerGame::new(&games[number % games.len()], side, number.to_string());
            PlayerGame { date: format!("2026.11.{:02}", number % 28 + 1), ..game }
        });
        let report = PlayerReport::new("Bob", "1000 nodes".to_string(), all.collect());
        let [openings, listed] = [report.openings.len(), report.games.len()];
        let folded = [openings.saturating_sub(16), listed.saturating_sub(50)];
        check_numbers(&player_page(&report), &json!(report), &FIXED, &folded);
    }
}
