//! Square tables relative to both kings.
//!
//! What is good on the king's side of the board is not good on the other:
//! pawns and knights should stay in front of their own king, but advance on
//! the enemy king. So every kind of piece has two tables: one for the board
//! mirrored so that its own king stands on the king's side, and one for the
//! board mirrored by the enemy king. Many engines do this; Reckless and akimbo
//! found it worth more than any other refinement of square tables.
//!
//! The sums are kept for both halves in which each king can stand
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
const fn own_king_weight(kind: PieceKind, square: Square) -> Option<Weight> {
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

/// The weight of a white piece on a square of the board mirrored by the enemy
/// king, likewise.
const fn enemy_king_weight(kind: PieceKind, square: Square) -> Option<Weight> {
    let at = square.index();
    Some(match kind {
        PieceKind::Pawn if at < 8 || at >= 56 => return None,
        PieceKind::Pawn => layout::ENEMY_SQUARES_PAWN.at(at - 8),
        PieceKind::Knight => layout::ENEMY_SQUARES_KNIGHT.at(at),
        PieceKind::Bishop => layout::ENEMY_SQUARES_BISHOP.at(at),
        PieceKind::Rook => layout::ENEMY_SQUARES_ROOK.at(at),
        PieceKind::Queen => layout::ENEMY_SQUARES_QUEEN.at(at),
        PieceKind::King => layout::ENEMY_SQUARES_KING.at(at),
    })
}

/// Square-table values from White's side, without material, for each half in
/// which the kings can stand: by the own king on the king's side and on the
/// queen's side, then by the enemy king likewise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KingRelativeValues([Pair; 4]);

impl KingRelativeValues {
    /// The values of no piece.
    pub const ZERO: KingRelativeValues = KingRelativeValues([Pair::ZERO; 4]);

    /// The value with the kings on these squares.
    #[inline(always)]
    pub fn for_kings(&self, own_king: Square, enemy_king: Square) -> Pair {
        self.0[mirrored_for(own_king) as usize] + self.0[2 + mirrored_for(enemy_king) as usize]
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
    let mut table = [[KingRelativeValues([Pair::ZERO; 4]); Square::COUNT]; Piece::COUNT];
    let mut i = 0;
    while i < Piece::COUNT * Square::COUNT {
        let (piece, square) = (Piece::ALL[i / Square::COUNT], Square::ALL[i % Square::COUNT]);
        let (kind, relative) = (piece.kind(), square.relative_to(piece.color()));
        table[piece.index()][square.index()] = KingRelativeValues([
            white_value(piece.color(), own_king_weight(kind, relative)),
            white_value(piece.color(), own_king_weight(kind, mirror(relative, true))),
            white_value(piece.color(), enemy_king_weight(kind, relative)),
            white_value(piece.color(), enemy_king_weight(kind, mirror(relative, true))),
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
    let (own, enemy) = (mirrored_for(position.king(S::US)), mirrored_for(position.king(S::THEM)));
    for square in position.color(S::US) {
        let Some(piece) = position.on(square) else { continue };
        let relative = square.relative_to(S::US);
        for weight in [
            own_king_weight(piece.kind(), mirror(relative, own)),
            enemy_king_weight(piece.kind(), mirror(relative, enemy)),
        ]
        .into_iter()
        .flatten()
        {
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
        assert_eq!(here.for_kings(Square::G1, Square::G8), there.for_kings(Square::B1, Square::B8));
        assert_eq!(here.for_kings(Square::D1, Square::E8), there.for_kings(Square::E1, Square::D8));
    }
}
