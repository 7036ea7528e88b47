//! The types that every other module uses: colors, pieces, squares,
//! bitboards, castling rights, moves, game results, scores.

mod bitboard;
mod castling;
mod color;
mod counted;
mod moves;
mod piece;
mod result;
mod score;
mod square;

pub use bitboard::Bitboard;
pub use castling::{CastlingRights, Wing};
pub use color::{Black, Color, Side, White};
use counted::counted_enum;
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use piece::{Piece, PieceKind};
pub use result::GameResult;
pub use score::{Depth, MAX_PLY, Score, UciScore};
pub use square::{Direction, File, Rank, Square, SquareError};

/// Asks the processor to load a value into its cache before it is read. This
/// is a hint: in WebAssembly it is a load, and on other processors than x86-64 it
/// does nothing.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads no data and never faults; the address of a
    // reference is valid in any case.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    // The processor does not wait for a load whose value nobody uses; only a volatile
    // one is not removed.
    #[cfg(target_arch = "wasm32")]
    // SAFETY: a reference may be read.
    unsafe {
        std::ptr::from_ref(value).cast::<u8>().read_volatile();
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "wasm32")))]
    let _ = value;
}
