use super::{PawnCache, SquareSums, evaluate_with};
use crate::board::{KeyHistory, Position, Undo};
use crate::types::{Move, Score};

/// A position that moves are played on and taken back from, together with
/// what its evaluation and the laws of repetition need, kept up to date.
#[derive(Clone, Debug)]
pub struct SearchPosition {
    position: Position,
    sums: SquareSums,
    key: u64,
    past: KeyHistory,
    taken: Vec<(Undo, SquareSums)>,
    pawns: PawnCache,
}

impl SearchPosition {
    /// Starts to follow a position that has come about from those of `past`.
    pub fn new(position: &Position, past: &KeyHistory) -> SearchPosition {
        SearchPosition {
            sums: SquareSums::of(position),
            key: position.key(),
            position: position.clone(),
            past: past.clone(),
            taken: Vec::new(),
            pawns: PawnCache::default(),
        }
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

    /// How many plies ago the position has occurred, nearest first.
    #[inline]
    pub fn earlier(&self) -> impl Iterator<Item = usize> {
        self.past.previous_occurrences(self.key, self.position.halfmove_clock())
    }

    /// Whether the side to move can repeat a position that occurred less than
    /// `plies` plies ago.
    #[inline]
    pub fn can_repeat(&self, plies: usize) -> bool {
        self.past.upcoming_repetition(&self.position, self.key, plies)
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let sums = self.sums;
        let undo = self.position.play(mv, &mut self.sums);
        self.remember(undo, sums);
    }

    /// Lets the other side move. The one to move must not be in check.
    #[inline]
    pub fn play_null_move(&mut self) {
        let undo = self.position.play_null_move();
        self.remember(undo, self.sums);
    }

    #[inline(always)]
    fn remember(&mut self, undo: Undo, sums: SquareSums) {
        self.taken.push((undo, sums));
        self.past.push(self.key);
        self.key = self.position.key();
    }

    /// Takes back the last move or pass, if there was one.
    #[inline]
    pub fn undo(&mut self) {
        if let (Some((undo, sums)), Some(key)) = (self.taken.pop(), self.past.pop()) {
            self.position.undo(undo);
            self.sums = sums;
            self.key = key;
        }
    }

    /// What it is worth to the side to move.
    #[inline]
    pub fn evaluate(&mut self) -> Score {
        evaluate_with(&self.position, &self.sums, &mut self.pawns)
    }
}
