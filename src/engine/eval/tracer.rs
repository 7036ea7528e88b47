//! Receivers of evaluation terms.
//!
//! Every term reports what it finds to an [`EvalTracer`]. In play this is a
//! [`WeightSum`], which adds up the weights; the compiler inlines it away. The
//! tuner collects how often each weight counts, and the `eval` command also for
//! which piece. Many engines do this; Simbelmyne's tracer is a clear example.

use super::layout::Weight;
use super::pair::Pair;
use super::weights::WEIGHTS;
use crate::chess::types::{Bitboard, Color, Side, Square};

/// Receives the terms of side `S`.
pub trait EvalTracer {
    /// A weight counts once, for the piece on a square.
    fn for_piece<S: Side>(&mut self, weight: Weight, square: Square);
    /// A weight counts once for the piece on each of these squares.
    fn for_each<S: Side>(&mut self, weight: Weight, squares: Bitboard);
    /// A weight counts `count` times for the side, for no single piece.
    fn times<S: Side>(&mut self, weight: Weight, count: i32);

    /// A weight counts once for the side, for no single piece.
    #[inline(always)]
    fn once<S: Side>(&mut self, weight: Weight) {
        self.times::<S>(weight, 1);
    }
}

/// The sum of the weights times their counts, White's less Black's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WeightSum(pub Pair);

impl WeightSum {
    #[inline(always)]
    fn add<S: Side>(&mut self, value: Pair) {
        match S::US {
            Color::White => self.0 += value,
            Color::Black => self.0 -= value,
        }
    }
}

impl EvalTracer for WeightSum {
    #[inline(always)]
    fn for_piece<S: Side>(&mut self, weight: Weight, _: Square) {
        self.add::<S>(WEIGHTS[weight.index()]);
    }

    #[inline(always)]
    fn for_each<S: Side>(&mut self, weight: Weight, squares: Bitboard) {
        self.add::<S>(WEIGHTS[weight.index()] * squares.count() as i32);
    }

    #[inline(always)]
    fn times<S: Side>(&mut self, weight: Weight, count: i32) {
        self.add::<S>(WEIGHTS[weight.index()] * count);
    }
}
