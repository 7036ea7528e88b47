//! Whether the remaining material can mate, from whatever squares.
//!
//! There are two different questions:
//! - Can a player mate if the opponent helps? That decides the game when a flag
//!   falls (FIDE's Laws, 6.9: a draw if "the opponent cannot checkmate the
//!   player's king by any possible series of legal moves").
//! - Can a player force mate? That is what players call sufficient material.
//!   The documents say "a king and two knights cannot mate"; with the opponent's
//!   help they can.

use crate::chess::board::Position;
use crate::chess::types::{Bitboard, Color, PieceKind};

/// Whether some series of legal moves could end with mate by `color`, judged by
/// the material alone:
///
/// - a pawn, a rook, a queen, two knights, or a bishop and a knight: yes;
/// - a knight alone: only if the opponent has a piece other than queens, which
///   can block a square next to its own king;
/// - bishops that are all on one color: only if either player has a bishop on
///   the other color, a knight or a pawn;
/// - the king alone: never.
///
/// Chess servers use these rules. They do not detect blocked positions in which
/// neither player can make progress.
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
        !on_one_color(bishops) || (kind(PieceKind::Pawn) | knights).any()
    } else {
        false
    }
}

/// Whether `color` has the material to force mate against a lone king: a queen,
/// a rook, a pawn (which may promote), bishops on both colors, bishop and
/// knight, or three knights. One minor piece or two knights are not enough.
///
/// ```
/// use staunton::chess::game::can_force_mate;
/// use staunton::chess::{Color, Position};
///
/// let bishop_and_knight: Position = "4k3/8/8/8/8/8/8/2B1K1N1 w - - 0 1".parse()?;
/// assert!(can_force_mate(&bishop_and_knight, Color::White));
/// let two_knights: Position = "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1".parse()?;
/// assert!(!can_force_mate(&two_knights, Color::White));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn can_force_mate(position: &Position, color: Color) -> bool {
    let pieces = |kind| position.pieces(color, kind);
    let (bishops, knights) = (pieces(PieceKind::Bishop), pieces(PieceKind::Knight));
    let majors = pieces(PieceKind::Rook) | pieces(PieceKind::Queen);
    (majors | pieces(PieceKind::Pawn)).any()
        || !on_one_color(bishops)
        || bishops.any() && knights.any()
        || knights.count() >= 3
}

fn on_one_color(bishops: Bitboard) -> bool {
    (bishops & Bitboard::LIGHT).is_empty() || (bishops & Bitboard::DARK).is_empty()
}
