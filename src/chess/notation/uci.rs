//! Moves as in the Universal Chess Interface: the square of origin, the
//! destination, and the piece of a promotion.

use super::error::{MoveError, MoveErrorKind, explain, wing};
use crate::chess::board::Position;
use crate::chess::movegen::moves_from;
use crate::chess::types::{Bitboard, File, Move, PieceKind, Square};

const EXPECTED: &str = "two squares and, for a promotion, one of q r b n, such as e2e4 or a7a8q";

/// Writes a move: `e2e4`, `a7a8q`.
///
/// Castling is the king's move (`e1g1`), or with `chess960` the king capturing
/// its own rook (`e1h1`). Castling from squares other than those of standard
/// chess is always written in the second way, because the king's move could also
/// be another move.
///
/// ```
/// use staunton::chess::Position;
/// use staunton::chess::notation::uci;
///
/// let position: Position = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
/// let castling = uci::parse(&position, "e1g1")?;
/// assert_eq!(uci::format(castling, false), "e1g1");
/// // In Chess960 the king takes its own rook.
/// assert_eq!(uci::format(castling, true), "e1h1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn format(mv: Move, chess960: bool) -> String {
    let to = if mv.is_castle() && !chess960 && is_standard_castling(mv) {
        castled_king(mv)
    } else {
        mv.to()
    };
    let mut text = format!("{}{to}", mv.from());
    if let Some(kind) = mv.promotion() {
        text.push(kind.letter().to_ascii_lowercase());
    }
    text
}

/// Reads a move and checks that it is legal.
///
/// Castling is understood in both forms. If the king's move is also a legal move
/// without castling, it means that move, and only the capture of the own rook
/// means castling.
///
/// # Errors
/// A [`MoveError`] if the text is not a move, is the null move `0000`, or is a
/// move that is not legal.
pub fn parse(position: &Position, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    if text == "0000" {
        return Err(MoveError::Null(text.to_string()));
    }
    let (from, to, promotion) = split(text).ok_or_else(|| MoveError::syntax(text, EXPECTED))?;

    let moves = moves_from(position, from);
    let find = |fits: &dyn Fn(&Move) -> bool| moves.iter().copied().find(|mv| fits(mv));
    find(&|mv| mv.to() == to && mv.promotion() == promotion)
        .or_else(|| find(&|mv| mv.is_castle() && castled_king(*mv) == to && promotion.is_none()))
        .ok_or_else(|| {
            let fits_but_promotion = moves.iter().any(|mv| mv.to() == to);
            MoveError::illegal(text, why_not(position, from, to, fits_but_promotion, promotion))
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

/// Why no legal move fits. `fits_but_promotion`: a move with another promotion,
/// or with none, would be legal.
fn why_not(
    position: &Position,
    from: Square,
    to: Square,
    fits_but_promotion: bool,
    promotion: Option<PieceKind>,
) -> MoveErrorKind {
    let us = position.side_to_move();
    match position.on(from) {
        None => MoveErrorKind::NoPiece(from),
        Some(piece) if piece.color() != us => MoveErrorKind::NotYours(from, !us),
        Some(_) if fits_but_promotion && promotion.is_none() => MoveErrorKind::PromotionMissing,
        Some(_) if fits_but_promotion => MoveErrorKind::NoPromotion,
        Some(piece) => explain(position, piece.kind(), Bitboard::of(from), to),
    }
}

/// The square of the king after castling.
fn castled_king(mv: Move) -> Square {
    Square::new(wing(mv).king_file(), mv.from().rank())
}

/// Whether king and rook castle from their squares in standard chess.
fn is_standard_castling(mv: Move) -> bool {
    mv.from().file() == File::E && matches!(mv.to().file(), File::A | File::H)
}
