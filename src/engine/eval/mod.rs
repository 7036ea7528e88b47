//! The static evaluation: what a position is worth without search.
//!
//! A known end game has a value of its own (`endgame`). Every other position
//! is worth
//!
//! scale / 64 · taper(material + factor · Σ weight · count) + network
//!
//! in centipawns from White's side. The network brings the factor, which is near 1.
//! Material has the documents' values and stands alone: no weight contains it. A
//! weight is a [`Pair`], one number for the middle game and one for the end game;
//! the taper interpolates between them by the phase, which follows from the
//! material left. The scale lowers the value where the side that is ahead has
//! little chance to win. The [`network`] adds what these linear terms cannot
//! express.
//!
//! Material and square tables are updated piece by piece ([`SquareSums`]).
//! Terms that depend on pawns and kings alone are cached (`pawn_cache`). The
//! functions of `terms` compute the others in each position, one file by theme,
//! written once for both colors. [`layout`] has the names and the order of the
//! weights, `weights` their values, which `staunton tune` writes.

mod delta;
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
mod square_sums;
mod squares;
mod stack;
mod terms;
pub mod trace;
mod tracer;
pub mod wdl;
mod weights;
mod worth;

pub use endgame::{KNOWN_WIN, is_known_endgame};
pub use material::{FACTOR_UNIT, FULL_PHASE, phase};
pub use network::Network;
pub use pair::Pair;
pub use pawn_cache::PawnCache;
pub use scale::{FULL_SCALE, with_reason as scale_with_reason};
pub use search_position::{EvalData, SearchPosition};
pub use square_sums::SquareSums;
pub use stack::EvalStack;
pub use weights::WEIGHTS;
pub use worth::{piece_worth, without_piece};

use crate::chess::board::Position;
use crate::chess::types::{Color, Score};
use endgame::known_endgame;
use pawn_cache::PawnEntry;
use tracer::WeightSum;

/// The static evaluation for the side to move, computed from scratch with the
/// built-in network.
pub fn evaluate(position: &Position) -> Score {
    evaluate_by(position, Network::built_in())
}

/// The static evaluation for the side to move, computed from scratch with a
/// network.
pub fn evaluate_by(position: &Position, network: &Network) -> Score {
    let score = match known_endgame(position) {
        Some(white) => for_side_to_move(position, white),
        None => linear(position, network.linear_factor()).value + network.evaluate(position),
    };
    Score(score).clamp_eval()
}

/// The result of [`evaluate`] without what the network adds.
pub fn evaluate_without_network(position: &Position) -> Score {
    let known = || known_endgame(position).map_or(0, |white| for_side_to_move(position, white));
    let linear = linear_evaluation(position).map(|linear| linear.value);
    Score(linear.unwrap_or_else(known)).clamp_eval()
}

/// Material and linear terms, at a factor of 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinearEvaluation {
    /// The value for the side to move, in centipawns.
    pub value: i32,
    /// The scale of the end game that it contains, in parts of [`FULL_SCALE`].
    pub scale: i32,
}

/// Material and linear terms without the network: what the network is a
/// residual on. `None` for an end game that is known, which the network does
/// not judge.
pub fn linear_evaluation(position: &Position) -> Option<LinearEvaluation> {
    known_endgame(position).is_none().then(|| linear(position, FACTOR_UNIT))
}

fn linear(position: &Position, factor: i32) -> LinearEvaluation {
    let (sums, pawns) = (SquareSums::of(position), PawnEntry::of(position));
    let white = weighed(position, &sums, &pawns, factor);
    LinearEvaluation { value: for_side_to_move(position, white.value), ..white }
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
    if let Some(white) = known_endgame(position) {
        return Score(for_side_to_move(position, white)).clamp_eval();
    }
    let (sums, accumulator) = stack.current(network, position);
    debug_assert_eq!(*sums, SquareSums::of(position));
    let white = weighed(position, sums, pawns.entry(position), network.linear_factor());
    let residual = network.output(position, accumulator);
    Score(for_side_to_move(position, white.value) + residual).clamp_eval()
}

/// Turns a value from White's side into one for the side to move.
#[inline(always)]
fn for_side_to_move(position: &Position, white: i32) -> i32 {
    match position.side_to_move() {
        Color::White => white,
        Color::Black => -white,
    }
}

/// The value by material and weights from White's side.
#[inline]
fn weighed(
    position: &Position,
    sums: &SquareSums,
    pawns: &PawnEntry,
    factor: i32,
) -> LinearEvaluation {
    let mut positional = WeightSum(sums.squares(position) + pawns.sum);
    terms::count_all(position, pawns.passed, &mut positional);
    let white = sums.material().tapered_with(positional.0, factor);
    let scale = scale::of(position, white);
    LinearEvaluation { value: scale::scaled(white, scale), scale }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::board::Setup;
    use crate::chess::movegen::legal_moves;
    use crate::chess::types::{Piece, PieceKind, Square};
    use crate::support::random::RandomStream;

    fn position(fen: &str) -> Position {
        fen.parse().expect("a legal position")
    }

    #[test]
    fn mirrored_positions_have_equal_values() {
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

    /// This holds for the mean of the pieces of a kind. Single pieces differ: one
    /// pawn opens a file for a rook, another exposes the king. The network is
    /// left out: it may see more in one position, and `tests/engine/material.rs` measures it
    /// as a mean over many.
    #[test]
    fn at_the_start_an_extra_piece_is_worth_about_its_documented_value() {
        let start = position(Position::START_FEN);
        let setup = Setup::from(&start);
        for piece in [Piece::BlackPawn, Piece::BlackKnight, Piece::BlackBishop, Piece::BlackQueen] {
            let gain = |piece: Square| {
                let mut without = setup.clone();
                without.board[piece.index()] = None;
                let without = Position::try_from(&without).expect("legal");
                evaluate_without_network(&without) - evaluate_without_network(&start)
            };
            let pieces = start.pieces(piece.color(), piece.kind());
            let gains: Vec<i32> = pieces.into_iter().map(gain).collect();
            let mean = gains.iter().sum::<i32>() / gains.len() as i32;
            assert!((mean - piece.kind().value()).abs() < 30, "{piece:?}: {gains:?}");
        }
    }

    #[test]
    fn a_board_full_of_queens_is_counted_and_is_no_mate() {
        let queens =
            "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQQk b - - 0 1";
        let many = position(queens);
        let trace = trace::Trace::of(&many, Network::built_in());
        assert_eq!(trace.material, 62 * PieceKind::Queen.value());
        assert!(trace.sum().iter().all(|&sum| (sum - trace.material).abs() < 10_000));
        assert!(!evaluate(&many).is_mate() && evaluate(&many) < Score(-13_000));
        let mirrored = Position::try_from(&Setup::from(&many).mirrored()).expect("legal as well");
        assert_eq!(evaluate(&many), evaluate(&mirrored));
    }

    #[test]
    fn sixteen_queens_are_no_mate() {
        let many = position("QQQQQQQQ/QQQQQQQK/8/8/8/pppppppp/8/k7 w - - 0 1");
        assert!(!evaluate(&many).is_mate());
        assert!(evaluate_without_network(&many) > Score(13_000));
    }

    /// Each half of a packed sum has sixteen bits. So every square gets its worst
    /// piece with the greatest weight of every group that can count for it. Each
    /// side has at most one passed pawn on a file.
    #[test]
    fn no_sum_of_weights_overflows_on_a_full_board() {
        const PAWNS: i32 = 48;
        const OTHERS: i32 = 62 - PAWNS;
        const PASSED: i32 = 2 * 8;
        for half in [Pair::middle, Pair::end] {
            let most = |group: &layout::Group| -> i32 {
                let weights = &WEIGHTS[group.start..group.start + group.len];
                weights.iter().map(|&weight| half(weight).abs()).max().unwrap_or(0)
            };
            let named = |names: &[&str]| -> i32 {
                let groups = names.iter().map(|&name| {
                    layout::GROUPS.iter().find(|group| group.name == name).expect(name)
                });
                groups.map(most).sum()
            };
            let of_kind = |kind: PieceKind| -> i32 {
                layout::GROUPS.iter().filter(|group| group.per_piece == Some(kind)).map(most).sum()
            };
            let of_theme = |theme: layout::Theme| -> i32 {
                layout::GROUPS.iter().filter(|group| group.theme == theme).map(most).sum()
            };
            let alone = named(&["pawn_isolated", "pawn_isolated_open", "pawn_backward"]);
            let supported = named(&["pawn_phalanx", "pawn_supported"]);
            let pawn = of_kind(PieceKind::Pawn)
                + alone.max(supported)
                + named(&["pawn_doubled", "pawn_candidate"]);
            let placed = |kind, names: &[&str]| of_kind(kind) + named(names);
            let other = [
                placed(
                    PieceKind::Knight,
                    &["outpost_knight", "outpost_reachable", "minor_behind_pawn"],
                ),
                placed(
                    PieceKind::Bishop,
                    &["outpost_bishop", "bishop_long_diagonal", "minor_behind_pawn"],
                ),
                placed(PieceKind::Rook, &["rook_file", "rook_seventh"]),
                placed(PieceKind::Queen, &[]),
            ];
            let threat_to_pawn = named(&[
                "threat_by_minor",
                "threat_by_rook",
                "threat_hanging",
                "threat_queen_defends",
            ]);
            let threat_to_other = threat_to_pawn + named(&["threat_by_pawn", "threat_push"]);
            // A passed pawn is not a candidate, and it is either blocked or free.
            let blocked_or_free = named(&["passed_blocked"]).min(named(&["passed_free"]));
            let passed = of_theme(layout::Theme::Passed)
                - named(&["passed_unstoppable", "pawn_candidate"])
                - blocked_or_free;
            let of_sides = named(&["bishop_pair", "threat_by_king", "passed_unstoppable", "tempo"])
                + of_kind(PieceKind::King)
                + 3 * of_theme(layout::Theme::King);
            let sum = PAWNS * (pawn + threat_to_pawn)
                + OTHERS * (other.into_iter().max().unwrap_or(0) + threat_to_other)
                + PASSED * passed
                + 64 * named(&["threat_restricted", "space"])
                + 2 * of_sides;
            assert!(sum <= i32::from(i16::MAX), "{sum}");
        }
    }

    fn random_positions(games: usize, mut visit: impl FnMut(&Position)) {
        let mut random = RandomStream::new(1851, 0, 0);
        for _ in 0..games {
            let mut position = Position::start();
            for _ in 0..160 {
                visit(&position);
                let moves = legal_moves(&position);
                let Some(&mv) = moves.get(random.below(moves.len().max(1))) else {
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
    fn the_evaluation_is_symmetric_in_colors_and_files() {
        let mut positions = 0;
        random_positions(700, |position| {
            positions += 1;
            let setup = Setup::from(position);
            let mirrored = Position::try_from(&setup.mirrored()).expect("legal as well");
            assert_eq!(white(position), -white(&mirrored), "{position:?}");
            let mut flipped = setup.clone();
            if position.castling().is_empty() {
                for square in Square::ALL {
                    flipped.board[square.index() ^ 7] = setup.board[square.index()];
                }
                flipped.en_passant = setup.en_passant.map(|s| Square::wrapping(s.index() ^ 7));
                let flipped = Position::try_from(&flipped).expect("legal as well");
                assert_eq!(white(position), white(&flipped), "{position:?}");
            }
        });
        assert!(positions >= 100_000, "{positions}");
    }

    #[test]
    fn cached_and_incremental_values_equal_those_from_scratch() {
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
            let trace = trace::Trace::of(position, Network::built_in());
            assert_eq!(Score(trace.white), white(position));
            assert_eq!(trace.known.is_none(), trace.network.is_some());
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
            let linear = mixed / 24 * coefficients.scale / 64;
            let linear_for_us = for_side_to_move(position, linear);
            assert_eq!(Score(linear_for_us), evaluate_without_network(position));
            assert!(coefficients.terms.is_sorted_by(|a, b| a.0 < b.0));
            assert!(coefficients.terms.iter().all(|&(_, count)| count != 0));
        };
        random_positions(60, &mut visit);
        visit(&position("8/8/4k3/8/8/3KN3/8/8 w - - 0 1"));
        assert!(known > 0);
    }

    #[test]
    fn every_piece_has_exactly_one_weight_of_a_group_per_piece() {
        random_positions(20, |position| {
            let trace = trace::Trace::of(position, Network::built_in());
            for group in layout::GROUPS {
                let Some(kind) = group.per_piece else { continue };
                let mut pieces = position.kind(kind);
                for term in trace.terms.iter().filter(|term| term.group() == group) {
                    let piece = term.piece.expect("the term of a piece");
                    assert!(pieces.has(piece), "{}: {piece}", group.name);
                    pieces = pieces.without(piece);
                }
                assert!(pieces.is_empty(), "{}", group.name);
            }
        });
    }
}
