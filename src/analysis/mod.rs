//! What a position or a game means, for people.
//!
//! | module | |
//! |---|---|
//! | [`evaluation`] | the evaluation of a position as a table |

pub mod evaluation;
