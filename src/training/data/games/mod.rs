//! Games that the engine played against itself: their file format, and the
//! code that reads and writes it.
//!
//! # The format, version 2
//!
//! All numbers are little-endian. A file begins with a header:
//!
//! | bytes | content |
//! |---|---|
//! | 6 | the letters `STAUNG` |
//! | 2 | the version |
//!
//! Records follow: of games, and of heads.
//!
//! | bytes | content |
//! |---|---|
//! | 2 | the length of the content |
//! | 2 | the bitwise complement of this length |
//! | … | the content |
//! | 4 | the checksum of all bytes of the record before it (FNV-1a, 32 bits) |
//!
//! The content of a game:
//!
//! | bytes | content |
//! |---|---|
//! | 2 | the number of moves, in plies |
//! | 32 | the starting position and the result, see below |
//! | … | the moves and scores in bits, the lowest bit of a byte first; zeros fill the last byte |
//!
//! The content of a *head* is the number 65535 and a text: who played the games
//! that follow, up to the next head, and how.
//!
//! For each move there are its number and its score. The legal moves of the
//! position are numbered from zero in the order of the two bytes of [`Move`].
//! With n of them and 2ᵇ ≤ n < 2ᵇ⁺¹, the first 2ᵇ⁺¹ − n numbers have b bits;
//! that many more is added to the others, and of their b + 1 bits the upper b
//! come first, then the lowest (the truncated binary code).
//!
//! A score is the search score of the position before the move, in centipawns
//! from White's point of view, whichever side is to move. A score beyond
//! [`Score::MATE_BOUND`] is a mate; one beyond [`Score::mate_in`] of zero is
//! refused. Its difference d to the score before, which is 0 for the first, is
//! written as z = 2d, or −2d − 1 if it is negative, in a Rice code: ⌊z / 2ᵏ⌋ ones, a zero, and the low k bits of z; or 24 ones and the
//! 17 bits of z if there were more. k is the logarithm of the mean of the
//! numbers before, rounded down, at least 0: with m = 256 at first, it is that
//! of ⌊m / 8⌋, and each number makes m' = m + z, then m = m' − ⌊m' / 8⌋.
//!
//! The record holds every move of the game; the code that learns from it chooses
//! the positions. A game of a hundred plies takes less than two bytes for each
//! position: 11 to 12 bits for the move and the score, and its share of the rest.
//!
//! # Version 1
//!
//! Such files are read, and games are added to them. They have no heads, and the
//! record of a game has 40 bytes and four more for each move:
//!
//! | bytes | content |
//! |---|---|
//! | 2 | the number of moves, in plies |
//! | 2 | the bitwise complement of this number |
//! | 32 | the starting position and the result, see below |
//! | 4 each | the moves: two bytes of [`Move`], two of the score |
//! | 4 | the checksum, as in version 2 |
//!
//! # Starting positions
//!
//! The starting position:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | the occupied squares: a1 is the lowest bit, b1 the next |
//! | 16 | the pieces on them in that order, four bits each, the low four first: pawn 0, knight 2, bishop 4, rook 6, queen 8, king 10, and one more for a black piece |
//! | 1 | White's castling rights: in the low four bits the file of the rook on the king's right, a being 0; in the high four bits that of the rook on its left; 8 for a right that is lost |
//! | 1 | Black's castling rights |
//! | 1 | the file on which an en passant capture is possible, else 8; plus 128 if Black is to move |
//! | 1 | the result for White: 0 lost, 1 drawn, 2 won |
//! | 2 | the plies since the last capture or pawn move |
//! | 2 | the number of the move, 65535 if it is greater |
//!
//! # Torn ends
//!
//! Each game is appended by one write call, and no byte of the file ever
//! changes. If the program is killed, the disk is full or the power fails, the
//! file may end within a record or in zeros. Readers leave out such a *torn
//! end*, and a writer that appends to the file cuts it off. Any other record
//! with a wrong checksum is damage, and an error.
//!
//! The structure (a starting position, then moves with scores, so that a
//! position costs four bytes) is that of C. Bobak's viriformat, made for the
//! engine Viridithas.

mod bits;
mod game;
mod layout;
mod mix;
mod packing;
mod read;
mod record;
pub mod stats;
mod write;

pub use crate::training::data::error::{DataError, FileError, RecordError};
pub use game::{DecidedResult, MAX_PIECES, PositionCursor, TrainingGame};
pub use mix::{CopiedGames, SavedGames, merge, salvage, shuffle};
pub use read::GameReader;
pub use record::{GameIdentity, Head, Record, SeenGames};
pub use write::{FileSurvey, GameWriter};

#[cfg(doc)]
use crate::chess::types::{Move, Score};

#[cfg(test)]
mod mix_tests;
#[cfg(test)]
mod tests;
