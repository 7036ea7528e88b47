//! The search: finds the best move of a position within limits.
//!
//! Start reading at `node.rs`, the search of one position as a list of numbered
//! steps. `iterate.rs` calls it with increasing depth, and it calls
//! `quiescence.rs` when no depth is left. The reason for a technique stands
//! beside it, and every margin has its name in `params.rs`.

mod check_info;
mod extensions;
mod helper_threads;
mod history_use;
mod iterate;
mod lazy_smp;
mod mate_search;
mod node;
mod node_clock;
mod node_info;
mod observer;
mod parameter;
pub mod params;
mod picker;
mod pruning;
mod pv;
mod quiescence;
mod reductions;
mod report;
mod request;
mod resume;
mod root;
mod shared;
mod stalls;
mod table_access;
mod tablebases;
mod thread;
mod thread_pool;
mod time;
mod tt_use;
mod vote;
mod window;

pub use crate::engine::tt::Bound;
pub use helper_threads::STACK;
pub use observer::{NodeObserver, SearchedNode};
pub use parameter::Parameter;
pub use report::{Report, Reporter, SearchResult};
pub use request::{Clock, EvalNoise, Limits, SearchControl, SearchOptions, SearchRequest};
pub use table_access::TablebaseAccess;
pub use thread::fifty_move_scaled;
pub use thread_pool::{ThreadPool, ThreadsError};
