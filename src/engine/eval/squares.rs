//! Square tables relative to the own king.
//!
//! What is good on the king's side of the board is not good on the other: pawns
//! should stay in front of their own king, and may advance elsewhere. So the
//! board is mirrored for a king on the queen's side. The network knows where the
//! enemy king stands.
//!
//! The sums are kept for both halves in which the king can stand
//! ([`KingRelativeValues`]), so a king that crosses the middle changes which
//! sum is read and nothing is recomputed.

use super::layout::{self, Weight};
use super::pair::Pair;
use super::tracer::EvalTracer;
use super::weights::WEIGHTS;
use crate::chess::board::Position;
use crate::chess::types::{Black, Color, File, Piece, PieceKind, Side, Square, White};
use std::ops::{AddAssign, SubAssign};

/// Whether the board is mirrored for a king: it stands on files a to d.
#[inline(always)]
const fn mirrored_for(king: Square) -> bool {
    king.file().index() < File::E.index()
}

/// The square, or its mirror image on the other side of the middle files.
#[inline(always)]
const fn mirror(square: Square, mirrored: bool) -> Square {
    if mirrored { Square::wrapping(square.index() ^ 7) } else { square }
}

/// The weight of a white piece on a square of the board mirrored by its own
/// king. `None` for squares on which the piece cannot stand.
const fn weight(kind: PieceKind, square: Square) -> Option<Weight> {
    let at = square.index();
    Some(match kind {
        PieceKind::Pawn if at < 8 || at >= 56 => return None,
        PieceKind::Pawn => layout::SQUARES_PAWN.at(at - 8),
        PieceKind::Knight => layout::SQUARES_KNIGHT.at(at),
        PieceKind::Bishop => layout::SQUARES_BISHOP.at(at),
        PieceKind::Rook => layout::SQUARES_ROOK.at(at),
        PieceKind::Queen => layout::SQUARES_QUEEN.at(at),
        PieceKind::King if mirrored_for(square) => return None,
        PieceKind::King => layout::SQUARES_KING.at(at / 8 * 4 + at % 4),
    })
}

/// Square-table values from White's side, without material, with the own king on
/// the king's side and on the queen's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KingRelativeValues([Pair; 2]);

impl KingRelativeValues {
    /// The values of no piece.
    pub const ZERO: KingRelativeValues = KingRelativeValues([Pair::ZERO; 2]);

    /// The value with the own king on this square.
    #[inline(always)]
    pub fn for_king(&self, king: Square) -> Pair {
        self.0[mirrored_for(king) as usize]
    }
}

impl AddAssign for KingRelativeValues {
    #[inline(always)]
    fn add_assign(&mut self, other: KingRelativeValues) {
        for (sum, value) in self.0.iter_mut().zip(other.0) {
            *sum += value;
        }
    }
}

impl SubAssign for KingRelativeValues {
    #[inline(always)]
    fn sub_assign(&mut self, other: KingRelativeValues) {
        for (sum, value) in self.0.iter_mut().zip(other.0) {
            *sum -= value;
        }
    }
}

/// The square-table values of each piece on each square.
static SQUARE_TABLES: [[KingRelativeValues; Square::COUNT]; Piece::COUNT] = {
    let mut table = [[KingRelativeValues([Pair::ZERO; 2]); Square::COUNT]; Piece::COUNT];
    let mut i = 0;
    while i < Piece::COUNT * Square::COUNT {
        let (piece, square) = (Piece::ALL[i / Square::COUNT], Square::ALL[i % Square::COUNT]);
        let (kind, relative) = (piece.kind(), square.relative_to(piece.color()));
        table[piece.index()][square.index()] = KingRelativeValues([
            white_value(piece.color(), weight(kind, relative)),
            white_value(piece.color(), weight(kind, mirror(relative, true))),
        ]);
        i += 1;
    }
    table
};

/// A weight from White's side, zero if there is none.
const fn white_value(color: Color, weight: Option<Weight>) -> Pair {
    match (weight, color) {
        (None, _) => Pair::ZERO,
        (Some(weight), Color::White) => WEIGHTS[weight.index()],
        (Some(weight), Color::Black) => {
            let pair = WEIGHTS[weight.index()];
            Pair::new(-pair.middle(), -pair.end())
        }
    }
}

/// The square-table values of a piece, to be added to the sums of its color.
#[inline(always)]
pub fn values(piece: Piece, square: Square) -> KingRelativeValues {
    SQUARE_TABLES[piece.index()][square.index()]
}

/// Reports the square-table weights of all pieces to a tracer. In play the
/// incremental sums replace this.
pub fn count(position: &Position, tracer: &mut impl EvalTracer) {
    count_side::<White>(position, tracer);
    count_side::<Black>(position, tracer);
}

fn count_side<S: Side>(position: &Position, tracer: &mut impl EvalTracer) {
    let mirrored = mirrored_for(position.king(S::US));
    for square in position.color(S::US) {
        let Some(piece) = position.on(square) else { continue };
        let relative = square.relative_to(S::US);
        if let Some(weight) = weight(piece.kind(), mirror(relative, mirrored)) {
            tracer.for_piece::<S>(weight, square);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_the_same_for_both_colors() {
        for kind in PieceKind::ALL {
            for square in Square::ALL {
                let white = values(Piece::new(Color::White, kind), square);
                let black = values(Piece::new(Color::Black, kind), square.flip_rank());
                let mut sum = white;
                sum += black;
                assert_eq!(sum, KingRelativeValues::default());
            }
        }
    }

    #[test]
    fn the_board_is_mirrored_with_the_king() {
        let knight = Piece::WhiteKnight;
        let here = values(knight, Square::B1);
        let there = values(knight, Square::G1);
        assert_eq!(here.for_king(Square::G1), there.for_king(Square::B1));
        assert_eq!(here.for_king(Square::D1), there.for_king(Square::E1));
    }
}
