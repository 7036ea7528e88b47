//! Players: engines in processes of their own, and the built-in one.

mod inside;
mod last_words;
mod mailbox;
mod options;
mod order;
mod process;
mod thought;

pub use inside::Inside;
pub use mailbox::{Mailbox, ReceivedLine, WaitResult};
pub use order::{MoveRequest, PositionCommand};
pub use process::Process;
pub use thought::Thought;

use super::plan::{PlayerPlan, Program, Timeouts};
use super::{StopFlag, record::ForfeitReason};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// What a player answers to an [`MoveRequest`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What follows `bestmove`.
    pub text: String,
    /// What it thought.
    pub thought: Thought,
    /// From writing `go` to the arrival of `bestmove`.
    pub time: Duration,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// It has no time left and thinks on, although it was told to stop.
    Overdue(Duration),
    /// It ended, or does not react any more.
    ForfeitReason(ForfeitReason),
    /// It is not the player's doing; a sentence.
    Ours(String),
    /// The match is to stop.
    Halted,
}

/// Someone who can be asked for moves.
pub trait Player: Send {
    /// A new game begins.
    ///
    /// # Errors
    /// If the player does not get ready for it.
    fn new_game(&mut self, chess960: bool) -> Result<(), EngineError>;

    /// Asks for a move.
    ///
    /// # Errors
    /// If none comes.
    fn think(
        &mut self,
        course: &PositionCommand,
        order: &MoveRequest,
    ) -> Result<Answer, EngineError>;

    /// Whether it cannot play any more, and must be started anew.
    fn is_lost(&self) -> bool;

    /// What there is to complain about since the last time this was asked,
    /// though it costs no game.
    fn complaint(&mut self) -> Option<String>;
}

/// Why a player cannot be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartError {
    /// It will never work: no such program, no such option; a sentence.
    Useless(String),
    /// The system lacks something that it may have again soon; a sentence.
    Scarce(String),
    /// The match is to stop.
    Halted,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Useless(sentence) | StartError::Scarce(sentence) => f.write_str(sentence),
            StartError::Halted => f.write_str("the match was stopped"),
        }
    }
}

/// Starts a player and lets it introduce itself.
///
/// # Errors
/// If that does not work.
pub fn start(
    plan: &PlayerPlan,
    patience: Timeouts,
    halt: &Arc<StopFlag>,
) -> Result<Box<dyn Player>, StartError> {
    Ok(match &plan.program {
        Program::Inside(defaults) => Box::new(Inside::start(plan, defaults, patience, halt)?),
        Program::EngineCommand(command) => Box::new(Process::start(plan, command, patience, halt)?),
    })
}
