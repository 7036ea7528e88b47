use super::Color;
use std::fmt;

/// What a man is, whoever owns it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceKind {
    /// Moves straight ahead, captures diagonally.
    Pawn,
    /// Leaps from one corner of a two-by-three rectangle to the opposite one.
    Knight,
    /// Moves along diagonals.
    Bishop,
    /// Moves along ranks and files.
    Rook,
    /// Moves as rook and bishop together.
    Queen,
    /// One step in any direction; must not be left attacked.
    King,
}

impl PieceKind {
    /// How many kinds there are.
    pub const COUNT: usize = 6;
    /// All kinds, the pawn first, the king last.
    pub const ALL: [PieceKind; 6] = [
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::King,
    ];

    /// The place of this kind in an array.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

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

/// A man on the board: a kind with an owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    WhitePawn,
    WhiteKnight,
    WhiteBishop,
    WhiteRook,
    WhiteQueen,
    WhiteKing,
    BlackPawn,
    BlackKnight,
    BlackBishop,
    BlackRook,
    BlackQueen,
    BlackKing,
}

impl Piece {
    /// How many different men there are.
    pub const COUNT: usize = 12;
    /// All men, White's first, in the order of [`PieceKind::ALL`].
    pub const ALL: [Piece; 12] = {
        use Piece::*;
        [
            WhitePawn,
            WhiteKnight,
            WhiteBishop,
            WhiteRook,
            WhiteQueen,
            WhiteKing,
            BlackPawn,
            BlackKnight,
            BlackBishop,
            BlackRook,
            BlackQueen,
            BlackKing,
        ]
    };

    /// The man of this colour and kind.
    #[inline]
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        Piece::ALL[color.index() * PieceKind::COUNT + kind.index()]
    }

    /// What it is.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        use Piece::*;
        match self {
            WhitePawn | BlackPawn => PieceKind::Pawn,
            WhiteKnight | BlackKnight => PieceKind::Knight,
            WhiteBishop | BlackBishop => PieceKind::Bishop,
            WhiteRook | BlackRook => PieceKind::Rook,
            WhiteQueen | BlackQueen => PieceKind::Queen,
            WhiteKing | BlackKing => PieceKind::King,
        }
    }

    /// Whose it is.
    #[inline]
    pub const fn color(self) -> Color {
        if (self as usize) < PieceKind::COUNT { Color::White } else { Color::Black }
    }

    /// The place of this man in an array.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
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
