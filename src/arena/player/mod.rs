//! Players: engines in processes of their own, and the built-in engine.

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

pub use builtin::BuiltinEngine;
pub use interface::{Answer, EngineError, EngineFacts, Player, StartError};
pub(super) use mailbox::Mailbox;
pub(super) use options::commands as option_commands;
pub use process::EngineProcess;
pub use request::{MoveRequest, PositionCommand};
pub use search_info::{BestChange, FurtherLine, SearchInfo};
pub(super) use spawn::{complaint, spawn};

use super::machine::stop_flag::StopFlag;
use super::plan::match_plan::{PlayerPlan, Program, Timeouts};
use std::sync::Arc;

/// Starts a player: the engine's process or the built-in engine, with the
/// options of the plan set.
///
/// # Errors
/// If the engine cannot be started or does not accept its options.
pub fn start(
    plan: &PlayerPlan,
    timeouts: Timeouts,
    stop_flag: &Arc<StopFlag>,
) -> Result<Box<dyn Player>, StartError> {
    Ok(match &plan.program {
        Program::Builtin(defaults) => Box::new(BuiltinEngine::start(plan, defaults, stop_flag)?),
        Program::EngineCommand(command) => {
            Box::new(EngineProcess::start(plan, command, timeouts, stop_flag)?)
        }
    })
}
