//! The evaluation stack: what the evaluation keeps for each ply of the current
//! path.
//!
//! A move pushes only a [`PieceDelta`]: the pieces that it takes off the board
//! and puts on it. Evaluating a position computes its sums from those of the
//! nearest earlier position on the path that has them. Most positions of a
//! search are never evaluated, because the transposition table has their
//! evaluation or a cutoff comes first, so most deltas are never applied. A null
//! move changes no piece and pushes nothing.

use super::delta::PieceDelta;
use super::network::inputs::Perspective;
use super::network::{Accumulator, EMPTY, Network};
use super::square_sums::SquareSums;
use crate::chess::board::Position;
use crate::chess::types::{Color, MAX_PLY, Piece, PieceKind};

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

    /// Whether the move takes the king of a side to where its view of the board
    /// has another perspective.
    #[inline(always)]
    fn changes_perspective(&self, side: Color) -> bool {
        let king = Piece::new(side, PieceKind::King);
        let differ = |(from, to)| Perspective::of(side, from) != Perspective::of(side, to);
        self.delta.king_move(king).is_some_and(differ)
    }

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
        frame.delta.clear();
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

    /// The sums of the current position, and the first layer of a network for it.
    /// `position` is the current one. The layer comes first: its rows lie farther
    /// away in memory, and the linear terms need not wait for them.
    #[inline(always)]
    pub fn current(
        &mut self,
        network: &Network,
        position: &Position,
    ) -> (&SquareSums, &Accumulator) {
        for view in Color::ALL {
            self.compute_view(network, position, view);
        }
        self.compute_sums();
        (&self.frames[self.top].sums, &self.accumulators[self.top])
    }

    /// Computes the sums of the current position, if they are not known.
    #[inline(always)]
    fn compute_sums(&mut self) {
        let top = self.top;
        if !self.frames[top].is_known {
            if self.frames[top - 1].is_known {
                let (above, below) = self.frames.split_at_mut(top);
                below[0].follow(&above[top - 1]);
            } else {
                self.catch_up();
            }
        }
    }

    /// Computes a view of the current position: from the nearest earlier
    /// position that has it, or from scratch if there is none or if the perspective
    /// has changed since.
    #[inline(never)]
    fn compute_view(&mut self, network: &Network, position: &Position, view: Color) {
        let v = view.index();
        let frames = &mut self.frames[..=self.top];
        let accumulators = &mut self.accumulators[..=self.top];
        let start = (frames.iter())
            .rposition(|frame| frame.views_known[v] || frame.changes_perspective(view))
            .unwrap_or(0);
        let frames = &mut frames[start..];
        if !frames[0].views_known[v] {
            network.refresh(&mut accumulators[self.top][v], position, view);
            frames[self.top - start].views_known[v] = true;
            return;
        }
        let perspective = Perspective::of(view, position.king(view));
        let Some((first, rest)) = accumulators[start..].split_first_mut() else { return };
        let mut before = &first[v];
        for (after, frame) in rest.iter_mut().zip(&mut frames[1..]) {
            network.update(&mut after[v], before, perspective, &frame.delta);
            frame.views_known[v] = true;
            before = &after[v];
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
