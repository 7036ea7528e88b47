//! Attack tables of rook and bishop, and the two ways to index them.
//!
//! The build script computes the tables. Each square has one attack set for
//! every subset of its relevant squares. The index of a subset comes from a
//! magic multiplication or from the PEXT instruction. A program for WebAssembly is
//! downloaded, so there the table is empty at first: see `lazy`.
//!
//! On processors with a fast PEXT (Intel since 2013, AMD since Zen 3) PEXT
//! saves a multiplication. On others it is far slower. The build script takes it
//! where the program is built for its own processor, and that is quick at it; the
//! feature `pext` takes it everywhere.

use super::{magic_numbers, rays};
use crate::chess::types::{Bitboard, Square};
#[cfg(any(test, target_family = "wasm"))]
use std::sync::atomic::{AtomicU64, Ordering};

/// How to find the attacks of one slider on one square.
pub struct MagicEntry {
    /// The relevant squares: those whose occupancy changes the attacks.
    mask: u64,
    /// The factor that moves the masked bits to the top of the word.
    #[cfg_attr(pext, allow(dead_code))]
    magic: u64,
    /// The shift that turns the top bits into an index.
    #[cfg_attr(pext, allow(dead_code))]
    shift: u32,
    /// The index of the square's first attack set in the table.
    offset: u32,
}

static ROOKS: [MagicEntry; 64] = entries(&rays::ROOK, &magic_numbers::ROOK, 0).0;
static BISHOPS: [MagicEntry; 64] =
    entries(&rays::BISHOP, &magic_numbers::BISHOP, entries(&rays::ROOK, &magic_numbers::ROOK, 0).1)
        .0;

/// The entries of one slider, whose attack sets start at `offset`, and the
/// offset after its last set.
const fn entries(
    steps: &[(i8, i8); 4],
    magics: &[u64; 64],
    mut offset: u32,
) -> ([MagicEntry; 64], u32) {
    let mut all = [const { MagicEntry { mask: 0, magic: 0, shift: 0, offset: 0 } }; 64];
    let mut square = 0;
    while square < 64 {
        let mask = rays::relevant(steps, square as u8);
        let bits = mask.count_ones();
        all[square] = MagicEntry { mask, magic: magics[square], shift: 64 - bits, offset };
        offset += 1 << bits;
        square += 1;
    }
    (all, offset)
}

/// The number of attack sets in a table: 102,400 of the rook, 5,248 of the
/// bishop.
const SIZE: usize = 107_648;

/// All attack sets of both sliders, eight little-endian bytes each, aligned to
/// a cache line.
#[cfg(any(test, not(target_family = "wasm")))]
#[repr(C, align(64))]
pub struct AttackTable([u8; SIZE * 8]);

#[cfg(any(test, not(target_family = "wasm")))]
impl AttackTable {
    /// The attack set at `offset + index` of an entry.
    ///
    /// # Safety
    /// `index` is less than two to the power of the number of bits in the
    /// entry's mask.
    #[inline(always)]
    unsafe fn get(&self, entry: &MagicEntry, index: u64) -> Bitboard {
        debug_assert!(index < 1 << entry.mask.count_ones());
        // SAFETY: `entries` reserves as many sets below SIZE for each entry as
        // its mask has subsets, so the eight bytes lie within the array. They
        // are aligned because the array is aligned to 64.
        let set = unsafe {
            self.0.as_ptr().cast::<u64>().add(entry.offset as usize + index as usize).read()
        };
        Bitboard(u64::from_le(set))
    }
}

impl MagicEntry {
    /// The index of the attack set among those of the square, by a magic
    /// multiplication.
    #[cfg(any(test, not(pext)))]
    #[inline(always)]
    fn index(&self, occupied: Bitboard) -> u64 {
        (occupied.0 & self.mask).wrapping_mul(self.magic) >> self.shift
    }
}

/// Sliding attacks by magic multiplication: mask, multiply, shift, load.
#[cfg(any(test, not(any(pext, target_family = "wasm"))))]
pub mod magic {
    use super::*;

    static TABLE: AttackTable =
        AttackTable(*include_bytes!(concat!(env!("OUT_DIR"), "/magic.bin")));

    #[inline(always)]
    fn attacks(entry: &MagicEntry, occupied: Bitboard) -> Bitboard {
        // SAFETY: the shift leaves as many bits as the mask has.
        unsafe { TABLE.get(entry, entry.index(occupied)) }
    }

    /// The squares that a rook attacks.
    #[inline(always)]
    pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        attacks(&ROOKS[square.index()], occupied)
    }

    /// The squares that a bishop attacks.
    #[inline(always)]
    pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        attacks(&BISHOPS[square.index()], occupied)
    }
}

/// Sliding attacks by PEXT, which extracts the relevant bits itself.
#[cfg(any(test, pext))]
pub mod pext {
    use super::*;

    static TABLE: AttackTable = AttackTable(*include_bytes!(concat!(env!("OUT_DIR"), "/pext.bin")));

    /// The bits of `value` that `mask` selects, packed at the low end.
    #[inline(always)]
    fn extract(value: u64, mask: u64) -> u64 {
        #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
        // SAFETY: this is compiled only for processors that have BMI2.
        unsafe {
            std::arch::x86_64::_pext_u64(value, mask)
        }
        #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
        {
            let bits = (0..64).filter(|bit| mask >> bit & 1 == 1).map(|bit| value >> bit & 1);
            bits.enumerate().map(|(place, bit)| bit << place).sum()
        }
    }

    #[inline(always)]
    fn attacks(entry: &MagicEntry, occupied: Bitboard) -> Bitboard {
        // SAFETY: `extract` packs as many bits as the mask has.
        unsafe { TABLE.get(entry, extract(occupied.0, entry.mask)) }
    }

    /// The squares that a rook attacks.
    #[inline(always)]
    pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        attacks(&ROOKS[square.index()], occupied)
    }

    /// The squares that a bishop attacks.
    #[inline(always)]
    pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        attacks(&BISHOPS[square.index()], occupied)
    }
}

/// Sliding attacks by magic multiplication from a table that is filled as it is
/// used: 0.86 MB less to download. No attack set is empty, so zero means that it
/// has not been computed.
#[cfg(any(test, target_family = "wasm"))]
pub mod lazy {
    use super::*;

    static TABLE: [AtomicU64; SIZE] = [const { AtomicU64::new(0) }; SIZE];

    #[inline(always)]
    fn attacks(
        entry: &MagicEntry,
        steps: &[(i8, i8); 4],
        square: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let index = entry.offset as usize + entry.index(occupied) as usize;
        debug_assert!(index < SIZE);
        // SAFETY: the shift leaves as many bits as the mask has, and `entries`
        // reserves as many sets below SIZE for each entry as its mask has subsets.
        let set = unsafe { TABLE.get_unchecked(index) };
        match set.load(Ordering::Relaxed) {
            0 => first_use(set, steps, square, occupied),
            known => Bitboard(known),
        }
    }

    /// Several threads may compute the same set, and store the same number.
    #[cold]
    fn first_use(
        set: &AtomicU64,
        steps: &[(i8, i8); 4],
        square: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let attacked = rays::attacks(steps, square as u8, occupied.0);
        set.store(attacked, Ordering::Relaxed);
        Bitboard(attacked)
    }

    /// The squares that a rook attacks.
    #[inline(always)]
    pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        attacks(&ROOKS[square.index()], &rays::ROOK, square, occupied)
    }

    /// The squares that a bishop attacks.
    #[inline(always)]
    pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        attacks(&BISHOPS[square.index()], &rays::BISHOP, square, occupied)
    }
}
