//! Known end games: those whose result, or whose winning plan, follows from the
//! material, such as king and pawn against king or bishop and knight against
//! king. Their value replaces material and weights, so that progress towards
//! mate is not hidden by other terms.

use super::{kpk, masks};
use crate::chess::board::Position;
use crate::chess::types::{Bitboard, Color, PieceKind, Score, Square};

/// At or beyond this value the win is certain, or nearly so.
pub const KNOWN_WIN: Score = Score(WON);
/// The bonus of a won end game beyond material, in centipawns.
const WON: i32 = 1_000;
/// The bonus while a pawn has yet to promote. It is smaller, so that promoting
/// is progress.
const WON_WITH_PAWN: i32 = 500;
/// The bonus for each rank that a pawn has advanced, in centipawns.
const PAWN_STEP: i32 = 20;
/// The bonus for each step of the lone king towards the edge, in centipawns.
const TO_EDGE: i32 = 40;
/// The bonus for each step of the lone king towards a corner in which bishop
/// and knight can mate, in centipawns.
const TO_CORNER: i32 = 80;
/// The bonus for each step by which the kings are closer, in centipawns.
const KINGS_NEAR: i32 = 40;

/// Whether the value of a position is that of a known end game against a lone king.
#[inline]
pub fn is_known_endgame(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| has_lone_king(position, color))
        && known_endgame(position).is_some()
}

/// The value in centipawns from White's side, if the end game is a known one.
#[inline(always)]
pub fn known_endgame(position: &Position) -> Option<i32> {
    if has_lone_king(position, Color::Black) {
        against_lone_king(position, Color::White)
    } else if has_lone_king(position, Color::White) {
        against_lone_king(position, Color::Black).map(|value| -value)
    } else {
        position.has_insufficient_material().then_some(0)
    }
}

#[inline(always)]
fn has_lone_king(position: &Position, color: Color) -> bool {
    !position.color(color).several()
}

/// The value for the side with more than a king, in centipawns.
#[inline(never)]
fn against_lone_king(position: &Position, strong: Color) -> Option<i32> {
    if position.has_insufficient_material() {
        return Some(0);
    }
    let count = |kind| position.pieces(strong, kind).count() as i32;
    let [pawns, knights, bishops, rooks, queens] =
        [PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen]
            .map(count);
    let own_bishops = position.pieces(strong, PieceKind::Bishop);
    let bishop_pair = (own_bishops & Bitboard::LIGHT).any() && (own_bishops & Bitboard::DARK).any();
    match (pawns, knights, bishops, rooks + queens) {
        (1, 0, 0, 0) => Some(king_and_pawn(position, strong)),
        (0, 2, 0, 0) => Some(0),
        (0, 1, 1.., 0) if !bishop_pair => Some(bishop_and_knight(position, strong)),
        (_, _, _, 1..) | (_, 3.., _, _) => Some(driven_to_edge(position, strong)),
        (_, 1.., 1.., _) => Some(driven_to_edge(position, strong)),
        _ if bishop_pair => Some(driven_to_edge(position, strong)),
        _ => None,
    }
}

/// King and pawn against king, from the exact table.
fn king_and_pawn(position: &Position, strong: Color) -> i32 {
    let Some(pawn) = position.kind(PieceKind::Pawn).first() else { return 0 };
    let [king, pawn, lone] = [position.king(strong), pawn, position.king(!strong)]
        .map(|square| square.relative_to(strong));
    if kpk::is_won(king, pawn, lone, position.side_to_move() == strong) {
        WON_WITH_PAWN + PieceKind::Pawn.value() + pawn.rank().index() as i32 * PAWN_STEP
    } else {
        0
    }
}

/// Drives the lone king to the edge, where the strong side mates with the help
/// of its king.
fn driven_to_edge(position: &Position, strong: Color) -> i32 {
    let lone = position.king(!strong);
    let from_edge = masks::from_edge(lone.file()) + from_edge_by_rank(lone);
    won(position, strong) + (6 - from_edge as i32) * TO_EDGE
}

/// Drives the lone king to a corner of the bishop's color: bishop and knight
/// mate only there. For a dark bishop these are a1 and h8. The sum of file and
/// rank is 0 and 14 there, and 7 on the diagonal between the wrong corners, so
/// its distance from 7 measures the way.
fn bishop_and_knight(position: &Position, strong: Color) -> i32 {
    let light = (position.kind(PieceKind::Bishop) & Bitboard::LIGHT).any();
    let lone = position.king(!strong);
    let (file, rank) = (lone.file().index() as i32, lone.rank().index() as i32);
    // For a light bishop the files are mirrored.
    let file = if light { 7 - file } else { file };
    let from_edge = masks::from_edge(lone.file()).min(from_edge_by_rank(lone));
    let to_corner = (file + rank - 7).abs() * TO_CORNER;
    won(position, strong) + to_corner + (3 - from_edge as i32) * TO_EDGE
}

fn from_edge_by_rank(square: Square) -> usize {
    let rank = square.rank().index();
    rank.min(7 - rank)
}

/// The value of a won end game without king placement: bonus, material, pawn
/// progress and the distance of the kings, in centipawns.
fn won(position: &Position, strong: Color) -> i32 {
    let value = |kind: PieceKind| position.pieces(strong, kind).count() as i32 * kind.value();
    let material: i32 = PieceKind::ALL.into_iter().map(value).sum();
    let steps: i32 = position
        .pieces(strong, PieceKind::Pawn)
        .into_iter()
        .map(|pawn| pawn.rank().relative_to(strong).index() as i32 * PAWN_STEP)
        .sum();
    let king_distance = masks::distance(position.king(strong), position.king(!strong)) as i32;
    WON + material + steps + (7 - king_distance) * KINGS_NEAR
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(fen: &str) -> Option<i32> {
        known_endgame(&fen.parse().expect("a legal position"))
    }

    #[test]
    fn known_results() {
        // King and pawn against king.
        assert!(value("3k4/8/3K4/3P4/8/8/8/8 w - - 0 1").unwrap() > 600);
        assert_eq!(value("8/3k4/8/3P4/3K4/8/8/8 w - - 0 1"), Some(0));
        assert_eq!(value("k7/8/K7/P7/8/8/8/8 w - - 0 1"), Some(0));
        assert!(value("8/8/8/8/3p4/3k4/8/3K4 w - - 0 1").unwrap() < -600);
        // Two knights do not win; with a bishop they do.
        assert_eq!(value("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1"), Some(0));
        assert!(value("8/8/4k3/8/8/3KNB2/8/8 w - - 0 1").unwrap() > 1_500);
        assert!(value("8/8/4k3/8/8/3KBB2/8/8 w - - 0 1").unwrap() > 1_500);
        // Not known: the weights decide.
        assert_eq!(value("8/8/4k3/8/8/3KPP2/8/8 w - - 0 1"), None);
        assert_eq!(value("8/8/4k3/8/4p3/3KR3/8/8 w - - 0 1"), None);
    }

    #[test]
    fn promoting_is_progress() {
        let pawn = value("1k6/3P4/3K4/8/8/8/8/8 w - - 0 1").unwrap();
        assert!(value("1k1R4/8/3K4/8/8/8/8/8 b - - 0 1").unwrap() > pawn);
        assert!(value("1k1Q4/8/3K4/8/8/8/8/8 b - - 0 1").unwrap() > pawn);
    }

    #[test]
    fn the_king_is_driven_to_the_edge_and_to_the_right_corner() {
        let rook = |lone: &str| value(&format!("{lone}/8/8/8/8/8/8/KR6 b - - 0 1")).unwrap();
        assert!(rook("7k") > rook("4k3"));
        assert!(value("7k/8/5K2/8/8/8/8/1R6 b - - 0 1") > value("7k/8/8/8/8/8/8/KR6 b - - 0 1"));
        // A bishop of the dark squares mates on a1 or h8, not on a8 or h1.
        let dark = |lone: &str| value(&format!("{lone}/8/8/3K4/8/8/8/2B2N2 b - - 0 1")).unwrap();
        assert!(dark("7k") > dark("4k3") && dark("4k3") > dark("k7"));
    }
}
