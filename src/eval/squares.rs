//! Where the men stand well, relative to both kings.
//!
//! A king hides on one side of the board, and what is good on that side is
//! not what is good on the other: before the own king pawns should stay and
//! knights guard, before the enemy king pawns should run and pieces aim. So
//! every man has two tables, one for the board turned so that the own king
//! stands on its king's side, and one for the board turned by the enemy king.
//! The idea is in many engines; Reckless and akimbo found it worth more than
//! any other refinement of square tables.
//!
//! Sums are kept for both ways each king may stand ([`KingRelative`]), so that a king
//! who crosses the middle changes which sum is read and nothing is added anew.

use super::layout::{self, Weight};
use super::pair::Pair;
use super::tracer::EvalTracer;
use super::weights::WEIGHTS;
use crate::board::Position;
use crate::types::{Black, Color, File, Piece, PieceKind, Side, Square, White};
use std::ops::{AddAssign, SubAssign};

/// Whether the board is turned, king's side for queen's side, for a king.
#[inline(always)]
const fn turned(king: Square) -> bool {
    king.file().index() < File::E.index()
}

#[inline(always)]
const fn turn(square: Square, turned: bool) -> Square {
    if turned { Square::wrapping(square.index() ^ 7) } else { square }
}

/// The weight of a man of White's on a square of a board turned by his own
/// king; `None` of squares where he cannot be.
const fn by_own_king(kind: PieceKind, square: Square) -> Option<Weight> {
    let at = square.index();
    Some(match kind {
        PieceKind::Pawn if at < 8 || at >= 56 => return None,
        PieceKind::Pawn => layout::SQUARES_PAWN.at(at - 8),
        PieceKind::Knight => layout::SQUARES_KNIGHT.at(at),
        PieceKind::Bishop => layout::SQUARES_BISHOP.at(at),
        PieceKind::Rook => layout::SQUARES_ROOK.at(at),
        PieceKind::Queen => layout::SQUARES_QUEEN.at(at),
        PieceKind::King if turned(square) => return None,
        PieceKind::King => layout::SQUARES_KING.at(at / 8 * 4 + at % 4),
    })
}

/// The same by the enemy king.
const fn by_enemy_king(kind: PieceKind, square: Square) -> Option<Weight> {
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

/// What a colour's pieces gain by where they stand, material left out, from
/// White's side, for each way in which the kings may stand: by the own king with the board as it
/// is and turned, then by the enemy king likewise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KingRelative([Pair; 4]);

impl KingRelative {
    /// The sum that holds where the kings stand.
    #[inline(always)]
    pub fn seen(&self, own: Square, enemy: Square) -> Pair {
        self.0[turned(own) as usize] + self.0[2 + turned(enemy) as usize]
    }
}

impl AddAssign for KingRelative {
    #[inline(always)]
    fn add_assign(&mut self, other: KingRelative) {
        for (sum, what) in self.0.iter_mut().zip(other.0) {
            *sum += what;
        }
    }
}

impl SubAssign for KingRelative {
    #[inline(always)]
    fn sub_assign(&mut self, other: KingRelative) {
        for (sum, what) in self.0.iter_mut().zip(other.0) {
            *sum -= what;
        }
    }
}

static SQUARE_TABLES: [[KingRelative; Square::COUNT]; Piece::COUNT] = {
    let mut table = [[KingRelative([Pair::ZERO; 4]); Square::COUNT]; Piece::COUNT];
    let mut i = 0;
    while i < Piece::COUNT * Square::COUNT {
        let (piece, square) = (Piece::ALL[i / Square::COUNT], Square::ALL[i % Square::COUNT]);
        let (kind, seen) = (piece.kind(), square.relative_to(piece.color()));
        table[piece.index()][square.index()] = KingRelative([
            place_value(piece.color(), by_own_king(kind, seen)),
            place_value(piece.color(), by_own_king(kind, turn(seen, true))),
            place_value(piece.color(), by_enemy_king(kind, seen)),
            place_value(piece.color(), by_enemy_king(kind, turn(seen, true))),
        ]);
        i += 1;
    }
    table
};

const fn place_value(color: Color, weight: Option<Weight>) -> Pair {
    match (weight, color) {
        (None, _) => Pair::ZERO,
        (Some(weight), Color::White) => WEIGHTS[weight.index()],
        (Some(weight), Color::Black) => {
            let pair = WEIGHTS[weight.index()];
            Pair::new(-pair.middle(), -pair.end())
        }
    }
}

/// What a man adds to the sums of his colour.
#[inline(always)]
pub fn views(piece: Piece, square: Square) -> KingRelative {
    SQUARE_TABLES[piece.index()][square.index()]
}

/// Tells a tracer of every man's place. In play the sums are kept instead.
pub fn count(position: &Position, tracer: &mut impl EvalTracer) {
    count_side::<White>(position, tracer);
    count_side::<Black>(position, tracer);
}

fn count_side<S: Side>(position: &Position, tracer: &mut impl EvalTracer) {
    let (own, enemy) = (turned(position.king(S::US)), turned(position.king(S::THEM)));
    for square in position.color(S::US) {
        let Some(piece) = position.on(square) else { continue };
        let seen = square.relative_to(S::US);
        for weight in [
            by_own_king(piece.kind(), turn(seen, own)),
            by_enemy_king(piece.kind(), turn(seen, enemy)),
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
    fn black_sees_what_white_sees() {
        for kind in PieceKind::ALL {
            for square in Square::ALL {
                let white = views(Piece::new(Color::White, kind), square);
                let black = views(Piece::new(Color::Black, kind), square.flip_rank());
                let mut sum = white;
                sum += black;
                assert_eq!(sum, KingRelative::default());
            }
        }
    }

    #[test]
    fn the_board_turns_with_the_king() {
        let knight = Piece::WhiteKnight;
        let here = views(knight, Square::B1);
        let there = views(knight, Square::G1);
        assert_eq!(here.seen(Square::G1, Square::G8), there.seen(Square::B1, Square::B8));
        assert_eq!(here.seen(Square::D1, Square::E8), there.seen(Square::E1, Square::D8));
    }
}
