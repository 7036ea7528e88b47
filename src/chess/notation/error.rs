//! The errors of reading a move, which all notations share, and the choice of the
//! one legal move that fits a text.

use crate::chess::attacks;
use crate::chess::board::Position;
use crate::chess::types::{Bitboard, Color, Move, PieceKind, Rank, Square, Wing};

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The text is not a move in the notation.
    #[error("'{text}' is not a move: expected {expected}")]
    Syntax {
        /// The text, shortened if it is long.
        text: String,
        /// The form of a move in this notation.
        expected: &'static str,
    },
    /// The text is a null move (`0000`, `--`), which the laws do not allow.
    #[error("'{0}' makes no move, and the laws do not allow a player to pass")]
    Null(String),
    /// The text is a move, but not a legal one in the position.
    #[error("'{text}' is not legal here: {why}")]
    Illegal {
        /// The text, shortened if it is long.
        text: String,
        /// Why it is not legal.
        why: MoveErrorKind,
    },
    /// The text fits several legal moves.
    #[error("'{text}' is ambiguous here: it could be {}", alternatives(.candidates))]
    Ambiguous {
        /// The text, shortened if it is long.
        text: String,
        /// The moves that it fits, at least two.
        candidates: Vec<Move>,
    },
}

/// Why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveErrorKind {
    /// The square of origin is empty.
    #[error("no piece stands on {0}")]
    NoPiece(Square),
    /// The piece on this square belongs to this player, which is not to move.
    #[error("the piece on {} is {}'s and {} is to move", .0, .1, !*.1)]
    NotYours(Square, Color),
    /// The player has no piece of this kind, or none where the text says.
    #[error("{0} has no such {1}")]
    NoSuchPiece(Color, PieceKind),
    /// A piece of the same player is on the destination.
    #[error("a piece of the same side stands on {0}")]
    OwnPiece(Square),
    /// No piece of this kind reaches the destination: it does not move that
    /// way, or another piece is in between.
    #[error("the {0} cannot go to {1}")]
    Unreachable(PieceKind, Square),
    /// The destination has no piece to capture.
    #[error("there is nothing to capture on {0}")]
    NothingToCapture(Square),
    /// The player is in check, and the move does not end it.
    #[error("{0} is in check and would still be")]
    InCheck(Color),
    /// The move leaves the player's own king in check.
    #[error("it would leave {0}'s king in check")]
    LeavesKingInCheck(Color),
    /// Castling on this wing is not legal now.
    #[error("{} cannot castle on the {} side now", .0, ["king's", "queen's"][.1.index()])]
    Castling(Color, Wing),
    /// A pawn reaches the last rank, and the text names no promotion.
    #[error("the pawn reaches the last rank, and the move must say what it becomes")]
    PromotionMissing,
    /// The text names a promotion, but no pawn reaches the last rank.
    #[error("nothing is promoted by it")]
    NoPromotion,
    /// No legal move fits the description.
    #[error("no legal move fits the description")]
    NoMatch,
}

impl MoveError {
    pub(super) fn syntax(text: &str, expected: &'static str) -> MoveError {
        MoveError::Syntax { text: clip(text.trim(), QUOTED_WORD), expected }
    }

    pub(super) fn illegal(text: &str, why: MoveErrorKind) -> MoveError {
        MoveError::Illegal { text: clip(text.trim(), QUOTED_WORD), why }
    }
}

/// A message quotes at most this number of characters of a word from outside.
pub const QUOTED_WORD: usize = 40;
/// A message quotes at most this number of characters of a line from outside.
pub const QUOTED_LINE: usize = 100;

/// The first `longest` characters of a text, to quote in a message.
pub fn clip(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// The moves that a text could be, as a message names them.
fn alternatives(candidates: &[Move]) -> String {
    let moves = candidates.iter().map(|mv| format!("{}-{}", mv.from(), mv.to()));
    moves.collect::<Vec<_>>().join(" or ")
}

/// The one legal move that fits a description. `why` is called only if no move
/// fits.
///
/// # Errors
/// A [`MoveError`] if no legal move fits or several do.
pub(super) fn choose(
    text: &str,
    legal: &[Move],
    fits: impl Fn(Move) -> bool,
    why: impl FnOnce() -> MoveErrorKind,
) -> Result<Move, MoveError> {
    let mut candidates: Vec<Move> = legal.iter().copied().filter(|&mv| fits(mv)).collect();
    match candidates[..] {
        [] => Err(MoveError::illegal(text, why())),
        [only] => Ok(only),
        [first, ..] => {
            // The four promotions of one pawn differ only in the piece: the
            // text lacks the piece and is not ambiguous otherwise.
            candidates.dedup_by_key(|mv| (mv.from(), mv.to()));
            if candidates.len() == 1 && first.promotion().is_some() {
                return Err(MoveError::illegal(text, MoveErrorKind::PromotionMissing));
            }
            Err(MoveError::Ambiguous { text: clip(text.trim(), QUOTED_WORD), candidates })
        }
    }
}

/// Why no own piece of a kind on one of the squares `among` can move to `to`.
pub(super) fn explain(
    position: &Position,
    kind: PieceKind,
    among: Bitboard,
    to: Square,
) -> MoveErrorKind {
    let us = position.side_to_move();
    let pieces = position.pieces(us, kind) & among;
    if pieces.is_empty() {
        MoveErrorKind::NoSuchPiece(us, kind)
    } else if position.color(us).has(to) {
        MoveErrorKind::OwnPiece(to)
    } else if !pieces.into_iter().any(|from| reaches(position, kind, from, to)) {
        MoveErrorKind::Unreachable(kind, to)
    } else if position.in_check() {
        MoveErrorKind::InCheck(us)
    } else {
        MoveErrorKind::LeavesKingInCheck(us)
    }
}

/// Whether a piece of the side to move can move from `from` to `to`, apart from
/// the safety of its own king and special moves.
fn reaches(position: &Position, kind: PieceKind, from: Square, to: Square) -> bool {
    let (us, occupied) = (position.side_to_move(), position.occupied());
    let targets = match kind {
        PieceKind::Knight => attacks::knight(from),
        PieceKind::Bishop => attacks::bishop(from, occupied),
        PieceKind::Rook => attacks::rook(from, occupied),
        PieceKind::Queen => attacks::queen(from, occupied),
        PieceKind::King => attacks::king(from),
        PieceKind::Pawn => {
            let third = Bitboard::rank(Rank::Third.relative_to(us));
            let push = Bitboard::of(from).forward(us) - occupied;
            let double = (push & third).forward(us) - occupied;
            push | double | attacks::pawn(us, from) & position.color(!us)
        }
    };
    targets.has(to)
}

/// The wing of a castling move.
pub(super) fn wing(mv: Move) -> Wing {
    if mv.to() > mv.from() { Wing::King } else { Wing::Queen }
}
