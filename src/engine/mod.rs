//! The engine: what a position is worth, and which move is best.
//!
//! Read in this order; a module knows those above it:
//!
//! | module | |
//! |---|---|
//! | [`options`] | the UCI options and their values |
//! | [`eval`] | the static evaluation: material, linear terms, network |
//! | [`tt`] | the transposition table |
//! | [`history`] | history scores: which moves were good elsewhere |
//! | [`search`] | from a position and limits to a best move |
//! | [`mod@searcher`] | [`Searcher`]: the one door to the search, at any strength |
//! | [`own_book`] | the book of openings that a user gives it |
//! | [`positions`] | the positions of the benchmark |
//! | [`background`] | [`Engine`]: searches on a thread of their own, for front ends |
//! | [`mod@bench`] | the benchmark and its fingerprint |

pub mod background;
pub mod bench;
pub mod eval;
pub mod history;
pub mod options;
pub mod own_book;
pub mod positions;
pub mod search;
pub mod searcher;
pub mod tt;

pub use eval::{Network, evaluate};
pub use options::Options;
pub use search::{Limits, Report, Reporter, SearchControl, SearchOptions, SearchResult};
pub use searcher::{Searcher, SearcherError};

pub use background::{
    Engine, HashError, JobError, NoPositionError, SearchListener, SetEvalFileError,
    SetPositionError, format_move, game_position, parse_move,
};
