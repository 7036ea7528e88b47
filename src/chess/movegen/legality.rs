//! Whether a given move is legal, without generating others.

use super::generate::moves_from;
use crate::chess::attacks;
use crate::chess::board::Position;
use crate::chess::types::{Bitboard, Move, MoveKind, PieceKind, Rank, Square};

/// Whether a move is legal in a position. The move may come from another
/// position, for instance after a key collision in the transposition table.
pub fn is_legal(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    let (from, to) = (mv.from(), mv.to());
    let Some(piece) = position.on(from).filter(|piece| piece.color() == us) else { return false };
    let suits_target = match mv.kind() {
        MoveKind::Quiet => position.on(to).is_none(),
        MoveKind::Capture => position.color(!us).has(to),
        _ => return is_generated(position, mv),
    };
    // Some patterns of bits are not moves, but read as a quiet one.
    if !suits_target || mv != Move::new(from, to, mv.kind()) {
        return false;
    }
    let attacks = match piece.kind() {
        PieceKind::Pawn if to.rank().relative_to(us) == Rank::Eighth => return false,
        PieceKind::Pawn if mv.is_capture() => attacks::pawn(us, from),
        PieceKind::Pawn => Bitboard::of(from).forward(us),
        PieceKind::Knight => attacks::knight(from),
        PieceKind::Bishop => attacks::bishop(from, position.occupied()),
        PieceKind::Rook => attacks::rook(from, position.occupied()),
        PieceKind::Queen => attacks::queen(from, position.occupied()),
        PieceKind::King => attacks::king(from),
    };
    attacks.has(to)
        && if piece.kind() == PieceKind::King {
            position.is_safe_for_king(to)
        } else {
            leaves_king_safe(position, from, to)
        }
}

/// Whether the own king is safe after a move of another piece that is not a
/// capture en passant.
#[inline(always)]
fn leaves_king_safe(position: &Position, from: Square, to: Square) -> bool {
    let king = position.king(position.side_to_move());
    let checkers = position.checkers();
    let ends_check = checkers.first().is_none_or(|checker| {
        !checkers.several() && (checker == to || attacks::between(king, checker).has(to))
    });
    ends_check && (!position.pinned().has(from) || attacks::line(king, from).has(to))
}

/// Whether the generator makes the move. This is for the rare kinds.
#[cold]
#[inline(never)]
fn is_generated(position: &Position, mv: Move) -> bool {
    moves_from(position, mv.from()).contains(&mv)
}
