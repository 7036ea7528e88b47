//! Matches between engines under the documents' rules.
//!
//! A room knows those above it in this table:
//!
//! | room | |
//! |---|---|
//! | [`machine`] | cores, processes, what stops a match |
//! | [`plan`] | who plays, how long, in which order; the record of a game |
//! | [`player`] | what is asked for a move: an engine's process, or the built-in engine |
//! | [`stats`] | who is stronger, and how sure that is |
//! | [`openings`], [`odds`] | where games begin |
//! | [`files`] | PGN, and the state from which a match goes on |
//! | [`play`] | plays the games |
//! | [`report`] | pages and tables of a match |
//! | [`spsa`] | tunes parameters by games |
//! | [`compliance`] | how an engine keeps to UCI |

pub mod compliance;
pub mod files;
pub mod machine;
pub mod odds;
pub mod openings;
pub mod plan;
pub mod play;
pub mod player;
pub mod report;
pub mod spsa;
pub mod stats;
