//! When a search stops.
//!
//! `budget` says how long a search may take, `node_clock` how a limit of nodes
//! stands for time, `stalls` what the search has lost to other programs.

pub(super) mod budget;
pub(super) mod node_clock;
pub(super) mod stalls;
