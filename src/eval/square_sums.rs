use super::material::Material;
use super::pair::Pair;
use super::squares::{self, KingRelative};
use crate::board::{Observer, Position};
use crate::types::{Color, Piece, Square};

/// The sums over all pieces: the material, and from White's side the square
/// tables for every way the kings may stand. Follows a position as an
/// [`Observer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SquareSums {
    squares: [KingRelative; Color::COUNT],
    material: Material,
}

impl SquareSums {
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

    /// What the square tables give all pieces, White's less Black's.
    #[inline(always)]
    pub(super) fn squares(&self, position: &Position) -> Pair {
        let (white, black) = (position.king(Color::White), position.king(Color::Black));
        self.squares[0].seen(white, black) + self.squares[1].seen(black, white)
    }
}

impl Observer for SquareSums {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.squares[piece.color().index()] += squares::views(piece, square);
        self.material += Material::of_piece(piece);
    }

    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        self.squares[piece.color().index()] -= squares::views(piece, square);
        self.material -= Material::of_piece(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;

    /// Walks random games, so that every kind of move is played.
    #[test]
    fn incremental_equals_fresh() {
        let mut state = 1848_u64;
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
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let Some(&mv) = moves.get((state >> 33) as usize % moves.len().max(1)) else {
                        break;
                    };
                    position.play(mv, &mut sums);
                    assert_eq!(sums, SquareSums::of(&position), "{mv:?}");
                }
            }
        }
    }
}
