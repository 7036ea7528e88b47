//! Which single move leads from one key to another (M. van Kervinck, "The
//! design and implementation of the Rookie 2.0 chess playing program", 2002):
//! the difference of two keys that are one reversible move apart is found in
//! a table with two hash functions, in which every key has one of two places
//! ("cuckoo hashing", R. Pagh, F. Rodler, 2001).

use super::zobrist;
use crate::types::{Color, Piece, PieceKind, Square};
use once_cell::sync::Lazy;

const PLACES: usize = 1 << 13;

/// A move to and fro: the difference that it makes to the key, and its ends.
type CuckooEntry = (u64, Square, Square);

static TABLE: Lazy<Box<[CuckooEntry]>> = Lazy::new(table);

/// The two squares between which some man's move makes this difference to a
/// key, if there are such.
#[inline]
pub fn ends_of(difference: u64) -> Option<(Square, Square)> {
    places(difference)
        .into_iter()
        .map(|place| TABLE[place])
        .find(|entry| entry.0 == difference)
        .map(|(_, from, to)| (from, to))
}

#[inline(always)]
fn places(key: u64) -> [usize; 2] {
    [key as usize % PLACES, (key >> 16) as usize % PLACES]
}

fn table() -> Box<[CuckooEntry]> {
    let mut table = vec![(0, Square::A1, Square::A1); PLACES].into_boxed_slice();
    for piece in Piece::ALL.into_iter().filter(|piece| piece.kind() != PieceKind::Pawn) {
        for from in Square::ALL {
            for to in Square::ALL.into_iter().filter(|&to| to > from && reaches(piece, from, to)) {
                let difference = zobrist::piece_key(piece, from)
                    ^ zobrist::piece_key(piece, to)
                    ^ zobrist::side(Color::Black);
                insert(&mut table, (difference, from, to));
            }
        }
    }
    table
}

/// Puts an entry into one of its places; whoever is there goes to its other.
fn insert(table: &mut [CuckooEntry], entry: CuckooEntry) {
    let mut homeless = entry;
    let mut place = places(homeless.0)[0];
    while homeless.0 != 0 {
        std::mem::swap(&mut table[place], &mut homeless);
        let [first, second] = places(homeless.0);
        place = if place == first { second } else { first };
    }
}

/// Whether a man can move between two squares of an empty board.
fn reaches(piece: Piece, from: Square, to: Square) -> bool {
    let files = (from.file() as i32 - to.file() as i32).abs();
    let ranks = (from.rank() as i32 - to.rank() as i32).abs();
    let (straight, diagonal) = (files == 0 || ranks == 0, files == ranks);
    match piece.kind() {
        PieceKind::Pawn => false,
        PieceKind::Knight => files * ranks == 2,
        PieceKind::Bishop => diagonal,
        PieceKind::Rook => straight,
        PieceKind::Queen => straight || diagonal,
        PieceKind::King => files.max(ranks) == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reversible_move_is_found() {
        // Published: there are 3668 reversible moves on an empty board.
        assert_eq!(TABLE.iter().filter(|entry| entry.0 != 0).count(), 3668);
        for entry in TABLE.iter().filter(|entry| entry.0 != 0) {
            assert_eq!(ends_of(entry.0), Some((entry.1, entry.2)));
        }
        assert_eq!(ends_of(1848), None);
    }
}
