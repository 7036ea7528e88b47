//! All threads of a search.
//!
//! `thread_pool` is the door; `helpers` are threads that wait for work, and
//! `lazy_smp` lets them search the same position and share what they find.

pub(in crate::engine::search) mod helpers;
pub(in crate::engine::search) mod lazy_smp;
pub(in crate::engine::search) mod thread_pool;
