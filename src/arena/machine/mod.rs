//! The machine that matches run on: cores, processes, what stops a match.
//!
//! `affinity` and `concurrency` say which cores play how many games; `engine_child`
//! starts an engine so that all its processes end with it; `stop_flag` tells all
//! threads to end; `stall_monitor` notices that other programs took the processor;
//! `engine_log` and `flush` write what must survive.

pub mod affinity;
pub(super) mod concurrency;
pub(super) mod engine_child;
pub mod engine_log;
pub(super) mod flush;
pub mod stall_monitor;
pub mod stop_flag;
