//! Learning from games what the documents do not say.
//!
//! | module | what it does |
//! |---|---|
//! | [`datagen`] | plays games of the engine against itself |
//! | [`data`] | stores them in files, with a score for each position |
//! | [`tune`] | learns the weights of the evaluation from them |
//! | [`samples`] | collects scores and results from the games of matches |
//! | [`fit`] | fits the chances of win, draw and loss to these |
//! | [`evaltest`] | compares the static evaluation with labels of a deep search |

pub mod data;
pub mod datagen;
pub mod evaltest;
pub mod fit;
pub mod samples;
pub mod tune;
