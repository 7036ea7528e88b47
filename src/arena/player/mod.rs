//! Players: engines in processes of their own, and the built-in engine.

mod book;
mod builtin;
mod conversation;
mod interface;
#[cfg(windows)]
mod job;
mod mailbox;
mod options;
mod process;
pub mod pv_check;
mod reader;
mod request;
mod search_info;
mod spawn;
mod stderr_tail;

pub use book::BookPlayer;
pub use builtin::BuiltinEngine;
pub use interface::{Answer, EngineError, EngineFacts, GameStart, Player, StartError};
pub(super) use mailbox::Mailbox;
pub(super) use options::commands as option_commands;
pub use process::EngineProcess;
pub use request::{MoveRequest, PositionCommand};
pub use search_info::{BestChange, FurtherLine, SearchInfo};
pub(super) use spawn::{complaint, spawn};

use super::machine::stop_flag::StopFlag;
use super::plan::match_plan::{PlannedBook, PlayerPlan, Program, Timeouts};
use std::sync::Arc;

/// Starts a player: the engine's process or the built-in engine, with the
/// options of the plan set, and its book if it has one.
///
/// # Errors
/// If the engine cannot be started or does not accept its options, or the book
/// cannot be used.
pub fn start(
    plan: &PlayerPlan,
    timeouts: Timeouts,
    stop_flag: &Arc<StopFlag>,
) -> Result<Box<dyn Player>, StartError> {
    let mut book = plan.book.clone();
    let player: Box<dyn Player> = match &plan.program {
        Program::Builtin(defaults) => {
            let options = builtin::options(plan, defaults)?;
            let own = options.book_file.path().filter(|_| options.own_book);
            book = book.or(own.map(|path| PlannedBook { path: path.into(), most_moves: None }));
            Box::new(BuiltinEngine::start(&plan.name, &options, stop_flag)?)
        }
        Program::EngineCommand(command) => {
            Box::new(EngineProcess::start(plan, command, timeouts, stop_flag)?)
        }
    };
    Ok(match book {
        Some(book) => Box::new(BookPlayer::open(&plan.name, player, &book)?),
        None => player,
    })
}
