use super::material;
use super::pair::Pair;
use super::squares::{self, KingRelative};
use crate::board::{Observer, Position};
use crate::types::{Color, Piece, Square};

/// The sums over all men from White's side: worth in both phases for every
/// way the kings may stand, and how much of a middle game is left. Follows a
/// position as an [`Observer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SquareSums {
    views: [KingRelative; Color::COUNT],
    phase: i32,
}

impl SquareSums {
    /// The sums of an empty board.
    pub(super) const ZERO: SquareSums =
        SquareSums { views: [KingRelative::ZERO; Color::COUNT], phase: 0 };

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

    /// What all men are worth where they stand, White's less Black's.
    #[inline(always)]
    pub(super) fn worth(&self, position: &Position) -> Pair {
        let (white, black) = (position.king(Color::White), position.king(Color::Black));
        self.views[0].seen(white, black) + self.views[1].seen(black, white)
    }

    /// How much of a middle game is left, up to [`material::FULL_PHASE`].
    #[inline(always)]
    pub(super) fn phase(&self) -> i32 {
        // Promotions may lead beyond the material of the start.
        self.phase.min(material::FULL_PHASE)
    }
}

impl Observer for SquareSums {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.views[piece.color().index()] += squares::views(piece, square);
        self.phase += material::phase(piece.kind());
    }

    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        self.views[piece.color().index()] -= squares::views(piece, square);
        self.phase -= material::phase(piece.kind());
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
