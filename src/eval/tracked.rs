use super::{Accumulator, evaluate_with};
use crate::board::Position;
use crate::types::{Move, Score};

/// A position together with what its evaluation needs, kept up to date from
/// move to move.
#[derive(Clone, Debug)]
pub struct Tracked {
    position: Position,
    sums: Accumulator,
    key: u64,
}

impl Tracked {
    /// Starts to follow a position.
    pub fn new(position: &Position) -> Tracked {
        Tracked { sums: Accumulator::of(position), key: position.key(), position: position.clone() }
    }

    /// The position.
    #[inline(always)]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position's key, at hand.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// What follows a legal move.
    #[inline]
    pub fn after(&self, mv: Move) -> Tracked {
        let mut next = self.clone();
        next.position.play(mv, &mut next.sums);
        next.key = next.position.key();
        next
    }

    /// What follows if the side to move, not in check, lets the other move.
    #[inline]
    pub fn after_pass(&self) -> Tracked {
        let mut next = self.clone();
        next.position.pass();
        next.key = next.position.key();
        next
    }

    /// What it is worth to the side to move.
    #[inline]
    pub fn evaluate(&self) -> Score {
        evaluate_with(&self.position, &self.sums)
    }
}
