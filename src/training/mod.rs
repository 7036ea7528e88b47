//! Learning from games what the documents do not say.
//!
//! | module | what it does |
//! |---|---|
//! | [`datagen`] | plays games of the engine against itself |
//! | [`data`] | stores them in files, with a score for each position |
//! | [`rescore`] | searches the positions of old games again |
//! | [`scan`] | finds the whole records of a damaged file |
//! | [`file_kind`] | tells files of games from files of samples |
//! | [`library`] | finds the files of a folder |
//! | [`filter`] | chooses the positions that the network learns from |
//! | [`first_positions`] | counts castling rights and king squares after the opening |
//! | [`tune`] | learns the weights of the evaluation from them |
//! | [`samples`] | collects scores and results from the games of matches |
//! | [`packed`] | stores a position with its label in 32 bytes |
//! | [`tree_file`] | stores positions sampled from search trees |
//! | [`train`] | learns the network from games and samples |
//! | [`fit`] | fits the chances of win, draw and loss to these |
//! | [`evaltest`] | compares the static evaluation with labels of a deep search |

pub mod data;
pub mod datagen;
pub mod evaltest;
pub mod file_kind;
pub mod filter;
pub mod first_positions;
pub mod fit;
pub mod library;
pub mod packed;
pub mod rescore;
pub mod samples;
pub mod scan;
pub mod train;
pub mod tree_file;
pub mod tune;
