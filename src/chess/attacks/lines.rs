//! Ranks, files and diagonals through two squares.

use super::rays;
use crate::chess::types::{Bitboard, Square};

static BETWEEN: [[Bitboard; 64]; 64] = tables().0;
static LINE: [[Bitboard; 64]; 64] = tables().1;

const fn tables() -> ([[Bitboard; 64]; 64], [[Bitboard; 64]; 64]) {
    let mut between = [[Bitboard::EMPTY; 64]; 64];
    let mut line = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut slider = 0;
        while slider < 2 {
            let steps = if slider == 0 { &rays::ROOK } else { &rays::BISHOP };
            let from_a = rays::attacks(steps, a as u8, 0);
            let mut rest = from_a;
            while rest != 0 {
                let b = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let ends = 1 << a | 1 << b;
                line[a][b] = Bitboard(from_a & rays::attacks(steps, b as u8, 0) | ends);
                between[a][b] = Bitboard(
                    rays::attacks(steps, a as u8, 1 << b)
                        & rays::attacks(steps, b as u8, 1 << a)
                        & line[a][b].0,
                );
            }
            slider += 1;
        }
        a += 1;
    }
    (between, line)
}

/// The squares strictly between two squares on one rank, file or diagonal;
/// empty if the squares share none.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two different squares; empty if the
/// squares share none.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use Square::*;

    fn set<const N: usize>(squares: [Square; N]) -> Bitboard {
        squares.into_iter().collect()
    }

    #[test]
    fn between_is_strict_and_on_lines_only() {
        assert_eq!(between(A1, D4), set([B2, C3]));
        assert_eq!(between(E8, E6), set([E7]));
        assert_eq!(between(E4, E5), Bitboard::EMPTY);
        assert_eq!(between(A1, B3), Bitboard::EMPTY);
        for a in Square::ALL {
            for b in Square::ALL {
                assert_eq!(between(a, b), between(b, a));
                assert_eq!(line(a, b), line(b, a));
            }
        }
    }

    #[test]
    fn line_reaches_both_rims() {
        assert_eq!(line(B2, C3), set([A1, B2, C3, D4, E5, F6, G7, H8]));
        assert_eq!(line(H3, A3), Bitboard(0xFF << 16));
        assert_eq!(line(A2, B2), line(G2, H2));
        assert_eq!(line(C1, D3), Bitboard::EMPTY);
    }
}
