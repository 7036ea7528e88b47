//! A game under the laws: how it goes, how it ends, and what the men that are
//! left can still do.

mod course;
mod material;
mod outcome;
mod walk;

pub use course::{Game, IllegalMove};
pub use material::{can_force_mate, may_mate};
pub use outcome::Outcome;
pub use walk::random_moves;
