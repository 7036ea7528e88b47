//! The two players.

use super::counted_enum;
use std::fmt;
use std::ops::Not;

counted_enum! {
    /// A player, and the colour of the player's pieces. White moves first.
    Color, 2: White = 0, Black = 1
}

impl Color {
    /// `'w'` or `'b'`, as in FEN.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}
