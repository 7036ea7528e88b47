//! Games of the engine with itself, and new scores for old ones.
//!
//! `datagen` plays; `rescore` searches the positions of games again; `workers`
//! are their threads.

pub mod datagen;
pub mod rescore;
pub mod workers;
