//! Sliding attacks by PEXT: the processor gathers the relevant bits itself.
//!
//! On processors with a fast PEXT (Intel since 2013, AMD since Zen 3) this
//! saves a multiplication; on others it is far slower than one. Hence a
//! feature of the build, never the default.

use super::tables::{AttackSets, BISHOPS, MagicEntry, ROOKS};
use crate::types::{Bitboard, Square};

static SETS: AttackSets = AttackSets(*include_bytes!(concat!(env!("OUT_DIR"), "/pext.bin")));

/// The bits of `value` that `mask` selects, packed together at the low end.
#[inline(always)]
fn gather(value: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    // SAFETY: compiled only where the processor is known to have BMI2.
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
fn look_up(entry: &MagicEntry, occupied: Bitboard) -> Bitboard {
    // SAFETY: as many bits are gathered as the mask has.
    unsafe { SETS.get(entry, gather(occupied.0, entry.mask)) }
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
