//! Files that are written so that nothing which exists is lost, and compressed
//! ones that are read.
//!
//! | part | what it does |
//! |---|---|
//! | [`compressed`] | the content of compressed files |
//! | [`append`] | files to which texts and records are added |
//! | [`names`] | neighbours of a file; whether two names mean one file |
//! | [`output`] | a file that appears or replaces another one only when it is complete; checks of outputs before the work begins |
//! | [`target`] | what the name of an output leads to: a file, or a pipe or device |
//!
//! No other module creates, replaces or removes a file.

pub mod append;
pub mod compressed;
pub mod names;
pub mod output;
pub mod target;
