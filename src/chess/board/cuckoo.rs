//! Finds the reversible move that leads from one Zobrist key to another. The
//! idea is M. van Kervinck's ("The design and implementation of the Rookie 2.0
//! chess playing program", 2002). A table maps the difference of the two keys
//! to the squares of the move. Two hash functions give each entry two possible
//! slots ("cuckoo hashing", R. Pagh, F. Rodler, 2001), so a lookup reads at most
//! two entries.

use super::zobrist;
use crate::chess::types::{Color, Piece, PieceKind, Square};
use once_cell::sync::Lazy;

const SLOTS: usize = 1 << 13;

/// A reversible move: the difference that it makes to the key, and its two
/// squares in either order.
type CuckooEntry = (u64, Square, Square);

static TABLE: Lazy<Box<[CuckooEntry]>> = Lazy::new(table);

/// The two squares of the reversible move that makes this difference to a key;
/// `None` if no such move exists.
#[inline]
pub fn squares_of_move(difference: u64) -> Option<(Square, Square)> {
    slots(difference)
        .into_iter()
        .map(|slot| TABLE[slot])
        .find(|entry| entry.0 == difference)
        .map(|(_, from, to)| (from, to))
}

#[inline(always)]
fn slots(key: u64) -> [usize; 2] {
    [key as usize % SLOTS, (key >> 16) as usize % SLOTS]
}

fn table() -> Box<[CuckooEntry]> {
    let mut table = vec![(0, Square::A1, Square::A1); SLOTS].into_boxed_slice();
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

/// Inserts an entry into its first slot. An entry that it displaces moves to its
/// own other slot, and so on.
fn insert(table: &mut [CuckooEntry], entry: CuckooEntry) {
    let mut displaced = entry;
    let mut slot = slots(displaced.0)[0];
    while displaced.0 != 0 {
        std::mem::swap(&mut table[slot], &mut displaced);
        let [first, second] = slots(displaced.0);
        slot = if slot == first { second } else { first };
    }
}

/// Whether a piece moves between two squares on an empty board.
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
        // The published number of reversible moves on an empty board.
        assert_eq!(TABLE.iter().filter(|entry| entry.0 != 0).count(), 3668);
        for entry in TABLE.iter().filter(|entry| entry.0 != 0) {
            assert_eq!(squares_of_move(entry.0), Some((entry.1, entry.2)));
        }
        assert_eq!(squares_of_move(1848), None);
    }
}
