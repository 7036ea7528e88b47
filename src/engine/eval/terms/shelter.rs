//! Pawn shelter: own pawns that protect the king, enemy pawns that storm it, and
//! open files.

use crate::chess::board::Position;
use crate::chess::types::{Bitboard, Color, File, PieceKind, Side, Square};
use crate::engine::eval::layout::{KING_FILE, KING_SHELTER, KING_STORM, KING_STORM_BLOCKED};
use crate::engine::eval::masks;
use crate::engine::eval::tracer::EvalTracer;

/// The weights of a file: no pawn, then a pawn on the second to the seventh
/// rank.
const RANKS: usize = 7;

/// Counts the shelter of a side's king.
pub fn count<S: Side>(position: &Position, tracer: &mut impl EvalTracer) {
    let king = position.king(S::US);
    let own = position.pieces(S::US, PieceKind::Pawn);
    let enemy = position.pieces(S::THEM, PieceKind::Pawn);

    let middle = king.file().index().clamp(File::B.index(), File::G.index());
    for file in (middle - 1..=middle + 1).map(File::wrapping) {
        file_near_king::<S>(king, file, own, enemy, tracer);
    }
}

/// Counts one of the three files: the pawns on it on the king's rank or ahead.
fn file_near_king<S: Side>(
    king: Square,
    file: File,
    own: Bitboard,
    enemy: Bitboard,
    tracer: &mut impl EvalTracer,
) {
    let behind = ranks_behind::<S>(king);
    let on_file = Bitboard::file(file);
    let shield = nearest::<S>((own & on_file) - behind);
    let storm = nearest::<S>((enemy & on_file) - behind);
    let row = masks::from_edge(file) * RANKS;
    tracer.for_piece::<S>(KING_SHELTER.at(row + shield), king);
    if shield != 0 && storm == shield + 1 {
        tracer.for_piece::<S>(KING_STORM_BLOCKED.at(storm), king);
    } else {
        tracer.for_piece::<S>(KING_STORM.at(row + storm), king);
    }
    let open = (enemy & on_file).is_empty();
    if (own & on_file).is_empty() {
        if file == king.file() {
            tracer.for_piece::<S>(KING_FILE.at(open as usize), king);
        } else if open {
            tracer.for_piece::<S>(KING_FILE.at(2), king);
        }
    }
}

/// The rank of the nearest of some pawns of one file, from the side's view, or
/// zero if there is none. No pawn stands on rank zero, the first rank.
#[inline]
fn nearest<S: Side>(pawns: Bitboard) -> usize {
    let square = match S::US {
        Color::White => pawns.first(),
        Color::Black => pawns.last(),
    };
    square.map_or(0, |square| square.rank().relative_to(S::US).index())
}

#[inline]
fn ranks_behind<S: Side>(king: Square) -> Bitboard {
    match S::US {
        Color::White => Bitboard((1 << (king.rank().index() * 8)) - 1),
        Color::Black => Bitboard(!(u64::MAX >> ((7 - king.rank().index()) * 8))),
    }
}
