use super::{Color, counted_enum};
use std::fmt;

counted_enum! {
    /// What a man is, whoever owns it, in the order of value.
    PieceKind, 6: Pawn = 0, Knight = 1, Bishop = 2, Rook = 3, Queen = 4, King = 5
}

impl PieceKind {
    /// What it is worth, in centipawns, by the handbook's table "On the
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
    /// A man on the board: a kind with an owner.
    ///
    /// The owner is the lowest bit of the number and the kind the rest, so
    /// that both are had for a shift.
    Piece, 12:
    WhitePawn = 0, BlackPawn = 1, WhiteKnight = 2, BlackKnight = 3, WhiteBishop = 4, BlackBishop = 5,
    WhiteRook = 6, BlackRook = 7, WhiteQueen = 8, BlackQueen = 9, WhiteKing = 10, BlackKing = 11,
}

impl Piece {
    /// The man of this colour and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        Piece::wrapping(kind.index() * 2 + color.index())
    }

    /// What it is.
    #[inline(always)]
    pub const fn kind(self) -> PieceKind {
        PieceKind::wrapping(self.index() / 2)
    }

    /// Whose it is.
    #[inline(always)]
    pub const fn color(self) -> Color {
        Color::wrapping(self.index())
    }

    /// The letter of FEN: capital for White, small for Black.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.kind().letter(),
            Color::Black => self.kind().letter().to_ascii_lowercase(),
        }
    }

    /// The man that a FEN letter names.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Piece::new(color, kind)),
            None => None,
        }
    }
}
