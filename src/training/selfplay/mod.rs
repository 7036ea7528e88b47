//! Games of the engine with itself, and new scores for old ones.
//!
//! `datagen` plays; `rescore` searches the positions of games again.

pub mod datagen;
pub mod rescore;
