//! How much of an advantage is worth having. Some end games are drawn, or
//! nearly, though one side has more: then the whole value is scaled down.
//!
//! All this is about likely results, not certain ones; the search sees the
//! exceptions that come soon.

use super::{FULL_SCALE, masks};
use crate::board::Position;
use crate::types::{Bitboard, Color, File, PieceKind, Rank, Square};

/// No pawns and hardly more than the other side.
const HARDLY_WON: i32 = 4;
/// Bishops on squares of different colours and nothing else: for no pawn of
/// the side ahead, and for each.
const OPPOSITE_ALONE: (i32, i32) = (16, 5);
/// The same with other pieces as well.
const OPPOSITE_AMONG_OTHERS: (i32, i32) = (36, 4);
/// With few pawns left to promote, exchanges lead to a draw: for none, and
/// for each.
const FEW_PAWNS: (i32, i32) = (48, 4);

/// In parts of [`FULL_SCALE`], given the value from White's side.
#[inline]
pub fn of(position: &Position, white: i32) -> i32 {
    let ahead = if white >= 0 { Color::White } else { Color::Black };
    let pawns = position.pieces(ahead, PieceKind::Pawn);
    if pawns.is_empty() {
        return without_pawns(position, ahead);
    }
    let bishops = position.kind(PieceKind::Bishop);
    if pawns.count() > 4 && bishops.is_empty() {
        return FULL_SCALE;
    }
    if is_wrong_rook_pawn(position, ahead, pawns) {
        return 0;
    }
    let by_pawns = |(none, each): (i32, i32)| (none + each * pawns.count() as i32).min(FULL_SCALE);
    if are_opposite(position, bishops) {
        let others =
            position.occupied() - position.kind(PieceKind::Pawn) - position.kind(PieceKind::King);
        let alone = others == bishops;
        return by_pawns(if alone { OPPOSITE_ALONE } else { OPPOSITE_AMONG_OTHERS });
    }
    by_pawns(FEW_PAWNS)
}

/// Nothing can promote: it takes a rook more, or enough to mate at once, to
/// win; two knights are not enough.
fn without_pawns(position: &Position, ahead: Color) -> i32 {
    let pieces = position.color(ahead) - position.kind(PieceKind::King);
    let knights_only =
        (pieces - position.kind(PieceKind::Knight)).is_empty() && pieces.count() <= 2;
    let lead = pieces_worth(position, ahead) - pieces_worth(position, !ahead);
    if knights_only || lead <= PieceKind::Bishop.value() { HARDLY_WON } else { FULL_SCALE }
}

/// The documents' value of a colour's pieces, pawns left out.
fn pieces_worth(position: &Position, color: Color) -> i32 {
    [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen]
        .into_iter()
        .map(|kind| kind.value() * position.pieces(color, kind).count() as i32)
        .sum()
}

/// One bishop each, on squares of different colours.
fn are_opposite(position: &Position, bishops: Bitboard) -> bool {
    bishops.count() == 2
        && (bishops & Bitboard::LIGHT).count() == 1
        && (bishops & position.color(Color::White)).count() == 1
}

/// Whether a side has nothing but pawns on one edge file and bishops, if any,
/// that do not reach the last square of it, with the enemy king before them:
/// he steps into the corner and cannot be driven out.
fn is_wrong_rook_pawn(position: &Position, ahead: Color, pawns: Bitboard) -> bool {
    let pieces = position.color(ahead);
    let bishops = pieces & position.kind(PieceKind::Bishop);
    if pieces - position.kind(PieceKind::King) != pawns | bishops {
        return false;
    }
    [File::A, File::H].into_iter().any(|file| {
        let corner = Square::new(file, Rank::Eighth.relative_to(ahead));
        let shade = if corner.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
        (pawns - Bitboard::file(file)).is_empty()
            && (bishops & shade).is_empty()
            && masks::distance(position.king(!ahead), corner) <= 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::evaluate;

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
            assert!(evaluate(&position).0.abs() < 60, "{fen}: {}", evaluate(&position));
        }
        for fen in ["8/8/5k2/8/8/3KR3/8/8 w - - 0 1", "8/8/5k2/8/8/3KB1N1/8/8 w - - 0 1"] {
            assert!(evaluate(&fen.parse().expect("a legal position")).0 > 400, "{fen}");
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
