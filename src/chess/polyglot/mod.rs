//! Polyglot's opening books: files of moves by the key of the position, each with a
//! weight, in the form that many programs read and write.
//!
//! A book is a list of entries of sixteen bytes, sorted by key: eight bytes of key, two
//! of move, two of weight, four that a program may learn in; the highest byte first.
//! A position is found by halving. The entries stay in their file: a search in it takes
//! no memory, however large the book is.

mod key;
mod numbers;

pub use key::key;

use crate::chess::board::Position;
use crate::chess::movegen::legal_moves;
use crate::chess::types::{File as BoardFile, Move, PieceKind, Rank, Square};
use crate::support::files::input::open_file;
use crate::support::random::RandomStream;
use crate::support::sort::sort_by_key;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The length of an entry, in bytes.
const ENTRY: u64 = 16;
/// How many places of a book are compared when it is opened.
const CHECKED: u64 = 1_000;
/// The most entries of a position that are read: more than there are legal moves.
const MOST_ENTRIES: u64 = 256;

/// Why a file is not a book.
#[derive(Debug, thiserror::Error)]
pub enum PolyglotError {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Read(#[from] io::Error),
    /// It is empty.
    #[error("there is nothing in it")]
    Empty,
    /// It has part of an entry.
    #[error("it has {0} bytes, but a Polyglot book has sixteen for each entry")]
    Length(u64),
    /// The keys do not rise.
    #[error("its entries are not in the order of their keys, so it is no Polyglot book")]
    Order,
}

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move, which is legal.
    pub mv: Move,
    /// How often it is to be played, compared with the others of the position.
    pub weight: u16,
}

/// An opening book.
#[derive(Debug)]
pub struct PolyglotBook {
    source: BookBytes,
    /// The number of entries.
    count: u64,
}

/// Where the bytes are.
#[derive(Debug)]
enum BookBytes {
    File(Mutex<File>),
    Memory(Vec<u8>),
}

/// An entry as it is stored.
struct BookEntry {
    key: u64,
    mv: u16,
    weight: u16,
}

impl PolyglotBook {
    /// Opens a file, which stays open, and compares the keys at some places of it.
    ///
    /// # Errors
    /// If it cannot be read, or is no book.
    pub fn open(path: &Path) -> Result<PolyglotBook, PolyglotError> {
        let file = open_file(path)?;
        let length = file.metadata()?.len();
        PolyglotBook::new(BookBytes::File(Mutex::new(file)), length)
    }

    /// A book in memory.
    ///
    /// # Errors
    /// If the bytes are no book.
    pub fn of_bytes(bytes: Vec<u8>) -> Result<PolyglotBook, PolyglotError> {
        let length = bytes.len() as u64;
        PolyglotBook::new(BookBytes::Memory(bytes), length)
    }

    fn new(source: BookBytes, length: u64) -> Result<PolyglotBook, PolyglotError> {
        if length == 0 {
            return Err(PolyglotError::Empty);
        }
        if !length.is_multiple_of(ENTRY) {
            return Err(PolyglotError::Length(length));
        }
        let book = PolyglotBook { source, count: length / ENTRY };
        let places = book.count.min(CHECKED);
        let mut last = 0;
        for place in 0..places {
            // The first and the last entry are among them.
            let index =
                (u128::from(place) * u128::from(book.count - 1)) / u128::from((places - 1).max(1));
            let key = book.entry(index as u64)?.key;
            if key < last {
                return Err(PolyglotError::Order);
            }
            last = key;
        }
        Ok(book)
    }

    /// The number of entries.
    pub fn count(&self) -> u64 {
        self.count
    }

    fn entry(&self, index: u64) -> io::Result<BookEntry> {
        let mut bytes = [0; ENTRY as usize];
        match &self.source {
            BookBytes::File(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(index * ENTRY))?;
                file.read_exact(&mut bytes)?;
            }
            BookBytes::Memory(all) => {
                bytes.copy_from_slice(&all[(index * ENTRY) as usize..][..ENTRY as usize]);
            }
        }
        let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, ..] = bytes;
        Ok(BookEntry {
            key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            mv: u16::from_be_bytes([m0, m1]),
            weight: u16::from_be_bytes([w0, w1]),
        })
    }

    /// The moves of a position, the highest weight first. Entries that are not legal
    /// moves are passed over: two positions may have the same key.
    ///
    /// # Errors
    /// If the file cannot be read any more.
    pub fn moves(&self, position: &Position) -> io::Result<Vec<BookMove>> {
        let mut moves = self.moves_of_key(key(position), position)?;
        if moves.is_empty() {
            for other in key::other_keys(position) {
                moves.extend(self.moves_of_key(other, position)?);
            }
        }
        sort_by_key(&mut moves, |book_move| std::cmp::Reverse(book_move.weight));
        Ok(moves)
    }

    fn moves_of_key(&self, key: u64, position: &Position) -> io::Result<Vec<BookMove>> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.entry(middle)?.key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut moves: Vec<BookMove> = Vec::new();
        for index in (low..self.count).take(MOST_ENTRIES as usize) {
            let entry = self.entry(index)?;
            if entry.key != key {
                break;
            }
            let known = |mv: &Move| moves.iter().any(|one| one.mv == *mv);
            if let Some(mv) = legal_move(entry.mv, position).filter(|mv| !known(mv)) {
                moves.push(BookMove { mv, weight: entry.weight });
            }
        }
        Ok(moves)
    }

    /// A move of a position, drawn by the weights; `None` if the book has none. Moves
    /// without weight are never drawn.
    ///
    /// # Errors
    /// If the file cannot be read any more.
    pub fn draw(&self, position: &Position, random: &mut RandomStream) -> io::Result<Option<Move>> {
        let moves = self.moves(position)?;
        let all: usize = moves.iter().map(|one| usize::from(one.weight)).sum();
        if all == 0 {
            return Ok(None);
        }
        let mut lot = random.below(all);
        let drawn = moves.iter().find(|one| {
            let is_drawn = lot < usize::from(one.weight);
            lot = lot.saturating_sub(usize::from(one.weight));
            is_drawn
        });
        Ok(drawn.map(|one| one.mv))
    }
}

/// The legal move that an entry means: three bits each for file and rank of the
/// destination and of the origin, from the lowest, then the promotion. Castling is the
/// king taking its own rook; some books have the king's own destination instead.
fn legal_move(bits: u16, position: &Position) -> Option<Move> {
    let part = |shift: u16| usize::from(bits >> shift & 7);
    let square = |shift| Square::new(BoardFile::ALL[part(shift)], Rank::ALL[part(shift + 3)]);
    let (to, from) = (square(0), square(6));
    let promotion = match part(12) {
        0 => None,
        1 => Some(PieceKind::Knight),
        2 => Some(PieceKind::Bishop),
        3 => Some(PieceKind::Rook),
        4 => Some(PieceKind::Queen),
        _ => return None,
    };
    let castles_to = |mv: Move| {
        let is_kingside = mv.to().file() > mv.from().file();
        let file = if is_kingside { BoardFile::G } else { BoardFile::C };
        Square::new(file, mv.from().rank())
    };
    let is_meant = |mv: &&Move| {
        let is_there = mv.to() == to || mv.is_castle() && castles_to(**mv) == to;
        mv.from() == from && is_there && mv.promotion() == promotion
    };
    let legal = legal_moves(position);
    // A rook may stand where the king goes, in Chess960: taking it comes first.
    let exact = legal.iter().find(|mv| is_meant(mv) && mv.to() == to);
    exact.or_else(|| legal.iter().find(is_meant)).copied()
}

#[cfg(test)]
mod tests;
