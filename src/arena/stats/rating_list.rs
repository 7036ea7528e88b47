//! The ratings of all players of any games, such as those of a PGN file.

use super::cross_table::CrossTable;
use super::ratings::{Anchor, Rating, Ratings, ranking};
use super::result_counts::ResultCounts;
use crate::chess::types::{Color, GameResult};
use serde::Serialize;
use std::collections::HashMap;

/// The most players whose likelihoods of superiority over each other are in a
/// [`RatingList`]: a matrix that a program still likes to read.
const MOST_IN_MATRIX: usize = 100;

/// Why players cannot be rated.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RatingError {
    /// No game has two players and a result.
    #[error("there is no game with two players and a result")]
    NoGames,
    /// No player has the name of an anchor.
    #[error("no game with a result is by '{0}', which is to be an anchor")]
    UnknownAnchor(String),
}

/// Results of games by the names of the players.
#[derive(Clone, Debug, Default)]
pub struct GameList {
    names: Vec<String>,
    indices: HashMap<String, usize>,
    table: CrossTable,
    white: [u64; 3],
    left_out: UncountedGames,
}

/// The games that do not count, by what they lack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct UncountedGames {
    /// Games without a result.
    pub no_result: u64,
    /// Games in which a player has no name, or both have the same.
    pub no_players: u64,
}

impl UncountedGames {
    /// How many there are, as a sentence; `None` if there are none.
    pub fn sentence(&self) -> Option<String> {
        let kinds =
            [(self.no_result, "without a result"), (self.no_players, "without two players")];
        let some = kinds.into_iter().filter(|(count, _)| *count > 0);
        let said: Vec<String> =
            some.map(|(count, what)| format!("{} {what}", games_text(count))).collect();
        (!said.is_empty()).then(|| format!("Not counted: {}.", said.join(", ")))
    }
}

/// A number of games in words.
pub fn games_text(count: u64) -> String {
    if count == 1 { "1 game".to_string() } else { format!("{count} games") }
}

/// Whether a name says that a player is not known.
fn is_unknown(name: &str) -> bool {
    matches!(name, "" | "?" | "-")
}

impl GameList {
    /// Counts a game.
    pub fn add(&mut self, white: &str, black: &str, result: GameResult) {
        let Some(half_points) = ResultCounts::half_points(result, Color::White) else {
            self.left_out.no_result += 1;
            return;
        };
        if white == black || is_unknown(white) || is_unknown(black) {
            self.left_out.no_players += 1;
            return;
        }
        self.white[2 - usize::from(half_points)] += 1;
        let [white, black] = [white, black].map(|name| self.index(name));
        self.table.add_single(white, black, half_points);
    }

    fn index(&mut self, name: &str) -> usize {
        if let Some(&index) = self.indices.get(name) {
            return index;
        }
        self.names.push(name.to_string());
        self.indices.insert(name.to_string(), self.names.len() - 1);
        self.names.len() - 1
    }

    /// The ratings, with the given ones of some players.
    ///
    /// # Errors
    /// If no game counts, or an anchor did not play.
    pub fn rate(self, anchors: &[(String, f64)]) -> Result<RatingList, RatingError> {
        let anchor = |(name, elo): &(String, f64)| {
            let player = self.indices.get(name).copied();
            let player = player.ok_or_else(|| RatingError::UnknownAnchor(name.clone()))?;
            Ok(Anchor { player, elo: *elo })
        };
        let fixed: Vec<Anchor> = anchors.iter().map(anchor).collect::<Result<_, _>>()?;
        let ratings = Ratings::anchored(&self.table, &fixed).ok_or(RatingError::NoGames)?;
        let order = ranking(&self.table, Some(&ratings));
        let totals = self.table.totals();
        let players = order.iter().enumerate().map(|(place, &player)| {
            let ResultCounts { wins, draws, losses, .. } = totals[player];
            RatedPlayer {
                rank: place + 1,
                name: self.names[player].clone(),
                rating: ratings.players[player],
                is_anchor: fixed.iter().any(|anchor| anchor.player == player),
                points: totals[player].points(),
                games: totals[player].games(),
                score: totals[player].score(),
                wins,
                draws,
                losses,
                superiority: order.get(place + 1).map(|&next| ratings.superiority(player, next)),
            }
        });
        let shown = &order[..order.len().min(MOST_IN_MATRIX)];
        let superiority = shown.iter().map(|&player| {
            let over =
                |&other: &usize| (player != other).then(|| ratings.superiority(player, other));
            shown.iter().map(over).collect()
        });
        let games: u64 = self.white.iter().sum();
        Ok(RatingList {
            games,
            white_shares: self.white.map(|count| count as f64 / games.max(1) as f64),
            left_out: self.left_out,
            white: self.white,
            players: players.collect(),
            believed: ratings.believed,
            errors_are_whole: ratings.errors_are_whole,
            superiority: superiority.collect(),
            pairings: pairings(&self.table, &order),
        })
    }
}

/// Who met whom, by their places.
fn pairings(table: &CrossTable, order: &[usize]) -> Vec<RatedPairing> {
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, &player)| places[player] = place);
    let pairing = |(player, other, counts): (usize, usize, &ResultCounts)| {
        let (first, second) = (places[player], places[other]);
        let counts = if first < second { *counts } else { counts.reversed() };
        let ResultCounts { wins, draws, losses, .. } = counts;
        RatedPairing { players: (first.min(second), first.max(second)), wins, draws, losses }
    };
    let mut pairings: Vec<RatedPairing> = table.pairings().map(pairing).collect();
    pairings.sort_by_key(|pairing| pairing.players);
    pairings
}

/// The ratings of the players of some games. Its fields are the keys of the JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RatingList {
    /// The games that count.
    pub games: u64,
    /// The games that do not.
    pub left_out: UncountedGames,
    /// Games that White won, drew and lost.
    pub white: [u64; 3],
    /// The same as shares of all games, 0 to 1.
    pub white_shares: [f64; 3],
    /// The players, from the best to the worst.
    pub players: Vec<RatedPlayer>,
    /// Whether the ratings rest on a prior too; see [`Ratings::believed`].
    pub believed: bool,
    /// Whether the errors consider those of the opponents; see
    /// [`Ratings::errors_are_whole`].
    pub errors_are_whole: bool,
    /// The likelihood (0 to 1) that each of the best players is stronger than each
    /// other of them, in the order of `players`: of the hundred best.
    pub superiority: Vec<Vec<Option<f64>>>,
    /// Who met whom, by their places in `players`.
    pub pairings: Vec<RatedPairing>,
}

/// A player of a [`RatingList`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RatedPlayer {
    /// Its place, from one for the best.
    pub rank: usize,
    /// Its name in the games.
    pub name: String,
    /// Its rating, in Elo, and the error of that.
    #[serde(flatten)]
    pub rating: Rating,
    /// Whether the rating was given.
    pub is_anchor: bool,
    /// Its points.
    pub points: f64,
    /// Its games.
    pub games: u64,
    /// Points per game, 0 to 1.
    pub score: f64,
    /// Games that it won.
    pub wins: u64,
    /// Games that it drew.
    pub draws: u64,
    /// Games that it lost.
    pub losses: u64,
    /// The likelihood (0 to 1) that it is stronger than the next player; `None` for
    /// the last.
    pub superiority: Option<f64>,
}

/// The games of two players of a [`RatingList`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct RatedPairing {
    /// Their places in the list, from zero, the better one first.
    pub players: (usize, usize),
    /// Games that the better one won.
    pub wins: u64,
    /// Games that they drew.
    pub draws: u64,
    /// Games that the better one lost.
    pub losses: u64,
}

impl RatingList {
    /// The games of a player against another one, by their places, from the side of
    /// the first: won, drawn and lost.
    pub fn met(&self, player: usize, other: usize) -> Option<[u64; 3]> {
        let key = (player.min(other), player.max(other));
        let at = self.pairings.binary_search_by_key(&key, |pairing| pairing.players).ok()?;
        let RatedPairing { wins, draws, losses, .. } = self.pairings[at];
        Some(if player < other { [wins, draws, losses] } else { [losses, draws, wins] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(games: &[(&str, &str, GameResult)]) -> GameList {
        let mut list = GameList::default();
        games.iter().for_each(|(white, black, result)| list.add(white, black, *result));
        list
    }

    #[test]
    fn games_without_players_or_result_do_not_count() {
        use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
        let games = list(&[
            ("A", "B", WhiteWins),
            ("B", "A", WhiteWins),
            ("B", "C", Draw),
            ("C", "A", BlackWins),
            ("A", "B", Unknown),
            ("A", "?", WhiteWins),
            ("A", "A", Draw),
        ]);
        let found = games.clone().rate(&[]).unwrap();
        assert_eq!((found.games, found.white), (4, [2, 1, 1]));
        assert_eq!(found.left_out, UncountedGames { no_result: 1, no_players: 2 });
        let names: Vec<&str> = found.players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["A", "B", "C"]);
        assert_eq!((found.met(0, 2), found.met(2, 0)), (Some([1, 0, 0]), Some([0, 0, 1])));
        assert_eq!(found.met(1, 1), None);
        let sure = found.players[0].superiority.unwrap();
        assert_eq!(found.superiority[0][1], Some(sure));
        assert!((sure + found.superiority[1][0].unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(found.players[2].superiority, None);
        assert_eq!(GameList::default().rate(&[]), Err(RatingError::NoGames));
        let unknown = games.rate(&[("D".to_string(), 0.0)]).unwrap_err();
        assert_eq!(unknown, RatingError::UnknownAnchor("D".to_string()));
    }

    #[test]
    fn anchors_have_the_ratings_they_were_given() {
        use GameResult::{BlackWins, Draw, WhiteWins};
        let mut games = GameList::default();
        for (white, black) in [("A", "B"), ("B", "C"), ("C", "D"), ("D", "A")] {
            for result in [WhiteWins, WhiteWins, Draw, BlackWins] {
                games.add(white, black, result);
                games.add(black, white, result);
            }
        }
        for result in [WhiteWins, WhiteWins, Draw, WhiteWins, BlackWins] {
            games.add("A", "C", result);
        }
        let elo = |list: &RatingList, name: &str| {
            list.players.iter().find(|player| player.name == name).unwrap().rating
        };
        let free = games.clone().rate(&[]).unwrap();
        let one = games.clone().rate(&[("B".to_string(), 2500.0)]).unwrap();
        // One anchor moves all by the same amount.
        let shift = 2500.0 - elo(&free, "B").elo;
        for name in ["A", "B", "C", "D"] {
            assert!((elo(&one, name).elo - elo(&free, name).elo - shift).abs() < 1e-6, "{name}");
        }
        assert_eq!(elo(&one, "B"), Rating { elo: 2500.0, error: 0.0 });
        assert!(elo(&one, "A").error > elo(&free, "A").error);
        let anchors = [("A".to_string(), 2600.0), ("C".to_string(), 2400.0)];
        let two = games.rate(&anchors).unwrap();
        assert_eq!([elo(&two, "A").elo, elo(&two, "C").elo], [2600.0, 2400.0]);
        // B and D scored the same against both.
        assert!((elo(&two, "B").elo - 2500.0).abs() < 1e-6 && !two.believed);
        let sure = two.players[0].superiority.unwrap();
        assert!(sure > 0.5 && two.superiority[0][3] == Some(1.0), "{sure}");
    }
}
