//! What is learned from: files of games and of samples of search trees.
//!
//! | module | what it does |
//! |---|---|
//! | [`games`] | files of games |
//! | [`samples`] | files of positions out of search trees |
//! | [`packed`] | a position in 32 bytes, as both need it |
//! | [`file_kind`] | which of the two a file is |
//! | [`scan`] | finds the whole records of a file of either kind |
//! | [`record_file`] | the header of both kinds, and whoever writes them |
//! | [`error`] | what is wrong with a file, a record or a position |
//! | [`filter`] | which positions are fit to learn from |
//! | [`library`] | all files of a folder, each game once |
//! | [`first_positions`] | the first position of each game that is learned from |

pub mod error;
pub mod file_kind;
pub mod filter;
pub mod first_positions;
pub mod games;
pub mod library;
pub mod packed;
pub mod record_file;
pub mod samples;
pub mod scan;

#[cfg(test)]
pub mod for_tests;
