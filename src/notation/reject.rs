//! Why a text is no move here: the errors that all notations share.

use crate::attacks;
use crate::board::Position;
use crate::types::{Bitboard, Color, Move, PieceKind, Rank, Square, Wing};
use std::fmt;

/// Why a text could not be read as a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// It is no move in the notation at all.
    Syntax {
        /// What was read.
        text: String,
        /// What a move in this notation looks like.
        expected: &'static str,
    },
    /// It says that no move is made (`0000`, `--`), which the laws forbid.
    Null(String),
    /// It is a move, but not a legal one in this position.
    InvalidPosition {
        /// What was read.
        text: String,
        /// What forbids it.
        why: MoveErrorKind,
    },
    /// It could be any of several legal moves.
    Ambiguous {
        /// What was read.
        text: String,
        /// The moves that it could be, at least two.
        candidates: Vec<Move>,
    },
}

/// What forbids a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveErrorKind {
    /// Nobody stands where the move begins.
    NoMan(Square),
    /// The man that would move belongs to this player, who is not to move.
    NotYours(Square, Color),
    /// The player has no such man, or none where the text says.
    NoSuchMan(Color, PieceKind),
    /// A man of the same player stands on the destination.
    OwnMan(Square),
    /// No such man moves that way, or something is in between.
    Unreachable(PieceKind, Square),
    /// There is nothing to capture on the destination.
    NothingToCapture(Square),
    /// The player is in check and would still be.
    InCheck(Color),
    /// The move would expose the player's own king.
    Exposes(Color),
    /// Castling on this wing is not possible now.
    Castling(Color, Wing),
    /// A pawn that reaches the last rank must become a piece.
    PromotionMissing,
    /// Only a pawn that reaches the last rank becomes a piece.
    NoPromotion,
    /// No legal move fits the description.
    NothingFits,
}

impl MoveError {
    pub(super) fn syntax(text: &str, expected: &'static str) -> MoveError {
        MoveError::Syntax { text: clip(text), expected }
    }

    pub(super) fn illegal(text: &str, why: MoveErrorKind) -> MoveError {
        MoveError::InvalidPosition { text: clip(text), why }
    }
}

/// Enough of a text to recognise it in a message.
pub(super) fn clip(text: &str) -> String {
    const LONGEST: usize = 40;
    let text = text.trim();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Syntax { text, expected } => {
                write!(f, "'{text}' is not a move: expected {expected}")
            }
            MoveError::Null(text) => {
                write!(f, "'{text}' makes no move, and the laws do not allow a player to pass")
            }
            MoveError::InvalidPosition { text, why } => {
                write!(f, "'{text}' is not legal here: {why}")
            }
            MoveError::Ambiguous { text, candidates } => {
                write!(f, "'{text}' is ambiguous here: it could be ")?;
                for (i, mv) in candidates.iter().enumerate() {
                    let or = if i == 0 { "" } else { " or " };
                    write!(f, "{or}{}-{}", mv.from(), mv.to())?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for MoveError {}

impl fmt::Display for MoveErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MoveErrorKind::NoMan(square) => write!(f, "no man stands on {square}"),
            MoveErrorKind::NotYours(square, owner) => {
                write!(f, "the man on {square} is {owner}'s and {} is to move", !owner)
            }
            MoveErrorKind::NoSuchMan(color, kind) => write!(f, "{color} has no such {kind}"),
            MoveErrorKind::OwnMan(square) => write!(f, "a man of the same side stands on {square}"),
            MoveErrorKind::Unreachable(kind, square) => {
                write!(f, "the {kind} cannot go to {square}")
            }
            MoveErrorKind::NothingToCapture(square) => {
                write!(f, "there is nothing to capture on {square}")
            }
            MoveErrorKind::InCheck(color) => write!(f, "{color} is in check and would still be"),
            MoveErrorKind::Exposes(color) => write!(f, "it would leave {color}'s king in check"),
            MoveErrorKind::Castling(color, wing) => {
                let wing = ["king's", "queen's"][wing.index()];
                write!(f, "{color} cannot castle on the {wing} side now")
            }
            MoveErrorKind::PromotionMissing => {
                f.write_str("the pawn reaches the last rank, and the move must say what it becomes")
            }
            MoveErrorKind::NoPromotion => f.write_str("nothing is promoted by it"),
            MoveErrorKind::NothingFits => f.write_str("no legal move fits the description"),
        }
    }
}

/// The one legal move that fits a description, or why there is not exactly
/// one. `why` is asked only if none fits.
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
            // A promotion is four moves; left open, it is no question of
            // which pawn goes where.
            candidates.dedup_by_key(|mv| (mv.from(), mv.to()));
            if candidates.len() == 1 && first.promotion().is_some() {
                return Err(MoveError::illegal(text, MoveErrorKind::PromotionMissing));
            }
            Err(MoveError::Ambiguous { text: clip(text), candidates })
        }
    }
}

/// Why none of the men of a kind that stand on `among` can go to `to`.
pub(super) fn explain(
    position: &Position,
    kind: PieceKind,
    among: Bitboard,
    to: Square,
) -> MoveErrorKind {
    let us = position.side_to_move();
    let pieces = position.pieces(us, kind) & among;
    if pieces.is_empty() {
        MoveErrorKind::NoSuchMan(us, kind)
    } else if position.color(us).has(to) {
        MoveErrorKind::OwnMan(to)
    } else if !pieces.into_iter().any(|from| reaches(position, kind, from, to)) {
        MoveErrorKind::Unreachable(kind, to)
    } else if position.in_check() {
        MoveErrorKind::InCheck(us)
    } else {
        MoveErrorKind::Exposes(us)
    }
}

/// Whether a man of the side to move could go there if its own king were no
/// concern.
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

/// The wing on which a castling move takes the king.
pub(super) fn wing(mv: Move) -> Wing {
    if mv.to() > mv.from() { Wing::King } else { Wing::Queen }
}
