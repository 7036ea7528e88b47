//! The plan of a match: the players, the number of games, the time limits and
//! the adjudication.

use super::engine_log::EngineLog;
use crate::config::{self, TimeControl};
use crate::syzygy::Tablebases;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What is to be played.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchPlan {
    /// The players, at least two.
    pub players: Vec<PlayerPlan>,
    /// Which players meet.
    pub format: TournamentFormat,
    /// How many pairs of games each pairing plays.
    pub rounds: usize,
    /// How many games are played at the same time, at least one.
    pub concurrency: usize,
    /// When the arena adjudicates a game.
    pub adjudication: Adjudication,
    /// The tablebases that end a game as soon as they know its result.
    pub tablebases: Option<Arc<Tablebases>>,
    /// Whether an engine that crashed or hangs is started again.
    pub recover: bool,
    /// How long the arena waits for an engine beside its thinking time.
    pub timeouts: Timeouts,
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
    /// The limits of its thinking.
    pub thinking: ThinkingLimit,
    /// The file for all that the arena and the engine write to each other.
    pub log: Option<EngineLog>,
}

/// The engine of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Program {
    /// The built-in engine, with these options unless the player's settings
    /// change them.
    Builtin(config::OptionDefaults),
    /// An engine in a process of its own.
    EngineCommand(EngineCommand),
}

/// The command that starts an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineCommand {
    /// The program file.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The working directory; that of the arena if `None`.
    pub directory: Option<PathBuf>,
}

/// An engine option and the value to set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSetting {
    /// Its name.
    pub name: String,
    /// Its value.
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
}

impl ThinkingLimit {
    /// Whether any limit is set.
    pub fn is_limited(&self) -> bool {
        self.clock.is_some()
            || self.move_time.is_some()
            || self.nodes.is_some()
            || self.depth.is_some()
    }
}

impl fmt::Display for ThinkingLimit {
    /// As in PGN's tag `TimeControl`: `8+0.08`, `40/60`, `0.1/move`; and, which
    /// PGN does not define, `25000 nodes`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time.map(|time| format!("{}/move", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
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
    /// The first player against each of the others.
    Gauntlet,
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

/// When the arena adjudicates a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// A draw by both players' scores.
    pub draw: Option<DrawRule>,
    /// A loss by the loser's score.
    pub resign: Option<ResignRule>,
    /// A draw after this many moves of each player.
    pub max_moves: Option<u32>,
}

/// A draw, if both players report scores near zero for long enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Not before this full move of the game.
    pub move_number: u32,
    /// For this many consecutive moves of each player.
    pub move_count: u32,
    /// The largest distance from zero, in centipawns.
    pub score: i32,
}

/// A loss, if the loser reports losing scores for long enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// For this many consecutive moves of the loser.
    pub move_count: u32,
    /// The loser's score is at most minus this, in centipawns.
    pub score: i32,
    /// Whether the opponent must report a winning score for as long.
    pub two_sided: bool,
}
