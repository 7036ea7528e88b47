//! What the men that are left can do, whoever moves and wherever they stand.
//!
//! Two questions are easily confused. *May* a player mate, if the opponent
//! plays as badly as he can? That decides when a flag falls (FIDE's Laws, 6.9:
//! a draw if "the opponent cannot checkmate the player's king by any possible
//! series of legal moves"). *Can* he force mate? That is what players mean by
//! sufficient material: "a king and two knights cannot mate", as the documents
//! say, although they may.

use crate::board::Position;
use crate::types::{Bitboard, Color, PieceKind};

/// Whether some series of legal moves could lead to mate by `color`, judged
/// by the men alone:
///
/// - a pawn, a rook, a queen, two knights, or a bishop and a knight: yes;
/// - a knight alone: only if the opponent has a man other than queens that
///   can stand in his own king's way;
/// - bishops that all stand on one colour: only if somebody has a bishop on
///   the other colour, or a knight or a pawn stands in the king's way;
/// - the king alone: never.
///
/// This is the table that chess servers use. It does not look for blocked
/// positions in which nothing can ever happen.
pub fn may_mate(position: &Position, color: Color) -> bool {
    let (own, enemy) = (position.color(color), position.color(!color));
    let kind = |kind| position.kind(kind);
    let (bishops, knights) = (kind(PieceKind::Bishop), kind(PieceKind::Knight));
    let majors = kind(PieceKind::Rook) | kind(PieceKind::Queen);

    if (own & (kind(PieceKind::Pawn) | majors)).any() {
        true
    } else if (own & knights).any() {
        let alone = own.count() == 2;
        let blockers = enemy - kind(PieceKind::King) - kind(PieceKind::Queen);
        !alone || blockers.any()
    } else if (own & bishops).any() {
        !on_one_colour(bishops) || (kind(PieceKind::Pawn) | knights).any()
    } else {
        false
    }
}

/// Whether the men of `color` suffice to enforce mate against a king alone: a
/// queen, a rook, a pawn (which may become one), bishops on both colours,
/// bishop and knight, or three knights. One minor piece or two knights do
/// not.
pub fn can_force_mate(position: &Position, color: Color) -> bool {
    let pieces = |kind| position.pieces(color, kind);
    let (bishops, knights) = (pieces(PieceKind::Bishop), pieces(PieceKind::Knight));
    let majors = pieces(PieceKind::Rook) | pieces(PieceKind::Queen);
    (majors | pieces(PieceKind::Pawn)).any()
        || !on_one_colour(bishops)
        || bishops.any() && knights.any()
        || knights.count() >= 3
}

fn on_one_colour(bishops: Bitboard) -> bool {
    (bishops & Bitboard::LIGHT).is_empty() || (bishops & Bitboard::DARK).is_empty()
}
