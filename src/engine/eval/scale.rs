//! Scales the value down in end games that are drawn or nearly drawn although
//! one side has more material.
//!
//! The rules are about likely results. They are wrong in single positions; the
//! search finds exceptions that are near.

use super::masks;
use crate::chess::board::Position;
use crate::chess::types::{Bitboard, Color, File, PieceKind, Rank, Square};

/// The scale of a position in which an advantage counts in full.
pub const FULL_SCALE: i32 = 64;
/// Without pawns, and with at most a minor piece more than the opponent.
const HARDLY_WON: i32 = 4;
/// Opposite-colored bishops and no other non-pawn pieces: the scale without
/// pawns of the side ahead, and what each pawn adds.
const OPPOSITE_ALONE: (i32, i32) = (16, 5);
/// Opposite-colored bishops with other non-pawn pieces, likewise.
const OPPOSITE_AMONG_OTHERS: (i32, i32) = (36, 4);
/// Few pawns are left to promote, so exchanges lead to a draw, likewise.
const FEW_PAWNS: (i32, i32) = (48, 4);

/// A value at a scale, in parts of [`FULL_SCALE`].
#[inline(always)]
pub fn scaled(value: i32, scale: i32) -> i32 {
    value * scale / FULL_SCALE
}

/// The scale of a position, in parts of [`FULL_SCALE`]. The sign of `white`,
/// the value from White's side, says which side is ahead.
#[inline]
pub fn of(position: &Position, white: i32) -> i32 {
    with_reason(position, white).0
}

/// The scale of a position, and why it is what it is, in words.
#[inline(always)]
pub fn with_reason(position: &Position, white: i32) -> (i32, &'static str) {
    const FULL: &str = "an advantage counts in full";
    let ahead = if white >= 0 { Color::White } else { Color::Black };
    let pawns = position.pieces(ahead, PieceKind::Pawn);
    if pawns.is_empty() {
        return (without_pawns(position, ahead), "the side ahead has no pawn to promote");
    }
    let bishops = position.kind(PieceKind::Bishop);
    if pawns.count() > 4 && bishops.is_empty() {
        return (FULL_SCALE, FULL);
    }
    if is_wrong_rook_pawn(position, ahead, pawns) {
        return (0, "the king cannot be driven out of the corner in which the rook pawns promote");
    }
    let by_pawns = |(none, each): (i32, i32)| (none + each * pawns.count() as i32).min(FULL_SCALE);
    if are_opposite(position, bishops) {
        let others =
            position.occupied() - position.kind(PieceKind::Pawn) - position.kind(PieceKind::King);
        let alone = others == bishops;
        let scale = by_pawns(if alone { OPPOSITE_ALONE } else { OPPOSITE_AMONG_OTHERS });
        return (scale, "the bishops stand on squares of opposite colors");
    }
    match by_pawns(FEW_PAWNS) {
        FULL_SCALE => (FULL_SCALE, FULL),
        scale => (scale, "the side ahead has few pawns, and exchanges lead to a draw"),
    }
}

/// The scale for a side ahead without pawns. It wins only with more than a
/// bishop's value of extra material, and never with knights alone, up to two.
fn without_pawns(position: &Position, ahead: Color) -> i32 {
    let pieces = position.color(ahead) - position.kind(PieceKind::King);
    let knights_only =
        (pieces - position.kind(PieceKind::Knight)).is_empty() && pieces.count() <= 2;
    let lead = non_pawn_material(position, ahead) - non_pawn_material(position, !ahead);
    if knights_only || lead <= PieceKind::Bishop.value() { HARDLY_WON } else { FULL_SCALE }
}

/// The documents' value of a color's non-pawn pieces, in centipawns.
fn non_pawn_material(position: &Position, color: Color) -> i32 {
    [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen]
        .into_iter()
        .map(|kind| kind.value() * position.pieces(color, kind).count() as i32)
        .sum()
}

/// Whether each side has one bishop and they stand on squares of different
/// colors.
fn are_opposite(position: &Position, bishops: Bitboard) -> bool {
    bishops.count() == 2
        && (bishops & Bitboard::LIGHT).count() == 1
        && (bishops & position.color(Color::White)).count() == 1
}

/// Whether this is a wrong rook pawn: the side ahead has only pawns on one edge
/// file and perhaps bishops that do not attack the promotion square, and the
/// enemy king is next to that corner. The king cannot be driven out of it.
fn is_wrong_rook_pawn(position: &Position, ahead: Color, pawns: Bitboard) -> bool {
    let pieces = position.color(ahead);
    let bishops = pieces & position.kind(PieceKind::Bishop);
    if pieces - position.kind(PieceKind::King) != pawns | bishops {
        return false;
    }
    [File::A, File::H].into_iter().any(|file| {
        let corner = Square::new(file, Rank::Eighth.relative_to(ahead));
        let bishop_color = if corner.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
        (pawns - Bitboard::file(file)).is_empty()
            && (bishops & bishop_color).is_empty()
            && masks::distance(position.king(!ahead), corner) <= 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::eval::evaluate_without_network;

    fn scale(fen: &str, white: i32) -> i32 {
        of(&fen.parse().expect("a legal position"), white)
    }

    #[test]
    fn no_means_to_win_is_nearly_a_draw() {
        for fen in [
            "8/8/4k3/8/8/3KN3/8/8 w - - 0 1",
            "8/8/4k3/8/8/3KNN2/8/8 w - - 0 1",
            "8/4r3/2k5/8/8/3K2B1/7R/8 w - - 0 1",
            "8/4p3/4k3/8/8/3KB3/8/8 b - - 0 1",
        ] {
            let position: Position = fen.parse().expect("a legal position");
            let value = evaluate_without_network(&position);
            assert!(value.0.abs() < 60, "{fen}: {value}");
        }
        for fen in ["8/8/5k2/8/8/3KR3/8/8 w - - 0 1", "8/8/5k2/8/8/3KB1N1/8/8 w - - 0 1"] {
            let position: Position = fen.parse().expect("a legal position");
            assert!(evaluate_without_network(&position).0 > 400, "{fen}");
        }
    }

    #[test]
    fn the_wrong_rook_pawn_does_not_win() {
        // A dark bishop reaches h8, a light one does not.
        assert_eq!(scale("7k/8/8/8/7P/4B3/8/4K3 w - - 0 1", 100), FEW_PAWNS.0 + FEW_PAWNS.1);
        assert_eq!(scale("7k/8/8/8/7P/3B4/8/4K3 w - - 0 1", 100), 0);
        assert_eq!(scale("7k/8/8/7P/7P/8/8/4K3 w - - 0 1", 100), 0);
        assert_ne!(scale("8/8/8/3k4/7P/3B4/8/4K3 w - - 0 1", 100), 0, "the king is far away");
        assert_ne!(scale("7k/8/8/8/6PP/3B4/8/4K3 w - - 0 1", 100), 0, "another pawn helps");
        assert_eq!(scale("4k3/3b4/8/p7/8/8/1K6/8 b - - 0 1", -100), 0);
    }

    #[test]
    fn a_scale_has_a_reason() {
        for (fen, reason) in [
            ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", "no pawn"),
            ("7k/8/8/8/7P/3B4/8/4K3 w - - 0 1", "corner"),
            ("4k3/2pb1p2/8/8/8/4B3/1PP2PP1/4K3 w - - 0 1", "opposite"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "few pawns"),
            (Position::START_FEN, "in full"),
        ] {
            let position = fen.parse().expect("a legal position");
            let (scale, why) = with_reason(&position, 100);
            assert!(why.contains(reason), "{fen}: {scale} since {why}");
        }
    }

    #[test]
    fn opposite_bishops_and_few_pawns() {
        let opposite = scale("4k3/2pb1p2/8/8/8/4B3/1PP2PP1/4K3 w - - 0 1", 100);
        assert_eq!(opposite, OPPOSITE_ALONE.0 + 4 * OPPOSITE_ALONE.1);
        let same = scale("4k3/2pb1p2/8/8/8/3B4/1PP2PP1/4K3 w - - 0 1", 100);
        assert_eq!(same, FULL_SCALE);
        let with_rooks = scale("r3k3/2pb1p2/8/8/8/4B3/1PP2PP1/R3K3 w - - 0 1", 100);
        assert!(opposite < with_rooks && with_rooks < FULL_SCALE);
        assert_eq!(scale(Position::START_FEN, 0), FULL_SCALE);
    }
}
