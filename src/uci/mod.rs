//! The UCI protocol.
//!
//! | module | what it does |
//! |---|---|
//! | [`words`] | the grammar of the messages, for both sides of the protocol |
//! | `stdio` | reads and writes whole lines |
//! | `parse` | turns a line into a command, or an error |
//! | `options` | the names of options |
//! | `apply` | carries out `setoption` |
//! | `error` | why a command is not carried out |
//! | `session` | carries out commands; it alone holds the engine |
//! | `print` | writes `info` and `bestmove` lines |
//! | `perft` | counts leaves until it is stopped |
//! | [`show`] | the answers to the commands that people type |

mod apply;
mod book;
mod error;
mod options;
mod parse;
mod perft;
mod print;
mod session;
pub mod show;
mod stdio;
pub mod words;

pub use session::{Session, UciSettings, converse, run};
