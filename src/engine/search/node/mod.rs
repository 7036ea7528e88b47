//! The search of one position.
//!
//! Read `search_node` first: the node as a list of numbered steps. Each step has
//! its reason in the file that it calls: `tt_use` and `tablebases` before any move,
//! `pruning` of nodes and moves, `extensions` and `reductions` in the loop over the
//! moves, `history_use` at its end, `quiescence` where no depth is left. `info` is
//! what a node knows of itself.

pub(super) mod extensions;
pub(super) mod history_use;
pub(super) mod info;
pub(super) mod pruning;
pub(super) mod quiescence;
pub(super) mod reductions;
pub(super) mod search_node;
pub(super) mod tablebases;
pub(super) mod tt_use;
