//! What stands in the way of passed pawns, and what drives them.

use super::survey::Survey;
use crate::attacks;
use crate::eval::layout::{
    PASSED_BLOCKED, PASSED_FREE, PASSED_PATH, PASSED_ROOK_BEHIND, PASSED_UNSTOPPABLE,
};
use crate::eval::masks;
use crate::eval::side::Side;
use crate::eval::tally::Tally;
use crate::types::{Bitboard, PieceKind, Rank, Square};

/// Counts the ways of a side's passed pawns; `passed` has those of both.
#[inline(always)]
pub fn count<S: Side>(survey: &Survey, passed: Bitboard, tally: &mut impl Tally) {
    let own = passed & survey.own::<S>().men;
    for square in own {
        way::<S>(survey, square, tally);
    }
    let enemy = survey.enemy::<S>();
    if own.any() && enemy.men == enemy.pawns.with(enemy.king) {
        race::<S>(survey, own, tally);
    }
}

/// A pawn is as strong as its way is free: the next square, all squares up to
/// the last. A rook pushes from behind, as it never loses room there.
#[inline(always)]
fn way<S: Side>(survey: &Survey, square: Square, tally: &mut impl Tally) {
    let enemy = survey.enemy::<S>();
    let rank = square.rank().relative_to(S::US).index() - Rank::Second.index();
    let next = Bitboard::of(square).forward(S::US);
    if (next & enemy.men).any() {
        tally.man::<S>(PASSED_BLOCKED.at(rank), square);
    } else if (next & (survey.occupied | enemy.all)).is_empty() {
        tally.man::<S>(PASSED_FREE.at(rank), square);
    }
    if (masks::ahead(S::US, square) & (enemy.men | enemy.all)).is_empty() {
        tally.man::<S>(PASSED_PATH.at(rank), square);
    }
    let rooks = masks::ahead(S::THEM, square) & survey.position.kind(PieceKind::Rook);
    if rooks.any() {
        let behind = attacks::rook(square, survey.occupied) & rooks;
        if (behind & survey.own::<S>().men).any() {
            tally.man::<S>(PASSED_ROOK_BEHIND.at(0), square);
        } else if behind.any() {
            tally.man::<S>(PASSED_ROOK_BEHIND.at(1), square);
        }
    }
}

/// Whether one of the pawns outruns a king who has no piece left to help: the
/// rule of the square.
#[inline(never)]
fn race<S: Side>(survey: &Survey, passed: Bitboard, tally: &mut impl Tally) {
    let head_start = (survey.position.side() == S::THEM) as usize;
    let wins = |square: Square| {
        let path = masks::ahead(S::US, square);
        let steps = (path.count() as usize).min(5);
        let goal = Square::new(square.file(), Rank::Eighth.relative_to(S::US));
        let far = masks::distance(survey.enemy::<S>().king, goal);
        (path & survey.occupied).is_empty() && far > steps + head_start
    };
    if passed.into_iter().any(wins) {
        tally.once::<S>(PASSED_UNSTOPPABLE.only());
    }
}
