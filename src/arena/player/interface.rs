//! What the arena asks of a player, and what can go wrong.

use super::options::SettingError;
use super::request::{MoveRequest, PositionCommand};
use super::search_info::SearchInfo;
use crate::arena::machine::affinity::AffinityError;
use crate::arena::plan::record::ForfeitReason;
use std::time::Duration;

/// What a player is told when a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameStart<'a> {
    /// Whether castling is written as in Chess960.
    pub chess960: bool,
    /// The opponent's name; `None` for an engine that analyses.
    pub opponent: Option<&'a str>,
    /// The seed of what the player draws in this game, and the game's number.
    pub draws: (u64, u64),
}

/// An engine that can be asked for moves.
pub trait Player: Send {
    /// Tells the engine that a new game begins.
    ///
    /// # Errors
    /// If the engine does not get ready for it.
    fn new_game(&mut self, start: &GameStart<'_>) -> Result<(), EngineError>;

    /// Sets an option between two games.
    ///
    /// # Errors
    /// If the engine has ended, or takes no options once it runs.
    fn set_option(&mut self, name: &str, _value: &str) -> Result<(), EngineError> {
        Err(EngineError::Arena(format!("{name} cannot be set between two games")))
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// If no move comes.
    fn think(
        &mut self,
        position: &PositionCommand,
        request: &MoveRequest,
    ) -> Result<Answer, EngineError>;

    /// Begins to search the position that the engine expects, while its opponent is to
    /// move. The next request ends that: with a hit if it is for the same position. An
    /// engine that cannot do so does nothing.
    ///
    /// # Errors
    /// If the engine has failed.
    fn ponder(
        &mut self,
        _position: &PositionCommand,
        _request: &MoveRequest,
    ) -> Result<(), EngineError> {
        Ok(())
    }

    /// Ends a search on the opponent's time, if there is one, since the game is over.
    fn stop_pondering(&mut self) {}

    /// Whether the engine has failed and must be started again before it can
    /// play on.
    fn needs_restart(&self) -> bool {
        false
    }

    /// Tells the engine to quit, without waiting for it. It is not asked any more.
    fn quit(&mut self) {}

    /// A sentence about the engine's behaviour since the last call, for the
    /// user to read; it costs no game.
    fn warning(&mut self) -> Option<String> {
        None
    }

    /// The engine's name, threads and hash, as far as they are known.
    fn facts(&self) -> EngineFacts {
        EngineFacts::default()
    }

    /// The last lines between the arena and the engine; none for an engine
    /// without a process.
    fn last_lines(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What is known of an engine that has started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineFacts {
    /// What it calls itself, if it has a process of its own.
    pub name: Option<String>,
    /// Its number of threads, if it has an option for it.
    pub threads: Option<String>,
    /// The size of its hash table in mebibytes, if it has an option for it.
    pub hash: Option<String>,
}

/// A player's answer to a [`MoveRequest`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The text after `bestmove`.
    pub text: String,
    /// What the engine reported about its search.
    pub info: SearchInfo,
    /// Time from writing `go`, or `ponderhit`, to the arrival of `bestmove`.
    pub time: Duration,
    /// Whether the engine had expected this position, if it searched on the opponent's
    /// time.
    pub ponder_hit: Option<bool>,
}

/// Why a player gives no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineError {
    /// The engine has used up its time and searches on, although it was told
    /// to stop; the time used so far.
    #[error("the engine has searched for {:.3} s and ignores 'stop'", .0.as_secs_f64())]
    Overdue(Duration),
    /// The engine ended, or hangs.
    #[error("the engine {0}")]
    Forfeit(ForfeitReason),
    /// The engine is not at fault; a sentence.
    #[error("{0}")]
    Arena(String),
    /// The match is to stop.
    #[error("the match was stopped")]
    Stopped,
}

/// Why a player cannot be started.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// It will never work: the program or an option does not exist; a sentence.
    #[error("{0}")]
    Permanent(String),
    /// It cannot be kept on its processors.
    #[error(transparent)]
    Affinity(#[from] AffinityError),
    /// A setting does not fit the engine's options.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The system lacks a resource that may become free; a sentence.
    #[error("{0}")]
    Temporary(String),
    /// The match is to stop.
    #[error("the match was stopped")]
    Stopped,
}
