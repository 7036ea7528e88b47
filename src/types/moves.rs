use super::{PieceKind, Square};
use arrayvec::ArrayVec;
use std::fmt;
use std::num::NonZeroU16;

/// What a move does beside going from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// To an empty square.
    Quiet = 0,
    /// A pawn's first move of two squares.
    DoublePush = 1,
    /// King takes own rook: the destination is the rook's square.
    Castle = 2,
    /// Onto an enemy man.
    Capture = 4,
    /// A pawn captures in passing.
    EnPassant = 5,
    /// A pawn reaches the last rank.
    PromoteKnight = 8,
    /// A pawn reaches the last rank.
    PromoteBishop = 9,
    /// A pawn reaches the last rank.
    PromoteRook = 10,
    /// A pawn reaches the last rank.
    PromoteQueen = 11,
    /// A pawn captures on the last rank.
    CapturePromoteKnight = 12,
    /// A pawn captures on the last rank.
    CapturePromoteBishop = 13,
    /// A pawn captures on the last rank.
    CapturePromoteRook = 14,
    /// A pawn captures on the last rank.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    /// The promotion to `piece`, with or without a capture; `None` for a pawn
    /// or a king, which no pawn becomes.
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

/// A move in two bytes: six bits from, six bits to, four bits of
/// [`MoveKind`]. A move from a1 to a1 does not exist, so no move is zero and
/// `Option<Move>` is two bytes as well.
///
/// Castling is written as the king taking its own rook, in standard chess
/// too. Equality is exact: two moves are equal if all three parts are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// A move of these parts. `from` and `to` differ.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        let bits = from as u16 | (to as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => panic!("a move goes from one square to another"),
        }
    }

    /// The square it leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::wrapping(self.0.get() as usize)
    }

    /// The square it reaches; of castling, the rook's square.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::wrapping((self.0.get() >> 6) as usize)
    }

    /// What it does besides.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        MoveKind::from_bits(self.0.get() >> 12)
    }

    /// Whether an enemy man leaves the board.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0.get() & 4 << 12 != 0
    }

    /// What a pawn becomes, if one does.
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

    /// Whether the king castles.
    #[inline(always)]
    pub const fn is_castle(self) -> bool {
        matches!(self.kind(), MoveKind::Castle)
    }

    /// Whether it neither captures nor promotes.
    #[inline(always)]
    pub const fn is_quiet(self) -> bool {
        self.0.get() & 12 << 12 == 0
    }

    /// The sixteen bits, for a table.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move of these sixteen bits; zero is no move. Nothing says that it
    /// is legal anywhere.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }
}

impl fmt::Debug for Move {
    /// Squares as they are stored: `e1h1 (Castle)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{} ({:?})", self.from(), self.to(), self.kind())
    }
}

/// The most moves a list can hold. Fifteen queens on an otherwise empty board
/// have fewer than 15 × 27 and the king at most 10 with castling, so no
/// position that passes validation overflows it.
pub const MAX_MOVES: usize = 416;

/// A list of moves without allocation.
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
