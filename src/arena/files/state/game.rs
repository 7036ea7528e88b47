//! A game as a line of the state file.

use crate::arena::machine::stop_flag::lock;
use crate::arena::plan::record::{
    Ending, ForfeitReason, GameRecord, MoveDetails, Opening, PlayedMove, PvFaults,
};
use crate::chess::board::{FenStyle, Position};
use crate::chess::game::{Game, Outcome};
use crate::chess::notation::uci;
use crate::chess::types::{Color, GameResult, Move, Score};
use serde::{Deserialize, Serialize};
use std::sync::Mutex;
use std::time::Duration;

/// A number above the games of any match, and above the faults of any game.
const MAX_GAMES: u64 = 1 << 32;
/// The last second of the year 9999, counted from 1970.
const LAST_SECOND: u64 = 253_402_300_799;
/// A year, which is longer than any move or game.
const MAX_MICROS: u64 = 366 * 86_400 * 1_000_000;

/// A game as a line of the file. Times are in microseconds, scores in the
/// engine's internal units, moves in UCI notation with castling as in Chess960.
#[derive(Serialize, Deserialize)]
pub struct StoredGame {
    #[serde(default, skip_serializing_if = "is_first")]
    pub(super) part: usize,
    game: usize,
    players: [usize; Color::COUNT],
    start: String,
    chess960: bool,
    opening: Vec<String>,
    moves: Vec<StoredMove>,
    /// The details of each move, if the match keeps them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    details: Vec<MoveDetails>,
    /// What is wrong in the PVs, by color, if anything is.
    #[serde(default, skip_serializing_if = "has_no_faults")]
    pv_faults: [PvFaults; Color::COUNT],
    ending: StoredEnding,
    #[serde(default)]
    started: u64,
    time: u64,
}

/// Move, score, depth, nodes, time.
type StoredMove = (String, Option<i32>, Option<u32>, Option<u64>, u64);

/// An ending: its kind, the color it is about, and its text.
#[derive(Serialize, Deserialize)]
struct StoredEnding {
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

fn is_first(part: &usize) -> bool {
    *part == 0
}

fn has_no_faults(faults: &[PvFaults; Color::COUNT]) -> bool {
    faults.iter().all(|faults| faults.count() == 0)
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl StoredGame {
    pub(super) fn of(part: usize, record: &GameRecord) -> StoredGame {
        let Opening { start, moves, chess960 } = &record.opening;
        let text = |mv: Move| uci::format(mv, true);
        StoredGame {
            part,
            game: record.number,
            players: record.players,
            start: start.fen(FenStyle::Shredder),
            chess960: *chess960,
            opening: moves.iter().map(|&mv| text(mv)).collect(),
            moves: record
                .moves
                .iter()
                .map(|p| (text(p.mv), p.score.map(|s| s.0), p.depth, p.nodes, micros(p.time)))
                .collect(),
            details: record
                .moves
                .iter()
                .filter_map(|played| played.details.as_deref().cloned())
                .collect(),
            pv_faults: record.pv_faults.clone(),
            ending: StoredEnding::of(&record.ending),
            started: record.started,
            time: micros(record.duration),
        }
    }

    /// The game.
    ///
    /// # Errors
    /// What is impossible in it.
    pub(super) fn restore(self) -> Result<GameRecord, String> {
        self.check()?;
        let start: Position = self.start.parse().map_err(|error| format!("{error}"))?;
        let mut position = start.clone();
        let mut read = |text: &str| -> Result<Move, String> {
            let mv = uci::parse(&position, text).map_err(|error| error.to_string())?;
            position.play(mv, &mut ());
            Ok(mv)
        };
        let opening = self.opening.iter().map(|text| read(text)).collect::<Result<_, _>>()?;
        let mut moves = Vec::with_capacity(self.moves.len());
        let mut details = self.details.into_iter();
        for (text, score, depth, nodes, time) in self.moves {
            let time = Duration::from_micros(time);
            moves.push(PlayedMove {
                mv: read(&text)?,
                score: score.map(Score),
                depth,
                nodes,
                time,
                details: details.next().map(Box::new),
            });
        }
        let record = GameRecord {
            number: self.game,
            players: self.players,
            opening: Opening { start, moves: opening, chess960: self.chess960 },
            moves,
            pv_faults: self.pv_faults,
            ending: self.ending.restore()?,
            started: self.started,
            duration: Duration::from_micros(self.time),
        };
        check_ending(&record)?;
        Ok(record)
    }
}

impl StoredGame {
    /// Checks the numbers, which are added and shown as dates and times later.
    fn check(&self) -> Result<(), String> {
        fn at_most(
            most: u64,
            what: &str,
            numbers: impl IntoIterator<Item = u64>,
        ) -> Result<(), String> {
            let wrong = numbers.into_iter().find(|&number| number > most);
            wrong.map_or(Ok(()), |wrong| Err(format!("the {what} of a game cannot be {wrong}")))
        }
        let scores = self.moves.iter().filter_map(|(_, score, ..)| *score);
        let faults = self.pv_faults.iter();
        at_most(MAX_GAMES, "number", [self.game as u64, self.part as u64])?;
        at_most(LAST_SECOND, "start", [self.started])?;
        at_most(MAX_MICROS, "time", self.moves.iter().map(|(.., time)| *time).chain([self.time]))?;
        at_most(
            Score::INFINITE.0.unsigned_abs().into(),
            "score",
            scores.map(|score| score.unsigned_abs().into()),
        )?;
        at_most(
            MAX_GAMES,
            "count of faults",
            faults.flat_map(|f| [f.illegal, f.beyond_end, f.not_best_move]),
        )
    }
}

/// Checks that the game has come to the ending that the laws decide by its
/// moves alone.
fn check_ending(record: &GameRecord) -> Result<(), String> {
    let Ending::Lawful(ending) = record.ending else { return Ok(()) };
    if matches!(
        ending,
        Outcome::Resignation { .. }
            | Outcome::Agreement
            | Outcome::FlagFall { .. }
            | Outcome::FlagFallDraw { .. }
            | Outcome::Annulled
    ) {
        return Ok(());
    }
    let played = record.moves.iter().map(|played| played.mv);
    let moves = record.opening.moves.iter().copied().chain(played);
    let game =
        Game::from_moves(record.opening.start.clone(), moves).map_err(|error| error.to_string())?;
    if [true, false].iter().any(|&claims| game.outcome(claims) == Some(ending)) {
        return Ok(());
    }
    Err(format!("the game does not end in this way: {ending}"))
}

impl StoredEnding {
    fn of(ending: &Ending) -> StoredEnding {
        let new = |kind: &str, color: Option<Color>, text: Option<&str>| StoredEnding {
            kind: kind.to_string(),
            color: color.map(Color::letter),
            text: text.map(str::to_string),
        };
        match ending {
            Ending::Lawful(outcome) => {
                let (kind, color) = match *outcome {
                    Outcome::Checkmate { winner } => ("checkmate", Some(winner)),
                    Outcome::Stalemate { side } => ("stalemate", Some(side)),
                    Outcome::InsufficientMaterial => ("material", None),
                    Outcome::ThreefoldRepetition => ("threefold", None),
                    Outcome::FivefoldRepetition => ("fivefold", None),
                    Outcome::FiftyMoves => ("fifty", None),
                    Outcome::SeventyFiveMoves => ("seventy-five", None),
                    Outcome::Resignation { loser } => ("resignation", Some(loser)),
                    Outcome::Agreement => ("agreement", None),
                    Outcome::FlagFall { loser } => ("flag", Some(loser)),
                    Outcome::FlagFallDraw { flagged } => ("flag-draw", Some(flagged)),
                    Outcome::Annulled => ("annulled", None),
                };
                new(kind, color, None)
            }
            Ending::Forfeit { loser, reason } => {
                let (kind, text) = match reason {
                    ForfeitReason::Crashed => ("crashed", None),
                    ForfeitReason::Hung => ("hung", None),
                    ForfeitReason::IllegalMove(text) => ("illegal", Some(text.as_str())),
                    ForfeitReason::Garbage(text) => ("garbage", Some(text.as_str())),
                };
                new(kind, Some(*loser), text)
            }
            Ending::Adjudicated { result, why } => {
                let winner = match result {
                    GameResult::WhiteWins => Some(Color::White),
                    GameResult::BlackWins => Some(Color::Black),
                    GameResult::Draw | GameResult::Unknown => None,
                };
                new("adjudicated", winner, Some(*why))
            }
            Ending::MarkedPawn { loser, why } => new("marked-pawn", Some(*loser), Some(*why)),
        }
    }

    fn restore(self) -> Result<Ending, String> {
        let color = || match self.color {
            Some('w') => Ok(Color::White),
            Some('b') => Ok(Color::Black),
            _ => Err(format!("'{}' names no colour", self.kind)),
        };
        let text = || self.text.clone().unwrap_or_default();
        let forfeit = |reason| Ok(Ending::Forfeit { loser: color()?, reason });
        Ok(Ending::Lawful(match self.kind.as_str() {
            "checkmate" => Outcome::Checkmate { winner: color()? },
            "stalemate" => Outcome::Stalemate { side: color()? },
            "material" => Outcome::InsufficientMaterial,
            "threefold" => Outcome::ThreefoldRepetition,
            "fivefold" => Outcome::FivefoldRepetition,
            "fifty" => Outcome::FiftyMoves,
            "seventy-five" => Outcome::SeventyFiveMoves,
            "resignation" => Outcome::Resignation { loser: color()? },
            "agreement" => Outcome::Agreement,
            "flag" => Outcome::FlagFall { loser: color()? },
            "flag-draw" => Outcome::FlagFallDraw { flagged: color()? },
            "annulled" => Outcome::Annulled,
            "crashed" => return forfeit(ForfeitReason::Crashed),
            "hung" => return forfeit(ForfeitReason::Hung),
            "illegal" => return forfeit(ForfeitReason::IllegalMove(text())),
            "garbage" => return forfeit(ForfeitReason::Garbage(text())),
            "adjudicated" => {
                let result = match self.color {
                    None => GameResult::Draw,
                    Some(_) => GameResult::win(color()?),
                };
                return Ok(Ending::Adjudicated { result, why: intern(text()) });
            }
            "marked-pawn" => {
                return Ok(Ending::MarkedPawn { loser: color()?, why: intern(text()) });
            }
            other => return Err(format!("'{other}' is not a known ending")),
        }))
    }
}

/// A static copy of a text that says why a game was adjudicated. There are few
/// such texts; each is leaked once.
fn intern(text: String) -> &'static str {
    static TEXTS: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut texts = lock(&TEXTS);
    if let Some(known) = texts.iter().find(|known| **known == text) {
        return known;
    }
    let new: &'static str = Box::leak(text.into_boxed_str());
    texts.push(new);
    new
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    /// A game of one move in the form of the file.
    fn game() -> Value {
        json!({
            "game": 3, "players": [0, 1], "start": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "chess960": false, "opening": [], "moves": [["e2e4", 31, 9, 1000, 2000]],
            "details": [{"nps": 5}], "ending": {"kind": "agreement"}, "started": 5, "time": 6,
        })
    }

    fn restored(value: Value) -> Result<GameRecord, String> {
        let stored: StoredGame = serde_json::from_value(value).map_err(|e| e.to_string())?;
        stored.restore()
    }

    #[test]
    fn no_field_is_believed() {
        assert!(restored(game()).is_ok());
        for (place, wrong) in [
            ("/game", json!(u64::MAX)),
            ("/game", json!(-1)),
            ("/players", json!([0])),
            ("/players/1", json!("x")),
            ("/start", json!("8/8/8/8/8/8/8/8 w - - 0 1")),
            ("/opening", json!(["e7e5"])),
            ("/moves/0/0", json!("e2e5")),
            ("/moves/0/1", json!(i32::MIN)),
            ("/moves/0/4", json!(u64::MAX)),
            ("/details/0/nps", json!("x")),
            ("/ending/kind", json!("checkmate")),
            ("/ending/kind", json!("no such ending")),
            ("/started", json!(u64::MAX)),
            ("/time", json!(u64::MAX)),
        ] {
            let mut value = game();
            *value.pointer_mut(place).expect("a place") = wrong.clone();
            assert!(restored(value).is_err(), "{place}: {wrong}");
        }
        for (field, wrong) in [
            ("part", json!(u64::MAX)),
            ("pv_faults", json!([{"illegal": u64::MAX, "beyond_end": 1, "not_best_move": 0}, {}])),
        ] {
            let mut value = game();
            value[field] = wrong;
            assert!(restored(value).is_err(), "{field}");
        }
    }

    proptest! {
        #[test]
        fn no_line_ends_the_program(at: prop::sample::Index, byte: u8, cut: prop::sample::Index) {
            let mut line = game().to_string().into_bytes();
            let place = at.index(line.len());
            line[place] = byte;
            line.truncate(cut.index(2 * line.len()));
            if let Ok(stored) = serde_json::from_slice::<StoredGame>(&line) {
                let _ = stored.restore();
            }
        }
    }
}
