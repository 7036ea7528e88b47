//! The evaluation stack: what the evaluation keeps for each ply of the current
//! path.
//!
//! A move pushes only a [`PieceDelta`]: the pieces that it takes off the board
//! and puts on it. Evaluating a position computes its sums from those of the
//! nearest earlier position on the path that has them. Most positions of a
//! search are never evaluated, because the transposition table has their
//! evaluation or a cutoff comes first, so most deltas are never applied. A null
//! move changes no piece and pushes nothing.

use super::network::inputs::Perspective;
use super::network::{Accumulator, EMPTY, Network};
use super::square_sums::SquareSums;
use crate::board::{Observer, Position};
use crate::types::{Color, MAX_PLY, Piece, PieceKind, Square};

/// The pieces that one move takes off the board and puts on it: at most two of
/// each. Castling takes two and puts two.
#[derive(Clone, Copy, Debug)]
pub struct PieceDelta {
    taken: [(Piece, Square); 2],
    put: [(Piece, Square); 2],
    taken_count: u8,
    put_count: u8,
}

impl PieceDelta {
    /// No change.
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

    /// Whether the king of a side moves such that its view of the board has
    /// another perspective.
    #[inline(always)]
    fn changes_perspective(&self, side: Color) -> bool {
        let king = Piece::new(side, PieceKind::King);
        self.taken[0].0 == king && {
            let put = if self.put[0].0 == king { self.put[0].1 } else { self.put[1].1 };
            Perspective::of(side, self.taken[0].1) != Perspective::of(side, put)
        }
    }

    /// Updates the sums of the position before the move to those after it.
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
    /// The pieces changed by the move to this position.
    delta: PieceDelta,
    /// The sums of this position, if `is_known`.
    sums: SquareSums,
    is_known: bool,
    /// Which views of the network's first layer are known.
    views_known: [bool; Color::COUNT],
}

impl Frame {
    const EMPTY: Frame = Frame {
        delta: PieceDelta::NONE,
        sums: SquareSums::ZERO,
        is_known: false,
        views_known: [false; Color::COUNT],
    };

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
    /// The network's first layer for each position. It is kept apart, so that a
    /// move that is never evaluated does not touch it.
    accumulators: Vec<Accumulator>,
    /// The index of the current position.
    top: usize,
}

impl Default for EvalStack {
    fn default() -> EvalStack {
        EvalStack {
            frames: vec![Frame::EMPTY; MAX_PLY + 1],
            accumulators: vec![EMPTY; MAX_PLY + 1],
            top: 0,
        }
    }
}

impl EvalStack {
    /// Starts a new path at this position.
    pub fn reset(&mut self, position: &Position) {
        self.top = 0;
        self.frames[0].sums = SquareSums::of(position);
        self.frames[0].is_known = true;
        self.frames[0].views_known = [false; Color::COUNT];
    }

    /// Pushes an entry for the move about to be played. The move reports its
    /// changes to the returned observer.
    #[inline(always)]
    pub fn push(&mut self) -> &mut PieceDelta {
        self.top += 1;
        if self.top == self.frames.len() {
            self.grow();
        }
        let frame = &mut self.frames[self.top];
        frame.is_known = false;
        frame.views_known = [false; Color::COUNT];
        (frame.delta.taken_count, frame.delta.put_count) = (0, 0);
        &mut frame.delta
    }

    /// Grows the stack by one entry. A search never needs it; tools that play
    /// through whole games do.
    #[cold]
    fn grow(&mut self) {
        self.frames.push(Frame::EMPTY);
        self.accumulators.push(EMPTY);
    }

    /// Pops the entry of the last move.
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

    /// The first layer of a network for `position`, which is the current one.
    #[inline]
    pub fn accumulator(&mut self, network: &Network, position: &Position) -> &Accumulator {
        for view in Color::ALL {
            if !self.frames[self.top].views_known[view.index()] {
                self.compute_view(network, position, view);
            }
        }
        &self.accumulators[self.top]
    }

    /// Computes a view of the current position: from the nearest earlier
    /// position that has it, or from scratch if there is none or if the perspective
    /// has changed since.
    #[inline]
    fn compute_view(&mut self, network: &Network, position: &Position, view: Color) {
        let (v, top) = (view.index(), self.top);
        let mut known = top;
        while !self.frames[known].views_known[v] {
            if known == 0 || self.frames[known].delta.changes_perspective(view) {
                network.refresh(&mut self.accumulators[top][v], position, view);
                self.frames[top].views_known[v] = true;
                return;
            }
            known -= 1;
        }
        let perspective = Perspective::of(view, position.king(view));
        for ply in known + 1..=top {
            let (above, below) = self.accumulators.split_at_mut(ply);
            let (before, after) = (&above[ply - 1][v], &mut below[0][v]);
            let delta = &self.frames[ply].delta;
            network.update(after, before, perspective, delta.taken(), delta.put());
            self.frames[ply].views_known[v] = true;
        }
    }

    /// Applies the deltas since the last position whose sums are known.
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
