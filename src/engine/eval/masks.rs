//! Sets of squares that several terms use, as tables.

use crate::chess::types::{Bitboard, Color, File, Rank, Square};

type BySquare = [Bitboard; Square::COUNT];

static AHEAD: [BySquare; Color::COUNT] = [ahead_table(Color::White), ahead_table(Color::Black)];
static FRONT: [BySquare; Color::COUNT] = [front_table(Color::White), front_table(Color::Black)];
static RING: BySquare = ring_table();

/// The four centre squares.
pub const CENTRE: Bitboard = Bitboard(
    1 << Square::D4 as u32
        | 1 << Square::E4 as u32
        | 1 << Square::D5 as u32
        | 1 << Square::E5 as u32,
);

/// The diagonals a1–h8 and h1–a8.
pub const LONG_DIAGONALS: Bitboard = Bitboard(0x8142_2418_1824_4281);

const fn ahead_table(color: Color) -> BySquare {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let mut step = Bitboard::of(Square::ALL[i]).forward(color);
        while step.any() {
            table[i].0 |= step.0;
            step = step.forward(color);
        }
        i += 1;
    }
    table
}

const fn front_table(color: Color) -> BySquare {
    let mut table = ahead_table(color);
    let mut i = 0;
    while i < Square::COUNT {
        let ahead = table[i];
        table[i].0 |= ahead.east().0 | ahead.west().0;
        i += 1;
    }
    table
}

const fn ring_table() -> BySquare {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let square = Square::ALL[i];
        let centre = Bitboard::of(Square::new(
            File::wrapping(clamp(square.file().index(), 1, 6)),
            Rank::wrapping(clamp(square.rank().index(), 1, 6)),
        ));
        let row = centre.0 | centre.east().0 | centre.west().0;
        table[i] = Bitboard(row | row << 8 | row >> 8);
        i += 1;
    }
    table
}

const fn clamp(value: usize, low: usize, high: usize) -> usize {
    if value < low {
        low
    } else if value > high {
        high
    } else {
        value
    }
}

/// The squares ahead on the same file.
#[inline(always)]
pub fn ahead(color: Color, square: Square) -> Bitboard {
    AHEAD[color.index()][square.index()]
}

/// The squares ahead on the same and the adjacent files: a pawn with no enemy
/// pawn there is passed.
#[inline(always)]
pub fn front(color: Color, square: Square) -> Bitboard {
    FRONT[color.index()][square.index()]
}

/// The nine squares of the king ring, moved inwards if the king is at the edge.
#[inline(always)]
pub fn ring(king: Square) -> Bitboard {
    RING[king.index()]
}

/// The files beside a file: one at the edge of the board, else two.
#[inline(always)]
pub const fn adjacent_files(file: File) -> Bitboard {
    let file = Bitboard::file(file);
    Bitboard(file.east().0 | file.west().0)
}

/// The squares of a set and all squares ahead of them.
#[inline(always)]
pub const fn fill(color: Color, set: Bitboard) -> Bitboard {
    let set = set.0;
    match color {
        Color::White => {
            let set = set | set << 8;
            let set = set | set << 16;
            Bitboard(set | set << 32)
        }
        Color::Black => {
            let set = set | set >> 8;
            let set = set | set >> 16;
            Bitboard(set | set >> 32)
        }
    }
}

/// The distance of a file from the nearest edge, 0 to 3.
#[inline(always)]
pub const fn from_edge(file: File) -> usize {
    let file = file.index();
    if file < 4 { file } else { 7 - file }
}

/// The Chebyshev distance: the moves a king needs on an empty board.
#[inline(always)]
pub const fn distance(a: Square, b: Square) -> usize {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    if files > ranks { files } else { ranks }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_what_they_say() {
        assert_eq!(ahead(Color::White, Square::E6), [Square::E7, Square::E8].into_iter().collect());
        assert_eq!(ahead(Color::Black, Square::A2), Bitboard::of(Square::A1));
        assert_eq!(
            front(Color::Black, Square::H3),
            [Square::G1, Square::G2, Square::H1, Square::H2].into_iter().collect()
        );
        assert_eq!(ring(Square::A1), ring(Square::B2));
        assert!(Square::ALL.iter().all(|&square| ring(square).count() == 9));
        assert_eq!(distance(Square::A1, Square::C8), 7);
        assert_eq!(fill(Color::Black, Bitboard::of(Square::C3)).count(), 3);
        assert!(LONG_DIAGONALS.has(Square::B7) && LONG_DIAGONALS.has(Square::B2));
        assert!(CENTRE.has(Square::D5) && CENTRE.count() == 4);
    }
}
