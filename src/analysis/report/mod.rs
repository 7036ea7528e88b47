//! Reports as pages of HTML.
//!
//! | module | |
//! |---|---|
//! | [`board`] | diagrams, and what a script needs to draw positions |
//! | `game_charts` | the evaluation and the clocks of a game as charts |
//! | `marked_moves` | the marked moves of a game, its puzzles |
//! | [`page`] | the report of analysed games |
//! | [`player_page`] | a player over many games |
//! | [`viewer`] | a board to step through a game |

pub mod board;
mod game_charts;
mod marked_moves;
pub mod page;
pub mod player_page;
pub mod viewer;

#[cfg(all(test, feature = "program"))]
mod number_tests;
#[cfg(test)]
mod tests;
