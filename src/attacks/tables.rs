//! The memory behind the sliding attacks: where each square's sets lie, and
//! the sets themselves as the build script laid them down.

use super::{numbers, walk};
use crate::types::Bitboard;

/// What one slider on one square needs to find its attacks.
pub struct MagicEntry {
    /// The squares whose occupation matters.
    pub mask: u64,
    /// The factor that brings the masked bits to the top.
    pub magic: u64,
    /// How far down the top bits go to make an index.
    pub shift: u32,
    /// Where the square's sets begin.
    pub offset: u32,
}

pub static ROOKS: [MagicEntry; 64] = entries(&walk::ROOK, &numbers::ROOK, 0).0;
pub static BISHOPS: [MagicEntry; 64] =
    entries(&walk::BISHOP, &numbers::BISHOP, entries(&walk::ROOK, &numbers::ROOK, 0).1).0;

/// The entries of one slider, whose sets start at `offset`, and where they end.
const fn entries(
    steps: &[(i8, i8); 4],
    magics: &[u64; 64],
    mut offset: u32,
) -> ([MagicEntry; 64], u32) {
    let mut all = [const { MagicEntry { mask: 0, magic: 0, shift: 0, offset: 0 } }; 64];
    let mut square = 0;
    while square < 64 {
        let mask = walk::relevant(steps, square as u8);
        let bits = mask.count_ones();
        all[square] = MagicEntry { mask, magic: magics[square], shift: 64 - bits, offset };
        offset += 1 << bits;
        square += 1;
    }
    (all, offset)
}

/// How many sets a table holds: 102,400 of the rook, 5,248 of the bishop.
pub const SIZE: usize = 107_648;

/// All attack sets of both sliders, eight little-endian bytes each, on the
/// boundary of a cache line.
#[repr(C, align(64))]
pub struct AttackSets(pub [u8; SIZE * 8]);

impl AttackSets {
    /// The set at `offset + index` of an entry.
    ///
    /// # Safety
    /// `index` is below two to the number of the entry's mask bits.
    #[inline(always)]
    pub unsafe fn get(&self, entry: &MagicEntry, index: u64) -> Bitboard {
        debug_assert!(index < 1 << entry.mask.count_ones());
        // SAFETY: `entries` gives each entry as much room below SIZE as its
        // mask has subsets, so the eight bytes lie within the array; they are
        // aligned because the array is aligned to 64.
        let set = unsafe {
            self.0.as_ptr().cast::<u64>().add(entry.offset as usize + index as usize).read()
        };
        Bitboard(u64::from_le(set))
    }
}
