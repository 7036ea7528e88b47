//! Squares, files, ranks and directions.

use super::{Color, counted_enum};
use std::fmt;
use std::str::FromStr;

counted_enum! {
    /// A column of the board, `a` to `h` from White's left.
    File, 8: A = 0, B = 1, C = 2, D = 3, E = 4, F = 5, G = 6, H = 7
}

counted_enum! {
    /// A row of the board, counted from White's side.
    Rank, 8: First = 0, Second = 1, Third = 2, Fourth = 3, Fifth = 4, Sixth = 5, Seventh = 6, Eighth = 7
}

counted_enum! {
    /// One of the 64 squares; a1 is 0, b1 is 1, h8 is 63.
    Square, 64:
    A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
    A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
    A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
    A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
    A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
    A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
    A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
}

impl File {
    /// `'a'` to `'h'`.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file that a letter names, in either case.
    pub const fn from_letter(letter: char) -> Option<File> {
        match letter.to_ascii_lowercase() {
            letter @ 'a'..='h' => Some(File::wrapping(letter as usize - 'a' as usize)),
            _ => None,
        }
    }
}

impl Rank {
    /// `'1'` to `'8'`.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank that a digit names.
    pub const fn from_digit(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Some(Rank::wrapping(digit as usize - '1' as usize)),
            _ => None,
        }
    }

    /// The rank as `color` counts it: mirrored for Black. A player's own first
    /// rank is `Rank::First.relative_to(color)`.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::wrapping(7 - self as usize),
        }
    }
}

impl Square {
    /// The square on a file and a rank.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square::wrapping(rank as usize * 8 + file as usize)
    }

    /// The file of the square.
    #[inline]
    pub const fn file(self) -> File {
        File::wrapping(self as usize)
    }

    /// The rank of the square.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::wrapping(self as usize >> 3)
    }

    /// The square mirrored at the middle of the board: a1 becomes a8.
    #[inline]
    pub const fn flip_rank(self) -> Square {
        Square::wrapping(self as usize ^ 56)
    }

    /// The square as `color` counts it: mirrored for Black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Square {
        match color {
            Color::White => self,
            Color::Black => self.flip_rank(),
        }
    }

    /// Whether the square is light, such as h1.
    #[inline]
    pub const fn is_light(self) -> bool {
        (self as usize + (self as usize >> 3)) & 1 == 1
    }

    /// The next square in a direction; `None` at the edge of the board.
    pub const fn step(self, direction: Direction) -> Option<Square> {
        let (file, rank) = direction.delta();
        let (file, rank) = (self as i8 % 8 + file, self as i8 / 8 + rank);
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Square::wrapping((rank * 8 + file) as usize))
        } else {
            None
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl FromStr for Square {
    type Err = SquareError;

    /// Reads `e4` or `E4`.
    ///
    /// # Errors
    /// [`SquareError`] if the text is not a square.
    fn from_str(text: &str) -> Result<Square, SquareError> {
        let mut letters = text.chars();
        match (
            letters.next().and_then(File::from_letter),
            letters.next().and_then(Rank::from_digit),
            letters.next(),
        ) {
            (Some(file), Some(rank), None) => Ok(Square::new(file, rank)),
            _ => Err(SquareError(text.to_string())),
        }
    }
}

/// A text that is not a square.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a square: a file a-h and a rank 1-8 are expected")]
pub struct SquareError(String);

/// The eight directions in which pieces slide. White's pawns move north.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs)]
pub enum Direction {
    North,
    East,
    South,
    West,
    NorthEast,
    SouthEast,
    SouthWest,
    NorthWest,
}

impl Direction {
    /// The four directions of the rook.
    pub const ORTHOGONAL: [Direction; 4] =
        [Direction::North, Direction::East, Direction::South, Direction::West];
    /// The four directions of the bishop.
    pub const DIAGONAL: [Direction; 4] =
        [Direction::NorthEast, Direction::SouthEast, Direction::SouthWest, Direction::NorthWest];

    /// One step as (files to the east, ranks to the north).
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Direction::North => (0, 1),
            Direction::East => (1, 0),
            Direction::South => (0, -1),
            Direction::West => (-1, 0),
            Direction::NorthEast => (1, 1),
            Direction::SouthEast => (1, -1),
            Direction::SouthWest => (-1, -1),
            Direction::NorthWest => (-1, 1),
        }
    }

    /// The direction in which a pawn of this color moves.
    pub const fn forward(color: Color) -> Direction {
        match color {
            Color::White => Direction::North,
            Color::Black => Direction::South,
        }
    }
}
