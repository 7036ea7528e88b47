//! Reports as pages of HTML.
//!
//! | module | |
//! |---|---|
//! | [`curve`] | curves over the moves of a game |
//! | [`diagram`] | diagrams of positions |
//! | [`page`] | the report of analysed games |
//! | [`player_page`] | a player over many games |

pub mod curve;
pub mod diagram;
pub mod page;
pub mod player_page;
