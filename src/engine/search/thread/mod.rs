//! One thread of a search.
//!
//! `search_thread` is what a thread owns: its board, its stack, its counters;
//! `stack_entry` is what a node leaves for those below it; `data` is what the thread
//! keeps for the next search; `shared` is what all threads of a search see.

pub(super) mod data;
pub(super) mod search_thread;
pub(super) mod shared;
mod stack_entry;
