//! Analysis of the game records: what the report shows.

use super::conditions::MatchConditions;
use super::games::{GameMoves, GameRow, OddGames, shown};
use super::move_statistics::{MoveStatistics, color_of, half_points};
use super::openings::{
    LostOpening, OpeningResults, by_opening, losses_of_first_player_first, lost_both,
    same_color_won,
};
use crate::arena::plan::record::{GameRecord, PonderCounts, PvFaults};
use crate::arena::stats::{
    CrossTable, Estimates, Rating, Ratings, ResultCounts, Sprt, SprtVerdict, ranking,
};
use crate::chess::types::{Color, GameResult};
use serde::Serialize;
use std::collections::BTreeMap;

/// The largest number of points of a curve: more than a screen can show.
const MOST_POINTS: usize = 400;

/// The results of a match, as the analysis needs them.
#[derive(Clone, Debug)]
pub struct MatchResults<'a> {
    /// The title of the page, in plain text.
    pub title: &'a str,
    /// The players' names, in the order of their indices in the records.
    pub players: &'a [String],
    /// The conditions of play.
    pub conditions: &'a MatchConditions,
    /// Whether all games have been played, or the match has ended before.
    pub is_over: bool,
    /// The SPRT, if one was run.
    pub sprt: Option<Sprt>,
    /// Whether games 2n and 2n + 1 begin with the same opening.
    pub are_pairs: bool,
    /// The games, in any order.
    pub games: &'a [GameRecord],
}

/// The analysis of a match. Its fields are the keys of the JSON report.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Analysis {
    /// The title of the page, in plain text.
    pub title: String,
    /// The conditions of play.
    pub conditions: MatchConditions,
    /// Whether the match is over; if not, more games are being played.
    pub is_over: bool,
    /// Games with a result.
    pub games_played: u64,
    /// Games that White won, drew and lost.
    pub white: [u64; 3],
    /// The total duration of the games, in hours.
    pub hours: f64,
    /// One row for each player, in the order of their indices.
    pub players: Vec<PlayerRow>,
    /// Whether the ratings of more than two players rest on a prior beside the
    /// results; see [`Ratings::believed`].
    pub ratings_believed: bool,
    /// The pairings: each two players that met.
    #[serde(rename = "meetings")]
    pub pairings: Vec<Pairing>,
    /// The SPRT and its result, if one was run.
    pub sprt: Option<SprtStatus>,
    /// The first player's score and the SPRT over the course of the match.
    pub progress: Vec<ProgressPoint>,
    /// A histogram of game lengths: the lower end of each bin of ten full moves,
    /// and the number of games in it.
    pub lengths: Vec<(u32, u64)>,
    /// The endings by category with their number of games, the most frequent
    /// first.
    pub endings: Vec<(String, u64)>,
    /// Openings that a player lost with both colors, those of the first
    /// player first.
    pub lost_both: Vec<LostOpening>,
    /// Pairs in which the same color won both games: the opening decided.
    pub decided_by_opening: u64,
    /// The results by opening, the most frequent first.
    pub openings: Vec<OpeningResults>,
    /// The games that are unlike the others.
    pub odd_games: OddGames,
    /// One row for each game.
    pub games: Vec<GameRow>,
    /// Some games with their moves: all of a short match, of a long one the odd ones
    /// and the first.
    pub shown_games: Vec<GameMoves>,
}

/// A player in the report.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerRow {
    /// The name in tables, which no other player has.
    pub name: String,
    /// Its rank, from one for the best.
    pub rank: usize,
    /// Its points in all games.
    pub points: f64,
    /// Games with a result that it played.
    pub games: u64,
    /// Its results, from its own side.
    #[serde(rename = "tally")]
    pub result_counts: ResultCounts,
    /// Games won, drawn and lost, with White and with Black.
    pub by_color: [[u64; 3]; Color::COUNT],
    /// The estimates of its strength against all opponents together.
    pub estimates: Option<Estimates>,
    /// Its rating among more than two players.
    pub rating: Option<Rating>,
    /// The likelihood (0 to 1) that it is stronger than the player of the next rank,
    /// among more than two; `None` for the last.
    pub superiority_over_next: Option<f64>,
    /// Its score over the course of the match, against all others.
    pub progress: Vec<ProgressPoint>,
    /// Mean search depth, in plies.
    pub depth: Option<f64>,
    /// Nodes per second.
    pub speed: Option<f64>,
    /// Mean time of a move, in milliseconds.
    pub time_ms: Option<f64>,
    /// Its searches on the opponents' time, if there were any.
    pub pondering: Option<PonderCounts>,
    /// Games lost by a crash, a hang, an illegal move or the clock.
    pub failures: u64,
    /// What is wrong in the principal variations that it reported.
    pub pv_faults: PvFaults,
    /// Mean time in milliseconds by full-move number.
    pub time_by_move_ms: Vec<(u32, f64)>,
}

/// The results of two players against each other, from the first one's side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pairing {
    /// The indices of the players.
    pub players: (usize, usize),
    /// Their results, from the first player's side.
    #[serde(rename = "tally")]
    pub result_counts: ResultCounts,
    /// The estimates of the difference in strength.
    pub estimates: Option<Estimates>,
}

/// An SPRT and its state.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtStatus {
    /// The test.
    pub sprt: Sprt,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The lower and upper bound of the ratio.
    pub bounds: (f64, f64),
    /// The verdict so far.
    pub verdict: SprtVerdict,
}

/// The state of a match after some games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ProgressPoint {
    /// How many games had been played.
    pub games: u64,
    /// The player's score, and the ends of its 95 % interval.
    pub score: [f64; 3],
    /// The log-likelihood ratio of the test.
    pub llr: Option<f64>,
}

impl Analysis {
    /// Analyses the results of a match.
    pub fn of(results: &MatchResults<'_>) -> Analysis {
        let mut games: Vec<&GameRecord> = results.games.iter().collect();
        games.retain(|game| game.ending.result() != GameResult::Unknown);
        games.sort_by_key(|game| game.number);
        let table = CrossTable::of_games(results.players.len(), results.games, results.are_pairs);
        let ratings = (results.players.len() > 2).then(|| Ratings::of(&table)).flatten();
        let ranking = ranking(&table, ratings.as_ref());
        let strength = (&ranking[..], ratings.as_ref());
        let head_to_head = (results.players.len() == 2).then(|| table.result_counts(0, 1));
        let pairs = pairs(&games);
        let odd_games = OddGames::of(&games);
        Analysis {
            title: results.title.to_string(),
            conditions: results.conditions.clone(),
            is_over: results.is_over,
            games_played: games.len() as u64,
            white: score_of(&games, |game| Some((game, Color::White))),
            hours: games.iter().map(|game| game.duration.as_secs_f64()).sum::<f64>() / 3600.0,
            players: (0..results.players.len())
                .map(|player| PlayerRow {
                    progress: progress(&games, &pairs, player, None),
                    ..player_row(results, &table, strength, &games, player)
                })
                .collect(),
            ratings_believed: ratings.as_ref().is_some_and(|ratings| ratings.believed),
            pairings: pairings(&table),
            sprt: results
                .sprt
                .zip(head_to_head)
                .map(|(sprt, result_counts)| SprtStatus::of(sprt, &result_counts)),
            progress: progress(&games, &pairs, 0, results.sprt),
            lengths: lengths(&games),
            endings: endings(&games),
            lost_both: losses_of_first_player_first(pairs.iter().filter_map(lost_both).collect()),
            decided_by_opening: pairs.iter().filter(|pair| same_color_won(pair)).count() as u64,
            openings: by_opening(&games),
            games: games.iter().map(|game| GameRow::of(game)).collect(),
            shown_games: shown(&games, &odd_games),
            odd_games,
        }
    }
}

impl SprtStatus {
    fn of(sprt: Sprt, result_counts: &ResultCounts) -> SprtStatus {
        let llr = sprt.llr(result_counts);
        SprtStatus { sprt, llr, bounds: sprt.bounds(), verdict: sprt.verdict_of_llr(llr) }
    }
}

/// The two games of each complete pair, in order.
fn pairs<'g>(games: &[&'g GameRecord]) -> Vec<[&'g GameRecord; 2]> {
    games
        .windows(2)
        .filter(|two| two[0].number / 2 == two[1].number / 2)
        .filter(|two| two[0].players == [two[1].players[1], two[1].players[0]])
        .map(|two| [two[0], two[1]])
        .collect()
}

/// Counts wins, draws and losses over games, each seen from the side that `of`
/// returns; `None` leaves a game out.
fn score_of<'g>(
    games: &[&'g GameRecord],
    of: impl Fn(&'g GameRecord) -> Option<(&'g GameRecord, Color)>,
) -> [u64; 3] {
    let mut counts = [0; 3];
    for (game, color) in games.iter().filter_map(|game| of(game)) {
        if let Some(points) = ResultCounts::half_points(game.ending.result(), color) {
            counts[2 - usize::from(points)] += 1;
        }
    }
    counts
}

fn player_row(
    results: &MatchResults<'_>,
    table: &CrossTable,
    (ranking, ratings): (&[usize], Option<&Ratings>),
    games: &[&GameRecord],
    player: usize,
) -> PlayerRow {
    let result_counts = table.total(player);
    let with = |color: Color| {
        score_of(games, |game| (game.players[color.index()] == player).then_some((game, color)))
    };
    let lost = |game: &&&GameRecord| {
        game.ending.is_failure()
            && color_of(game, player).is_some_and(|color| {
                ResultCounts::half_points(game.ending.result(), color) == Some(0)
            })
    };
    let place = ranking.iter().position(|&one| one == player);
    let moves = MoveStatistics::of(games, player);
    let mut pv_faults = PvFaults::default();
    for game in games {
        let color = color_of(game, player);
        color.into_iter().for_each(|color| pv_faults.add(&game.pv_faults[color.index()]));
    }
    PlayerRow {
        name: results.players[player].clone(),
        rank: place.map_or(0, |place| place + 1),
        points: result_counts.points(),
        games: result_counts.games(),
        result_counts,
        by_color: Color::ALL.map(with),
        estimates: Estimates::of(&result_counts),
        rating: ratings.and_then(|ratings| ratings.players.get(player).copied()),
        superiority_over_next: ratings
            .zip(place.and_then(|place| ranking.get(place + 1)))
            .map(|(ratings, &next)| ratings.superiority(player, next)),
        progress: Vec::new(),
        depth: moves.mean_depth(),
        speed: moves.nodes_per_second(),
        time_ms: moves.mean_time_ms(),
        pondering: moves.pondering(),
        failures: games.iter().filter(lost).count() as u64,
        pv_faults,
        time_by_move_ms: moves.mean_times_by_number_ms(),
    }
}

fn pairings(table: &CrossTable) -> Vec<Pairing> {
    let pairings = table.pairings().map(|(player, other, result_counts)| Pairing {
        players: (player, other),
        result_counts: *result_counts,
        estimates: Estimates::of(result_counts),
    });
    pairings.collect()
}

/// A player's score and the SPRT after each of its pairs, thinned to
/// [`MOST_POINTS`]; after each game, if there are no pairs.
fn progress(
    games: &[&GameRecord],
    pairs: &[[&GameRecord; 2]],
    player: usize,
    sprt: Option<Sprt>,
) -> Vec<ProgressPoint> {
    let is_of_player = |step: &&[&GameRecord]| step[0].players.contains(&player);
    let mut steps: Vec<&[&GameRecord]> =
        pairs.iter().map(|pair| &pair[..]).filter(is_of_player).collect();
    if steps.is_empty() {
        steps = games.chunks(1).filter(is_of_player).collect();
    }
    let stride = steps.len().div_ceil(MOST_POINTS).max(1);
    let mut result_counts = ResultCounts::default();
    let mut points = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        match step {
            [first, second] => {
                result_counts.add_pair(half_points(first, player), half_points(second, player))
            }
            single => {
                single.iter().for_each(|game| result_counts.add_single(half_points(game, player)))
            }
        }
        if (index + 1) % stride != 0 && index + 1 != steps.len() {
            continue;
        }
        if let Some(Estimates { score, .. }) = Estimates::of(&result_counts) {
            let score = [score.value, score.low, score.high];
            let llr = sprt.map(|sprt| sprt.llr(&result_counts));
            points.push(ProgressPoint { games: result_counts.games(), score, llr });
        }
    }
    points
}

/// The histogram of game lengths in full moves, the opening included.
fn lengths(games: &[&GameRecord]) -> Vec<(u32, u64)> {
    let mut bins: BTreeMap<u32, u64> = BTreeMap::new();
    for game in games {
        let moves = (game.opening.moves.len() + game.moves.len()).div_ceil(2) as u32;
        *bins.entry(moves / 10 * 10).or_default() += 1;
    }
    let last = bins.keys().next_back().copied();
    let all = last.into_iter().flat_map(|last| (0..=last).step_by(10));
    all.map(|bin| (bin, bins.get(&bin).copied().unwrap_or(0))).collect()
}

fn endings(games: &[&GameRecord]) -> Vec<(String, u64)> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for game in games {
        *counts.entry(game.ending.category()).or_default() += 1;
    }
    let mut counts: Vec<(String, u64)> =
        counts.into_iter().map(|(why, count)| (why.to_string(), count)).collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}
