//! Learning from games what the documents do not say.
//!
//! | room | what it does |
//! |---|---|
//! | [`data`] | stores games and positions in files, and reads them |
//! | [`learn`] | the optimizer, threads and plots that every kind of learning needs |
//! | [`selfplay`] | plays games of the engine with itself; searches old ones again |
//! | [`network`] | learns the network from games and samples |
//! | [`weights`] | learns the linear weights of the evaluation |
//! | [`wdl`] | fits the chances of win, draw and loss to games |
//! | [`evaltest`] | compares the static evaluation with labels of a deep search |

pub mod data;
pub mod evaltest;
pub mod learn;
pub mod network;
pub mod selfplay;
pub mod wdl;
pub mod weights;
