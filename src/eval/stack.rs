//! What the evaluation keeps for each ply of the path that is being searched.
//!
//! A move leaves only a [`PieceDelta`]: the pieces that it took off the board
//! and put on it. The sums follow when a position is evaluated, from the
//! nearest position above it whose sums are known. Most positions of a search
//! are never evaluated (the transposition table knows them, or they are cut
//! off), so most deltas are never applied. A null move changes no piece and
//! leaves nothing.

use super::square_sums::SquareSums;
use crate::board::{Observer, Position};
use crate::types::{MAX_PLY, Piece, Square};

/// The pieces that one move takes off the board and puts on it: one or two of
/// each, two of both by castling.
#[derive(Clone, Copy, Debug)]
pub struct PieceDelta {
    taken: [(Piece, Square); 2],
    put: [(Piece, Square); 2],
    taken_count: u8,
    put_count: u8,
}

impl PieceDelta {
    /// Nothing has changed yet.
    const NONE: PieceDelta = PieceDelta {
        taken: [(Piece::WhitePawn, Square::A1); 2],
        put: [(Piece::WhitePawn, Square::A1); 2],
        taken_count: 0,
        put_count: 0,
    };

    /// The pieces that left their squares.
    #[inline(always)]
    pub fn taken(&self) -> &[(Piece, Square)] {
        &self.taken[..usize::from(self.taken_count.min(2))]
    }

    /// The pieces that reached a square.
    #[inline(always)]
    pub fn put(&self) -> &[(Piece, Square)] {
        &self.put[..usize::from(self.put_count.min(2))]
    }

    /// Brings sums up to date that have not seen the move.
    #[inline(always)]
    fn apply(&self, sums: &mut SquareSums) {
        sums.take(self.taken[0].0, self.taken[0].1);
        sums.put(self.put[0].0, self.put[0].1);
        if self.taken_count > 1 {
            sums.take(self.taken[1].0, self.taken[1].1);
        }
        if self.put_count > 1 {
            sums.put(self.put[1].0, self.put[1].1);
        }
    }
}

impl Observer for PieceDelta {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.put_count < 2);
        self.put[usize::from(self.put_count & 1)] = (piece, square);
        self.put_count += 1;
    }

    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.taken_count < 2);
        self.taken[usize::from(self.taken_count & 1)] = (piece, square);
        self.taken_count += 1;
    }
}

/// One position of the path.
#[derive(Clone, Debug)]
struct Frame {
    /// What the move to this position changed.
    delta: PieceDelta,
    /// The sums of this position, if `is_known`.
    sums: SquareSums,
    is_known: bool,
}

impl Frame {
    const EMPTY: Frame = Frame { delta: PieceDelta::NONE, sums: SquareSums::ZERO, is_known: false };

    /// Computes the sums from those of the position before the move.
    #[inline(always)]
    fn follow(&mut self, before: &Frame) {
        self.sums = before.sums;
        self.delta.apply(&mut self.sums);
        self.is_known = true;
    }
}

/// The positions of the path, from the root to the current one. It is
/// allocated once and kept from search to search.
#[derive(Clone, Debug)]
pub struct EvalStack {
    frames: Vec<Frame>,
    /// The current position's place.
    top: usize,
}

impl Default for EvalStack {
    fn default() -> EvalStack {
        EvalStack { frames: vec![Frame::EMPTY; MAX_PLY + 1], top: 0 }
    }
}

impl EvalStack {
    /// Begins a path at a position.
    pub fn reset(&mut self, position: &Position) {
        self.top = 0;
        self.frames[0].sums = SquareSums::of(position);
        self.frames[0].is_known = true;
    }

    /// A move is about to be played: what will observe it.
    #[inline(always)]
    pub fn push(&mut self) -> &mut PieceDelta {
        self.top += 1;
        if self.top == self.frames.len() {
            self.grow();
        }
        let frame = &mut self.frames[self.top];
        frame.is_known = false;
        (frame.delta.taken_count, frame.delta.put_count) = (0, 0);
        &mut frame.delta
    }

    /// Paths longer than a search's are rare: tools walk whole games.
    #[cold]
    fn grow(&mut self) {
        self.frames.push(Frame::EMPTY);
    }

    /// The last move is taken back.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.top -= 1;
    }

    /// The sums of the current position.
    #[inline(always)]
    pub fn sums(&mut self) -> &SquareSums {
        let top = self.top;
        if !self.frames[top].is_known {
            if self.frames[top - 1].is_known {
                let (above, below) = self.frames.split_at_mut(top);
                below[0].follow(&above[top - 1]);
            } else {
                self.catch_up();
            }
        }
        &self.frames[top].sums
    }

    /// Applies the moves since the last position whose sums are known.
    #[inline(never)]
    fn catch_up(&mut self) {
        let frames = &mut self.frames[..=self.top];
        let known = frames.iter().rposition(|frame| frame.is_known).unwrap_or(0);
        for ply in known + 1..frames.len() {
            let (above, below) = frames.split_at_mut(ply);
            below[0].follow(&above[ply - 1]);
        }
    }
}
