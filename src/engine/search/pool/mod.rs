//! All threads of a search.
//!
//! `thread_pool` is the door; `helpers` are threads that wait for work, and
//! `lazy_smp` lets them search the same position and share what they find.

pub(super) mod helpers;
pub(super) mod lazy_smp;
pub(super) mod thread_pool;
