//! The protocol of chess programs: UCI.
//!
//! | part | what it does |
//! |---|---|
//! | `lines` | takes input apart into lines, however they arrive |
//! | `parse` | from a line to a command, or a sentence that says what is wrong |
//! | `options` | what can be set, and within which bounds |
//! | `session` | carries out commands; the only part that knows the engine |
//! | `print` | writes what a search finds |
//! | `output` | whole lines to one place, whoever writes them |
//! | `explain` | what a position is worth and why, in a table |
//! | `show` | the answers of the commands that people type |

pub mod explain;
mod go;
mod lines;
mod options;
mod output;
mod parse;
mod perft;
mod print;
mod session;
pub mod show;
mod wdl;

pub use session::run;
