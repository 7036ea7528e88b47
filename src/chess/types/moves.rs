//! Moves in two bytes, and lists of them.

use super::{PieceKind, Square};
use arrayvec::ArrayVec;
use std::fmt;
use std::num::NonZeroU16;

/// What a move does besides moving a piece from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// A move to an empty square.
    Quiet = 0,
    /// A pawn's first move of two squares.
    DoublePush = 1,
    /// Castling. The destination is the square of the own rook.
    Castle = 2,
    /// A capture on the destination.
    Capture = 4,
    /// A capture en passant.
    EnPassant = 5,
    /// A promotion to a knight without a capture.
    PromoteKnight = 8,
    /// A promotion to a bishop without a capture.
    PromoteBishop = 9,
    /// A promotion to a rook without a capture.
    PromoteRook = 10,
    /// A promotion to a queen without a capture.
    PromoteQueen = 11,
    /// A promotion to a knight with a capture.
    CapturePromoteKnight = 12,
    /// A promotion to a bishop with a capture.
    CapturePromoteBishop = 13,
    /// A promotion to a rook with a capture.
    CapturePromoteRook = 14,
    /// A promotion to a queen with a capture.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    /// The promotion to `piece`, with or without a capture; `None` for a pawn
    /// or a king, to which no pawn promotes.
    pub const fn promotion(piece: PieceKind, captures: bool) -> Option<MoveKind> {
        Some(match (piece, captures) {
            (PieceKind::Knight, false) => MoveKind::PromoteKnight,
            (PieceKind::Bishop, false) => MoveKind::PromoteBishop,
            (PieceKind::Rook, false) => MoveKind::PromoteRook,
            (PieceKind::Queen, false) => MoveKind::PromoteQueen,
            (PieceKind::Knight, true) => MoveKind::CapturePromoteKnight,
            (PieceKind::Bishop, true) => MoveKind::CapturePromoteBishop,
            (PieceKind::Rook, true) => MoveKind::CapturePromoteRook,
            (PieceKind::Queen, true) => MoveKind::CapturePromoteQueen,
            _ => return None,
        })
    }

    #[inline(always)]
    const fn from_bits(bits: u16) -> MoveKind {
        match bits & 15 {
            0 | 3 | 6 | 7 => MoveKind::Quiet,
            1 => MoveKind::DoublePush,
            2 => MoveKind::Castle,
            4 => MoveKind::Capture,
            5 => MoveKind::EnPassant,
            8 => MoveKind::PromoteKnight,
            9 => MoveKind::PromoteBishop,
            10 => MoveKind::PromoteRook,
            11 => MoveKind::PromoteQueen,
            12 => MoveKind::CapturePromoteKnight,
            13 => MoveKind::CapturePromoteBishop,
            14 => MoveKind::CapturePromoteRook,
            _ => MoveKind::CapturePromoteQueen,
        }
    }
}

/// A move in two bytes: six bits for the origin, six for the destination, four
/// for the [`MoveKind`]. Zero would be the move from a1 to a1, which does not
/// exist; so `Option<Move>` has two bytes too.
///
/// The destination of castling is the square of the own rook, in standard
/// chess too. Two moves are equal if all three parts are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// The move of these three parts. `from` and `to` must differ.
    ///
    /// # Panics
    /// If all bits are zero: from a1 to a1.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        let bits = from as u16 | (to as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => panic!("a move goes from one square to another"),
        }
    }

    /// The square of origin.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::wrapping(self.0.get() as usize)
    }

    /// The destination; of castling, the square of the own rook.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::wrapping((self.0.get() >> 6) as usize)
    }

    /// The kind of the move.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        MoveKind::from_bits(self.0.get() >> 12)
    }

    /// Whether the move captures an enemy piece.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0.get() & 4 << 12 != 0
    }

    /// The piece to which a pawn promotes; `None` if the move is not a promotion.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceKind> {
        if self.0.get() & 8 << 12 == 0 {
            return None;
        }
        Some(match self.0.get() >> 12 & 3 {
            0 => PieceKind::Knight,
            1 => PieceKind::Bishop,
            2 => PieceKind::Rook,
            _ => PieceKind::Queen,
        })
    }

    /// Whether the move is castling.
    #[inline(always)]
    pub const fn is_castle(self) -> bool {
        matches!(self.kind(), MoveKind::Castle)
    }

    /// Whether the move is quiet: neither a capture nor a promotion.
    #[inline(always)]
    pub const fn is_quiet(self) -> bool {
        self.0.get() & 12 << 12 == 0
    }

    /// The move as sixteen bits, for storage.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move of sixteen bits; `None` if they are zero. The move need not be
    /// legal in any position.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }
}

impl fmt::Debug for Move {
    /// Writes the squares as they are stored: `e1h1 (Castle)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{} ({:?})", self.from(), self.to(), self.kind())
    }
}

/// The capacity of a [`MoveList`], which no position overflows, however many
/// pieces it has.
///
/// A square has eight neighbours, five on an edge, three in a corner: 420 in all.
/// All pieces but knights reach it from the direction of one of them, and from each
/// direction only the nearest piece does. So there are at most 420 such moves, less
/// the neighbours of every square that an own piece occupies. A knight has no more
/// moves than its square has neighbours. A king costs at least the three of a
/// corner; castling adds two and costs more. A promotion counts four times: a pawn
/// that can promote in every direction gains one more than its square costs, and of
/// two pawns side by side only one can. That makes at most 420 − 3 + 4.
pub const MAX_MOVES: usize = 421;

/// A list of moves on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back_as_they_were_packed() {
        for from in Square::ALL {
            for to in Square::ALL.into_iter().filter(|&to| to != from) {
                for bits in 0..16 {
                    let kind = MoveKind::from_bits(bits);
                    let mv = Move::new(from, to, kind);
                    assert_eq!((mv.from(), mv.to(), mv.kind()), (from, to, kind));
                    assert_eq!(Move::from_bits(mv.bits()), Some(mv));
                }
            }
        }
        assert_eq!(Move::from_bits(0), None);
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn every_kind_is_quiet_or_captures_or_promotes() {
        let of = |kind| Move::new(Square::A7, Square::B8, kind);
        for piece in [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen] {
            for captures in [false, true] {
                let mv = of(MoveKind::promotion(piece, captures).expect("a pawn may become it"));
                assert_eq!(mv.promotion(), Some(piece));
                assert_eq!(mv.is_capture(), captures);
                assert!(!mv.is_quiet());
            }
        }
        assert_eq!(MoveKind::promotion(PieceKind::King, false), None);
        for (kind, captures) in [
            (MoveKind::Quiet, false),
            (MoveKind::DoublePush, false),
            (MoveKind::Castle, false),
            (MoveKind::Capture, true),
            (MoveKind::EnPassant, true),
        ] {
            assert_eq!(of(kind).is_capture(), captures);
            assert_eq!(of(kind).is_quiet(), !captures);
            assert_eq!(of(kind).promotion(), None);
        }
    }
}
