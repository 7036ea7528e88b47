//! Analysis of the game records: what the report shows.

use super::conditions::MatchConditions;
use super::course::{ProgressPoint, endings, lengths, progress};
use super::games::{GameMoves, GameRow, OddGames, shown};
use super::move_statistics::{MoveStatistics, color_of};
use super::openings::{
    LostOpening, OpeningResults, by_opening, losses_of_first_player_first, lost_both,
    same_color_won,
};
use crate::arena::plan::record::{GameRecord, PonderCounts, PvFaults};
use crate::arena::stats::{
    CrossTable, Estimates, Interval, Rating, Ratings, ResultCounts, Sprt, SprtVerdict, TimeSpread,
    ranking,
};
use crate::chess::types::{Color, GameResult};
use crate::support::html::likelihood;
use serde::Serialize;

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
    /// The match in a sentence.
    pub summary: String,
    /// The conditions of play.
    pub conditions: MatchConditions,
    /// Whether the match is over; if not, more games are being played.
    pub is_over: bool,
    /// Games with a result.
    pub games_played: u64,
    /// Games that White won, drew and lost.
    pub white: [u64; 3],
    /// The same as shares of all games, 0 to 1.
    pub white_shares: [f64; 3],
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
    /// The endings by category with their number of games and its share of all (0 to
    /// 1), the most frequent first.
    pub endings: Vec<(String, u64, f64)>,
    /// Complete pairs of games from one opening.
    pub pairs: u64,
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
    /// Its points per game, 0 to 1.
    pub score: f64,
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
    /// The median time of a move, and the band from 10 % to 90 %.
    pub time_spread: Option<TimeSpread>,
    /// Its searches on the opponents' time, if there were any.
    pub pondering: Option<PonderCounts>,
    /// Games lost by a crash, a hang, an illegal move or the clock.
    pub failures: u64,
    /// What is wrong in the principal variations that it reported.
    pub pv_faults: PvFaults,
    /// Mean time in milliseconds by full-move number.
    pub time_by_move_ms: Vec<(u32, f64)>,
    /// The median and the band by full-move number.
    pub time_spread_by_move: Vec<(u32, TimeSpread)>,
}

/// The results of two players against each other, from the first one's side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pairing {
    /// The indices of the players.
    pub players: (usize, usize),
    /// Their results, from the first player's side.
    #[serde(rename = "tally")]
    pub result_counts: ResultCounts,
    /// Games with a result.
    pub games: u64,
    /// The points of each.
    pub points: [f64; 2],
    /// The share of drawn games, 0 to 1; `None` if it is not known.
    pub draw_ratio: Option<f64>,
    /// The shares of the pairs by their half points, from zero to four, 0 to 1.
    pub pair_shares: [f64; 5],
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
        let white = score_of(&games, |game| Some((game, Color::White)));
        let share = |count: u64| count as f64 / games.len().max(1) as f64;
        let analysis = Analysis {
            title: results.title.to_string(),
            summary: String::new(),
            conditions: results.conditions.clone(),
            is_over: results.is_over,
            games_played: games.len() as u64,
            white,
            white_shares: white.map(share),
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
            pairs: table.pairings().map(|(.., counts)| counts.pair_count()).sum(),
            lost_both: losses_of_first_player_first(pairs.iter().filter_map(lost_both).collect()),
            decided_by_opening: pairs.iter().filter(|pair| same_color_won(pair)).count() as u64,
            openings: by_opening(&games),
            games: games.iter().map(|game| GameRow::of(game)).collect(),
            shown_games: shown(&games, &odd_games),
            odd_games,
        };
        let name = |player: usize| analysis.players[player].name.clone();
        Analysis { summary: analysis.sentence(&name), ..analysis }
    }

    /// The players from the best to the worst.
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.players.len()).collect();
        ranking.sort_by_key(|&player| self.players[player].rank);
        ranking
    }

    /// The match in a sentence; `name` writes a player's name.
    pub fn sentence(&self, name: &dyn Fn(usize) -> String) -> String {
        let games = self.games_played;
        let so_far = if self.is_over { "" } else { " so far" };
        match (&self.players[..], self.pairings.first()) {
            ([_, _], Some(Pairing { estimates: Some(found), .. })) => {
                let is_first = found.score.value >= 0.5;
                let (better, worse) =
                    if is_first { (name(0), name(1)) } else { (name(1), name(0)) };
                if let Some(bound) = found.bound {
                    let all = if games == 1 {
                        "the only game".to_string()
                    } else {
                        format!("all {games} games")
                    };
                    // Downwards for the winner, whoever that is.
                    let least = if is_first { bound } else { -bound };
                    let conclusion = match least {
                        0.0.. => {
                            format!("it is stronger by at least {least:.0} Elo (95 %, one-sided)")
                        }
                        _ => "too few to say which is the stronger one".to_string(),
                    };
                    return format!("{better} won {all} against {worse}{so_far}; {conclusion}.");
                }
                if !found.elo.is_known() {
                    return format!("{better} – {worse}, {games} games{so_far}.");
                }
                let Interval { value, low, high } = found.elo;
                let (ahead, sure) = match is_first {
                    true => (found.elo, found.superiority),
                    false => (
                        Interval { value: -value, low: -high, high: -low },
                        1.0 - found.superiority,
                    ),
                };
                format!(
                    "After {games} games{so_far} {better} stands {} Elo above {worse}; that it is the \
                     stronger one has a likelihood of {}.",
                    elo(&ahead).trim_start_matches('+'),
                    likelihood(sure)
                )
            }
            _ => {
                let begin = format!("{} players, {games} games{so_far}.", self.players.len());
                let best = self.ranking().first().copied().filter(|_| games > 0);
                let sure =
                    best.and_then(|best| Some((best, self.players[best].superiority_over_next?)));
                match sure {
                    Some((best, sure)) => format!(
                        "{begin} {} is first; that it is stronger than the second has a likelihood of {}.",
                        name(best),
                        likelihood(sure)
                    ),
                    None => begin,
                }
            }
        }
    }
}

/// A value with its error, with a typographic minus sign.
pub fn elo(interval: &Interval) -> String {
    interval.to_string().replace('-', "−")
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
        score: result_counts.score(),
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
        time_spread: moves.spread(),
        pondering: moves.pondering(),
        failures: games.iter().filter(lost).count() as u64,
        pv_faults,
        time_by_move_ms: moves.mean_times_by_number_ms(),
        time_spread_by_move: moves.spreads_by_number(),
    }
}

fn pairings(table: &CrossTable) -> Vec<Pairing> {
    let pairing = |(player, other, counts)| Pairing::new((player, other), counts);
    table.pairings().map(pairing).collect()
}

impl Pairing {
    fn new(players: (usize, usize), result_counts: &ResultCounts) -> Pairing {
        let all = result_counts.pair_count().max(1) as f64;
        Pairing {
            players,
            result_counts: *result_counts,
            games: result_counts.games(),
            points: [result_counts.points(), result_counts.reversed().points()],
            draw_ratio: result_counts.draw_ratio(),
            pair_shares: result_counts.pairs.map(|count| count as f64 / all),
            estimates: Estimates::of(result_counts),
        }
    }
}
