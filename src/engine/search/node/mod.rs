//! The search of one position.
//!
//! Read `search_node` first: the node as a list of numbered steps. Each step has
//! its reason in the file that it calls: `tt_use` and `tablebases` before any move,
//! `pruning` of nodes and moves, `extensions` and `reductions` in the loop over the
//! moves, `history_use` at its end, `quiescence` where no depth is left. `info` and
//! `check_info` are what a node knows of itself.

pub(in crate::engine::search) mod check_info;
pub(in crate::engine::search) mod extensions;
pub(in crate::engine::search) mod history_use;
pub(in crate::engine::search) mod info;
pub(in crate::engine::search) mod pruning;
pub(in crate::engine::search) mod quiescence;
pub(in crate::engine::search) mod reductions;
pub(in crate::engine::search) mod search_node;
pub(in crate::engine::search) mod tablebases;
pub(in crate::engine::search) mod tt_use;
