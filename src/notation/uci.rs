//! Moves as the Universal Chess Interface writes them: from, to, and the
//! piece that a pawn becomes.

use super::reject::{MoveError, MoveErrorKind, explain, wing};
use crate::board::Position;
use crate::movegen::moves_from;
use crate::types::{Bitboard, File, Move, PieceKind, Square};

const EXPECTED: &str = "two squares and, for a promotion, one of q r b n, such as e2e4 or a7a8q";

/// Writes a move: `e2e4`, `a7a8q`.
///
/// Castling is the king's own step (`e1g1`), or with `chess960` the king
/// taking its rook (`e1h1`). Castling from squares that standard chess does
/// not know has no step of its own that could not be another move, so it is
/// written in the second way always.
pub fn format(mv: Move, chess960: bool) -> String {
    let to = if mv.is_castle() && !chess960 && is_standard(mv) { king_goal(mv) } else { mv.to() };
    let mut text = format!("{}{to}", mv.from());
    if let Some(kind) = mv.promotion() {
        text.push(kind.letter().to_ascii_lowercase());
    }
    text
}

/// Reads a move and checks that it is legal.
///
/// Castling is understood in both forms, whatever the mode. Where a king
/// step is a legal move of its own it is that move: only king takes rook is
/// castling then.
///
/// # Errors
/// A [`MoveError`] says whether the text is no move, the null move `0000`, or
/// a move that is not legal, and why not.
pub fn parse(position: &Position, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    if text == "0000" {
        return Err(MoveError::Null(text.to_string()));
    }
    let (from, to, promotion) = split(text).ok_or_else(|| MoveError::syntax(text, EXPECTED))?;

    let moves = moves_from(position, from);
    let find = |fits: &dyn Fn(&Move) -> bool| moves.iter().copied().find(|mv| fits(mv));
    find(&|mv| mv.to() == to && mv.promotion() == promotion)
        .or_else(|| find(&|mv| mv.is_castle() && king_goal(*mv) == to && promotion.is_none()))
        .ok_or_else(|| {
            let half_said = moves.iter().any(|mv| mv.to() == to);
            MoveError::illegal(text, why_not(position, from, to, half_said, promotion))
        })
}

fn split(text: &str) -> Option<(Square, Square, Option<PieceKind>)> {
    let from = text.get(0..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let mut rest = text.get(4..)?.chars();
    let promotion = match (rest.next(), rest.next()) {
        (None, _) => None,
        (Some(letter), None) => Some(
            PieceKind::from_letter(letter)
                .filter(|kind| !matches!(kind, PieceKind::Pawn | PieceKind::King))?,
        ),
        _ => return None,
    };
    Some((from, to, promotion))
}

/// `half_said`: with another promotion, or none, the move would be legal.
fn why_not(
    position: &Position,
    from: Square,
    to: Square,
    half_said: bool,
    promotion: Option<PieceKind>,
) -> MoveErrorKind {
    let us = position.side_to_move();
    match position.on(from) {
        None => MoveErrorKind::NoMan(from),
        Some(piece) if piece.color() != us => MoveErrorKind::NotYours(from, !us),
        Some(_) if half_said && promotion.is_none() => MoveErrorKind::PromotionMissing,
        Some(_) if half_said => MoveErrorKind::NoPromotion,
        Some(piece) => explain(position, piece.kind(), Bitboard::of(from), to),
    }
}

/// Where the king ends when it castles.
fn king_goal(mv: Move) -> Square {
    Square::new(wing(mv).king_file(), mv.from().rank())
}

/// Whether king and rook castle from where standard chess puts them.
fn is_standard(mv: Move) -> bool {
    mv.from().file() == File::E && matches!(mv.to().file(), File::A | File::H)
}
