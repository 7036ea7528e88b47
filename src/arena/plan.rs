//! What is to be played: by whom, how often, how fast, and when a game is
//! called off.

use crate::config::{self, TimeControl};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// A match before it begins.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchPlan {
    /// Who plays, at least two.
    pub players: Vec<PlayerPlan>,
    /// Who plays whom.
    pub format: Format,
    /// How many pairs of games are played between each two players that
    /// meet.
    pub rounds: usize,
    /// How many games are played at the same time, at least one.
    pub concurrency: usize,
    /// When the arena calls a game off.
    pub adjudication: Adjudication,
    /// Whether an engine that crashed or hangs is started again.
    pub recover: bool,
    /// How long is waited for what should take no time.
    pub patience: Timeouts,
}

/// One player of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerPlan {
    /// What it is called in tables; no two have the same name.
    pub name: String,
    /// What it is.
    pub program: Program,
    /// Its options, in the order in which they were given.
    pub settings: Vec<EngineSetting>,
    /// How long it may think.
    pub thinking: ThinkingLimit,
}

/// What a player is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Program {
    /// The built-in engine, with these options unless others are set.
    Inside(config::OptionDefaults),
    /// An engine in a process of its own.
    EngineCommand(EngineCommand),
}

/// How a process is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The directory it starts in, if not that of the arena.
    pub directory: Option<PathBuf>,
}

/// An option as it is to be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSetting {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Whether it was asked of every player: then one that does not know the
    /// option does without. What is asked of one player it must know.
    pub of_each: bool,
}

/// How long a player may think: at least one of the limits is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThinkingLimit {
    /// A clock for the game.
    pub clock: Option<TimeControl>,
    /// Exactly this time for each move.
    pub move_time: Option<Duration>,
    /// This many nodes for each move.
    pub nodes: Option<u64>,
    /// This many plies for each move.
    pub depth: Option<u32>,
    /// By how much it may overstep its time.
    pub margin: Duration,
}

impl ThinkingLimit {
    /// Whether there is any limit.
    pub fn is_limited(&self) -> bool {
        self.clock.is_some()
            || self.move_time.is_some()
            || self.nodes.is_some()
            || self.depth.is_some()
    }
}

impl fmt::Display for ThinkingLimit {
    /// As the tag `TimeControl` has it: `8+0.08`, `40/60`, `0.1/move`, and
    /// what PGN does not know: `25000 nodes`.
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

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Everybody against everybody; for two players, head to head.
    #[default]
    RoundRobin,
    /// The first player against each of the others.
    Gauntlet,
}

/// How long is waited for what should take no time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For `uciok`.
    pub startup: Duration,
    /// For `readyok` after `ucinewgame`, which may clear a large table.
    pub new_game: Duration,
    /// For any sign of life from one who has not moved in time.
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

/// When the arena calls a game off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// A draw that both players have long believed in.
    pub draw: Option<DrawRule>,
    /// A loss that a player has long known of.
    pub resign: Option<ResignRule>,
    /// A draw after so many moves of each player.
    pub max_moves: Option<u32>,
}

/// A draw, if both players say so long enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Not before this move of the game.
    pub move_number: u32,
    /// For so many moves of each player on end.
    pub move_count: u32,
    /// No score is further from zero than this, in centipawns.
    pub score: i32,
}

/// A loss, if the player says so long enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// For so many moves of his on end.
    pub move_count: u32,
    /// His score is no better than minus this, in centipawns.
    pub score: i32,
    /// Whether the opponent must have agreed all the while.
    pub two_sided: bool,
}
