//! What a position is worth without looking ahead.
//!
//! Material as the documents give it, one table of squares per man, blended
//! between middle game and end game by what is left on the board, and a
//! little for being on move. All of it but the move is a sum over the men, so
//! it is kept up to date as men come and go: see [`Accumulator`].

mod accumulator;
pub mod chances;
mod draws;
mod material;
mod pair;
mod squares;
mod tracked;

pub use accumulator::Accumulator;
pub use draws::is_dead;
pub use tracked::Tracked;

use crate::board::Position;
use crate::types::{Color, Score};

/// What it is worth to be the one to move, in centipawns: whoever moves can
/// use the move, except in zugzwang, which this ignores.
const TEMPO: i32 = 12;

/// For the side to move, from scratch.
pub fn evaluate(position: &Position) -> Score {
    evaluate_with(position, &Accumulator::of(position))
}

/// For the side to move, from sums that are already known.
#[inline]
pub fn evaluate_with(position: &Position, sums: &Accumulator) -> Score {
    debug_assert_eq!(*sums, Accumulator::of(position));
    if is_dead(position) {
        return Score::DRAW;
    }
    let white = draws::tamed(position, sums.blended());
    let mover = match position.side() {
        Color::White => white,
        Color::Black => -white,
    };
    Score(mover + TEMPO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;
    use crate::types::Piece;

    fn position(fen: &str) -> Position {
        fen.parse().expect("a legal position")
    }

    #[test]
    fn neither_colour_is_preferred() {
        for fen in [
            Position::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "8/8/4k3/8/2p5/8/1P3N2/4K3 b - - 0 1",
            "4k3/8/8/8/8/5n2/8/2B1K3 w - - 0 1",
        ] {
            let position = position(fen);
            let mirrored = Position::try_from(&Setup::from(&position).mirrored());
            assert_eq!(evaluate(&position), evaluate(&mirrored.expect("legal as well")), "{fen}");
        }
    }

    #[test]
    fn a_man_more_is_worth_about_what_the_documents_say() {
        let start = evaluate(&position(Position::START_FEN));
        for (square, piece) in Setup::from(&position(Position::START_FEN)).board.iter().enumerate()
        {
            let Some(piece @ (Piece::BlackPawn | Piece::BlackKnight | Piece::BlackQueen)) = *piece
            else {
                continue;
            };
            let mut setup = Setup::from(&position(Position::START_FEN));
            setup.board[square] = None;
            let ahead = evaluate(&Position::try_from(&setup).expect("legal")) - start;
            assert!((ahead - piece.kind().value()).abs() < 50, "{piece:?}: {ahead}");
        }
    }

    #[test]
    fn sixteen_queens_are_no_mate() {
        let many = position("QQQQQQQQ/QQQQQQQK/8/8/8/pppppppp/8/k7 w - - 0 1");
        assert!(!evaluate(&many).is_mate());
        assert!(evaluate(&many) > Score(13_000));
    }
}
