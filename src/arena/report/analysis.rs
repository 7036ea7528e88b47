//! From the records of the games to what is worth telling.

use super::Match;
use super::reasons::{is_failure, reason};
use crate::arena::record::{GameRecord, PlayedMove};
use crate::arena::stats::{
    CrossTable, Estimates, Rating, Ratings, ResultCounts, Sprt, SprtVerdict, ranking,
};
use crate::board::Position;
use crate::notation::san::{self, SanStyle};
use crate::types::{Color, GameResult};
use serde::Serialize;
use std::collections::BTreeMap;

/// Points of a curve, at most: more than a screen can show.
const MOST_POINTS: usize = 400;
/// A time per move number is told only if so many moves had that number.
const FEWEST_MOVES: u64 = 5;

/// What a match came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Analysis {
    /// What it is called.
    pub title: String,
    /// How it was played.
    pub conditions: Vec<(String, String)>,
    /// Games with a result.
    pub games_played: u64,
    /// Games that White won, drew and lost.
    pub white: [u64; 3],
    /// The time of all games together, in hours.
    pub hours: f64,
    /// Each player.
    pub players: Vec<PlayerRow>,
    /// Whether the ratings of more than two players are held together by more
    /// than results; see [`Ratings::believed`].
    pub ratings_believed: bool,
    /// Each two players that met.
    pub meetings: Vec<Pairing>,
    /// The test, if one was made.
    pub sprt: Option<Test>,
    /// How the score of the first player in its games, and the test, went.
    pub progress: Vec<Point>,
    /// How long games were: full moves, from which (in tens) and how many.
    pub lengths: Vec<(u32, u64)>,
    /// Why games ended, the most frequent first.
    pub endings: Vec<(String, u64)>,
    /// Openings that a player lost with both colours, those of the first
    /// player first.
    pub lost_both: Vec<LostOpening>,
    /// Pairs in which the same colour won both games: the opening decided.
    pub decided_by_opening: u64,
    /// The games.
    pub games: Vec<GameRow>,
}

/// What is known of one player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerRow {
    /// Its name.
    pub name: String,
    /// Its place among the players, from one for the best.
    pub rank: usize,
    /// The points of all its games.
    pub points: f64,
    /// How many those are.
    pub games: u64,
    /// All its games.
    pub tally: ResultCounts,
    /// Games won, drawn and lost, with White and with Black.
    pub by_color: [[u64; 3]; Color::COUNT],
    /// What they say, against all opponents together.
    pub estimates: Option<Estimates>,
    /// Its rating among more than two players.
    pub rating: Option<Rating>,
    /// How deep it looked, in plies, on average.
    pub depth: Option<f64>,
    /// Nodes per second.
    pub speed: Option<f64>,
    /// Time for a move, on average.
    pub time_ms: Option<f64>,
    /// Games lost by a crash, a hang, an illegal move or the clock.
    pub failures: u64,
    /// Mean time by the number of the move.
    pub time_by_move_ms: Vec<(u32, f64)>,
}

/// What two players scored against each other, as the first one sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pairing {
    /// Their numbers.
    pub players: (usize, usize),
    /// The games.
    pub tally: ResultCounts,
    /// What they say.
    pub estimates: Option<Estimates>,
}

/// A test and where it stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Test {
    /// Which.
    pub sprt: Sprt,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Where it ends.
    pub bounds: (f64, f64),
    /// What it says.
    pub verdict: SprtVerdict,
}

/// How things stood after some games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Point {
    /// After so many games.
    pub games: u64,
    /// The score of the first player, and between what it lies with 95 %
    /// confidence.
    pub score: [f64; 3],
    /// The log-likelihood ratio of the test.
    pub llr: Option<f64>,
}

/// An opening that a player lost with both colours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LostOpening {
    /// The number of the pair.
    pub pair: usize,
    /// Who lost.
    pub loser: usize,
    /// Where the players began.
    pub fen: String,
    /// The moves of the book, if there were any.
    pub moves: String,
}

/// A game in one line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameRow {
    /// Its number, from zero.
    pub number: usize,
    /// Who had White and Black.
    pub players: [usize; Color::COUNT],
    /// `1-0` and the like.
    pub result: String,
    /// Why it ended.
    pub ending: &'static str,
    /// Plies played after the opening.
    pub plies: usize,
}

impl Analysis {
    /// Of a match.
    pub fn of(of: &Match<'_>) -> Analysis {
        let mut games: Vec<&GameRecord> = of.games.iter().collect();
        games.retain(|game| game.ending.result() != GameResult::Unknown);
        games.sort_by_key(|game| game.number);
        let table = CrossTable::of_games(of.players.len(), of.games);
        let ratings = (of.players.len() > 2).then(|| Ratings::of(&table)).flatten();
        let ranking = ranking(&table, ratings.as_ref());
        let strength = (&ranking[..], ratings.as_ref());
        let head_to_head = (of.players.len() == 2).then(|| table.tally(0, 1));
        let pairs = pairs(&games);
        Analysis {
            title: of.title.to_string(),
            conditions: of.conditions.to_vec(),
            games_played: games.len() as u64,
            white: score_of(&games, |game| Some((game, Color::White))),
            hours: games.iter().map(|game| game.duration.as_secs_f64()).sum::<f64>() / 3600.0,
            players: (0..of.players.len())
                .map(|player| player_row(of, &table, strength, &games, player))
                .collect(),
            ratings_believed: ratings.as_ref().is_some_and(|ratings| ratings.believed),
            meetings: meetings(&table),
            sprt: of.sprt.zip(head_to_head).map(|(sprt, tally)| Test::of(sprt, &tally)),
            progress: progress(&games, &pairs, of.sprt),
            lengths: lengths(&games),
            endings: endings(&games),
            lost_both: losses_of_first_player_first(pairs.iter().filter_map(lost_both).collect()),
            decided_by_opening: pairs.iter().filter(|pair| same_color_won(pair)).count() as u64,
            games: games.iter().map(|game| game_row(game)).collect(),
        }
    }
}

impl Test {
    fn of(sprt: Sprt, tally: &ResultCounts) -> Test {
        let llr = sprt.llr(tally);
        Test { sprt, llr, bounds: sprt.bounds(), verdict: sprt.verdict_of_llr(llr) }
    }
}

/// The two games of each pair that is complete, in order.
fn pairs<'g>(games: &[&'g GameRecord]) -> Vec<[&'g GameRecord; 2]> {
    games
        .windows(2)
        .filter(|two| two[0].number / 2 == two[1].number / 2)
        .filter(|two| two[0].players == [two[1].players[1], two[1].players[0]])
        .map(|two| [two[0], two[1]])
        .collect()
}

/// Half points of a player in a game; zero if he did not play.
fn half_points(game: &GameRecord, player: usize) -> u8 {
    color_of(game, player)
        .and_then(|color| ResultCounts::half_points(game.ending.result(), color))
        .unwrap_or(0)
}

fn color_of(game: &GameRecord, player: usize) -> Option<Color> {
    Color::ALL.into_iter().find(|color| game.players[color.index()] == player)
}

/// Games won, drawn and lost by a colour in each of some games.
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
    of: &Match<'_>,
    table: &CrossTable,
    (ranking, ratings): (&[usize], Option<&Ratings>),
    games: &[&GameRecord],
    player: usize,
) -> PlayerRow {
    let tally = table.total(player);
    let with = |color: Color| {
        score_of(games, |game| (game.players[color.index()] == player).then_some((game, color)))
    };
    let lost = |game: &&&GameRecord| {
        is_failure(&game.ending)
            && color_of(game, player).is_some_and(|color| {
                ResultCounts::half_points(game.ending.result(), color) == Some(0)
            })
    };
    let moves = Moves::of(games, player);
    PlayerRow {
        name: of.players[player].clone(),
        rank: ranking.iter().position(|&one| one == player).map_or(0, |place| place + 1),
        points: tally.points(),
        games: tally.games(),
        tally,
        by_color: Color::ALL.map(with),
        estimates: Estimates::of(&tally),
        rating: ratings.and_then(|ratings| ratings.players.get(player).copied()),
        depth: mean(moves.depth),
        speed: (moves.searched_ms > 0.0).then(|| moves.nodes * 1000.0 / moves.searched_ms),
        time_ms: mean(moves.time_ms),
        failures: games.iter().filter(lost).count() as u64,
        time_by_move_ms: moves.by_number(),
    }
}

/// A sum and of how many.
type MoveSum = (f64, u64);

fn mean((sum, count): MoveSum) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}

/// What a player's moves add up to.
#[derive(Default)]
struct Moves {
    depth: MoveSum,
    time_ms: MoveSum,
    nodes: f64,
    /// Time of the moves whose nodes are known.
    searched_ms: f64,
    by_number: BTreeMap<u32, MoveSum>,
}

impl Moves {
    fn of(games: &[&GameRecord], player: usize) -> Moves {
        let mut moves = Moves::default();
        for game in games {
            let Some(color) = color_of(game, player) else { continue };
            let end = game.opening.end();
            let (mut side, mut number) = (end.side_to_move(), end.fullmove_number());
            for played in &game.moves {
                if side == color {
                    moves.add(number, played);
                }
                number += u32::from(side == Color::Black);
                side = !side;
            }
        }
        moves
    }

    fn add(&mut self, number: u32, played: &PlayedMove) {
        let time_ms = played.time.as_secs_f64() * 1000.0;
        let add = |sum: &mut MoveSum, value: f64| *sum = (sum.0 + value, sum.1 + 1);
        add(&mut self.time_ms, time_ms);
        add(self.by_number.entry(number).or_default(), time_ms);
        if let Some(depth) = played.depth {
            add(&mut self.depth, f64::from(depth));
        }
        if let Some(nodes) = played.nodes {
            self.nodes += nodes as f64;
            self.searched_ms += time_ms;
        }
    }

    fn by_number(&self) -> Vec<(u32, f64)> {
        let often = self.by_number.iter().filter(|(_, sum)| sum.1 >= FEWEST_MOVES);
        often.filter_map(|(&number, &sum)| Some((number, mean(sum)?))).collect()
    }
}

fn meetings(table: &CrossTable) -> Vec<Pairing> {
    let meetings = table.meetings().map(|(player, other, tally)| Pairing {
        players: (player, other),
        tally: *tally,
        estimates: Estimates::of(tally),
    });
    meetings.collect()
}

/// The score of the first player and the test as they went, pair by pair, as
/// far as a screen can show; game by game, if there are no pairs.
fn progress(games: &[&GameRecord], pairs: &[[&GameRecord; 2]], sprt: Option<Sprt>) -> Vec<Point> {
    let its_own = |step: &&[&GameRecord]| step[0].players.contains(&0);
    let mut steps: Vec<&[&GameRecord]> =
        pairs.iter().map(|pair| &pair[..]).filter(its_own).collect();
    if steps.is_empty() {
        steps = games.chunks(1).filter(its_own).collect();
    }
    let stride = steps.len().div_ceil(MOST_POINTS).max(1);
    let mut tally = ResultCounts::default();
    let mut points = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        match step {
            [first, second] => tally.add_pair(half_points(first, 0), half_points(second, 0)),
            single => single.iter().for_each(|game| tally.add_single(half_points(game, 0))),
        }
        if (index + 1) % stride != 0 && index + 1 != steps.len() {
            continue;
        }
        if let Some(Estimates { score, .. }) = Estimates::of(&tally) {
            let score = [score.value, score.low, score.high];
            let llr = sprt.map(|sprt| sprt.llr(&tally));
            points.push(Point { games: tally.games(), score, llr });
        }
    }
    points
}

/// Full moves of each game, the opening's included, in tens.
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
        *counts.entry(reason(&game.ending)).or_default() += 1;
    }
    let mut counts: Vec<(String, u64)> =
        counts.into_iter().map(|(why, count)| (why.to_string(), count)).collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

fn same_color_won([first, second]: &[&GameRecord; 2]) -> bool {
    let result = first.ending.result();
    result == second.ending.result() && result != GameResult::Draw
}

fn lost_both([first, second]: &[&GameRecord; 2]) -> Option<LostOpening> {
    let lost = |player: &usize| half_points(first, *player) + half_points(second, *player) == 0;
    let loser = first.players.into_iter().find(lost)?;
    Some(LostOpening {
        pair: first.number / 2,
        loser,
        fen: first.opening.end().to_string(),
        moves: in_words(&first.opening.start, first),
    })
}

/// In a test it is the first player that one wants to mend.
fn losses_of_first_player_first(mut openings: Vec<LostOpening>) -> Vec<LostOpening> {
    openings.sort_by_key(|opening| (opening.loser != 0, opening.pair));
    openings
}

/// The moves of the book in algebraic notation, with their numbers.
fn in_words(start: &Position, game: &GameRecord) -> String {
    let mut position = start.clone();
    let mut words: Vec<String> = Vec::new();
    for &mv in &game.opening.moves {
        let number = position.fullmove_number();
        match position.side_to_move() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if words.is_empty() => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(san::format(&position, mv, SanStyle::empty()));
        position.play(mv, &mut ());
    }
    words.join(" ")
}

fn game_row(game: &GameRecord) -> GameRow {
    GameRow {
        number: game.number,
        players: game.players,
        result: game.ending.result().to_string(),
        ending: reason(&game.ending),
        plies: game.moves.len(),
    }
}
