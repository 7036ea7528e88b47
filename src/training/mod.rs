//! Learning from games: what the engine cannot know from the documents.
//!
//! | part | what it does |
//! |---|---|
//! | [`datagen`] | plays games of the engine with itself |
//! | [`data`] | keeps them in files, with a score for each position |
//! | [`tune`] | learns the weights of the evaluation from them |
//! | [`samples`] | takes scores and results from the games of matches |
//! | [`evaltest`] | compares the static evaluation with labels of a deep search |
//! | [`fit`] | the chances that explain them best |

pub mod data;
pub mod datagen;
pub mod evaltest;
pub mod fit;
pub mod samples;
pub mod tune;
