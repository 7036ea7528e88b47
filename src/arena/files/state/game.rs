//! A game as a line of the state file.

use crate::arena::files::error::StateLineError;
use crate::arena::plan::record::{
    Ending, ForfeitReason, GameRecord, MarkedPawnRule, MoveDetails, Opening, PlayedMove, PvFaults,
};
use crate::chess::board::{FenStyle, Position};
use crate::chess::game::{AdjudicationReason, Game, Outcome};
use crate::chess::notation::uci;
use crate::chess::types::{Color, GameResult, Move, Score};
use serde::{Deserialize, Serialize};
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
    /// Whether each move was expected, if any player searched on its opponent's time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ponder_hits: Vec<Option<bool>>,
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
            ponder_hits: match record.moves.iter().all(|played| played.ponder_hit.is_none()) {
                true => Vec::new(),
                false => record.moves.iter().map(|played| played.ponder_hit).collect(),
            },
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
    pub(super) fn restore(self) -> Result<GameRecord, StateLineError> {
        self.check()?;
        let start: Position = self.start.parse()?;
        let mut position = start.clone();
        let mut read = |text: &str| -> Result<Move, StateLineError> {
            let mv = uci::parse(&position, text)?;
            position.play(mv, &mut ());
            Ok(mv)
        };
        let opening = self.opening.iter().map(|text| read(text)).collect::<Result<_, _>>()?;
        let mut moves = Vec::with_capacity(self.moves.len());
        let mut details = self.details.into_iter();
        let mut ponder_hits = self.ponder_hits.into_iter();
        for (text, score, depth, nodes, time) in self.moves {
            let time = Duration::from_micros(time);
            moves.push(PlayedMove {
                mv: read(&text)?,
                score: score.map(Score),
                depth,
                nodes,
                time,
                ponder_hit: ponder_hits.next().flatten(),
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
    fn check(&self) -> Result<(), StateLineError> {
        fn at_most(
            most: u64,
            what: &'static str,
            numbers: impl IntoIterator<Item = u64>,
        ) -> Result<(), StateLineError> {
            let wrong = numbers.into_iter().find(|&number| number > most);
            wrong.map_or(Ok(()), |wrong| Err(StateLineError::Number(what, wrong)))
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
fn check_ending(record: &GameRecord) -> Result<(), StateLineError> {
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
    let game = Game::from_moves(record.opening.start.clone(), moves)?;
    if [true, false].iter().any(|&claims| game.outcome(claims) == Some(ending)) {
        return Ok(());
    }
    Err(StateLineError::Ending(ending))
}

/// The kinds of endings, each with the ending of this color and text. `None` where
/// the color is missing or the text is not one of the kind.
fn endings(
    color: Option<Color>,
    text: &str,
) -> impl Iterator<Item = (&'static str, Option<Ending>)> {
    let lawful = [
        ("checkmate", color.map(|winner| Outcome::Checkmate { winner })),
        ("stalemate", color.map(|side| Outcome::Stalemate { side })),
        ("material", Some(Outcome::InsufficientMaterial)),
        ("threefold", Some(Outcome::ThreefoldRepetition)),
        ("fivefold", Some(Outcome::FivefoldRepetition)),
        ("fifty", Some(Outcome::FiftyMoves)),
        ("seventy-five", Some(Outcome::SeventyFiveMoves)),
        ("resignation", color.map(|loser| Outcome::Resignation { loser })),
        ("agreement", Some(Outcome::Agreement)),
        ("flag", color.map(|loser| Outcome::FlagFall { loser })),
        ("flag-draw", color.map(|flagged| Outcome::FlagFallDraw { flagged })),
        ("annulled", Some(Outcome::Annulled)),
    ];
    let lawful = lawful.map(|(kind, outcome)| (kind, outcome.map(Ending::Lawful)));
    let forfeits = [
        ("crashed", ForfeitReason::Crashed),
        ("hung", ForfeitReason::Hung),
        ("illegal", ForfeitReason::IllegalMove(text.to_string())),
        ("garbage", ForfeitReason::Garbage(text.to_string())),
    ];
    let forfeit = |reason| color.map(|loser| Ending::Forfeit { loser, reason });
    let forfeits = forfeits.map(|(kind, reason)| (kind, forfeit(reason)));
    let result = color.map_or(GameResult::Draw, GameResult::win);
    let reason = AdjudicationReason::ALL.into_iter().find(|why| why.text() == text);
    let rule = MarkedPawnRule::ALL.into_iter().find(|why| why.text() == text);
    let others = [
        ("adjudicated", reason.map(|why| Ending::Adjudicated { result, why })),
        ("marked-pawn", color.zip(rule).map(|(loser, why)| Ending::MarkedPawn { loser, why })),
    ];
    lawful.into_iter().chain(forfeits).chain(others)
}

impl StoredEnding {
    fn of(ending: &Ending) -> StoredEnding {
        let text = match ending {
            Ending::Forfeit { reason, .. } => match reason {
                ForfeitReason::IllegalMove(text) | ForfeitReason::Garbage(text) => Some(&**text),
                ForfeitReason::Crashed | ForfeitReason::Hung => None,
            },
            Ending::Adjudicated { why, .. } => Some(why.text()),
            Ending::MarkedPawn { why, .. } => Some(why.text()),
            Ending::Lawful(_) => None,
        };
        let kind = |color| {
            let mut kinds = endings(color, text.unwrap_or_default());
            let found = kinds.find(|(_, other)| other.as_ref() == Some(ending));
            found.map(|(kind, _)| (kind, color))
        };
        let colors = [None, Some(Color::White), Some(Color::Black)];
        let (kind, color) = colors.into_iter().find_map(kind).unwrap_or_default();
        StoredEnding {
            kind: kind.to_string(),
            color: color.map(Color::letter),
            text: text.map(str::to_string),
        }
    }

    fn restore(self) -> Result<Ending, StateLineError> {
        let color = match self.color {
            Some('w') => Some(Color::White),
            Some('b') => Some(Color::Black),
            Some(_) => return Err(StateLineError::NoColor(self.kind)),
            None => None,
        };
        let text = self.text.as_deref().unwrap_or_default();
        match endings(color, text).find(|(kind, _)| *kind == self.kind) {
            Some((_, Some(ending))) => Ok(ending),
            Some((kind, None)) if color.is_none() && kind != "adjudicated" => {
                Err(StateLineError::NoColor(self.kind))
            }
            _ => Err(StateLineError::UnknownEnding(self.kind)),
        }
    }
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

    fn restored(value: Value) -> Result<GameRecord, StateLineError> {
        let stored: StoredGame = serde_json::from_value(value)?;
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
