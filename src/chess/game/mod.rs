//! Games under the laws of chess: their moves, their outcome, and whether the
//! remaining material can mate.

mod adjudication;
mod material;
mod outcome;
mod record;

pub use adjudication::{Adjudication, AdjudicationReason, Adjudicator, DrawRule, WinRule};
pub use material::{can_force_mate, may_mate};
pub use outcome::Outcome;
pub use record::{Game, IllegalMoveError, is_playable, random_moves};
