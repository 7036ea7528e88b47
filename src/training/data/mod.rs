//! Games the engine has played with itself, as learning reads them: their
//! file format, and what reads and writes it.
//!
//! # The format, version 1
//!
//! All numbers are little-endian. A file begins with a header:
//!
//! | bytes | |
//! |---|---|
//! | 6 | the letters `STAUNG` |
//! | 2 | the version |
//!
//! Then come games, each of 40 bytes and four more for each move:
//!
//! | bytes | |
//! |---|---|
//! | 2 | how many moves it has, in plies |
//! | 2 | the same number with all bits turned round |
//! | 32 | where it began and how it ended, see below |
//! | 4 each | the moves: two bytes of [`Move`], two of its score |
//! | 4 | a checksum of all bytes before (FNV-1a, 32 bits) |
//!
//! A score is what the search said of the position before the move was
//! played, in centipawns, and always White's: positive is good for White
//! whoever moves. Beyond [`Score::MATE_BOUND`] it is a mate. Every move of the
//! game is there; whoever learns leaves out what it does not like.
//!
//! The start:
//!
//! | bytes | |
//! |---|---|
//! | 8 | the occupied squares, a1 being the lowest bit and b1 the next |
//! | 16 | the men on them in that order, four bits each, the low four first: pawn 0, knight 2, bishop 4, rook 6, queen 8, king 10, and one more if it is black |
//! | 1 | White's castling: in the low four bits the file of the rook on the king's right, a being 0, in the high four on its left; 8 where the right is gone |
//! | 1 | Black's castling |
//! | 1 | the file on which a capture en passant is possible, else 8; 128 is added if Black is to move |
//! | 1 | the result for White: 0 lost, 1 drawn, 2 won |
//! | 2 | plies since the last capture or pawn move |
//! | 2 | the number of the move, 65535 if it is greater |
//!
//! So a game of a hundred plies has 4.4 bytes for each of its positions.
//!
//! # What a kill leaves
//!
//! A game is written by one call to the system, after all that was written
//! before, and nothing is ever changed. If the program is killed, or the disk
//! is full, or the power fails, at worst the file ends within a game or in
//! zeros: such a *torn* end is left out by who reads, and cut off by who
//! writes on. Anything else that does not fit its checksum is damage, which
//! is not passed over.
//!
//! The plan of it (a start, then moves with scores, so that a position costs
//! four bytes) is that of C. Bobak's viriformat, made for his engine
//! Viridithas.

mod fault;
mod game;
mod layout;
mod mix;
mod read;
pub mod stats;
mod write;

pub use fault::{DataError, FileError};
pub use game::{Game, GameResult, Positions};
pub use mix::{Taken, merge, shuffle};
pub use read::{Games, Records};
pub use write::{FileSurvey, Writer};

#[cfg(doc)]
use crate::types::{Move, Score};

#[cfg(test)]
mod tests;
