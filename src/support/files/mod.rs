//! Files that are written so that nothing which exists is lost, and read without
//! trust in what they are.
//!
//! | part | what it does |
//! |---|---|
//! | `compressed` | the content of compressed files; texts that are written compressed |
//! | [`append`] | files to which texts and records are added |
//! | [`archives`] | kinds of packed files that are not unpacked |
//! | [`input`] | a file or stream that is read: opened once, never waited for, bounded |
//! | [`names`] | neighbours of a file; whether two names mean one file |
//! | [`output`] | a file that appears or replaces another one only when it is complete; checks of outputs before the work begins |
//! | [`printable`] | text from outside without characters that act on a terminal |
//! | `scratch` | files that need not outlive the program |
//! | [`target`] | what the name of an output leads to: a file, or a pipe or device |
//!
//! No other module creates, replaces or removes a file.

pub mod append;
pub mod archives;
#[cfg(feature = "program")]
pub mod compressed;
pub mod input;
pub mod names;
pub mod output;
pub mod printable;
#[cfg(feature = "program")]
pub mod scratch;
pub mod target;
