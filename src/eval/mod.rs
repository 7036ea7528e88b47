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
//! ([`SquareSums`]); what depends on pawns and kings alone is remembered
//! (`pawn_cache`); the rest is counted anew in each position by the functions
//! of `terms`, one file by theme, each written once for both colours. The
//! names and the order of the weights are in [`layout`], their values, which a
//! tuner writes, in `weights`.

pub mod chances;
mod draws;
mod endgame;
mod kpk;
pub mod layout;
mod masks;
mod material;
pub mod network;
mod pair;
mod pawn_cache;
mod scale;
mod search_position;
mod side;
mod square_sums;
mod squares;
mod stack;
mod terms;
pub mod trace;
mod tracer;
mod weights;

pub use draws::is_dead;
pub use endgame::KNOWN_WIN;
pub use kpk::prepare;
pub use material::FULL_PHASE;
pub use network::Network;
pub use pair::Pair;
pub use pawn_cache::PawnCache;
pub use search_position::{EvalData, SearchPosition};
pub use square_sums::SquareSums;
pub use stack::EvalStack;
pub use weights::WEIGHTS;

use crate::board::Position;
use crate::types::{Color, Score};
use pawn_cache::PawnEntry;
use tracer::WeightSum;

/// The scale of a position in which an advantage counts in full.
pub const FULL_SCALE: i32 = 64;

/// The static evaluation for the side to move, computed from scratch with the
/// built-in network.
pub fn evaluate(position: &Position) -> Score {
    evaluate_by(position, Network::built_in())
}

/// The static evaluation for the side to move, computed from scratch with a
/// network.
pub fn evaluate_by(position: &Position, network: &Network) -> Score {
    let score = match endgame::known(position) {
        Some(white) => for_side_to_move(position, white),
        None => linear(position) + network.evaluate(position),
    };
    Score(score).clamp_eval()
}

/// What [`evaluate`] would be if the network were silent.
pub fn evaluate_without_network(position: &Position) -> Score {
    let known = || endgame::known(position).map_or(0, |white| for_side_to_move(position, white));
    Score(linear_evaluation(position).unwrap_or_else(known)).clamp_eval()
}

/// Material and linear terms for the side to move, in centipawns, without the
/// network: what the network is a residual on. `None` for an end game that is
/// known, which the network does not judge.
pub fn linear_evaluation(position: &Position) -> Option<i32> {
    endgame::known(position).is_none().then(|| linear(position))
}

fn linear(position: &Position) -> i32 {
    let white = weighed(position, &SquareSums::of(position), &PawnEntry::of(position));
    for_side_to_move(position, white)
}

/// The static evaluation for the side to move, from what a stack keeps up to
/// date and the cached terms of pawns and kings.
#[inline]
pub fn evaluate_with(
    position: &Position,
    network: &Network,
    stack: &mut EvalStack,
    pawns: &mut PawnCache,
) -> Score {
    debug_assert_eq!(*stack.sums(), SquareSums::of(position));
    if let Some(white) = endgame::known(position) {
        return Score(for_side_to_move(position, white)).clamp_eval();
    }
    let white = weighed(position, stack.sums(), pawns.entry(position));
    let residual = network.output(position, stack.accumulator(network, position));
    Score(for_side_to_move(position, white) + residual).clamp_eval()
}

/// A value for White as the side to move sees it.
#[inline(always)]
fn for_side_to_move(position: &Position, white: i32) -> i32 {
    match position.side_to_move() {
        Color::White => white,
        Color::Black => -white,
    }
}

/// The value for White in centipawns, by the weights.
#[inline]
fn weighed(position: &Position, sums: &SquareSums, pawns: &PawnEntry) -> i32 {
    let mut sum = WeightSum(sums.worth(position) + pawns.sum);
    terms::of_all(position, pawns.passed, &mut sum);
    let white = taper(sum.0, sums.phase());
    scaled(white, scale::of(position, white))
}

/// Mixes what counts in the middle game and in the end game: centipawns.
#[inline(always)]
fn taper(sum: Pair, phase: i32) -> i32 {
    let end = FULL_PHASE - phase;
    (sum.middle() * phase + sum.end() * end) / FULL_PHASE
}

#[inline(always)]
fn scaled(value: i32, scale: i32) -> i32 {
    value * scale / FULL_SCALE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;
    use crate::movegen::legal_moves;
    use crate::types::{Piece, Square};

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

    /// In the mean of the men of a kind: one pawn opens a file for a rook,
    /// another the way to the king.
    #[test]
    fn at_the_start_a_man_more_is_worth_about_what_the_documents_say() {
        let start = position(Position::START_FEN);
        let setup = Setup::from(&start);
        for piece in [Piece::BlackPawn, Piece::BlackKnight, Piece::BlackBishop, Piece::BlackQueen] {
            let gain = |piece: Square| {
                let mut without = setup.clone();
                without.board[piece.index()] = None;
                evaluate(&Position::try_from(&without).expect("legal")) - evaluate(&start)
            };
            let pieces = start.pieces(piece.color(), piece.kind());
            let gains: Vec<i32> = pieces.into_iter().map(gain).collect();
            let mean = gains.iter().sum::<i32>() / gains.len() as i32;
            assert!((mean - piece.kind().value()).abs() < 30, "{piece:?}: {gains:?}");
        }
    }

    #[test]
    fn sixteen_queens_are_no_mate() {
        let many = position("QQQQQQQQ/QQQQQQQK/8/8/8/pppppppp/8/k7 w - - 0 1");
        assert!(!evaluate(&many).is_mate());
        assert!(evaluate(&many) > Score(13_000));
    }

    /// Goes through the positions of random games.
    fn random_positions(games: usize, mut visit: impl FnMut(&Position)) {
        let mut state = 1851_u64;
        for _ in 0..games {
            let mut position = Position::start();
            for _ in 0..160 {
                visit(&position);
                let moves = legal_moves(&position);
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let Some(&mv) = moves.get((state >> 33) as usize % moves.len().max(1)) else {
                    break;
                };
                position.play(mv, &mut ());
            }
        }
    }

    fn white(position: &Position) -> Score {
        if position.side_to_move() == Color::White {
            evaluate(position)
        } else {
            -evaluate(position)
        }
    }

    #[test]
    fn colours_and_files_may_be_exchanged() {
        let mut positions = 0;
        random_positions(700, |position| {
            positions += 1;
            let setup = Setup::from(position);
            let mirrored = Position::try_from(&setup.mirrored()).expect("legal as well");
            assert_eq!(white(position), -white(&mirrored), "{position:?}");
            let mut turned = setup.clone();
            if position.castling().is_empty() {
                for square in Square::ALL {
                    turned.board[square.index() ^ 7] = setup.board[square.index()];
                }
                turned.en_passant = setup.en_passant.map(|s| Square::wrapping(s.index() ^ 7));
                let turned = Position::try_from(&turned).expect("legal as well");
                assert_eq!(white(position), white(&turned), "{position:?}");
            }
        });
        assert!(positions >= 100_000, "{positions}");
    }

    #[test]
    fn what_is_remembered_is_what_would_be_counted() {
        let (mut cache, mut stack) = (PawnCache::default(), EvalStack::default());
        let network = Network::built_in();
        random_positions(60, |position| {
            stack.reset(position);
            assert_eq!(
                evaluate_with(position, network, &mut stack, &mut cache),
                evaluate(position)
            );
        });
    }

    #[test]
    fn coefficients_and_traces_reproduce_the_evaluation() {
        let mut coefficients = trace::Coefficients::default();
        let mut known = 0;
        let mut visit = |position: &Position| {
            trace::coefficients(position, &mut coefficients);
            let trace = trace::Trace::of(position);
            assert_eq!(Score(trace.white).clamp_eval(), white(position));
            assert_eq!(coefficients.known, trace.known.is_some());
            if coefficients.known {
                known += 1;
                return;
            }
            let mut sums = [coefficients.material; 2];
            for &(weight, count) in &coefficients.terms {
                let weight = WEIGHTS[usize::from(weight)];
                sums[0] += weight.middle() * i32::from(count);
                sums[1] += weight.end() * i32::from(count);
            }
            let mixed = sums[0] * coefficients.phase + sums[1] * (24 - coefficients.phase);
            assert_eq!(Score(mixed / 24 * coefficients.scale / 64), white(position));
            assert!(coefficients.terms.is_sorted_by(|a, b| a.0 < b.0));
            assert!(coefficients.terms.iter().all(|&(_, count)| count != 0));
        };
        random_positions(60, &mut visit);
        visit(&position("8/8/4k3/8/8/3KN3/8/8 w - - 0 1"));
        assert!(known > 0);
    }

    #[test]
    fn a_man_has_one_weight_of_a_group_that_every_man_has() {
        random_positions(20, |position| {
            let trace = trace::Trace::of(position);
            for group in layout::GROUPS {
                let Some(kind) = group.per_piece else { continue };
                let mut pieces = position.kind(kind);
                for event in trace.events.iter().filter(|event| event.group() == group) {
                    let piece = event.piece.expect("a man's");
                    assert!(pieces.has(piece), "{}: {piece}", group.name);
                    pieces = pieces.without(piece);
                }
                assert!(pieces.is_empty(), "{}", group.name);
            }
        });
    }
}
