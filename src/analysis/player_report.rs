//! The games of a player summed up.

use super::analyst::JSON_SCHEMA;
use super::phases::GamePhase;
use super::player::{HabitTotals, PlayTotals, PlayerGame, TimeTotals};
use super::summary::rounded;
use std::collections::BTreeMap;

/// The most periods of a trend.
const PERIODS: usize = 12;

/// A player over many games.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct PlayerReport {
    /// The version of these fields: [`JSON_SCHEMA`].
    pub schema: u32,
    /// The player.
    pub player: String,
    /// The engine, with its version, and when a search stopped.
    pub searched: String,
    /// All games.
    pub all: PlayFigures,
    /// Games with White, with Black.
    pub colors: Vec<NamedFigures>,
    /// Moves in the opening, the middlegame and the end game.
    pub phases: Vec<NamedFigures>,
    /// The openings by color, the most frequent first.
    pub openings: Vec<NamedFigures>,
    /// What cost most, the worst first.
    pub habits: Vec<Habit>,
    /// How the time was used; `None` where the games do not tell.
    pub time: Option<TimeFigures>,
    /// The games in the order of their dates, in periods of about the same size.
    pub trend: Vec<NamedFigures>,
    /// The games in the order of their dates.
    pub games: Vec<ReportedGame>,
}

/// A game in a report.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ReportedGame {
    /// The game.
    #[cfg_attr(feature = "json", serde(flatten))]
    pub game: PlayerGame,
    /// The mean accuracy of the player's moves, from 0 to 100; `None` if there is no move.
    pub accuracy: Option<f64>,
}

impl ReportedGame {
    fn new(game: PlayerGame) -> ReportedGame {
        let accuracy = figures(std::iter::once(&game), whole).accuracy;
        ReportedGame { game, accuracy }
    }
}

/// Play in figures: of games, or of moves of games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct PlayFigures {
    /// The number of games.
    pub games: u32,
    /// The points of 100 that a game with a result brought; `None` if there is none.
    pub score: Option<f64>,
    /// The number of moves that were judged.
    pub moves: u32,
    /// The mean accuracy of a move, from 0 to 100; `None` if there is no move.
    pub accuracy: Option<f64>,
    /// The points that a move costs in the mean, of 100.
    pub points_lost: Option<f64>,
    /// The moves marked "?!", "?" and "??" in a game, in the mean.
    pub marks: [f64; 3],
}

/// Play in figures under a name.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct NamedFigures {
    /// What they are of: a color, a phase, an opening, a period.
    pub name: String,
    /// The figures.
    #[cfg_attr(feature = "json", serde(flatten))]
    pub figures: PlayFigures,
}

impl NamedFigures {
    fn new(name: impl Into<String>, figures: PlayFigures) -> NamedFigures {
        NamedFigures { name: name.into(), figures }
    }
}

/// What a player does wrong again and again.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Habit {
    /// What it is: "loses material".
    pub name: String,
    /// The number of moves.
    pub moves: u32,
    /// The points that they cost in all, of 100 each.
    pub points_lost: f64,
    /// The share of all points that marked moves cost, from 0 to 100.
    pub share: f64,
}

/// How a player uses the time.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct TimeFigures {
    /// The seconds that a move took in the mean.
    pub mean_seconds: f64,
    /// The mistakes and blunders whose time is known.
    pub mistakes: u32,
    /// How many of these were made in haste: in under a third of the game's mean time.
    pub hasty_mistakes: u32,
    /// How many of these came with less than a tenth of the time control left.
    pub short_mistakes: u32,
}

/// The figures of some games; of each the moves that are chosen.
fn figures<'g>(
    games: impl Iterator<Item = &'g PlayerGame>,
    chosen: impl Fn(&PlayerGame) -> PlayTotals,
) -> PlayFigures {
    let (mut total, mut count, mut points, mut with_result) = (PlayTotals::default(), 0, 0.0, 0);
    for game in games {
        total.add(&chosen(game));
        count += 1;
        points += game.points.unwrap_or(0.0);
        with_result += u32::from(game.points.is_some());
    }
    let mean = |sum: f64, number: u32| (number > 0).then(|| rounded(sum / f64::from(number), 2));
    let marks = [total.inaccuracies, total.mistakes, total.blunders];
    PlayFigures {
        games: count,
        score: mean(100.0 * points, with_result),
        moves: total.moves,
        accuracy: mean(total.accuracy, total.moves),
        points_lost: mean(total.points_lost, total.moves),
        marks: marks.map(|number| mean(f64::from(number), count).unwrap_or(0.0)),
    }
}

fn whole(game: &PlayerGame) -> PlayTotals {
    let mut total = PlayTotals::default();
    game.phases.iter().for_each(|phase| total.add(phase));
    total
}

impl PlayerReport {
    /// The report of a player. `searched` says how the games were analysed.
    pub fn new(player: &str, searched: String, mut games: Vec<PlayerGame>) -> PlayerReport {
        // Games of one date, and those without, stay in the order of the file.
        games.sort_by(|a, b| a.date.cmp(&b.date));
        let color = |white: bool, name: &str| {
            NamedFigures::new(name, figures(games.iter().filter(|game| game.white == white), whole))
        };
        let phase = |phase: GamePhase| {
            let reached = games.iter().filter(|game| game.phases[phase as usize].moves > 0);
            NamedFigures::new(phase.name(), figures(reached, |game| game.phases[phase as usize]))
        };
        PlayerReport {
            schema: JSON_SCHEMA,
            player: player.to_string(),
            searched,
            all: figures(games.iter(), whole),
            colors: vec![color(true, "White"), color(false, "Black")],
            phases: GamePhase::ALL.map(phase).to_vec(),
            openings: openings(&games),
            habits: habits(&games),
            time: time(&games),
            trend: trend(&games),
            games: games.into_iter().map(ReportedGame::new).collect(),
        }
    }
}

fn openings(games: &[PlayerGame]) -> Vec<NamedFigures> {
    let mut by_name: BTreeMap<(bool, &str), Vec<&PlayerGame>> = BTreeMap::new();
    for game in games {
        by_name.entry((!game.white, &game.opening)).or_default().push(game);
    }
    let row = |((black, name), games): ((bool, &str), Vec<&PlayerGame>)| {
        let name = if name.is_empty() { "no known opening" } else { name };
        let color = if black { "Black" } else { "White" };
        NamedFigures::new(format!("{name}, {color}"), figures(games.into_iter(), whole))
    };
    let mut rows: Vec<_> = by_name.into_iter().map(row).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.figures.games));
    rows
}

fn habits(games: &[PlayerGame]) -> Vec<Habit> {
    let mut totals: BTreeMap<&str, HabitTotals> = BTreeMap::new();
    for (name, found) in games.iter().flat_map(|game| &game.habits) {
        let total = totals.entry(name).or_default();
        total.moves += found.moves;
        total.points_lost = rounded(total.points_lost + found.points_lost, 2);
    }
    let all: f64 = totals.values().map(|total| total.points_lost).sum();
    let habit = |(name, total): (&str, HabitTotals)| Habit {
        name: name.to_string(),
        moves: total.moves,
        points_lost: total.points_lost,
        share: rounded(100.0 * total.points_lost / all.max(f64::MIN_POSITIVE), 1),
    };
    let mut habits: Vec<Habit> = totals.into_iter().map(habit).collect();
    habits.sort_by(|a, b| b.points_lost.total_cmp(&a.points_lost));
    habits
}

fn time(games: &[PlayerGame]) -> Option<TimeFigures> {
    let sum = |of: fn(&TimeTotals) -> u32| games.iter().map(|game| of(&game.time)).sum::<u32>();
    let moves = sum(|time| time.moves);
    let seconds: f64 = games.iter().map(|game| game.time.seconds).sum();
    (moves > 0).then(|| TimeFigures {
        mean_seconds: rounded(seconds / f64::from(moves), 2),
        mistakes: sum(|time| time.mistakes),
        hasty_mistakes: sum(|time| time.hasty),
        short_mistakes: sum(|time| time.short),
    })
}

/// Games with dates in periods of about the same number.
fn trend(games: &[PlayerGame]) -> Vec<NamedFigures> {
    let dated: Vec<&PlayerGame> = games.iter().filter(|game| !game.date.is_empty()).collect();
    let size = dated.len().div_ceil(PERIODS).max(1);
    let period = |games: &[&PlayerGame]| {
        let [first, last] = [games.first(), games.last()]
            .map(|game| game.map_or("", |game| game.date.trim_end_matches(".??")));
        let name = if first == last { first.to_string() } else { format!("{first} – {last}") };
        NamedFigures::new(name, figures(games.iter().copied(), whole))
    };
    dated.chunks(size).map(period).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(date: &str, white: bool, points: Option<f64>, accuracy: f64) -> PlayerGame {
        let moves = PlayTotals { moves: 10, accuracy: 10.0 * accuracy, ..PlayTotals::default() };
        let habit = HabitTotals { moves: 2, points_lost: 30.0 };
        PlayerGame {
            schema: JSON_SCHEMA,
            key: String::new(),
            white,
            opponent: "B".to_string(),
            opponent_rating: None,
            rating: None,
            date: date.to_string(),
            points,
            eco: "C50".to_string(),
            opening: "Italian Game".to_string(),
            phases: [moves, PlayTotals::default(), moves],
            habits: BTreeMap::from([("loses material".to_string(), habit)]),
            time: TimeTotals { moves: 20, seconds: 100.0, mistakes: 2, hasty: 1, short: 0 },
        }
    }

    #[test]
    fn a_report_is_the_sum_of_its_games() {
        let games = vec![
            game("2026.02.01", true, Some(1.0), 90.0),
            game("2026.01.??", false, Some(0.5), 70.0),
            game("", true, None, 80.0),
        ];
        let report = PlayerReport::new("A", "depth 9".to_string(), games);
        assert_eq!((report.all.games, report.all.moves), (3, 60));
        assert_eq!((report.all.score, report.all.accuracy), (Some(75.0), Some(80.0)));
        assert_eq!(report.colors[0].figures.score, Some(100.0));
        assert_eq!(report.phases[1].figures, PlayFigures::default());
        assert_eq!(report.openings[0].name, "Italian Game, White");
        assert_eq!((report.habits[0].moves, report.habits[0].share), (6, 100.0));
        let time = report.time.expect("the games have clocks");
        assert_eq!((time.mean_seconds, time.mistakes, time.hasty_mistakes), (5.0, 6, 3));
        let names: Vec<&str> = report.trend.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["2026.01", "2026.02.01"]);
        let empty = PlayerReport::new("A", String::new(), Vec::new());
        assert!(empty.habits.is_empty() && empty.time.is_none() && empty.trend.is_empty());
    }
}
