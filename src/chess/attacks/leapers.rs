//! Attacks of knight, king and pawn.

use crate::chess::types::{Bitboard, Color, Square};

const KNIGHT_LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_LEAPS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

static KNIGHT: [Bitboard; 64] = table(&KNIGHT_LEAPS);
static KING: [Bitboard; 64] = table(&KING_LEAPS);
static PAWN: [[Bitboard; 64]; 2] = [table(&[(-1, 1), (1, 1)]), table(&[(-1, -1), (1, -1)])];

const fn table(leaps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut all = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut leap = 0;
        while leap < leaps.len() {
            let file = square as i8 % 8 + leaps[leap].0;
            let rank = square as i8 / 8 + leaps[leap].1;
            if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
                all[square].0 |= 1 << (rank * 8 + file);
            }
            leap += 1;
        }
        square += 1;
    }
    all
}

/// The squares that a knight attacks.
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares that a king attacks.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares that a pawn of this color attacks.
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares that a set of pawns of one color attacks.
#[inline(always)]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    ahead.east() | ahead.west()
}
