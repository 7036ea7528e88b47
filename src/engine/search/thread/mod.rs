//! One thread of a search.
//!
//! `search_thread` is what a thread owns: its board, its stack, its counters;
//! `data` is what it keeps for the next search; `shared` is what all threads of a
//! search see.

pub(in crate::engine::search) mod data;
pub(in crate::engine::search) mod search_thread;
pub(in crate::engine::search) mod shared;
