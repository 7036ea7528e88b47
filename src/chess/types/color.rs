//! The two players.

use super::counted_enum;
use std::fmt;
use std::ops::Not;

counted_enum! {
    /// A player, and the color of the player's pieces. White moves first.
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

/// A color known at compile time. Code that is generic over it is written
/// once and compiled for each side, with directions and tables as constants.
pub trait Side: Copy {
    /// The side's color.
    const US: Color;
    /// The opponent's color.
    const THEM: Color;
    /// The opponent.
    type Enemy: Side;
}

/// The white side, known at compile time.
#[derive(Clone, Copy, Debug)]
pub struct White;

/// The black side, known at compile time.
#[derive(Clone, Copy, Debug)]
pub struct Black;

impl Side for White {
    const US: Color = Color::White;
    const THEM: Color = Color::Black;
    type Enemy = Black;
}

impl Side for Black {
    const US: Color = Color::Black;
    const THEM: Color = Color::White;
    type Enemy = White;
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}
