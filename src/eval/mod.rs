//! What a position is worth without looking ahead.
//!
//! Material as the documents give it; what is known of some end games; and
//! everything else as a sum of weights, each counted as often as what it
//! stands for occurs:
//!
//! value for White = taper(material + Σ weight · count) · scale / 64
//!
//! A weight is a [`Pair`], one number for the middle game and one for the end
//! game, and the taper mixes both by what is left on the board. What depends
//! on the men one by one is kept up to date as they come and go
//! ([`Accumulator`]); what depends on pawns and kings alone is remembered
//! (`pawn_cache`); the rest is counted anew in each position by the functions
//! of `terms`, one file by theme, each written once for both colours. The
//! names and the order of the weights are in [`layout`], their values, which a
//! tuner writes, in `weights`.

mod accumulator;
pub mod chances;
mod draws;
mod endgame;
pub mod layout;
mod material;
mod pair;
mod scale;
mod side;
mod squares;
mod tally;
mod terms;
pub mod trace;
mod tracked;
mod weights;

pub use accumulator::Accumulator;
pub use draws::is_dead;
pub use pair::Pair;
pub use tracked::Tracked;
pub use weights::WEIGHTS;

use crate::board::Position;
use crate::types::{Color, Score};

/// The scale of a position in which an advantage counts in full.
pub const FULL_SCALE: i32 = 64;

/// For the side to move, from scratch.
pub fn evaluate(position: &Position) -> Score {
    evaluate_with(position, &Accumulator::of(position))
}

/// For the side to move, from sums that are already known.
#[inline]
pub fn evaluate_with(position: &Position, sums: &Accumulator) -> Score {
    debug_assert_eq!(*sums, Accumulator::of(position));
    let white = endgame::known(position).unwrap_or_else(|| {
        let mut sum = tally::Sum(sums.worth(position));
        terms::count(position, &mut sum);
        blend(sum.0, sums.phase(), scale::of(position, sum.0))
    });
    match position.side() {
        Color::White => Score(white),
        Color::Black => Score(-white),
    }
    .clamp_eval()
}

/// Mixes the phases and scales the result: centipawns.
#[inline(always)]
fn blend(sum: Pair, phase: i32, scale: i32) -> i32 {
    let end = material::FULL_PHASE - phase;
    (sum.middle() * phase + sum.end() * end) / material::FULL_PHASE * scale / FULL_SCALE
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
