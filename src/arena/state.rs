//! The state file of a match, from which an interrupted match can be resumed.
//!
//! Matches in a row that differ in nothing but their odds share a file: they are
//! the *parts* of a series, counted from zero. A single match is a series of
//! one.
//!
//! The file holds a line for the definition of the match and a line for each
//! finished game, in the order in which games ended. A game is written before it
//! is counted. A line that was not written to its end does not count; its game
//! is played again. If the program is killed, no game is lost; a power cut loses
//! about the last second of a fast match.

use super::flush::Flusher;
use super::record::{Ending, ForfeitReason, GameRecord, Opening, PlayedMove};
use super::stop_flag::lock;
use crate::board::{FenStyle, Position};
use crate::game::Outcome;
use crate::notation::uci;
use crate::types::{Color, GameResult, Move, Score};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// The name of the format in the first line.
const FORMAT: &str = "staunton match 1";

/// The shortest time between two flushes to the disk.
const BETWEEN_FLUSHES: Duration = Duration::from_secs(1);

/// The first line.
#[derive(Serialize, Deserialize)]
struct StateHeader {
    format: String,
    /// The offset of the match's first game in the PGN file, in bytes; `None` if
    /// there is no such file.
    pgn_from: Option<u64>,
    definition: Value,
}

/// An open state file.
#[derive(Debug)]
pub struct MatchState {
    file: File,
    path: PathBuf,
    flusher: Flusher,
}

/// The finished games by part of the series.
pub type StoredGames = BTreeMap<usize, Vec<GameRecord>>;

/// A match that is resumed from its state file.
#[derive(Debug)]
pub struct Resumed {
    /// The state file, open for more games.
    pub state: MatchState,
    /// The finished games, by part.
    pub games: StoredGames,
    /// The offset of its first game in the PGN file, in bytes.
    pub pgn_from: Option<u64>,
}

impl MatchState {
    /// Creates the state file of a new match.
    ///
    /// # Errors
    /// A sentence, if the file is not empty or cannot be written.
    pub fn create(
        path: &Path,
        definition: Value,
        pgn_from: Option<u64>,
    ) -> Result<MatchState, String> {
        let (mut state, bytes) = MatchState::open(path, true)?;
        if !bytes.is_empty() {
            return Err(format!(
                "{} holds a match already: --resume goes on with it",
                path.display()
            ));
        }
        state.line(&StateHeader { format: FORMAT.to_string(), pgn_from, definition })?;
        flush_name(path);
        Ok(state)
    }

    /// Opens the state file of a match that has the same definition.
    ///
    /// # Errors
    /// A sentence, if the definition differs, or the file is damaged before its
    /// last line.
    pub fn resume(path: &Path, definition: &Value) -> Result<Resumed, String> {
        let (mut state, bytes) = MatchState::open(path, false)?;
        let broken =
            |number: usize, what: &str| format!("{}, line {number}: {what}", path.display());
        let whole = whole_lines(&bytes);
        let text = std::str::from_utf8(whole).map_err(|_| broken(1, "this is not text"))?;
        let mut lines = text.lines();
        let header: StateHeader = lines
            .next()
            .and_then(|line| serde_json::from_str(line).ok())
            .filter(|header: &StateHeader| header.format == FORMAT)
            .ok_or_else(|| broken(1, "this is not the file of a match"))?;
        if let Some(what) = difference(&header.definition, definition) {
            return Err(format!("{} is of another match: {what}", path.display()));
        }
        let mut games = StoredGames::new();
        let mut numbers = HashSet::new();
        for (index, line) in lines.enumerate() {
            let stored: StoredGame = serde_json::from_str(line)
                .map_err(|error| broken(index + 2, &error.to_string()))?;
            let part = stored.part;
            let game = stored.restore().map_err(|what| broken(index + 2, &what))?;
            if !numbers.insert((part, game.number)) {
                return Err(broken(index + 2, &format!("game {} comes twice", game.number + 1)));
            }
            games.entry(part).or_default().push(game);
        }
        // Removes an incomplete last line.
        let kept = u64::try_from(whole.len()).unwrap_or(u64::MAX);
        let cut = state.file.set_len(kept).and_then(|()| state.file.seek(SeekFrom::Start(kept)));
        cut.map_err(|error| state.complain(&error))?;
        Ok(Resumed { state, games, pgn_from: header.pgn_from })
    }

    fn open(path: &Path, create: bool) -> Result<(MatchState, Vec<u8>), String> {
        let complain = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let options = || OpenOptions::new().read(true).write(true).create(create).open(path);
        let mut file = options().map_err(|error| complain(&error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(complain(&"another match is writing to this file"));
            }
            // The file system has no locks: the match goes on without one.
            Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| complain(&error))?;
        let flusher = file
            .try_clone()
            .and_then(|file| Flusher::start(BETWEEN_FLUSHES, move || file.sync_data()))
            .map_err(|error| complain(&error))?;
        Ok((MatchState { file, path: path.to_path_buf(), flusher }, bytes))
    }

    /// Appends a finished game of a part.
    ///
    /// # Errors
    /// A sentence, if the file cannot be written.
    pub fn append(&mut self, part: usize, record: &GameRecord) -> Result<(), String> {
        self.line(&StoredGame::of(part, record))
    }

    /// Writes a whole line with one call: a program that is killed cannot leave
    /// a part that looks complete.
    fn line(&mut self, content: &impl Serialize) -> Result<(), String> {
        let mut line = serde_json::to_string(content).map_err(|error| self.complain(&error))?;
        line.push('\n');
        let written = self.file.write_all(line.as_bytes());
        written.and_then(|()| self.flusher.written()).map_err(|error| self.complain(&error))
    }

    fn complain(&self, error: &dyn std::fmt::Display) -> String {
        format!("{} cannot be written: {error}", self.path.display())
    }
}

/// The lines that were written to their end. After a power cut, a file system
/// may have extended the file with zeros. No line contains a zero byte, so the
/// text ends before the first one.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    let written = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    let end = written.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    &written[..end]
}

/// Flushes the folder of a new file, which holds the file's name. On systems
/// where a folder cannot be opened like a file, this is not needed.
fn flush_name(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        // A failure matters only if the power fails before the first game.
        let _ = folder.sync_all();
    }
}

/// Says where two definitions differ; `None` if they are equal.
fn difference(old: &Value, new: &Value) -> Option<String> {
    if old == new {
        return None;
    }
    let (Value::Object(old), Value::Object(new)) = (old, new) else {
        return Some("its definition differs".to_string());
    };
    let differing = old.keys().chain(new.keys()).find(|key| old.get(*key) != new.get(*key))?;
    let shown = |value: Option<&Value>| value.map_or("nothing".to_string(), Value::to_string);
    Some(format!(
        "its {differing} was {}, and now is {}",
        shown(old.get(differing)),
        shown(new.get(differing))
    ))
}

/// A game as a line of the file. Times are in microseconds, scores in the
/// engine's internal units, moves in UCI notation with castling as in Chess960.
#[derive(Serialize, Deserialize)]
struct StoredGame {
    #[serde(default, skip_serializing_if = "is_first")]
    part: usize,
    game: usize,
    players: [usize; Color::COUNT],
    start: String,
    chess960: bool,
    opening: Vec<String>,
    moves: Vec<StoredMove>,
    ending: StoredEnding,
    time: u64,
}

/// Move, score, depth, nodes, time.
type StoredMove = (String, Option<i32>, Option<u32>, Option<u64>, u64);

/// An ending: its kind, the colour it is about, and its text.
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

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl StoredGame {
    fn of(part: usize, record: &GameRecord) -> StoredGame {
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
            ending: StoredEnding::of(&record.ending),
            time: micros(record.duration),
        }
    }

    fn restore(self) -> Result<GameRecord, String> {
        let start: Position = self.start.parse().map_err(|error| format!("{error}"))?;
        let mut position = start.clone();
        let mut read = |text: &str| -> Result<Move, String> {
            let mv = uci::parse(&position, text).map_err(|error| error.to_string())?;
            position.play(mv, &mut ());
            Ok(mv)
        };
        let opening = self.opening.iter().map(|text| read(text)).collect::<Result<_, _>>()?;
        let mut moves = Vec::with_capacity(self.moves.len());
        for (text, score, depth, nodes, time) in self.moves {
            let time = Duration::from_micros(time);
            moves.push(PlayedMove {
                mv: read(&text)?,
                score: score.map(Score),
                depth,
                nodes,
                time,
            });
        }
        Ok(GameRecord {
            number: self.game,
            players: self.players,
            opening: Opening { start, moves: opening, chess960: self.chess960 },
            moves,
            ending: self.ending.restore()?,
            duration: Duration::from_micros(self.time),
        })
    }
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
