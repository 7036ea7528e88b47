//! The squares that a piece attacks. The compiler computes the tables of knight,
//! king, pawn and lines. The build script computes the tables of the sliders,
//! which are indexed by magic multiplication or by PEXT; for WebAssembly the
//! program does, when it needs them.

mod leapers;
mod lines;
pub mod magic_numbers;
#[cfg(test)]
mod magic_search;
mod rays;
mod sliders;

pub use leapers::{king, knight, pawn, pawns};
pub use lines::{between, line};

#[cfg(target_family = "wasm")]
use sliders::lazy as slider_attacks;
#[cfg(not(any(pext, target_family = "wasm")))]
use sliders::magic as slider_attacks;
#[cfg(pext)]
use sliders::pext as slider_attacks;

use crate::chess::types::{Bitboard, Square};

/// The squares that a rook attacks from `square`: along its rank and file, up
/// to and including the first occupied square in each direction.
///
/// ```
/// use staunton::chess::attacks;
/// use staunton::chess::{Bitboard, Square};
///
/// assert_eq!(attacks::rook(Square::A1, Bitboard::EMPTY).count(), 14);
/// // The piece that stops the rook is attacked too.
/// let stopped = attacks::rook(Square::A1, Bitboard::of(Square::A3));
/// assert!(stopped.has(Square::A3) && !stopped.has(Square::A4));
/// ```
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    slider_attacks::rook(square, occupied)
}

/// The squares that a bishop attacks from `square`: along its diagonals, up to
/// and including the first occupied square in each direction.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    slider_attacks::bishop(square, occupied)
}

/// The squares that a queen attacks: those of a rook and of a bishop.
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    rook(square, occupied) | bishop(square, occupied)
}

#[cfg(test)]
mod tests {
    use super::sliders::{lazy, magic, pext};
    use super::*;

    /// Tries every relevant occupancy of every square, with and without pieces
    /// on the squares that must not matter.
    #[test]
    fn all_tables_agree_with_the_rays() {
        type Steps = [(i8, i8); 4];
        type Slider = fn(Square, Bitboard) -> Bitboard;
        let sliders: [(&Steps, [Slider; 3]); 2] = [
            (&rays::ROOK, [magic::rook, pext::rook, lazy::rook]),
            (&rays::BISHOP, [magic::bishop, pext::bishop, lazy::bishop]),
        ];
        for (steps, tables) in sliders {
            for square in Square::ALL {
                let mask = rays::relevant(steps, square as u8);
                let mut subset = 0;
                loop {
                    let truth = Bitboard(rays::attacks(steps, square as u8, subset));
                    for occupied in [subset, subset | !mask].map(Bitboard) {
                        assert_eq!(tables.map(|attacks| attacks(square, occupied)), [truth; 3]);
                    }
                    subset = rays::next_subset(subset, mask);
                    if subset == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn the_seed_gives_the_numbers_in_the_source() {
        assert_eq!(
            magic_search::find_magics(magic_search::SEED),
            (magic_numbers::ROOK, magic_numbers::BISHOP)
        );
    }
}
