//! Pieces, their kinds and their values.

use super::{Color, counted_enum};
use std::fmt;

counted_enum! {
    /// The kind of a piece without its color, in the order of value.
    PieceKind, 6: Pawn = 0, Knight = 1, Bishop = 2, Rook = 3, Queen = 4, King = 5
}

impl PieceKind {
    /// The value in centipawns, by the handbook's table "On the
    /// relative value of the chess forces": pawn 1.00, knight 3.05, bishop
    /// 3.50, rook 5.48, queen 9.94. The king "is invaluable, and he is not,
    /// therefore, included in the calculations": zero.
    #[inline]
    pub const fn value(self) -> i32 {
        match self {
            PieceKind::Pawn => 100,
            PieceKind::Knight => 305,
            PieceKind::Bishop => 350,
            PieceKind::Rook => 548,
            PieceKind::Queen => 994,
            PieceKind::King => 0,
        }
    }

    /// The capital English letter of algebraic notation: `P N B R Q K`.
    pub const fn letter(self) -> char {
        match self {
            PieceKind::Pawn => 'P',
            PieceKind::Knight => 'N',
            PieceKind::Bishop => 'B',
            PieceKind::Rook => 'R',
            PieceKind::Queen => 'Q',
            PieceKind::King => 'K',
        }
    }

    /// The kind that a letter names, in either case.
    pub const fn from_letter(letter: char) -> Option<PieceKind> {
        Some(match letter.to_ascii_uppercase() {
            'P' => PieceKind::Pawn,
            'N' => PieceKind::Knight,
            'B' => PieceKind::Bishop,
            'R' => PieceKind::Rook,
            'Q' => PieceKind::Queen,
            'K' => PieceKind::King,
            _ => return None,
        })
    }
}

impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PieceKind::Pawn => "pawn",
            PieceKind::Knight => "knight",
            PieceKind::Bishop => "bishop",
            PieceKind::Rook => "rook",
            PieceKind::Queen => "queen",
            PieceKind::King => "king",
        })
    }
}

counted_enum! {
    /// A piece: a kind and a color.
    ///
    /// The lowest bit of the number is the color and the other bits are the
    /// kind, so that both cost at most one shift.
    Piece, 12:
    WhitePawn = 0, BlackPawn = 1, WhiteKnight = 2, BlackKnight = 3, WhiteBishop = 4, BlackBishop = 5,
    WhiteRook = 6, BlackRook = 7, WhiteQueen = 8, BlackQueen = 9, WhiteKing = 10, BlackKing = 11,
}

impl Piece {
    /// The piece of this color and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        Piece::wrapping(kind.index() * 2 + color.index())
    }

    /// The kind of the piece.
    #[inline(always)]
    pub const fn kind(self) -> PieceKind {
        PieceKind::wrapping(self.index() / 2)
    }

    /// The color of the piece.
    #[inline(always)]
    pub const fn color(self) -> Color {
        Color::wrapping(self.index())
    }

    /// The letter in FEN: upper case for White, lower case for Black.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.kind().letter(),
            Color::Black => self.kind().letter().to_ascii_lowercase(),
        }
    }

    /// The piece that a letter of FEN names.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Piece::new(color, kind)),
            None => None,
        }
    }
}
