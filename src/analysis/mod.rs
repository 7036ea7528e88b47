//! What a position or a game means, for people.
//!
//! | module | |
//! |---|---|
//! | [`analyst`] | what an analysis asks of an engine, and what that finds |
//! | [`annotation`] | what a move of a game costs, and how that is written beside it |
//! | `calls` | what a page asks besides UCI, with the feature `json` |
//! | [`clocks`] | the times of moves, from the comments of a game |
//! | [`engine_analyst`] | this engine as an analyst |
//! | [`evaluation`] | the evaluation of a position as a table |
//! | [`explain`] | why one move is better than another |
//! | [`game`] | games with the cost of each move |
//! | [`reasons`] | what differs between two positions |
//! | [`report`] | pages of HTML, and the diagrams on them |
//! | [`suite`] | test positions with known best moves |
//! | [`written_evaluation`] | the evaluation of a position as a value |

pub mod analyst;
pub mod annotation;
#[cfg(feature = "json")]
pub mod calls;
pub mod clocks;
pub mod engine_analyst;
pub mod evaluation;
pub mod explain;
pub mod game;
pub mod reasons;
pub mod report;
pub mod suite;
pub mod written_evaluation;
