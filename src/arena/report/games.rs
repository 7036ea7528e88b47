//! The games of a match in its report: all of them as a list, the odd ones, and some
//! with all their moves.

use super::openings::{name_of, name_text};
use crate::arena::plan::record::GameRecord;
use crate::arena::stats::ResultCounts;
use crate::chess::notation::san::{self, SanStyle};
use crate::chess::notation::uci;
use crate::chess::types::{Color, Score, UciScore};
use serde::Serialize;
use std::cmp::Reverse;

/// The most games that a report has with their moves: more would make a heavy page.
const MOST_SHOWN: usize = 60;
/// The most games of [`OddGames::lost_from_ahead`].
const MOST_LOST: usize = 20;
/// Scores beyond this, in centipawns, count as this: whether a game is won by ten
/// pawns or by a mate is no swing.
const GREATEST_SCORE: i32 = 1_000;
/// What counts as far ahead, in centipawns.
const AHEAD: i32 = 300;

/// A game in the report's list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameRow {
    /// Its number in the schedule, from zero.
    pub number: usize,
    /// The indices of the players, by color.
    pub players: [usize; Color::COUNT],
    /// The result as in PGN: `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// The category of its ending.
    pub ending: &'static str,
    /// Plies played after the opening.
    pub plies: usize,
    /// Full moves, those of the opening included.
    pub moves: usize,
    /// What its opening is called, if it has a name.
    pub opening: Option<String>,
}

/// The full moves of a game, those of the opening included.
pub fn full_moves(game: &GameRecord) -> usize {
    (game.opening.moves.len() + game.moves.len()).div_ceil(2)
}

impl GameRow {
    pub(super) fn of(game: &GameRecord) -> GameRow {
        GameRow {
            number: game.number,
            players: game.players,
            result: game.ending.result().to_string(),
            ending: game.ending.category(),
            plies: game.moves.len(),
            moves: full_moves(game),
            opening: name_of(game).map(name_text),
        }
    }
}

/// The games that are unlike the others.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct OddGames {
    /// The game in which a player's score changed most from one of its moves to the
    /// next.
    pub greatest_swing: Option<OddGame>,
    /// The shortest game that no failure ended.
    pub shortest: Option<OddGame>,
    /// The longest game.
    pub longest: Option<OddGame>,
    /// Games that a player lost whose score had been three pawns or more, the highest
    /// score first; twenty at most.
    pub lost_from_ahead: Vec<OddGame>,
    /// How many games were lost from there.
    pub lost_from_ahead_count: u64,
}

/// A game and the move that makes it odd.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct OddGame {
    /// Its number in the schedule, from zero.
    pub number: usize,
    /// The ply of the move, counted from zero without the moves of the book; for the
    /// length of a game, the number of plies.
    pub ply: usize,
    /// The index of the player whose score it is; for the length, White's.
    pub player: usize,
    /// Its score at that move, in centipawns; ten pawns stand for more.
    pub score_cp: Option<i32>,
    /// Its score at its move before, for a swing.
    pub before_cp: Option<i32>,
}

fn clamped(score: Score) -> i32 {
    score.0.clamp(-GREATEST_SCORE, GREATEST_SCORE)
}

/// A score as UCI writes it, times a sign. The moves to a mate are those that the side to
/// move counts.
fn score_text(score: Score, sign: i32) -> String {
    match score.to_uci() {
        UciScore::Centipawns(centipawns) => format!("cp {}", sign * centipawns),
        UciScore::Mate(moves) => format!("mate {}", sign * moves),
    }
}

/// A player's moves with a score: their plies and scores.
fn scores(game: &GameRecord, color: Color) -> impl Iterator<Item = (usize, i32)> {
    let first = game.opening.end().side_to_move();
    let plies = game.moves.iter().enumerate().skip(usize::from(color != first)).step_by(2);
    plies.filter_map(|(ply, played)| Some((ply, clamped(played.score?))))
}

impl OddGames {
    pub(super) fn of(games: &[&GameRecord]) -> OddGames {
        let swing = |odd: &OddGame| {
            odd.score_cp.zip(odd.before_cp).map_or(0, |(after, before)| (after - before).abs())
        };
        let length = |game: &&&GameRecord| game.moves.len();
        let by_length = |game: &&GameRecord| OddGame {
            number: game.number,
            ply: game.moves.len(),
            player: game.players[0],
            score_cp: None,
            before_cp: None,
        };
        let regular = || games.iter().filter(|game| !game.ending.is_failure());
        let mut lost: Vec<OddGame> =
            games.iter().filter_map(|game| lost_from_ahead(game)).collect();
        let lost_from_ahead_count = lost.len() as u64;
        lost.sort_by_key(|odd| (Reverse(odd.score_cp), odd.number));
        lost.truncate(MOST_LOST);
        OddGames {
            // Of equal ones, the first.
            greatest_swing: (games.iter().filter_map(|game| greatest_swing(game)))
                .max_by_key(|odd| (swing(odd), Reverse(odd.number))),
            shortest: regular().min_by_key(length).map(by_length),
            longest: games
                .iter()
                .max_by_key(|game| (length(game), Reverse(game.number)))
                .map(by_length),
            lost_from_ahead: lost,
            lost_from_ahead_count,
        }
    }

    /// The numbers of these games.
    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        let some = [self.greatest_swing, self.shortest, self.longest].into_iter().flatten();
        some.chain(self.lost_from_ahead.iter().copied()).map(|odd| odd.number)
    }
}

/// The greatest change of a player's score from one of its moves to the next.
fn greatest_swing(game: &GameRecord) -> Option<OddGame> {
    let swings = Color::ALL.into_iter().flat_map(|color| {
        let moves: Vec<(usize, i32)> = scores(game, color).collect();
        let swing = move |two: &[(usize, i32)]| OddGame {
            number: game.number,
            ply: two[1].0,
            player: game.players[color.index()],
            score_cp: Some(two[1].1),
            before_cp: Some(two[0].1),
        };
        moves.windows(2).map(swing).collect::<Vec<_>>()
    });
    swings.max_by_key(|odd| {
        let change = odd.score_cp.zip(odd.before_cp).map_or(0, |(now, then)| (now - then).abs());
        (change, Reverse(odd.ply))
    })
}

/// The move at which the loser was furthest ahead, if it was far ahead.
fn lost_from_ahead(game: &GameRecord) -> Option<OddGame> {
    let lost = |color: &Color| ResultCounts::half_points(game.ending.result(), *color) == Some(0);
    let loser = Color::ALL.into_iter().find(lost)?;
    let best = scores(game, loser).max_by_key(|&(ply, score)| (score, Reverse(ply)));
    best.filter(|(_, score)| *score >= AHEAD).map(|(ply, score)| OddGame {
        number: game.number,
        ply,
        player: game.players[loser.index()],
        score_cp: Some(score),
        before_cp: None,
    })
}

/// A game with its moves and what both players thought of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameMoves {
    /// Its number in the schedule, from zero.
    pub number: usize,
    /// The position before the first move of the book.
    pub start: String,
    /// Whether castling follows the rules of Chess960.
    pub chess960: bool,
    /// How many of the moves are of the book.
    pub book_plies: usize,
    /// All moves, those of the book first.
    pub moves: Vec<MoveRow>,
    /// Why it ended, a sentence without a full stop.
    pub ending: String,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveRow {
    /// The move in standard algebraic notation.
    pub san: String,
    /// The move as UCI writes it.
    pub uci: String,
    /// The player's score, from White's side: `cp 31` in centipawns or `mate -2` in
    /// moves; `None` for a move of the book, or if the player reported none.
    pub score: Option<String>,
    /// The same in centipawns, for a curve; ten pawns stand for more, and for mates.
    pub score_cp: Option<i32>,
    /// The depth in plies, if the player reported one.
    pub depth: Option<u32>,
    /// The time for the move in milliseconds; `None` for a move of the book.
    pub time_ms: Option<u64>,
}

impl GameMoves {
    fn of(game: &GameRecord) -> GameMoves {
        let chess960 = game.opening.chess960;
        let mut position = game.opening.start.clone();
        let book = game.opening.moves.iter().map(|&mv| (mv, None));
        let played = game.moves.iter().map(|played| (played.mv, Some(played)));
        let moves = book.chain(played).map(|(mv, played)| {
            let sign = if position.side_to_move() == Color::White { 1 } else { -1 };
            let score = played.and_then(|played| played.score);
            let row = MoveRow {
                san: san::format(&position, mv, SanStyle::empty()),
                uci: uci::format(mv, chess960),
                score: score.map(|score| score_text(score, sign)),
                score_cp: score.map(|score| sign * clamped(score)),
                depth: played.and_then(|played| played.depth),
                time_ms: played
                    .filter(|played| !played.is_from_book())
                    .map(|played| played.time.as_millis() as u64),
            };
            position.play(mv, &mut ());
            row
        });
        GameMoves {
            number: game.number,
            start: game.opening.start.to_string(),
            chess960,
            book_plies: game.opening.moves.len(),
            moves: moves.collect(),
            ending: game.ending.to_string(),
        }
    }
}

/// The games that are shown with their moves, in order: all, or the odd ones and as
/// many of the first as there is room for.
pub fn shown(games: &[&GameRecord], odd: &OddGames) -> Vec<GameMoves> {
    let mut numbers: Vec<usize> = odd.numbers().collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.truncate(MOST_SHOWN);
    let others = games.iter().map(|game| game.number).filter(|number| !numbers.contains(number));
    let others: Vec<usize> = others.take(MOST_SHOWN - numbers.len()).collect();
    numbers.extend(others);
    let is_shown = |game: &&&GameRecord| numbers.contains(&game.number);
    games.iter().filter(is_shown).map(|game| GameMoves::of(game)).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::arena::plan::record::{Ending, ForfeitReason, Opening, PlayedMove};
    use crate::chess::board::Position;
    use crate::chess::game::Outcome;
    use std::time::Duration;

    /// A game of two players, by color, with moves in UCI notation and their scores, and
    /// how many of them are of the book.
    pub fn game(
        number: usize,
        players: [usize; 2],
        moves: &[(&str, i32)],
        book: usize,
        ending: Ending,
    ) -> GameRecord {
        let mut position = Position::start();
        let read = |&(text, score): &(&str, i32)| {
            let mv = uci::parse(&position, text).expect("a legal move");
            position.play(mv, &mut ());
            (mv, score)
        };
        let all: Vec<_> = moves.iter().map(read).collect();
        let played = all[book..].iter().map(|&(mv, score)| PlayedMove {
            mv,
            score: Some(Score(score)),
            depth: Some(7),
            nodes: None,
            time: Duration::from_millis(12),
            ponder_hit: None,
            details: None,
        });
        let opening = all[..book].iter().map(|&(mv, _)| mv).collect();
        GameRecord {
            number,
            players,
            opening: Opening { start: Position::start(), moves: opening, chess960: false },
            moves: played.collect(),
            pv_faults: Default::default(),
            ending,
            started: 0,
            duration: Duration::ZERO,
        }
    }

    pub fn lost_by(loser: Color) -> Ending {
        Ending::Lawful(Outcome::Resignation { loser })
    }

    const MATE: i32 = Score::mate_in(3).0;

    #[test]
    fn odd_games_are_found() {
        let swing = [("e2e4", 10), ("e7e5", 20), ("g1f3", -340), ("b8c6", 30), ("f1b5", -350)];
        let ahead = [("e2e4", 250), ("e7e5", -900), ("g1f3", 320), ("b8c6", -900), ("f1b5", 310)];
        let mates = [("d2d4", 990), ("d7d5", -1500), ("c2c4", MATE), ("e7e6", -1600)];
        let short = [("d2d4", 0)];
        let crash = Ending::Forfeit { loser: Color::White, reason: ForfeitReason::Crashed };
        let games = [
            game(0, [0, 1], &swing, 0, lost_by(Color::White)),
            game(1, [1, 0], &ahead, 0, lost_by(Color::White)),
            game(2, [0, 1], &mates, 0, lost_by(Color::White)),
            game(3, [1, 0], &short, 0, crash),
            game(4, [0, 1], &ahead[..2], 0, lost_by(Color::Black)),
        ];
        let games: Vec<&GameRecord> = games.iter().collect();
        let odd = OddGames::of(&games);
        let swing = odd.greatest_swing.unwrap();
        assert_eq!((swing.number, swing.ply, swing.player), (0, 2, 0));
        assert_eq!((swing.before_cp, swing.score_cp), (Some(10), Some(-340)));
        assert_eq!(odd.shortest.map(|odd| (odd.number, odd.ply)), Some((4, 2)), "not the crash");
        assert_eq!(odd.longest.map(|odd| (odd.number, odd.ply)), Some((0, 5)));
        let lost: Vec<_> =
            odd.lost_from_ahead.iter().map(|odd| (odd.number, odd.ply, odd.score_cp)).collect();
        // A mate counts as ten pawns.
        assert_eq!(lost, [(2, 2, Some(1_000)), (1, 2, Some(320))]);
        assert_eq!(odd.lost_from_ahead_count, 2);
        assert_eq!(odd.numbers().collect::<Vec<_>>(), [0, 4, 0, 2, 1]);
        assert_eq!(OddGames::of(&[]), OddGames::default());
    }

    #[test]
    fn a_game_has_both_evaluations_from_whites_side() {
        let moves = [("e2e4", 0), ("e7e5", 20), ("g1f3", 30), ("b8c6", MATE)];
        let record = game(7, [0, 1], &moves, 1, lost_by(Color::White));
        let shown = shown(&[&record], &OddGames::of(&[&record]));
        let [game] = &shown[..] else { panic!("{shown:?}") };
        assert_eq!((game.number, game.book_plies, game.moves.len()), (7, 1, 4));
        let scores: Vec<Option<&str>> = game.moves.iter().map(|row| row.score.as_deref()).collect();
        assert_eq!(scores, [None, Some("cp -20"), Some("cp 30"), Some("mate -2")]);
        let centipawns: Vec<Option<i32>> = game.moves.iter().map(|row| row.score_cp).collect();
        assert_eq!(centipawns, [None, Some(-20), Some(30), Some(-1_000)]);
        assert_eq!((game.moves[0].time_ms, game.moves[1].time_ms), (None, Some(12)));
        assert_eq!((game.moves[3].san.as_str(), game.moves[3].uci.as_str()), ("Nc6", "b8c6"));
    }

    #[test]
    fn a_long_match_shows_its_odd_games() {
        let ahead = [("e2e4", 250), ("e7e5", -900), ("g1f3", 320), ("b8c6", -900)];
        let calm = [("e2e4", 0), ("e7e5", 0), ("g1f3", 0)];
        let games: Vec<GameRecord> = (0..200)
            .map(|number| match number {
                190 => game(number, [0, 1], &ahead, 0, lost_by(Color::White)),
                _ => game(number, [0, 1], &calm, 0, lost_by(Color::White)),
            })
            .collect();
        let games: Vec<&GameRecord> = games.iter().collect();
        let shown = shown(&games, &OddGames::of(&games));
        let numbers: Vec<usize> = shown.iter().map(|game| game.number).collect();
        assert_eq!(numbers.len(), MOST_SHOWN);
        assert!(numbers.is_sorted() && numbers.ends_with(&[58, 190]), "{numbers:?}");
    }
}
