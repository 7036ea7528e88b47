//! Which squares a man attacks. Leapers and lines are tables computed by the
//! compiler; sliders are tables laid down by the build script and reached by
//! magic multiplication.

pub mod find;
mod leapers;
mod lines;
mod magic;
pub mod numbers;
#[cfg(any(test, feature = "pext"))]
mod pext;
mod tables;
mod walk;

pub use leapers::{king, knight, pawn, pawns};
pub use lines::{between, line};

#[cfg(not(feature = "pext"))]
use magic as sliders;
#[cfg(feature = "pext")]
use pext as sliders;

use crate::types::{Bitboard, Square};

/// The squares a rook attacks from `square`: along each rank and file up to
/// and including the first occupied square.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::rook(square, occupied)
}

/// The squares a bishop attacks from `square`: along each diagonal up to and
/// including the first occupied square.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::bishop(square, occupied)
}

/// The squares a queen attacks: those of rook and bishop together.
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    rook(square, occupied) | bishop(square, occupied)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every relevant occupancy of every square, with and without men on the
    /// squares that must not matter.
    #[test]
    fn magic_and_pext_agree_with_the_walk() {
        type Steps = [(i8, i8); 4];
        type Slider = fn(Square, Bitboard) -> Bitboard;
        let sliders: [(&Steps, Slider, Slider); 2] =
            [(&walk::ROOK, magic::rook, pext::rook), (&walk::BISHOP, magic::bishop, pext::bishop)];
        for (steps, by_magic, by_pext) in sliders {
            for square in Square::ALL {
                let mask = walk::relevant(steps, square as u8);
                let mut subset = 0;
                loop {
                    let truth = Bitboard(walk::attacks(steps, square as u8, subset));
                    for occupied in [subset, subset | !mask] {
                        assert_eq!(by_magic(square, Bitboard(occupied)), truth);
                        assert_eq!(by_pext(square, Bitboard(occupied)), truth);
                    }
                    subset = walk::next_subset(subset, mask);
                    if subset == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn the_seed_gives_the_numbers_in_the_source() {
        assert_eq!(find::find(find::SEED), (numbers::ROOK, numbers::BISHOP));
    }
}
