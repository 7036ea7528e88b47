//! What a report says about openings.

use super::move_statistics::half_points;
use crate::arena::plan::record::GameRecord;
use crate::arena::stats::ResultCounts;
use crate::chess::board::Position;
use crate::chess::notation::opening_names::{OpeningName, opening_name};
use crate::chess::notation::san::{self, SanStyle};
use crate::chess::types::{Color, GameResult};
use serde::Serialize;
use std::collections::BTreeMap;

/// An opening that a player lost with both colors.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LostOpening {
    /// The pair's place in the schedule, from zero.
    pub pair: usize,
    /// The index of the player who lost.
    pub loser: usize,
    /// The position in which the players began.
    pub fen: String,
    /// The moves of the book, if there were any.
    pub moves: String,
    /// What the opening is called, if it has a name: `B90 Sicilian Defense: Najdorf
    /// Variation`.
    pub name: Option<String>,
}

/// The results of the games of an opening.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OpeningResults {
    /// The code of the Encyclopaedia of Chess Openings; empty if the games came to no
    /// position of its table.
    pub eco: String,
    /// The name; empty without a code.
    pub name: String,
    /// Games with a result.
    pub games: u64,
    /// Games that White won, drew and lost.
    pub white: [u64; 3],
    /// White's points per game, 0 to 1; `None` without games.
    pub white_score: Option<f64>,
    /// Games that the first player won, drew and lost.
    pub first_player: [u64; 3],
    /// The first player's points per game; `None` without games.
    pub first_player_score: Option<f64>,
}

/// What the opening of a game is called, by the moves of the book and of the players.
pub fn name_of(game: &GameRecord) -> Option<OpeningName> {
    let played = game.moves.iter().map(|played| played.mv);
    opening_name(&game.opening.start, game.opening.moves.iter().copied().chain(played))
}

/// Code and name in one text.
pub fn name_text(name: OpeningName) -> String {
    format!("{} {}", name.eco, name.name)
}

/// The results by opening, the most frequent first; those without a name together at
/// the end.
pub fn by_opening(games: &[&GameRecord]) -> Vec<OpeningResults> {
    let mut openings: BTreeMap<(&str, &str), OpeningResults> = BTreeMap::new();
    for game in games {
        let OpeningName { eco, name } = name_of(game).unwrap_or(OpeningName { eco: "", name: "" });
        let opening = openings.entry((eco, name)).or_insert_with(|| OpeningResults {
            eco: eco.to_string(),
            name: name.to_string(),
            games: 0,
            white: [0; 3],
            white_score: None,
            first_player: [0; 3],
            first_player_score: None,
        });
        let result = game.ending.result();
        let Some(points) = ResultCounts::half_points(result, Color::White) else { continue };
        opening.games += 1;
        opening.white[2 - usize::from(points)] += 1;
        if game.players.contains(&0) {
            opening.first_player[2 - usize::from(half_points(game, 0))] += 1;
        }
    }
    let score = |[wins, draws, losses]: [u64; 3]| {
        let games = wins + draws + losses;
        (games > 0).then(|| (wins as f64 + draws as f64 / 2.0) / games as f64)
    };
    let mut openings: Vec<OpeningResults> = openings.into_values().collect();
    for opening in &mut openings {
        opening.white_score = score(opening.white);
        opening.first_player_score = score(opening.first_player);
    }
    openings.sort_by_key(|opening| (opening.eco.is_empty(), std::cmp::Reverse(opening.games)));
    openings
}

/// Whether White won both games, or Black did.
pub fn same_color_won([first, second]: &[&GameRecord; 2]) -> bool {
    let result = first.ending.result();
    result == second.ending.result() && result != GameResult::Draw
}

/// The opening, if a player lost both games.
pub fn lost_both([first, second]: &[&GameRecord; 2]) -> Option<LostOpening> {
    let lost = |player: &usize| half_points(first, *player) + half_points(second, *player) == 0;
    let loser = first.players.into_iter().find(lost)?;
    Some(LostOpening {
        pair: first.number / 2,
        loser,
        fen: first.opening.end().to_string(),
        moves: opening_text(&first.opening.start, first),
        name: opening_name(&first.opening.start, first.opening.moves.iter().copied())
            .map(name_text),
    })
}

/// The losses of the first player come first: in a test it is the engine under
/// development.
pub fn losses_of_first_player_first(mut openings: Vec<LostOpening>) -> Vec<LostOpening> {
    openings.sort_by_key(|opening| (opening.loser != 0, opening.pair));
    openings
}

/// The moves of the book in algebraic notation, with their numbers.
fn opening_text(start: &Position, game: &GameRecord) -> String {
    let mut position = start.clone();
    let mut text: Vec<String> = Vec::new();
    for &mv in &game.opening.moves {
        let number = position.fullmove_number();
        match position.side_to_move() {
            Color::White => text.push(format!("{number}.")),
            Color::Black if text.is_empty() => text.push(format!("{number}...")),
            Color::Black => {}
        }
        text.push(san::format(&position, mv, SanStyle::empty()));
        position.play(mv, &mut ());
    }
    text.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::games::tests::{game, lost_by};
    use super::*;

    #[test]
    fn results_are_counted_by_opening() {
        let spanish = [("e2e4", 0), ("e7e5", 0), ("g1f3", 0), ("b8c6", 0), ("f1b5", 0)];
        let strange = [("a2a3", 0), ("h7h6", 0), ("h2h3", 0), ("a7a6", 0)];
        let games = [
            game(0, [0, 1], &spanish, 2, lost_by(Color::Black)),
            game(1, [1, 0], &spanish, 2, lost_by(Color::Black)),
            game(2, [1, 2], &spanish, 0, lost_by(Color::White)),
            game(3, [0, 1], &strange, 4, lost_by(Color::White)),
        ];
        let games: Vec<&GameRecord> = games.iter().collect();
        let openings = by_opening(&games);
        assert_eq!(openings.iter().map(|opening| opening.games).sum::<u64>(), 4);
        assert_eq!((openings[0].eco.as_str(), openings[0].games), ("C60", 3));
        assert!(openings[0].name.contains("Ruy Lopez"), "{}", openings[0].name);
        assert_eq!((openings[0].white, openings[0].first_player), ([2, 0, 1], [1, 0, 1]));
        assert_eq!(openings.last().unwrap().first_player, [0, 0, 1]);
        let pair = [games[0], games[1]];
        assert!(same_color_won(&pair) && lost_both(&pair).is_none());
        let twice = game(1, [1, 0], &spanish, 5, lost_by(Color::White));
        let twice_first = game(0, [0, 1], &spanish, 5, lost_by(Color::Black));
        let lost = lost_both(&[&twice_first, &twice]).expect("player 1 lost both");
        assert_eq!((lost.loser, lost.moves.as_str()), (1, "1. e4 e5 2. Nf3 Nc6 3. Bb5"));
        assert!(lost.name.is_some_and(|name| name.starts_with("C60 ")));
    }
}
