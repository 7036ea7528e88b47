use super::{Color, File};
use bitflags::bitflags;

bitflags! {
    /// Who may still castle on which side, as far as king and rook have not
    /// moved; whether it is possible at the moment is another question.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
    pub struct CastlingRights: u8 {
        /// White towards the h-file.
        const WHITE_KING_SIDE = 1;
        /// White towards the a-file.
        const WHITE_QUEEN_SIDE = 2;
        /// Black towards the h-file.
        const BLACK_KING_SIDE = 4;
        /// Black towards the a-file.
        const BLACK_QUEEN_SIDE = 8;
    }
}

/// The two sides on which a king may castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Wing {
    /// Towards the h-file: `O-O`. The king goes to g, the rook to f.
    King,
    /// Towards the a-file: `O-O-O`. The king goes to c, the rook to d.
    Queen,
}

impl Wing {
    /// Both wings, the king's first.
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    /// The place of this wing in an array.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file on which the king ends.
    #[inline]
    pub const fn king_file(self) -> File {
        match self {
            Wing::King => File::G,
            Wing::Queen => File::C,
        }
    }

    /// The file on which the rook ends.
    #[inline]
    pub const fn rook_file(self) -> File {
        match self {
            Wing::King => File::F,
            Wing::Queen => File::D,
        }
    }
}

impl CastlingRights {
    /// The one right of a colour on a wing.
    #[inline]
    pub const fn of(color: Color, wing: Wing) -> CastlingRights {
        match (color, wing) {
            (Color::White, Wing::King) => CastlingRights::WHITE_KING_SIDE,
            (Color::White, Wing::Queen) => CastlingRights::WHITE_QUEEN_SIDE,
            (Color::Black, Wing::King) => CastlingRights::BLACK_KING_SIDE,
            (Color::Black, Wing::Queen) => CastlingRights::BLACK_QUEEN_SIDE,
        }
    }

    /// Both rights of a colour.
    #[inline]
    pub const fn both(color: Color) -> CastlingRights {
        CastlingRights::of(color, Wing::King).union(CastlingRights::of(color, Wing::Queen))
    }
}
