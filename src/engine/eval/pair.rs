//! A middle-game and an end-game value in one word.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middle-game and an end-game value in centipawns, packed into one word so
/// that one addition adds both (the idea is Stockfish's `Score`). The end-game
/// value is in the high half. A negative low half borrows from it; reading
/// undoes the borrow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pair(i32);

impl Pair {
    /// Zero in both phases.
    pub const ZERO: Pair = Pair(0);

    /// Packs two values. Each of them, and each half of every sum, must fit in
    /// sixteen bits. The sums of an evaluation do, on any board: a test of `eval`
    /// proves it for the weights.
    pub const fn new(middle: i32, end: i32) -> Pair {
        debug_assert!(middle as i16 as i32 == middle && end as i16 as i32 == end);
        Pair((end << 16).wrapping_add(middle))
    }

    /// Both values times `numerator` / `denominator`, rounded to the nearest.
    pub fn scaled(self, numerator: i32, denominator: i32) -> Pair {
        let scaled =
            |value: i32| (value * numerator + value.signum() * denominator / 2) / denominator;
        Pair::new(scaled(self.middle()), scaled(self.end()))
    }

    /// The same value in both phases.
    #[inline(always)]
    pub const fn both(value: i32) -> Pair {
        Pair::new(value, value)
    }

    /// The middle-game value.
    #[inline(always)]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The end-game value.
    #[inline(always)]
    pub const fn end(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline(always)]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_add(other.0))
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline(always)]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline(always)]
    fn neg(self) -> Pair {
        Pair(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline(always)]
    fn mul(self, times: i32) -> Pair {
        Pair(self.0.wrapping_mul(times))
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline(always)]
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_survive_arithmetic() {
        let values = [-17_000, -350, -1, 0, 1, 24, 994, 17_000];
        for a in values {
            for b in values {
                let pair = Pair::new(a, b);
                assert_eq!((pair.middle(), pair.end()), (a, b));
                assert_eq!(((-pair).middle(), (-pair).end()), (-a, -b));
                let small = Pair::new(a / 16, b / 16) * -12;
                assert_eq!((small.middle(), small.end()), (a / 16 * -12, b / 16 * -12));
                let sum = pair + Pair::new(b / 2, a / 2) - Pair::new(3, -3);
                assert_eq!((sum.middle(), sum.end()), (a + b / 2 - 3, b + a / 2 + 3));
            }
        }
    }
}
