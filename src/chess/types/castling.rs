//! Castling rights and the two wings.

use super::{Color, File};
use bitflags::bitflags;

bitflags! {
    /// The castling rights that remain: one for each king and castling rook
    /// that have not moved. A right does not mean that castling is legal now.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
    pub struct CastlingRights: u8 {
        /// White castles towards the h-file.
        const WHITE_KING_SIDE = 1;
        /// White castles towards the a-file.
        const WHITE_QUEEN_SIDE = 2;
        /// Black castles towards the h-file.
        const BLACK_KING_SIDE = 4;
        /// Black castles towards the a-file.
        const BLACK_QUEEN_SIDE = 8;
    }
}

/// The wing on which a king castles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Wing {
    /// Towards the h-file: `O-O`. The king goes to g, the rook to f.
    King,
    /// Towards the a-file: `O-O-O`. The king goes to c, the rook to d.
    Queen,
}

impl Wing {
    /// Both wings, the king's wing first.
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    /// The index of this wing in an array of two.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file of the king after castling.
    #[inline]
    pub const fn king_file(self) -> File {
        match self {
            Wing::King => File::G,
            Wing::Queen => File::C,
        }
    }

    /// The file of the rook after castling.
    #[inline]
    pub const fn rook_file(self) -> File {
        match self {
            Wing::King => File::F,
            Wing::Queen => File::D,
        }
    }
}

impl CastlingRights {
    /// The one right of a color on a wing.
    #[inline]
    pub const fn of(color: Color, wing: Wing) -> CastlingRights {
        match (color, wing) {
            (Color::White, Wing::King) => CastlingRights::WHITE_KING_SIDE,
            (Color::White, Wing::Queen) => CastlingRights::WHITE_QUEEN_SIDE,
            (Color::Black, Wing::King) => CastlingRights::BLACK_KING_SIDE,
            (Color::Black, Wing::Queen) => CastlingRights::BLACK_QUEEN_SIDE,
        }
    }

    /// Both rights of a color.
    #[inline]
    pub const fn both(color: Color) -> CastlingRights {
        CastlingRights::of(color, Wing::King).union(CastlingRights::of(color, Wing::Queen))
    }
}
