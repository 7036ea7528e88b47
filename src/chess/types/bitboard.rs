//! Bitboards: sets of squares in 64 bits.

use super::{Color, File, Rank, Square};
use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

/// A set of squares, one bit each; bit 0 is a1, bit 63 is h8.
///
/// The operators are those of sets: `|` union, `&` intersection, `^`
/// symmetric difference, `-` difference, `!` complement. A `for` loop
/// visits its squares from a1 to h8.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// The set of all 64 squares.
    pub const FULL: Bitboard = Bitboard(!0);
    /// The light squares, such as h1.
    pub const LIGHT: Bitboard = Bitboard(0x55AA_55AA_55AA_55AA);
    /// The dark squares, such as a1.
    pub const DARK: Bitboard = Bitboard(!Bitboard::LIGHT.0);

    /// The squares of a file.
    #[inline]
    pub const fn file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u32)
    }

    /// The squares of a rank.
    #[inline]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xFF << (rank as u32 * 8))
    }

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square as u32)
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has at least one square.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has at least two squares.
    #[inline]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The number of squares in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set contains a square.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 & Bitboard::of(square).0 != 0
    }

    /// The lowest square; `None` if the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrapping(self.0.trailing_zeros() as usize)) }
    }

    /// The highest square; `None` if the set is empty.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::wrapping(63 - self.0.leading_zeros() as usize))
        }
    }

    /// The set with one square added.
    #[inline]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | Bitboard::of(square).0)
    }

    /// The set with one square removed.
    #[inline]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !Bitboard::of(square).0)
    }

    /// The set shifted one rank in the direction in which a pawn of this
    /// color moves. Squares that leave the board are dropped.
    ///
    /// ```
    /// use staunton::chess::types::Rank;
    /// use staunton::chess::{Bitboard, Color};
    ///
    /// let second = Bitboard::rank(Rank::Second);
    /// assert_eq!(second.forward(Color::White), Bitboard::rank(Rank::Third));
    /// assert_eq!(second.into_iter().count(), 8);
    /// ```
    #[inline]
    pub const fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// The set shifted one file towards the h-file. Squares that leave the
    /// board are dropped.
    #[inline]
    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::file(File::H).0) << 1)
    }

    /// The set shifted one file towards the a-file. Squares that leave the
    /// board are dropped.
    #[inline]
    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::file(File::A).0) >> 1)
    }
}

/// Iterates over the squares of a [`Bitboard`], from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard::of(square)
    }
}

macro_rules! set_operator {
    ($($trait:ident $method:ident $assign_trait:ident $assign:ident $op:tt),*) => { $(
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $op other.0)
            }
        }
        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign(&mut self, other: Bitboard) {
                self.0 = self.0 $op other.0;
            }
        }
    )* };
}
set_operator!(
    BitAnd bitand BitAndAssign bitand_assign &,
    BitOr bitor BitOrAssign bitor_assign |,
    BitXor bitxor BitXorAssign bitxor_assign ^
);

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl Sub for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl SubAssign for Bitboard {
    #[inline(always)]
    fn sub_assign(&mut self, other: Bitboard) {
        self.0 &= !other.0;
    }
}

impl fmt::Debug for Bitboard {
    /// Draws the board, the eighth rank on top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            f.write_str("\n")?;
            for file in File::ALL {
                f.write_str(if self.has(Square::new(file, rank)) { " X" } else { " ." })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_come_in_order_and_nothing_wraps_round_the_edge() {
        let set: Bitboard = [Square::H8, Square::A1, Square::H4].into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::A1, Square::H4, Square::H8]);
        assert_eq!((set.count(), set.several(), set.first()), (3, true, Some(Square::A1)));
        assert_eq!((set.last(), Bitboard::EMPTY.last()), (Some(Square::H8), None));
        assert_eq!(set.east(), Bitboard::of(Square::B1));
        assert_eq!(set.west(), [Square::G4, Square::G8].into_iter().collect());
        assert_eq!(set.forward(Color::White), [Square::A2, Square::H5].into_iter().collect());
        assert_eq!(set.forward(Color::Black), [Square::H3, Square::H7].into_iter().collect());
        assert_eq!(set - Bitboard::of(Square::H4), set.without(Square::H4));
    }

    #[test]
    fn light_squares_are_light() {
        for square in Square::ALL {
            assert_eq!(Bitboard::LIGHT.has(square), square.is_light(), "{square}");
            assert_ne!(Bitboard::DARK.has(square), square.is_light(), "{square}");
        }
        assert!(
            Square::H1.is_light() && !Square::A1.is_light(),
            "each player has a light square at the right-hand corner"
        );
    }
}
