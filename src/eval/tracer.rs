//! Who listens while the terms are counted.
//!
//! Every term says what it has found to a [`EvalTracer`]. In play that is a [`WeightSum`],
//! which adds weights and compiles to nothing else; for a tuner it writes down
//! which weight was counted how often, and for a person also for which man.
//! (The idea is widespread; Simbelmyne's tracer is a clear example.)

use super::layout::Weight;
use super::pair::Pair;
use super::weights::WEIGHTS;
use crate::types::{Bitboard, Color, Side, Square};

/// Hears what a side has.
pub trait EvalTracer {
    /// A weight counts once for the man on a square.
    fn for_piece<S: Side>(&mut self, weight: Weight, square: Square);
    /// A weight counts once for the man on each of these squares.
    fn for_each<S: Side>(&mut self, weight: Weight, squares: Bitboard);
    /// A weight counts so many times, for nobody in particular.
    fn times<S: Side>(&mut self, weight: Weight, count: i32);

    /// A weight counts once, for nobody in particular.
    #[inline(always)]
    fn once<S: Side>(&mut self, weight: Weight) {
        self.times::<S>(weight, 1);
    }
}

/// The sum of the weights, White's less Black's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WeightSum(pub Pair);

impl WeightSum {
    #[inline(always)]
    fn add<S: Side>(&mut self, what: Pair) {
        match S::US {
            Color::White => self.0 += what,
            Color::Black => self.0 -= what,
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
