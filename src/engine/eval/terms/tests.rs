//! For each term, positions in which it must count and must not.

use crate::chess::board::Position;
use crate::chess::types::Color;
use crate::engine::eval::Network;
use crate::engine::eval::layout::*;
use crate::engine::eval::trace::Trace;

/// How often each weight of a group counts, for White and for Black.
fn counts<const LEN: usize>(span: Span<LEN>, fen: &str) -> [Vec<(usize, i32)>; 2] {
    let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let trace = Trace::of(&position, Network::built_in());
    Color::ALL.map(|color| {
        let mut counts = vec![0; LEN];
        for term in trace.terms.iter().filter(|term| term.color == color) {
            if let Some(place) = term.weight.checked_sub(span.at(0).index()).filter(|&p| p < LEN) {
                counts[place] += term.count;
            }
        }
        counts.into_iter().enumerate().filter(|&(_, count)| count != 0).collect()
    })
}

/// White has exactly these, and Black those.
#[track_caller]
fn expect<const LEN: usize>(
    span: Span<LEN>,
    fen: &str,
    white: &[(usize, i32)],
    black: &[(usize, i32)],
) {
    assert_eq!(counts(span, fen), [white.to_vec(), black.to_vec()], "{fen}");
}

#[test]
fn mobility() {
    expect(MOBILITY_KNIGHT, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", &[(2, 1)], &[]);
    // A pawn attacks b5, and the king stands on c2.
    expect(MOBILITY_KNIGHT, "4k3/8/2pp4/p7/3N4/8/2K5/8 w - - 0 1", &[(6, 1)], &[]);
    expect(MOBILITY_ROOK, "4k3/8/8/8/8/8/8/R2K4 w - - 0 1", &[(9, 1)], &[]);
    // The square of a pawn counts if the pawn can move.
    expect(MOBILITY_ROOK, "4k3/8/8/8/p7/P7/8/R2K4 w - - 0 1", &[(3, 1)], &[]);
    expect(MOBILITY_ROOK, "4k3/8/8/8/8/P7/8/R2K4 w - - 0 1", &[(4, 1)], &[]);
    expect(MOBILITY_BISHOP, "4k3/8/8/8/3B4/8/8/4K3 w - - 0 1", &[(13, 1)], &[]);
    expect(MOBILITY_QUEEN, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", &[(17, 1)], &[]);
    // Rooks see through own rooks.
    expect(MOBILITY_ROOK, "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1", &[(10, 2)], &[]);
}

#[test]
fn pawn_structure() {
    expect(PAWN_ISOLATED, "4k3/p1p5/8/8/8/8/3PP3/4K3 w - - 0 1", &[], &[(0, 1), (2, 1)]);
    expect(PAWN_ISOLATED_OPEN, "4k3/8/p7/8/8/8/P1P5/4K3 w - - 0 1", &[(0, 1)], &[]);
    expect(PAWN_DOUBLED, "4k3/p7/8/8/3P4/3P4/8/4K3 w - - 0 1", &[(0, 1)], &[]);
    // d3 cannot step to d4, which e5 guards; c4 has gone ahead.
    expect(PAWN_BACKWARD, "4k3/8/8/4p3/3P4/2P5/8/4K3 w - - 0 1", &[], &[]);
    expect(PAWN_BACKWARD, "4k3/8/8/2P1p3/8/3P4/8/4K3 w - - 0 1", &[(1, 1)], &[]);
    expect(PAWN_BACKWARD, "4k3/3p4/8/2P1p3/8/3P4/8/4K3 w - - 0 1", &[(0, 1)], &[(0, 1)]);
    expect(PAWN_BACKWARD, "4k3/8/4p3/2P5/8/3P4/8/4K3 w - - 0 1", &[], &[]);
    expect(PAWN_PHALANX, "4k3/8/8/8/8/3PP3/8/4K3 w - - 0 1", &[(1, 2)], &[]);
    expect(PAWN_PHALANX, "4k3/8/8/8/8/3P1P2/8/4K3 w - - 0 1", &[], &[]);
    expect(PAWN_SUPPORTED, "4k3/8/8/3p4/2p5/8/8/4K3 w - - 0 1", &[], &[(2, 1)]);
    expect(PAWN_CANDIDATE, "4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1", &[(0, 1)], &[]);
    expect(PAWN_CANDIDATE, "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", &[], &[]);
}

#[test]
fn passed_pawns() {
    expect(PASSED_RANK, "4k3/8/3p4/1P6/8/8/6p1/4K3 w - - 0 1", &[(3, 1)], &[(1, 1), (5, 1)]);
    expect(PASSED_RANK, "4k3/p7/8/1P6/8/8/8/4K3 w - - 0 1", &[], &[]);
    expect(PASSED_RANK, "4k3/8/8/1P6/1P6/8/8/4K3 w - - 0 1", &[(3, 1)], &[]);
    expect(PASSED_CONNECTED, "4k3/8/8/1PP5/8/8/8/4K3 w - - 0 1", &[(3, 2)], &[]);
    expect(PASSED_BLOCKED, "8/1k6/1P6/8/8/8/8/4K3 w - - 0 1", &[(4, 1)], &[]);
    expect(PASSED_BLOCKED, "8/1K6/1P6/8/8/8/8/4k3 w - - 0 1", &[], &[]);
    expect(PASSED_FREE, "8/8/1P2k3/8/8/8/8/4K3 w - - 0 1", &[(4, 1)], &[]);
    expect(PASSED_FREE, "8/8/1P2k3/8/5b2/8/8/4K3 w - - 0 1", &[(4, 1)], &[]);
    expect(PASSED_PATH, "8/8/1P2k3/8/5b2/8/8/4K3 w - - 0 1", &[], &[]);
    expect(PASSED_PATH, "8/8/1P2k3/4b3/8/8/8/4K3 w - - 0 1", &[], &[]);
    expect(PASSED_PATH, "8/8/1P2k3/8/3b4/8/8/4K3 w - - 0 1", &[(4, 1)], &[]);
    // Third number from the fourth rank: the sixth; both kings to b7.
    expect(PASSED_OWN_KING, "8/8/1P2k3/8/8/8/8/4K3 w - - 0 1", &[(2 * 8 + 6, 1)], &[]);
    expect(PASSED_ENEMY_KING, "8/8/1P2k3/8/8/8/8/4K3 w - - 0 1", &[(2 * 8 + 3, 1)], &[]);
    expect(PASSED_OWN_KING, "8/8/4k3/8/8/1P6/8/4K3 w - - 0 1", &[], &[]);
    expect(PASSED_ROOK_BEHIND, "4k3/8/8/1P6/8/8/8/1R2K3 w - - 0 1", &[(0, 1)], &[]);
    expect(PASSED_ROOK_BEHIND, "4k3/8/8/1P6/8/8/8/1r2K3 w - - 0 1", &[(1, 1)], &[]);
    expect(PASSED_ROOK_BEHIND, "1R6/4k3/8/1P6/8/8/8/4K3 w - - 0 1", &[], &[]);
}

#[test]
fn unstoppable_pawns() {
    expect(PASSED_UNSTOPPABLE, "8/7p/8/P5k1/8/8/8/4K3 w - - 0 1", &[(0, 1)], &[]);
    // In the square, as it is Black's move.
    expect(PASSED_UNSTOPPABLE, "8/7p/8/P3k3/8/8/8/4K3 b - - 0 1", &[], &[]);
    expect(PASSED_UNSTOPPABLE, "8/7p/8/P4k2/8/8/8/4K3 w - - 0 1", &[(0, 1)], &[]);
    expect(PASSED_UNSTOPPABLE, "n7/7p/8/P5k1/8/8/8/4K3 w - - 0 1", &[], &[]);
}

#[test]
fn king_safety() {
    let units = |fen| counts(KING_DANGER, fen)[0].first().map_or(0, |&(place, _)| place + 1);
    assert_eq!(units(Position::START_FEN), 0);
    let one = units("r5k1/5ppp/8/8/8/6N1/8/3Q2K1 w - - 0 1");
    let two = units("r5k1/5ppp/8/6NQ/8/8/8/6K1 w - - 0 1");
    assert!(two > one + 5, "{one} {two}");
    let no_queen = units("r5k1/5ppp/8/6NB/8/8/8/6K1 w - - 0 1");
    assert!(two > no_queen + 5, "{no_queen} {two}");

    // Pawns on f2, g3 and none on h.
    let shelter = "6k1/8/8/8/8/6P1/5P2/6K1 w - - 0 1";
    let [white, black] = counts(KING_SHELTER, shelter);
    assert_eq!(white, [(0, 1), (7 + 2, 1), (14 + 1, 1)]);
    assert_eq!(black, [(0, 1), (7, 1), (14, 1)]);
    expect(KING_FILE, shelter, &[(2, 1)], &[(0, 1), (2, 1)]);
    let [white, _] = counts(KING_STORM, "6k1/8/8/8/7p/6p1/5P2/6K1 w - - 0 1");
    assert_eq!(white, [(3, 1), (7 + 2, 1), (14, 1)]);
    expect(KING_STORM_BLOCKED, "6k1/8/8/8/8/6p1/6P1/6K1 w - - 0 1", &[(2, 1)], &[(6, 1)]);
}

#[test]
fn threats() {
    expect(THREAT_BY_PAWN, "4k3/8/8/2n1r3/3P4/8/8/4K3 w - - 0 1", &[(0, 1), (2, 1)], &[]);
    // The pawn itself would be taken for nothing.
    expect(THREAT_BY_PAWN, "4k3/8/8/2n1q3/3P4/8/3r4/7K w - - 0 1", &[], &[]);
    expect(THREAT_BY_MINOR, "4k3/8/8/2p1r3/8/3N4/8/4K3 w - - 0 1", &[(0, 1), (3, 1)], &[]);
    expect(THREAT_BY_MINOR, "4k3/8/3p4/2p5/8/3N4/8/4K3 w - - 0 1", &[], &[]);
    expect(THREAT_BY_ROOK, "3qk3/8/8/b7/8/8/8/R2RK3 w - - 0 1", &[(2, 1), (4, 1)], &[]);
    expect(THREAT_BY_KING, "4k3/8/8/8/8/5n2/4K3/8 w - - 0 1", &[(0, 1)], &[]);
    expect(THREAT_BY_KING, "4k3/8/8/8/6p1/5n2/4K3/8 w - - 0 1", &[], &[]);
    expect(THREAT_HANGING, "4k3/8/8/b7/8/8/8/R3K3 w - - 0 1", &[(0, 1)], &[]);
    expect(THREAT_HANGING, "4k3/8/1p6/b7/8/8/8/R3K3 w - - 0 1", &[], &[]);
    expect(THREAT_PUSH, "4k3/8/2n5/8/3P4/8/8/4K3 w - - 0 1", &[(0, 1)], &[]);
    expect(THREAT_PUSH, "4k3/8/2n1p3/8/3P4/8/8/4K3 w - - 0 1", &[], &[]);
}

#[test]
fn placement_of_pieces() {
    expect(BISHOP_PAIR, "2b1kb2/8/8/8/8/8/8/B1B1K3 w - - 0 1", &[], &[(0, 1)]);
    expect(BISHOP_PAWNS, "4k3/8/8/8/8/1P1PP3/8/2B1K3 w - - 0 1", &[(1, 1)], &[]);
    expect(BISHOP_LONG_DIAGONAL, "4k3/8/8/8/8/8/1B6/4K3 w - - 0 1", &[(0, 1)], &[]);
    expect(BISHOP_LONG_DIAGONAL, "4k3/8/8/8/3P4/8/1B6/4K3 w - - 0 1", &[], &[]);
    expect(OUTPOST_KNIGHT, "4k3/2p5/8/4N3/3P4/8/8/4K3 w - - 0 1", &[(1, 1)], &[]);
    expect(OUTPOST_KNIGHT, "4k3/3p4/8/4N3/3P4/8/8/4K3 w - - 0 1", &[], &[]);
    expect(OUTPOST_BISHOP, "4k3/8/8/8/4b3/8/8/4K3 w - - 0 1", &[], &[(0, 1)]);
    expect(OUTPOST_REACHABLE, "4k3/8/8/8/3P4/5N2/8/4K3 w - - 0 1", &[(0, 1)], &[]);
    expect(OUTPOST_REACHABLE, "4k3/5p2/8/8/3P4/5N2/8/4K3 w - - 0 1", &[], &[]);
    expect(MINOR_BEHIND_PAWN, "4k3/8/8/8/3PP3/3NB3/8/4K3 w - - 0 1", &[(0, 1), (1, 1)], &[]);
    expect(MINOR_BEHIND_PAWN, "4k3/8/8/8/8/3NB3/3PP3/4K3 w - - 0 1", &[], &[]);
    expect(ROOK_FILE, "4k3/p7/8/8/8/8/2P5/RRR1K3 w - - 0 1", &[(0, 1), (1, 1)], &[]);
    expect(ROOK_SEVENTH, "4k3/1R6/8/8/8/8/8/4K3 w - - 0 1", &[(0, 1)], &[]);
    expect(ROOK_SEVENTH, "8/1R6/4k3/8/8/8/8/4K3 w - - 0 1", &[], &[]);
    expect(ROOK_SEVENTH, "8/1R3p2/4k3/8/8/8/8/4K3 w - - 0 1", &[(0, 1)], &[]);
}

#[test]
fn tempo() {
    expect(TEMPO, Position::START_FEN, &[(0, 1)], &[]);
    expect(TEMPO, "4k3/8/8/8/8/8/8/4K1R1 b - - 0 1", &[], &[(0, 1)]);
}
