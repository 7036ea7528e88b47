//! One thread of a search.
//!
//! `search_thread` is what a thread owns: its board, its stack, its counters;
//! `data` is what it keeps for the next search; `shared` is what all threads of a
//! search see.

pub(super) mod data;
pub(super) mod search_thread;
pub(super) mod shared;
