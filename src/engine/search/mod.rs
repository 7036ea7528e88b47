//! The search: finds the best move of a position within limits.
//!
//! Read in this order; a module knows those above it:
//!
//! | module | |
//! |---|---|
//! | `request`, `report`, `observer`, `window`, [`params`] | the words of a search: limits, results, and every margin by its name |
//! | `moves` | in which order moves are searched |
//! | `time` | when to stop |
//! | `thread` | one thread: its board, its counters, what it shares |
//! | `node` | the search of one position as a list of numbered steps: **begin here** |
//! | `root` | iterative deepening, from the first iteration to the move |
//! | `pool` | all threads together |
//!
//! The reason for a technique stands beside it.

mod moves;
mod node;
mod observer;
mod parameter;
pub mod params;
mod pool;
mod report;
mod request;
mod root;
mod table_access;
mod thread;
mod time;
mod window;

pub use crate::engine::tt::Bound;
pub use observer::{NodeObserver, SearchedNode};
pub use parameter::Parameter;
#[cfg(feature = "tune")]
pub use parameter::ParameterError;
pub use pool::helpers::STACK;
pub use pool::thread_pool::{ThreadPool, ThreadsError};
pub use report::{Report, Reporter, SearchResult};
pub use request::{Clock, EvalNoise, Limits, Poll, SearchControl, SearchOptions, SearchRequest};
pub use table_access::TablebaseAccess;
pub use thread::search_thread::fifty_move_scaled;
