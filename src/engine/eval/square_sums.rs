//! Sums over all pieces that follow the moves: material and square tables.

use super::material::Material;
use super::pair::Pair;
use super::squares::{self, KingRelativeValues};
use crate::chess::board::{Observer, Position};
use crate::chess::types::{Color, Piece, Square};

/// Incrementally updated sums over all pieces: the material, and each color's
/// square-table values. They follow a position as an [`Observer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SquareSums {
    squares: [KingRelativeValues; Color::COUNT],
    material: Material,
}

impl SquareSums {
    /// The sums of an empty board.
    pub(super) const ZERO: SquareSums =
        SquareSums { squares: [KingRelativeValues::ZERO; Color::COUNT], material: Material::NONE };

    /// The sums of a position, from scratch.
    pub fn of(position: &Position) -> SquareSums {
        let mut sums = SquareSums::default();
        for square in position.occupied() {
            if let Some(piece) = position.on(square) {
                sums.put(piece, square);
            }
        }
        sums
    }

    /// The material of the position.
    #[inline(always)]
    pub(super) fn material(&self) -> Material {
        self.material
    }

    /// The square-table values of all pieces, White's less Black's.
    #[inline(always)]
    pub(super) fn squares(&self, position: &Position) -> Pair {
        let of = |color: Color| self.squares[color.index()].for_king(position.king(color));
        of(Color::White) + of(Color::Black)
    }
}

impl Observer for SquareSums {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.squares[piece.color().index()] += squares::values(piece, square);
        self.material += Material::of_piece(piece);
    }

    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        self.squares[piece.color().index()] -= squares::values(piece, square);
        self.material -= Material::of_piece(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::movegen::legal_moves;
    use crate::support::random::RandomStream;

    /// Random games play every kind of move.
    #[test]
    fn incremental_equals_fresh() {
        let mut random = RandomStream::new(1848, 0, 0);
        for fen in [
            Position::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ] {
            for _ in 0..20 {
                let mut position: Position = fen.parse().expect("a legal position");
                let mut sums = SquareSums::of(&position);
                for _ in 0..120 {
                    let moves = legal_moves(&position);
                    let Some(&mv) = moves.get(random.below(moves.len().max(1))) else {
                        break;
                    };
                    position.play(mv, &mut sums);
                    assert_eq!(sums, SquareSums::of(&position), "{mv:?}");
                }
            }
        }
    }
}
