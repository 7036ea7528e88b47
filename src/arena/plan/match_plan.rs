//! The plan of a match: the players, the number of games, the time limits and
//! the adjudication.

use super::record::{Ending, ForfeitReason};
use super::time_control::TimeControl;
use crate::arena::machine::affinity::ProcessorPlan;
use crate::arena::machine::engine_log::EngineLog;
use crate::chess::board::Position;
use crate::chess::game::Adjudication;
use crate::chess::syzygy::Tablebases;
use crate::chess::types::GameResult;
use crate::engine::options::Options;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// Everything that decides how a match is played.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchPlan {
    /// The players, at least two.
    pub players: Vec<PlayerPlan>,
    /// Which players meet.
    pub format: TournamentFormat,
    /// How two players meet in a round.
    pub encounter: Encounter,
    /// How often each pairing meets.
    pub rounds: usize,
    /// Whether the last opening is played once, which makes the number of games
    /// of two players odd.
    pub last_is_single: bool,
    /// How many games are played at the same time, at least one.
    pub concurrency: usize,
    /// A file that may change this number while games are played.
    pub concurrency_file: Option<PathBuf>,
    /// Which processors the engines use, if that is not left to the system.
    pub processors: Option<ProcessorPlan>,
    /// When the arena adjudicates a game.
    pub adjudication: Adjudication,
    /// The tablebases that end a game as soon as they know its result.
    pub tablebases: Option<TableRule>,
    /// How long the arena waits between two games.
    pub pause: Duration,
    /// Whether an engine that crashed or hangs is started again.
    pub recover: bool,
    /// How long the arena waits for an engine beside its thinking time.
    pub timeouts: Timeouts,
    /// Whether the details of each move are kept, such as its principal
    /// variation.
    pub keep_details: bool,
    /// The seed of what players draw.
    pub seed: u64,
}

impl MatchPlan {
    /// Whether a game with this ending ends the match: an engine crashed or
    /// hangs, and is not to be started again. Whoever tests an engine wants to
    /// know at once.
    pub fn is_ended_by(&self, ending: &Ending) -> bool {
        let is_fault = matches!(
            ending,
            Ending::Forfeit { reason: ForfeitReason::Crashed | ForfeitReason::Hung, .. }
        );
        is_fault && !self.recover
    }
}

/// One player of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerPlan {
    /// Its name in tables; no two players have the same name.
    pub name: String,
    /// The engine.
    pub program: Program,
    /// Its options, in the order in which they were given.
    pub settings: Vec<EngineSetting>,
    /// The limits within which it must move.
    pub thinking: ThinkingLimit,
    /// The book that it plays from, if it has one of its own.
    pub book: Option<PlannedBook>,
    /// Whether the engine is started anew for each game.
    pub restart: bool,
    /// The file that records all that the arena and the engine write to each
    /// other.
    pub log: Option<EngineLog>,
}

/// The book of one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedBook {
    /// The file, in the form of Polyglot.
    pub path: PathBuf,
    /// How many moves of a game may be of the book; all if `None`.
    pub most_moves: Option<u32>,
}

/// The engine of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Program {
    /// The built-in engine, with these options unless the player's settings
    /// change them.
    Builtin(Box<Options>),
    /// An engine in a process of its own.
    EngineCommand(EngineCommand),
}

/// The command that starts an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineCommand {
    /// The program file.
    pub program: PathBuf,
    /// What follows the program on its command line.
    pub arguments: Vec<String>,
    /// The working directory; that of the arena if `None`.
    pub directory: Option<PathBuf>,
}

/// An engine option and the value to set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSetting {
    /// The name of the option, in any case.
    pub name: String,
    /// The value as text, as `setoption` sends it.
    pub value: String,
    /// Whether the setting is meant for all players. An engine without the
    /// option then plays without it; a setting for one player is an error if
    /// its engine lacks the option.
    pub for_all: bool,
}

/// The limits of a player's thinking; at least one of them is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThinkingLimit {
    /// A clock for the game.
    pub clock: Option<TimeControl>,
    /// A fixed time for each move.
    pub move_time: Option<Duration>,
    /// A number of nodes for each move.
    pub nodes: Option<u64>,
    /// A depth in plies for each move.
    pub depth: Option<u32>,
    /// By how much the player may exceed its time without losing.
    pub margin: Duration,
    /// How its time is measured.
    pub measure: ClockMeasure,
    /// Whether it searches on the opponent's time too, if it can.
    pub ponders: bool,
}

/// How the time of a move is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ClockMeasure {
    /// In whole milliseconds, rounded down, as fastchess and cutechess do.
    #[default]
    Usual,
    /// As precisely as the system measures it.
    Exact,
}

impl ClockMeasure {
    /// The part of a measured time that counts on the clock.
    pub fn counted(self, time: Duration) -> Duration {
        match self {
            ClockMeasure::Exact => time,
            ClockMeasure::Usual => {
                time - Duration::from_nanos(u64::from(time.subsec_nanos() % NANOS))
            }
        }
    }

    /// By how much a time may exceed a time in whole milliseconds and still count
    /// the same.
    pub fn slack(self) -> Duration {
        match self {
            ClockMeasure::Exact => Duration::ZERO,
            ClockMeasure::Usual => Duration::from_nanos(u64::from(NANOS - 1)),
        }
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            ClockMeasure::Usual => "usual",
            ClockMeasure::Exact => "exact",
        }
    }
}

/// Nanoseconds in a millisecond.
const NANOS: u32 = 1_000_000;

impl FromStr for ClockMeasure {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<ClockMeasure, &'static str> {
        [ClockMeasure::Usual, ClockMeasure::Exact]
            .into_iter()
            .find(|measure| measure.name() == text)
            .ok_or("it is usual (whole milliseconds, rounded down) or exact")
    }
}

impl ThinkingLimit {
    /// The value of PGN's tag `TimeControl`: `8+0.08`, `40/60`, `0.1/move`; `-`
    /// without a limit of time, for which PGN has no word.
    pub fn time_control(&self) -> String {
        let timed =
            ThinkingLimit { clock: self.clock, move_time: self.move_time, ..Default::default() };
        if timed.is_limited() { timed.to_string() } else { "-".to_string() }
    }

    /// Whether any limit is set.
    pub fn is_limited(&self) -> bool {
        self.clock.is_some()
            || self.move_time.is_some()
            || self.nodes.is_some()
            || self.depth.is_some()
    }
}

impl fmt::Display for ThinkingLimit {
    /// All limits: `8+0.08`, `40/60`, `0.1/move`, `25000 nodes`, `depth 9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time.map(|time| format!("{}/move", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
            self.ponders.then(|| "ponder".to_string()),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// Which players meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TournamentFormat {
    /// Every player against every other.
    #[default]
    RoundRobin,
    /// The first players against each of those named after them.
    Gauntlet {
        /// How many players are the first ones.
        seeds: usize,
    },
}

/// How two players meet in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// The games from the same opening: one or two.
    pub games: usize,
    /// Whether colors change from game to game.
    pub swaps: bool,
    /// Whether the player named second has White in the first game.
    pub is_reversed: bool,
}

impl Default for Encounter {
    /// A pair of games with colors reversed.
    fn default() -> Encounter {
        Encounter { games: 2, swaps: true, is_reversed: false }
    }
}

/// A result by the tablebases, as soon as they know it.
#[derive(Clone, PartialEq, Debug)]
pub struct TableRule {
    /// The tablebases that are asked after each move.
    pub tables: Arc<Tablebases>,
    /// The most pieces of a position that is looked up.
    pub max_pieces: usize,
    /// Whether a win or loss counts although the fifty-move rule may prevent it.
    pub ignores_fifty: bool,
    /// Whether wins and losses end a game.
    pub wins: bool,
    /// Whether draws end a game.
    pub draws: bool,
}

impl TableRule {
    /// All results of these tablebases.
    pub fn new(tables: Arc<Tablebases>) -> TableRule {
        let max_pieces = tables.max_pieces();
        TableRule { tables, max_pieces, ignores_fifty: false, wins: true, draws: true }
    }

    /// The result of a game that has come to this position, if it ends the game.
    pub fn result(&self, position: &Position) -> Option<GameResult> {
        if position.occupied().count() as usize > self.max_pieces {
            return None;
        }
        let result = if self.ignores_fifty {
            self.tables.theoretical_result(position)?
        } else {
            self.tables.game_result(position)?
        };
        let counts = if result == GameResult::Draw { self.draws } else { self.wins };
        counts.then_some(result)
    }
}

/// How long the arena waits for an engine beside its thinking time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For `uciok`.
    pub startup: Duration,
    /// For `readyok` after `ucinewgame`, which may clear a large table.
    pub new_game: Duration,
    /// For any answer of an engine that has not moved in time.
    pub ping: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            startup: Duration::from_secs(10),
            new_game: Duration::from_secs(60),
            ping: Duration::from_secs(5),
        }
    }
}
