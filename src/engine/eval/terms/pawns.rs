//! Pawn structure, and the part of passed-pawn terms that depends on pawns and
//! kings alone. Pawns move seldom, so these terms are cached.

use crate::chess::attacks;
use crate::chess::board::Position;
use crate::chess::types::{Bitboard, PieceKind, Rank, Side, Square};
use crate::engine::eval::layout::{
    PASSED_CONNECTED, PASSED_ENEMY_KING, PASSED_OWN_KING, PASSED_RANK, PAWN_BACKWARD,
    PAWN_CANDIDATE, PAWN_DOUBLED, PAWN_ISOLATED, PAWN_ISOLATED_OPEN, PAWN_PHALANX, PAWN_SUPPORTED,
};
use crate::engine::eval::masks;
use crate::engine::eval::tracer::EvalTracer;

/// The pawns of both sides.
struct Pawns {
    own: Bitboard,
    enemy: Bitboard,
}

/// Counts the pawn structure of a side, and returns its passed pawns.
pub fn count<S: Side>(position: &Position, tracer: &mut impl EvalTracer) -> Bitboard {
    let pawns = Pawns {
        own: position.pieces(S::US, PieceKind::Pawn),
        enemy: position.pieces(S::THEM, PieceKind::Pawn),
    };
    let mut passed = Bitboard::EMPTY;
    for square in pawns.own {
        structure::<S>(&pawns, square, tracer);
        if is_passed::<S>(&pawns, square) {
            passed |= Bitboard::of(square);
            passed_pawn::<S>(position, &pawns, square, tracer);
        } else if is_candidate::<S>(&pawns, square) {
            tracer.for_piece::<S>(PAWN_CANDIDATE.at(ranks_from_second::<S>(square)), square);
        }
    }
    passed
}

/// Zero on the second rank, five on the seventh.
#[inline]
fn ranks_from_second<S: Side>(square: Square) -> usize {
    square.rank().relative_to(S::US).index() - Rank::Second.index()
}

/// Counts isolated, doubled, backward, supported and adjacent pawns.
fn structure<S: Side>(pawns: &Pawns, square: Square, tracer: &mut impl EvalTracer) {
    let here = Bitboard::of(square);
    let beside = pawns.own & masks::adjacent_files(square.file());
    let phalanx = (here.east() | here.west()) & pawns.own;
    let support = attacks::pawn(S::THEM, square) & pawns.own;
    let opposing = masks::ahead(S::US, square) & pawns.enemy;

    // The rear one of two pawns on a file counts as doubled.
    if (masks::ahead(S::US, square) & pawns.own).any() {
        tracer.for_piece::<S>(PAWN_DOUBLED.only(), square);
    }
    if support.any() {
        tracer.for_piece::<S>(PAWN_SUPPORTED.at(ranks_from_second::<S>(square) - 1), square);
    }
    if phalanx.any() {
        tracer.for_piece::<S>(PAWN_PHALANX.at(ranks_from_second::<S>(square)), square);
    }
    if beside.is_empty() {
        // Only pieces can protect it, and rooks attack it on an open file.
        tracer.for_piece::<S>(PAWN_ISOLATED.at(masks::from_edge(square.file())), square);
        if opposing.is_empty() {
            tracer.for_piece::<S>(PAWN_ISOLATED_OPEN.only(), square);
        }
    } else if (support | phalanx).is_empty() {
        // All neighbours are ahead, and a push to them loses the pawn.
        let neighbours_behind = beside - masks::front(S::US, square);
        let next = here.forward(S::US);
        let controlled = attacks::pawns(S::THEM, pawns.enemy) | pawns.enemy;
        if neighbours_behind.is_empty() && (next & controlled).any() {
            tracer.for_piece::<S>(PAWN_BACKWARD.at(opposing.is_empty() as usize), square);
        }
    }
}

/// Whether no enemy pawn can stop the pawn and no own pawn stands in its way.
#[inline]
fn is_passed<S: Side>(pawns: &Pawns, square: Square) -> bool {
    (masks::front(S::US, square) & pawns.enemy | masks::ahead(S::US, square) & pawns.own).is_empty()
}

/// Whether a pawn is a candidate: its file ahead is free of pawns, and at least
/// as many own pawns on adjacent files can support it as enemy pawns stop it.
#[inline]
fn is_candidate<S: Side>(pawns: &Pawns, square: Square) -> bool {
    let (ahead, front) = (masks::ahead(S::US, square), masks::front(S::US, square));
    let supporters = (pawns.own & masks::adjacent_files(square.file())) - front;
    let stoppers = pawns.enemy & front;
    (ahead & (pawns.own | pawns.enemy)).is_empty() && supporters.count() >= stoppers.count()
}

/// Counts a passed pawn: its rank, whether it is connected, and the distances of
/// the kings.
fn passed_pawn<S: Side>(
    position: &Position,
    pawns: &Pawns,
    square: Square,
    tracer: &mut impl EvalTracer,
) {
    let here = Bitboard::of(square);
    let rank = ranks_from_second::<S>(square);
    tracer.for_piece::<S>(PASSED_RANK.at(rank), square);
    let connected = attacks::pawn(S::THEM, square) | here.east() | here.west();
    if (connected & pawns.own).any() {
        tracer.for_piece::<S>(PASSED_CONNECTED.at(rank), square);
    }
    // Before the fourth rank the kings' distance matters little.
    if let Some(from_fourth) = rank.checked_sub(2)
        && let Some(next) = here.forward(S::US).first()
    {
        let distance_of = |color| masks::distance(position.king(color), next);
        tracer.for_piece::<S>(PASSED_OWN_KING.at(from_fourth * 8 + distance_of(S::US)), square);
        tracer.for_piece::<S>(PASSED_ENEMY_KING.at(from_fourth * 8 + distance_of(S::THEM)), square);
    }
}
