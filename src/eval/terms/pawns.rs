//! How the pawns stand to each other. It changes slowly, since pawns do not
//! go back, and decides where the pieces belong; so it is counted once and
//! remembered with the places of pawns and kings.

use crate::attacks;
use crate::board::Position;
use crate::eval::layout::{
    PASSED_CONNECTED, PASSED_ENEMY_KING, PASSED_OWN_KING, PASSED_RANK, PAWN_BACKWARD,
    PAWN_CANDIDATE, PAWN_DOUBLED, PAWN_ISOLATED, PAWN_ISOLATED_OPEN, PAWN_PHALANX, PAWN_SUPPORTED,
};
use crate::eval::masks;
use crate::eval::tracer::EvalTracer;
use crate::types::{Bitboard, PieceKind, Rank, Side, Square};

/// The pawns of both sides.
struct Pawns {
    own: Bitboard,
    enemy: Bitboard,
}

/// Counts the structure of a side's pawns; returns those that are passed.
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

/// Pawns beside and behind each other.
fn structure<S: Side>(pawns: &Pawns, square: Square, tracer: &mut impl EvalTracer) {
    let here = Bitboard::of(square);
    let beside = pawns.own & masks::beside(square.file());
    let phalanx = (here.east() | here.west()) & pawns.own;
    let support = attacks::pawn(S::THEM, square) & pawns.own;
    let facing = masks::ahead(S::US, square) & pawns.enemy;

    // Where two pawns stand on one file the rear one waits for the other.
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
        // Pieces must protect it, on an open file against rooks as well.
        tracer.for_piece::<S>(PAWN_ISOLATED.at(masks::from_edge(square.file())), square);
        if facing.is_empty() {
            tracer.for_piece::<S>(PAWN_ISOLATED_OPEN.only(), square);
        }
    } else if (support | phalanx).is_empty() {
        // All neighbours have gone ahead, and following them costs a pawn.
        let neighbours_behind = beside - masks::front(S::US, square);
        let next = here.forward(S::US);
        let guards = attacks::pawns(S::THEM, pawns.enemy) | pawns.enemy;
        if neighbours_behind.is_empty() && (next & guards).any() {
            tracer.for_piece::<S>(PAWN_BACKWARD.at(facing.is_empty() as usize), square);
        }
    }
}

/// No enemy pawn can stop it, and no own one stands in its way.
#[inline]
fn is_passed<S: Side>(pawns: &Pawns, square: Square) -> bool {
    (masks::front(S::US, square) & pawns.enemy | masks::ahead(S::US, square) & pawns.own).is_empty()
}

/// Nobody stands before it, and at least as many neighbours can help it past
/// the pawns on the files beside as there are of those.
#[inline]
fn is_candidate<S: Side>(pawns: &Pawns, square: Square) -> bool {
    let (ahead, front) = (masks::ahead(S::US, square), masks::front(S::US, square));
    let helpers = (pawns.own & masks::beside(square.file())) - front;
    let sentries = pawns.enemy & front;
    (ahead & (pawns.own | pawns.enemy)).is_empty() && helpers.count() >= sentries.count()
}

/// What a passed pawn is worth by itself: the farther, the more, the more so
/// together with another one, and with its own king nearer than the enemy's.
fn passed_pawn<S: Side>(
    position: &Position,
    pawns: &Pawns,
    square: Square,
    tracer: &mut impl EvalTracer,
) {
    let here = Bitboard::of(square);
    let rank = ranks_from_second::<S>(square);
    tracer.for_piece::<S>(PASSED_RANK.at(rank), square);
    let friends = attacks::pawn(S::THEM, square) | here.east() | here.west();
    if (friends & pawns.own).any() {
        tracer.for_piece::<S>(PASSED_CONNECTED.at(rank), square);
    }
    // Before the fourth rank there is no race yet.
    if let Some(from_fourth) = rank.checked_sub(2)
        && let Some(next) = here.forward(S::US).first()
    {
        let far = |color| masks::distance(position.king(color), next);
        tracer.for_piece::<S>(PASSED_OWN_KING.at(from_fourth * 8 + far(S::US)), square);
        tracer.for_piece::<S>(PASSED_ENEMY_KING.at(from_fourth * 8 + far(S::THEM)), square);
    }
}
