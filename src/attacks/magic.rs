//! Sliding attacks by magic multiplication: mask, multiply, shift, look up.

use super::tables::{AttackSets, BISHOPS, MagicEntry, ROOKS};
use crate::types::{Bitboard, Square};

static SETS: AttackSets = AttackSets(*include_bytes!(concat!(env!("OUT_DIR"), "/magic.bin")));

#[inline(always)]
fn look_up(entry: &MagicEntry, occupied: Bitboard) -> Bitboard {
    let index = (occupied.0 & entry.mask).wrapping_mul(entry.magic) >> entry.shift;
    // SAFETY: the shift leaves as many bits as the mask has.
    unsafe { SETS.get(entry, index) }
}

/// The squares a rook attacks.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&ROOKS[square.index()], occupied)
}

/// The squares a bishop attacks.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&BISHOPS[square.index()], occupied)
}
