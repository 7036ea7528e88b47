//! Where the men stand well: one small table per man and phase.
//!
//! The numbers were written down from principles, not tuned: knights and
//! bishops belong towards the middle and off their first rank; pawns take the
//! centre, shield the castled king and grow with every step in the end game;
//! rooks like the central files and the seventh rank; the queen stays home
//! until there is something to do; the king hides in a corner behind pawns
//! until the pieces are gone, and then walks to the middle. The mean of each
//! table is about zero, so that a table says where and never how much: that
//! is for the documents. (The king's may be anything, as both sides have one.)

use super::material;
use super::pair::Pair;
use crate::types::{Color, Piece, PieceKind, Square};

/// Ranks from the eighth to the first, files from the edge (a and h) to the
/// middle (d and e), in centipawns; left the middle game, right the end game.
type Half = [[[i32; 4]; 2]; 8];

const PAWN: Half = [
    [[0, 0, 0, 0], [0, 0, 0, 0]],
    [[38, 42, 46, 50], [62, 60, 58, 56]],
    [[12, 16, 22, 26], [30, 28, 26, 24]],
    [[-6, 0, 8, 18], [8, 6, 4, 4]],
    [[-12, -6, 6, 20], [-6, -8, -10, -10]],
    [[-10, -4, 0, 8], [-14, -14, -14, -14]],
    [[-8, 2, -4, -16], [-16, -16, -16, -16]],
    [[0, 0, 0, 0], [0, 0, 0, 0]],
];

const KNIGHT: Half = [
    [[-48, -26, -16, -12], [-40, -24, -14, -10]],
    [[-24, -12, 2, 6], [-22, -10, -2, 2]],
    [[-10, 8, 18, 22], [-12, 0, 10, 14]],
    [[-4, 10, 22, 28], [-8, 4, 16, 22]],
    [[-6, 8, 18, 24], [-8, 4, 16, 22]],
    [[-12, 4, 16, 16], [-12, 0, 8, 14]],
    [[-20, -12, 0, 4], [-22, -10, -2, 2]],
    [[-38, -18, -14, -10], [-38, -24, -14, -10]],
];

const BISHOP: Half = [
    [[-14, -10, -8, -8], [-12, -8, -6, -4]],
    [[-10, 0, 2, 2], [-6, -2, 0, 2]],
    [[-2, 4, 8, 8], [-2, 2, 4, 6]],
    [[-4, 8, 10, 14], [-2, 4, 6, 10]],
    [[-2, 8, 12, 14], [-2, 4, 6, 10]],
    [[2, 10, 10, 10], [-2, 2, 6, 6]],
    [[2, 12, 6, 6], [-6, -4, 0, 2]],
    [[-12, -8, -14, -10], [-12, -8, -8, -4]],
];

const ROOK: Half = [
    [[2, 4, 6, 8], [2, 2, 2, 2]],
    [[12, 14, 16, 18], [10, 10, 10, 10]],
    [[-4, 0, 2, 6], [2, 2, 2, 2]],
    [[-8, -4, 0, 4], [0, 0, 0, 0]],
    [[-10, -6, -2, 2], [-2, -2, -2, -2]],
    [[-12, -6, -2, 2], [-4, -4, -4, -4]],
    [[-14, -6, -2, 0], [-6, -4, -4, -4]],
    [[-6, -2, 6, 10], [-4, -2, 0, 0]],
];

const QUEEN: Half = [
    [[-8, -4, 0, 2], [-8, -2, 2, 6]],
    [[-4, -8, 2, 2], [-4, 4, 8, 12]],
    [[-4, 0, 4, 6], [-6, 4, 12, 16]],
    [[-4, 0, 2, 4], [-4, 6, 12, 20]],
    [[-4, 0, 2, 2], [-6, 4, 10, 18]],
    [[-4, 2, 2, 2], [-10, -2, 6, 8]],
    [[-6, 0, 4, 4], [-16, -12, -8, -4]],
    [[-8, -6, -2, 4], [-22, -18, -14, -10]],
];

const KING: Half = [
    [[-50, -46, -50, -54], [-40, -24, -16, -12]],
    [[-44, -42, -46, -50], [-18, 0, 6, 10]],
    [[-40, -40, -44, -48], [-8, 10, 20, 24]],
    [[-36, -38, -44, -48], [-10, 8, 22, 30]],
    [[-28, -32, -40, -46], [-14, 4, 20, 28]],
    [[-14, -18, -30, -36], [-18, -2, 10, 18]],
    [[8, 4, -14, -22], [-24, -10, 0, 4]],
    [[24, 30, 4, -6], [-40, -26, -16, -16]],
];

const fn half(kind: PieceKind) -> &'static Half {
    match kind {
        PieceKind::Pawn => &PAWN,
        PieceKind::Knight => &KNIGHT,
        PieceKind::Bishop => &BISHOP,
        PieceKind::Rook => &ROOK,
        PieceKind::Queen => &QUEEN,
        PieceKind::King => &KING,
    }
}

/// What a man is worth on a square, material included, from White's side.
static WORTH: [[Pair; Square::COUNT]; Piece::COUNT] = {
    let mut table = [[Pair::ZERO; Square::COUNT]; Piece::COUNT];
    let mut i = 0;
    while i < Piece::COUNT * Square::COUNT {
        let piece = Piece::ALL[i / Square::COUNT];
        let square = Square::ALL[i % Square::COUNT];
        let seen = square.relative_to(piece.color());
        let row = &half(piece.kind())[7 - seen.rank().index()];
        let file = seen.file().index();
        let from_edge = if file < 4 { file } else { 7 - file };
        let material = material::value(piece.kind());
        let (middle, end) =
            (material.middle() + row[0][from_edge], material.end() + row[1][from_edge]);
        table[piece.index()][square.index()] = match piece.color() {
            Color::White => Pair::new(middle, end),
            Color::Black => Pair::new(-middle, -end),
        };
        i += 1;
    }
    table
};

/// What a man is worth on a square, material included, from White's side.
#[inline(always)]
pub fn worth(piece: Piece, square: Square) -> Pair {
    WORTH[piece.index()][square.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_do_not_smuggle_material() {
        const TOLERANCE: i32 = 10;
        for kind in PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King) {
            let ranks = if kind == PieceKind::Pawn { 1..7 } else { 0..8 };
            for phase in 0..2 {
                let of_phase: Vec<i32> =
                    half(kind)[ranks.clone()].iter().flat_map(|row| row[phase]).collect();
                let mean = of_phase.iter().sum::<i32>() / of_phase.len() as i32;
                assert!(mean.abs() <= TOLERANCE, "{kind:?}, phase {phase}: mean {mean}");
            }
        }
    }

    #[test]
    fn black_sees_what_white_sees() {
        for kind in PieceKind::ALL {
            for square in Square::ALL {
                let white = worth(Piece::new(Color::White, kind), square);
                let black = worth(Piece::new(Color::Black, kind), square.flip_rank());
                assert_eq!(white, -black);
            }
        }
    }
}
