//! What a position is worth without looking ahead.

use crate::board::Position;
use crate::types::Score;

/// For the side to move.
pub fn evaluate(_position: &Position) -> Score {
    Score::DRAW
}
