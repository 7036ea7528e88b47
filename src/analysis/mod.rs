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
//! | [`game_options`] | how a game is analysed |
//! | [`games`] | many games at the same time |
//! | [`mistake`] | why a move is a mistake, in a sentence |
//! | [`phases`] | opening, middlegame and endgame |
//! | [`player`] | a player over many games |
//! | [`player_report`] | the games of a player summed up |
//! | [`puzzle`] | positions with one good move |
//! | [`reasons`] | what differs between two positions |
//! | [`report`] | pages of HTML, and the diagrams on them |
//! | [`scale`] | what a score is worth in points |
//! | [`sentences`] | the story of a game in sentences |
//! | [`story`] | who won, where the game turned, what was played |
//! | [`suite`] | test positions with known best moves |
//! | [`summary`] | the play of a side in figures |
//! | [`written_evaluation`] | the evaluation of a position as a value |
//! | [`written_game`] | an analysed game as a value |

pub mod analyst;
pub mod annotation;
#[cfg(feature = "json")]
pub mod calls;
pub mod clocks;
pub mod engine_analyst;
pub mod evaluation;
pub mod explain;
pub mod game;
pub mod game_options;
pub mod games;
pub mod mistake;
pub mod phases;
pub mod player;
pub mod player_report;
pub mod puzzle;
pub mod reasons;
pub mod report;
pub mod scale;
pub mod sentences;
pub mod story;
pub mod suite;
pub mod summary;
pub mod written_evaluation;
pub mod written_game;
